/** Words for the result of a plan. */
import { list } from 'limber/bench';
import type { Reached } from './plan.ts';

/** A word or two for the point where the move ends. */
export function shortOf({ ended, joints, links }: Reached): string {
  switch (ended) {
    case 'done':
      return '';
    case 'limit':
      return `limit of ${listed(joints)}`;
    case 'obstacle':
      return `box and ${linkOf(links)}`;
    case 'singularity':
      return 'singularity';
    case 'out of reach':
      return 'out of reach';
    case 'branch end':
      return 'would have to flip';
    case 'maxTime':
      return 'time over';
  }
}

/** One word for a table. */
export const endOf = ({ ended }: Reached): string =>
  ended === 'done' ? '' : ended === 'branch end' ? 'flip' : ended.replace('out of ', '');

const reasons = {
  limit: ({ joints }) =>
    `${listed(joints)} would have to go beyond ${joints.length > 1 ? 'their limits' : 'its limit'}`,
  obstacle: ({ links }) => `${linkOf(links)} would touch the box`,
  singularity: () => 'the arm is singular there, and its joints would have to jump',
  'out of reach': () => 'no pose of the arm reaches farther',
  'branch end': () => 'other poses go on, but the arm would have to flip into them',
  maxTime: () => 'the time was over',
} satisfies Record<string, (reached: Reached) => string>;

export const percent = (part: number): string => `${Math.floor(100 * part + 1e-9)} %`;

/** A sentence. */
export function wordsOf(reached: Reached): string {
  if (reached.ended === 'done') return 'It draws the whole line.';
  const begun = reached.part > 0 ? `It ends after ${percent(reached.part)}` : 'It cannot begin';
  return `${begun}: ${reasons[reached.ended](reached)}.`;
}

/** Links are named after the joints that move them. */
const linkOf = (links: readonly string[]): string => links.at(-1)?.replace('joint', 'link') ?? 'the arm';

const listed = (names: readonly string[]): string => (names.length > 0 ? list(names) : 'a joint');
