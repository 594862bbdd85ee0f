/** Words for the result of a plan. */
import { list } from 'limber/bench';
import type { Reached } from './plan.ts';

export const percent = (part: number): string => `${Math.floor(100 * part + 1e-9)} %`;

/** Links are named after the joints that move them. */
const linkOf = ({ links }: Reached): string => links.at(-1)?.replace('joint', 'link') ?? 'the arm';
const jointsOf = ({ joints }: Reached): string => (joints.length > 0 ? list(joints) : 'a joint');

/** By the end of a move: a few words beside the end of the line, and the end of a sentence. */
const ends: Record<Exclude<Reached['ended'], 'done'>, (reached: Reached) => readonly [string, string]> = {
  limit: (reached) => [
    `limit of ${jointsOf(reached)}`,
    `${jointsOf(reached)} would have to go beyond ${reached.joints.length > 1 ? 'their limits' : 'its limit'}`,
  ],
  obstacle: (reached) => [`box and ${linkOf(reached)}`, `${linkOf(reached)} would touch the box`],
  singularity: () => ['singularity', 'the arm is singular there, and its joints would have to jump'],
  'out of reach': () => ['out of reach', 'no pose of the arm reaches farther'],
  'branch end': () => ['would have to flip', 'other poses go on, but the arm would have to flip into them'],
  maxTime: () => ['time over', 'the time was over'],
};

/** A few words for the point where the arm gets stuck. */
export const shortOf = (reached: Reached): string =>
  reached.ended === 'done' ? '' : ends[reached.ended](reached)[0];

/** A sentence. */
export function wordsOf(reached: Reached): string {
  if (reached.ended === 'done') return 'It draws the whole line.';
  const begun = reached.part > 0 ? `It gets stuck after ${percent(reached.part)}` : 'It cannot begin';
  return `${begun}: ${ends[reached.ended](reached)[1]}.`;
}

/** "tool velocity" is "the pen’s speed". */
export const heldIn = (held: string): string =>
  held === '' ? 'nothing' : held.replace('tool velocity', 'the pen’s speed').replace('velocity', 'speed');
