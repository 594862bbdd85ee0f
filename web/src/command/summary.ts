/** The output of the command line. */
import { solverNames } from '../core/options.ts';
import { arms, hand, tracks } from '../robots/presets/index.ts';
import { align } from './align.ts';
import type { Recording } from './recording.ts';

const shownRows = 12;

/** Residuals of some frames, evenly spaced and including the last, then a sentence about all frames. */
export function summarize(recording: Recording): string {
  const { arm, track, solver, dt, effectors, trajectory, residuals, iterations, statuses } = recording;
  const frames = trajectory.length;
  const count = Math.min(shownRows, frames);
  const shown = Array.from({ length: count }, (_, i) => Math.ceil(((i + 1) * frames) / count) - 1);
  const header = ['time [s]', ...effectors.map((name) => `${name} residual [m]`), 'iterations', 'status'];
  const body = shown.map((i) => [
    trajectory.times[i]!.toFixed(3),
    ...residuals[i]!.map((metres) => metres.toFixed(6)),
    String(iterations[i]),
    statuses[i]!,
  ]);
  const largest = residuals.reduce((most, row) => Math.max(most, ...row), 0);
  const converged = statuses.filter((status) => status === 'converged').length;
  return [
    `arm ${arm}, track ${track}, solver ${solver}, ${frames} frames of ${dt} s`,
    '',
    align([header, ...body]),
    '',
    `converged in ${converged} of ${frames} frames; largest residual ${largest.toFixed(6)} m`,
  ].join('\n');
}

/** All presets by number and name, and the solvers. The core must be loaded. */
export function listing(): string {
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
