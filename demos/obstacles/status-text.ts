/** Words for the obstacles that hold the actor back. */
import type { NearPair } from 'limber';
import { distance } from '../shell/units.ts';
import type { World } from './world.ts';

/** A goal within this distance counts as reached (metres). */
const near = 1e-3;
/** Pairs nearer than this, relative to the clearance, hold the actor back. */
const pressed = 1.15;

/** A distance with its sign: negative for overlapping shapes. */
export const gapOf = (metres: number): string =>
  metres < 0 ? `−${distance(-metres)}` : metres === Infinity ? '–' : distance(metres);

/** Distance of the worst goal (metres). */
export const awayOf = ({ actor }: World): number =>
  actor.grips.reduce((most, { effector, held }) => (held ? Math.max(most, effector.distance) : most), 0);

/** Pairs at their least distance. Things beside a base hold nobody back. */
const pressedOf = (world: World): NearPair[] =>
  world.clearance === null
    ? []
    : world
        .pairs(12, pressed * world.clearance)
        .filter(({ links }) => links.some((link) => world.moves(link)));

/** "2.1 cm from the goal: the shelf holds joint 5 back." */
export function wordsOf(world: World): string {
  const away = awayOf(world);
  const [first] = pressedOf(world);
  const reached = away <= near;
  if (!first) {
    const overlap = world.actor.problem.clearance();
    if (overlap < 0)
      return `${reached ? 'Reached, but' : `${distance(away)} from the goal, and`} it collides.`;
    return reached ? 'Reached.' : `${distance(away)} from the goal.`;
  }
  const [a, b] = world.namesOf(first);
  // Name the passive part first.
  const [holds, held] = first.links[0] === null || first.obstacles[0] !== null ? [a, b] : [b, a];
  return reached
    ? `Reached, with ${held} as near to ${holds} as it may be.`
    : `${distance(away)} from the goal: ${holds} holds ${held} back.`;
}
