/** Random rows for batches. */
import type { Problem } from 'limber';
import { Random } from '../../bench/random.ts';

/**
 * Targets for pose goals that random poses meet, or random targets, and a start per row. The state is left at
 * the last one.
 */
export function targetsOf({ model, state, goals }: Problem, count: number) {
  const random = new Random(1);
  const targets: number[] = [];
  const starts: number[] = [];
  const pose = (): void => {
    state.q.forEach((_, i) => (state.q[i] = random.between(-2.5, 2.5)));
    state.projectOntoLimits();
  };
  for (let row = 0; row < count; ++row) {
    pose();
    for (const { type, link, target } of goals) {
      const first = 7 * model.findLink(link);
      if (type === 'pose') targets.push(...state.poses.subarray(first, first + 7));
      else targets.push(...Array.from(target, () => random.between(-1, 1)));
    }
    pose();
    starts.push(...state.q);
  }
  return { targets: Float64Array.from(targets), starts: Float64Array.from(starts) };
}
