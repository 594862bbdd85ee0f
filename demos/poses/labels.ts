/**
 * Names for all poses of an arm: numbers distinguish poses with the same parts, and stay with their branch.
 */
import type { Pose } from './poses.ts';

const nameWith = (kind: string, number: number): string =>
  kind === '' ? `pose ${number}` : number === 1 ? kind : `${kind}, ${number}`;

type Bare = Pick<Pose, 'kind' | 'q'>;

/** Numbers for poses of one kind: each keeps the number of the nearest pose before. */
function numbersOf(poses: readonly Bare[], before: readonly Pose[]): readonly number[] {
  const numbers = poses.map(() => 0);
  const pairs = poses
    .flatMap((pose, i) =>
      before.flatMap((old) => (old.kind === pose.kind ? [{ pose, old, i, gap: gapOf(pose, old) }] : [])),
    )
    .sort((a, b) => a.gap - b.gap);
  const used = new Set<string>();
  for (const { i, pose, old } of pairs) {
    if (numbers[i] !== 0 || used.has(old.name)) continue;
    numbers[i] = numberOf(old);
    used.add(nameWith(pose.kind, numbers[i]));
  }
  return numbers.map((number, i) => {
    let free = number || 1;
    while (!number && used.has(nameWith(poses[i]!.kind, free))) free += 1;
    used.add(nameWith(poses[i]!.kind, free));
    return free;
  });
}

const numberOf = ({ name }: Pose): number => Number(/(\d+)$/.exec(name)?.[1] ?? 1);

/** Distance of two poses, regardless of whole turns. */
const gapOf = (a: Bare, b: Bare): number =>
  Math.hypot(...a.q.map((each, i) => Math.sin((each - b.q[i]!) / 2)));

/** Unique names; `before`: the poses of a moment ago. */
export function labelsOf(poses: readonly Bare[], before: readonly Pose[]): readonly string[] {
  const numbers = numbersOf(poses, before);
  return poses.map(({ kind }, i) => nameWith(kind, numbers[i]!));
}
