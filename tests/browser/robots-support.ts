/** Shared by the tests of the page Robots: the real page in a frame, and files to give it. */

import type { RobotsPage } from '../../demos/robots/page.ts';
import { openPage, type Page, type PageOptions, until } from './page-support.ts';
import { wait } from './three-support.ts';

export interface RobotsInPage extends Page {
  readonly robots: RobotsPage;
}

const url = '/demos/robots/index.html';

/** Opens the page at this address and waits until its robot is drawn, or what there is without a view. */
export async function openRobots(query = '', options: PageOptions = {}): Promise<RobotsInPage> {
  const page = await openPage({ height: 740, ...options, url: url + query });
  const main = page.document.querySelector('main')!;
  const note = () => page.document.querySelector('.hero > .note')?.textContent;
  await until(() => main.limberRobots !== undefined || Boolean(note()?.includes('loaded')), 'the page');
  if (!main.limberRobots) throw new Error(`not there: ${note()}`);
  const open = { ...page, robots: main.limberRobots };
  if (options.webgl !== false) {
    const stage = page.document.querySelector<HTMLElement>('.robot .stage')!;
    await until(() => stage.dataset.drawn !== undefined, 'the robot to be drawn');
  }
  await rest(open);
  return open;
}

export async function rest({ robots }: RobotsInPage): Promise<void> {
  await wait(60);
  await until(() => robots.resting, 'the robot to rest');
  await wait(60);
}

export function find<T extends Element = HTMLElement>({ document }: Page, selector: string): T {
  return document.querySelector<T>(`.robot ${selector}`)!;
}

export const shown = (page: Page, name: string): string => find(page, `[data-show="${name}"]`).textContent;

export const trouble = (page: Page): string => find(page, '.trouble').textContent;

export const press = (page: Page, name: string): void =>
  find<HTMLButtonElement>(page, `button[name=${name}]`).click();

export function choose(page: Page, name: string, value: string): void {
  const select = find<HTMLSelectElement>(page, `select[name=${name}]`);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

export const toggle = (page: Page, name: string): void =>
  find<HTMLInputElement>(page, `input[name=${name}]`).click();

/** Files, as [path, content]. */
export type Files = readonly (readonly [string, string])[];

/** Of the page's own world, like those that a reader gives it. */
function transferOf({ window }: Page, files: Files): DataTransfer {
  const transfer = new window.DataTransfer();
  for (const [path, content] of files)
    transfer.items.add(new window.File([content], path.split('/').at(-1)!));
  return transfer;
}

/** Picks files by the button, and waits until they are shown or refused. */
export async function give(page: RobotsInPage, files: Files): Promise<void> {
  const input = find<HTMLInputElement>(page, 'input[name=files]');
  input.files = transferOf(page, files).files;
  const before = page.robots.rig;
  input.dispatchEvent(new Event('change'));
  await until(() => page.robots.rig !== before || trouble(page) !== '', 'the file to be read');
  await rest(page);
}

/** Drops files on the page. */
export async function drop(page: RobotsInPage, files: Files): Promise<void> {
  const before = page.robots.rig;
  for (const type of ['dragenter', 'dragover', 'drop']) {
    const event = new page.window.DragEvent(type, {
      bubbles: true,
      cancelable: true,
      dataTransfer: transferOf(page, files),
    });
    find(page, '.stage').dispatchEvent(event);
  }
  await until(() => page.robots.rig !== before || trouble(page) !== '', 'the file to be read');
  await rest(page);
}

/** Metres from the tip, where forward kinematics has it, to the goal's cube. */
export function gap({ robots }: RobotsInPage): number {
  const { rig, stage } = robots;
  const [x, y, z] = rig.problem.state.poses.subarray(7 * rig.tipIndex, 7 * rig.tipIndex + 3);
  const { position } = stage!.goal!;
  return Math.hypot(x! - position.x, y! - position.y, z! - position.z);
}

/** How far joint values are outside their limits: 0 when all hold. */
export function excess({ robots }: RobotsInPage): number {
  const { model, problem } = robots.rig;
  const { q } = problem.state;
  let most = 0;
  for (const { motions } of model.links) {
    for (const { isBall, limits, qIndex, ratio, offset } of motions) {
      const value = ratio * q[qIndex]! + offset;
      if (!isBall) most = Math.max(most, limits[0] - value, value - limits[1]);
    }
  }
  return most;
}

export const slider = (page: Page, index: number): HTMLInputElement =>
  page.document.querySelectorAll<HTMLInputElement>('.robot .joint input')[index]!;

/** Moves a slider as a hand does. */
export function slide(page: Page, index: number, value: number): void {
  const input = slider(page, index);
  input.value = String(value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
