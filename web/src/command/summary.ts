/** What the command line prints. */
import { solverNames } from '../options.ts';
import { arms, hand, tracks } from '../presets/index.ts';
import type { Recording } from './recording.ts';

function align(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const pad = (text: string, i: number) => text.padStart(widths[i]!);
  return rows.map((row) => `  ${row.map(pad).join('  ')}`).join('\n');
}

const shownRows = 12;

/** Residuals of some frames, evenly spread, the last one among them; then of all frames in a sentence. */
export function summarize({ arm, track, solver, dt, effectors, columns, rows }: Recording): string {
  const column = (name: string): number => columns.indexOf(name);
  const left = effectors.map((name) => column(`${name} residual [m]`));
  const count = Math.min(shownRows, rows.length);
  const shown = Array.from(
    { length: count },
    (_, i) => rows[Math.ceil(((i + 1) * rows.length) / count) - 1]!,
  );
  const header = ['time [s]', ...left.map((i) => columns[i]!), 'iterations', 'status'];
  const body = shown.map((row) => [
    Number(row[column('time [s]')]).toFixed(3),
    ...left.map((i) => Number(row[i]).toFixed(6)),
    String(row[column('iterations')]),
    String(row[column('status')]),
  ]);

  const worst = (row: Recording['rows'][number]): number => Math.max(...left.map((i) => Number(row[i])));
  const largest = rows.reduce((most, row) => Math.max(most, worst(row)), 0);
  const converged = rows.filter((row) => row[column('status')] === 'converged').length;
  return [
    `arm ${arm}, track ${track}, solver ${solver}, ${rows.length} frames of ${dt} s`,
    '',
    align([header, ...body]),
    '',
    `converged in ${converged} of ${rows.length} frames; largest residual ${largest.toFixed(6)} m`,
  ].join('\n');
}

/** All presets by number and name, and the solvers. The core must be loaded. */
export function list(): string {
  const entries = (table: readonly { name: string; text: string }[], mark: (i: number) => string) => {
    const width = Math.max(...[...arms, ...tracks].map(({ name }) => name.length));
    return table.map(({ name, text }, i) => `  ${mark(i)} ${name.padEnd(width)}  ${text}`);
  };
  const number = (i: number): string => String(i + 1);
  return [
    'arms',
    ...entries(arms, number),
    'tracks',
    ...entries(tracks, number),
    ...entries([hand], () => '-'),
    'solvers',
    `  ${solverNames().join(', ')}`,
  ].join('\n');
}
