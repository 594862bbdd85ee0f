/** Shared by the tests of the tracks. */

import { openDemo, openPaused as openDemoPaused, type Opened } from './demo-support.ts';
import { type Page, until } from './page-support.ts';

export type TracksInPage = Opened<'tracks'>;

export const openTracks = (query = '', size = {}) => openDemo('tracks', query, size);
/** Opens the page, paused at frame 0. */
export const openPaused = (query = '', size = {}) => openDemoPaused('tracks', query, size);

/** The picks with names for arm and track, because the page's objects belong to another realm. */
export function picksOf({ it }: TracksInPage): Record<string, unknown> {
  const { arm, track } = it.picks;
  return { ...it.picks, arm: arm.name, track: track.name };
}

/** Texts of an effector's row. */
export function rowOf({ document }: Page, index: number): string[] {
  const rows = document.querySelectorAll<HTMLTableRowElement>('.effectors tbody tr');
  return [...rows[index]!.cells].map(({ textContent }) => textContent);
}

export function letGoOf({ document }: Page, index: number): HTMLButtonElement {
  return document.querySelectorAll<HTMLButtonElement>('.effectors tbody button')[index]!;
}

/** Waits for `count` more frames of the run. */
export async function framesOn({ it }: TracksInPage, count: number): Promise<void> {
  const { run } = it.player;
  const end = run.frame + count;
  await until(() => run.frame >= end, `${count} frames of the run`);
}

export interface Csv {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A CSV without quotes. */
export function parseCsv(text: string): Csv {
  const [columns, ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return { columns: columns!, rows };
}
