/** The laws of the lag, measured in runs of their own that are long enough to be steady. */
import { frameTime } from '../shell/clock.ts';
import { Chase } from './chase.ts';
import { round } from './courses.ts';
import { gains, substepCounts, type Picks } from './picks.ts';

export interface Measured {
  readonly gain: number;
  readonly substeps: number;
  /** Mean over a whole round (metres): with feed-forward, and without. */
  readonly errors: readonly [number, number];
}

/** Settings of the two tables: K with the substeps that are picked, and substeps with the K that is picked. */
export const settingsOf = ({ gain, substeps }: Picks): readonly Pick<Measured, 'gain' | 'substeps'>[] => [
  ...gains.map((each) => ({ gain: each, substeps })),
  ...substepCounts.map((each) => ({ gain, substeps: each })),
];

/** After six time constants, over the round that follows. */
export function measure(picks: Picks, gain: number, substeps: number): Measured {
  const chase = new Chase({ ...picks, gain, substeps, held: null });
  const frames = Math.round(round / picks.speed / frameTime);
  const settling = Math.ceil(6 / gain / frameTime);
  const sums: [number, number] = [0, 0];
  for (let i = 0; i < settling + frames; i += 1) {
    chase.step();
    if (i < settling) continue;
    sums[0] += chase.errors[0];
    sums[1] += chase.errors[1];
  }
  chase.dispose();
  return { gain, substeps, errors: [sums[0] / frames, sums[1] / frames] };
}
