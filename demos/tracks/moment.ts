/** A moment of a run, as written in the shared address. */
import type { Player } from 'limber/run';
import { writeNumbers } from '../shell/picks.ts';

export interface Moment {
  /** Number of completed frames. */
  readonly frame: number;
  readonly q: readonly number[];
  /** Targets held by the reader (metres). */
  readonly held: readonly { readonly index: number; readonly position: readonly number[] }[];
}

/** Greatest frame of an address: five minutes. */
const mostFrames = 20_000;

export function momentOf(player: Player): Moment {
  const { run } = player;
  const held = run.arm.effectors.flatMap((_, index) =>
    player.isHeld(index)
      ? [{ index, position: Array.from(run.targets.subarray(3 * index, 3 * index + 3)) }]
      : [],
  );
  return { frame: Math.min(run.frame, mostFrames), q: Array.from(run.q), held };
}

export function writeMoment({ frame, q, held }: Moment): string {
  const parts = [`frame=${frame}`, `q=${writeNumbers(q)}`];
  for (const { index, position } of held) parts.push(`held=${writeNumbers([index, ...position])}`);
  return parts.join('&');
}

const finite = (text: string): number[] | null => {
  const values = text.split(',').map((each) => (each.trim() === '' ? NaN : Number(each)));
  return values.every(Number.isFinite) ? values : null;
};

/** Null: frame 0, or an invalid address. */
export function readMoment(text: string): Moment | null {
  const query = new URLSearchParams(text);
  const frame = Number(query.get('frame') ?? 0);
  const q = finite(query.get('q') ?? '');
  if (!q || !Number.isInteger(frame) || frame < 1 || frame > mostFrames) return null;
  const held = query.getAll('held').flatMap((each) => {
    const [index, ...position] = finite(each) ?? [];
    return position.length === 3 ? [{ index: index!, position }] : [];
  });
  return { frame, q, held };
}

/** Frames before a moment that are run, for the chart and the trails. */
const lead = 300;

/** Brings a run to a moment: runs to its frame, then restores the pose and the held targets. */
export function goTo(player: Player, { frame, q, held }: Moment): void {
  const { run } = player;
  if (q.length !== run.q.length) return;
  run.skip(Math.max(0, frame - lead));
  while (run.frame < frame) player.step();
  run.q.set(q);
  run.problem.state.update();
  for (const { index, position } of held) if (run.arm.effectors[index]) player.hold(index, position);
}
