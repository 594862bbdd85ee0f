/** Shared by the tests of the page Robots: the real page in a frame, and files for it. */

import type { RobotsPage } from '../../demos/robots/page.ts';
import { catalogue } from '../../demos/robot-files/catalogue.ts';
import { expect } from 'vitest';
import { atRest, demoIn, openPage, type Page, type PageOptions, until } from './page-support.ts';

export interface RobotsInPage extends Page {
  readonly robots: RobotsPage;
}

const url = '/demos/robots/index.html';

/**
 * Opens the page at this address and waits until its robot is drawn, or until its page without a view is
 * ready.
 */
export async function openRobots(query = '', options: PageOptions = {}): Promise<RobotsInPage> {
  const page = await openPage({ height: 740, ...options, url: url + query });
  const note = () => page.document.querySelector('.hero > .note')?.textContent;
  const robots = () => demoIn<RobotsPage>(page);
  await until(() => robots() !== undefined || Boolean(note()?.includes('loaded')), 'the page');
  if (!robots()) throw new Error(`not there: ${note()}`);
  const open = { ...page, robots: robots()! };
  const stage = page.document.querySelector<HTMLElement>('.run .stage');
  if (stage) await until(() => stage.dataset.drawn !== undefined, 'the robot to be drawn');
  await rest(open);
  return open;
}

/** Selects a robot of the table in its first pose, with default settings. */
export async function choose(page: RobotsInPage, robot: string): Promise<void> {
  const { robots } = page;
  for (const name of ['orientation', 'limits', 'arcs', 'meshes'] as const)
    if (robots.picks[name] !== (name !== 'orientation')) toggle(page, name);
  select(page, 'solver', 'lm');
  // A robot that is already selected must restart too.
  if (robots.picks.robot.name === robot)
    select(page, 'robot', catalogue.find(({ name }) => name !== robot)!.name);
  select(page, 'robot', robot);
  robots.shell.say();
  await rest(page);
}

export async function rest(page: RobotsInPage): Promise<void> {
  await atRest(page);
  expect(page.robots.resting).toBe(true);
}

export function find<T extends Element = HTMLElement>({ document }: Page, selector: string): T {
  return document.querySelector<T>(`.run ${selector}`)!;
}

export const shown = (page: Page, name: string): string => find(page, `[data-show="${name}"]`).textContent;

export const complaint = (page: Page): string => find(page, '.complaint').textContent;

export const press = (page: Page, name: string): void =>
  find<HTMLButtonElement>(page, `button[name=${name}]`).click();

export function select(page: Page, name: string, value: string): void {
  const element = find<HTMLSelectElement>(page, `select[name=${name}]`);
  element.value = value;
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

export const toggle = (page: Page, name: string): void =>
  find<HTMLInputElement>(page, `input[name=${name}]`).click();

/** Files, as [path, content]. */
export type Files = readonly (readonly [string, string | Blob])[];

/** A transfer of the page's own realm, like a reader's. */
function transferOf({ window }: Page, files: Files): DataTransfer {
  const transfer = new window.DataTransfer();
  for (const [path, content] of files)
    transfer.items.add(new window.File([content], path.split('/').at(-1)!));
  return transfer;
}

/** Picks files by the button of that name. */
export function pickFiles(page: Page, files: Files, name = 'files'): void {
  const input = page.document.querySelector<HTMLInputElement>(`.run input[name=${name}]`)!;
  input.files = transferOf(page, files).files;
  input.dispatchEvent(new Event('change'));
}

/** Picks files and waits until they are shown or refused. */
export const give = (page: RobotsInPage, files: Files): Promise<void> =>
  taken(page, () => pickFiles(page, files));

export function dropFiles(page: Page, files: Files): void {
  for (const type of ['dragover', 'drop']) {
    const dataTransfer = transferOf(page, files);
    const event = new page.window.DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
    find(page, '.stage').dispatchEvent(event);
  }
}

/** Drops files on the page, and waits until they are shown or refused. */
export const drop = (page: RobotsInPage, files: Files): Promise<void> =>
  taken(page, () => dropFiles(page, files));

async function taken(page: RobotsInPage, act: () => void): Promise<void> {
  const before = page.robots.rig;
  page.robots.shell.say();
  act();
  await until(() => page.robots.rig !== before || complaint(page) !== '', 'the file to be read');
  await rest(page);
}

/** The goal's cube. */
export const goalOf = ({ robots }: RobotsInPage) => robots.handles!.points[0]!;

/** Metres from the tip, by forward kinematics, to the goal's cube. */
export function gap(page: RobotsInPage): number {
  const { rig } = page.robots;
  const at = 7 * rig.model.findLink(rig.goal.link);
  const [x, y, z] = rig.problem.state.poses.subarray(at, at + 3);
  const { position } = goalOf(page);
  return Math.hypot(x! - position.x, y! - position.y, z! - position.z);
}

/** Largest violation of a joint limit; 0 if all hold. */
export function excess({ robots }: RobotsInPage): number {
  const { model, problem } = robots.rig;
  const { q } = problem.state;
  let most = 0;
  for (const { isBall, limits, qIndex, ratio, offset } of model.links.flatMap(({ motions }) => motions)) {
    const value = ratio * q[qIndex]! + offset;
    if (!isBall) most = Math.max(most, limits[0] - value, value - limits[1]);
  }
  return most;
}

export const slider = (page: Page, index: number): HTMLInputElement =>
  page.document.querySelectorAll<HTMLInputElement>('.run .joint input')[index]!;

/** Moves a slider like a reader. */
export function slide(page: Page, index: number, value: number): void {
  const input = slider(page, index);
  input.value = String(value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
