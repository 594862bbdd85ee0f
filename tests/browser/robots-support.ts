/** Shared by the tests of the page Robot: the real page in a frame, and files for it. */
import { expect } from 'vitest';
import { atRest, choose, complaint, loadDemo, openDemo, type Opened } from './demo-support.ts';
import { type Page, type PageOptions, until } from './page-support.ts';

export type RobotInPage = Opened<'robot'>;

export async function openRobot(query = '', size = { width: 1100, height: 700 }): Promise<RobotInPage> {
  const page = await openDemo('robot', query, size);
  page.it.shell.say();
  await rest(page);
  return page;
}

export const loadRobot = (query = '', options: PageOptions = {}): Promise<RobotInPage> =>
  loadDemo('robot', query, { height: 740, ...options });

export async function rest(page: RobotInPage): Promise<void> {
  await atRest(page);
  expect(page.it.resting).toBe(true);
}

/** Shows a robot of the list anew. */
export async function pick(page: RobotInPage, robot: string): Promise<void> {
  if (page.it.picks.robot.name === robot) choose(page, 'robot', robot === 'ur5' ? 'panda' : 'ur5');
  choose(page, 'robot', robot);
  await rest(page);
}

export const find = <T extends Element = HTMLElement>({ document }: Page, selector: string): T =>
  document.querySelector<T>(`.run ${selector}`)!;

export const press = (page: Page, name: string): void =>
  find<HTMLButtonElement>(page, `button[name=${name}]`).click();

/** Files, as [path, content]. */
export type Files = readonly (readonly [string, string | Blob])[];

/** A transfer of the page's own realm, like a reader's. */
export function transferOf({ window }: Page, files: Files): DataTransfer {
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

export function dropFiles(page: Page, files: Files): void {
  for (const type of ['dragover', 'drop']) {
    const dataTransfer = transferOf(page, files);
    const event = new page.window.DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
    find(page, '.stage').dispatchEvent(event);
  }
}

/** Gives files and waits until they are shown or refused. */
export async function give(page: RobotInPage, files: Files, how = pickFiles): Promise<void> {
  const before = page.it.picks.robot;
  page.it.shell.say();
  how(page, files);
  await until(() => page.it.picks.robot !== before || complaint(page) !== '', 'the file to be read');
  await rest(page);
}

/** The goal's cube. */
export const cubeOf = (page: Page): HTMLElement =>
  find(page, '.stage [aria-roledescription="draggable point"]');

/** Metres from the tip, by forward kinematics, to the goal. */
export function gap({ it }: RobotInPage): number {
  const { goals, model, state } = it.bench.problem;
  const { link, target } = goals[0]!;
  const at = 7 * model.findLink(link);
  return Math.hypot(...[0, 1, 2].map((i) => state.poses[at + i]! - target[i]!));
}

/** Largest violation of a joint limit; 0 if all hold. */
export function excess({ it }: RobotInPage): number {
  const { model, state } = it.bench.problem;
  let most = 0;
  for (const { isBall, limits, qIndex, ratio, offset } of model.links.flatMap(({ motions }) => motions)) {
    const value = ratio * state.q[qIndex]! + offset;
    if (!isBall) most = Math.max(most, limits[0] - value, value - limits[1]);
  }
  return most;
}

/** Largest error of the goals, in metres or radians. */
export const error = ({ it }: RobotInPage): number =>
  Math.max(...it.bench.problem.goals.map(({ distance, angle }) => Math.max(distance || 0, angle || 0)));

export const slider = (page: Page, index: number): HTMLInputElement =>
  page.document.querySelectorAll<HTMLInputElement>('.run .joint input')[index]!;

/** Moves a slider like a reader. */
export function slide(page: Page, index: number, value: number): void {
  const input = slider(page, index);
  input.value = String(value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
