/** Shared by the tests of the editor: one in a plain element, and functions that fill its form. */

import { init, Model, Problem, type ModelDescription } from 'limber';
import { Vector3 } from 'three';
import { afterEach, beforeAll } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../demos/shell/css/base.css';
import '../../demos/shell/css/controls.css';
import { mountEditor, type EditorContext } from '../../demos/editor/index.ts';
import { makeHost, removeAll } from './three-support.ts';

beforeAll(() => init());

/** A crank with its coupler, and a rocker that is not connected to it. */
export const open: ModelDescription = {
  name: 'open four-bar',
  links: [
    { name: 'crank', joint: { type: 'continuous', axis: [0, 0, 1] } },
    {
      name: 'coupler',
      parent: 'crank',
      origin: { position: [0, 0.2, 0] },
      joint: { type: 'continuous', axis: [0, 0, 1] },
    },
    { name: 'rocker', origin: { position: [0.5, 0, 0] }, joint: { type: 'continuous', axis: [0, 0, 1] } },
  ],
};

export const joined: ModelDescription = {
  ...open,
  loops: [
    {
      name: 'closure',
      a: { link: 'coupler', position: [0.4, 0, 0] },
      b: { link: 'rocker', position: [0, 0.3, 0] },
      free: 'revolute',
    },
  ],
};

export const other: ModelDescription = {
  links: [
    { name: 'arm', joint: { type: 'revolute' } },
    { name: 'hand', parent: 'arm' },
  ],
};

export interface Fixture {
  readonly host: HTMLElement;
  readonly problem: Problem;
  changes: number;
}

let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.reverse()) end();
  ends = [];
  removeAll();
});

export function start(
  description: ModelDescription,
  context: Partial<EditorContext> = {},
  width = 350,
): Fixture {
  const host = makeHost(width, 0);
  host.style.height = '';
  const fixture: Fixture = { host, problem: new Problem(Model.from(description)), changes: 0 };
  const editor = mountEditor(host, {
    problem: () => fixture.problem,
    changed: () => {
      fixture.changes += 1;
      fixture.problem.solve({ solver: 'lm', tolerance: 1e-10, angleTolerance: 1e-10 });
    },
    ...context,
  });
  ends.push(() => {
    editor.dispose();
    fixture.problem.dispose();
  });
  return fixture;
}

export const find = <T extends HTMLElement>({ host }: Fixture, selector: string): T =>
  host.querySelector<T>(selector)!;
export const summaries = ({ host }: Fixture) => [...host.querySelectorAll('summary')];
export const rows = ({ host }: Fixture) => [...host.querySelectorAll<HTMLElement>('.editor-list > li')];
export const words = (fixture: Fixture) =>
  rows(fixture).map((row) => row.querySelector('.control span')!.textContent);
export const residuals = (fixture: Fixture) =>
  rows(fixture).map((row) => row.querySelector('output')!.textContent);
export const said = (fixture: Fixture) => find(fixture, '.editor-inside > .editor-said').textContent;
export const trouble = (fixture: Fixture, part: string) => find(fixture, `${part} .trouble`).textContent;
export const text = (fixture: Fixture) => find<HTMLTextAreaElement>(fixture, 'textarea');
export const press = (keys: string) => userEvent.keyboard(keys);
export const active = () => document.activeElement as HTMLElement;

/** Presses Tab until a matching element is focused. */
export async function tabTo(isIt: (element: HTMLElement) => boolean, back = false): Promise<void> {
  for (let i = 0; i < 60; i += 1) {
    await userEvent.tab({ shift: back });
    if (isIt(active())) return;
  }
  throw new Error('no tab leads there');
}
export const tabToName = (name: string, back = false) =>
  tabTo((each) => each.getAttribute('name') === name, back);

/** Unfolds everything. */
export async function unfold(fixture: Fixture): Promise<void> {
  const toggled = summaries(fixture).map((summary) => {
    const parent = summary.parentElement!;
    const told = new Promise((resolve) => parent.addEventListener('toggle', resolve, { once: true }));
    summary.click();
    return told;
  });
  await Promise.all(toggled);
}

/** Fills in a field of the open form. */
export function enter(form: ParentNode, name: string, value: string | number): void {
  const field = form.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`)!;
  field.value = String(value);
  if (field.value !== String(value)) throw new Error(`${name} does not take ${value}`);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

export function add(fixture: Fixture, entries: Readonly<Record<string, string | number>>): void {
  const form = find(fixture, '.editor-part form');
  for (const [name, value] of Object.entries(entries)) enter(form, name, value);
  form.querySelector<HTMLButtonElement>('[name=submit]')!.click();
}

export const click = ({ host }: Fixture, name: string) =>
  host.querySelector<HTMLElement>(`button[name=${name}]`)!.click();

/** World position of a point on a link, from the poses alone. */
export function place({ problem }: Fixture, link: string, ...position: [number, number, number]): Vector3 {
  const [x, y, z, qx, qy, qz, qw] = problem.state.poses.subarray(
    7 * problem.model.findLink(link),
  ) as unknown as [number, number, number, number, number, number, number];
  return new Vector3(...position).applyQuaternion({ x: qx, y: qy, z: qz, w: qw }).add(new Vector3(x, y, z));
}
