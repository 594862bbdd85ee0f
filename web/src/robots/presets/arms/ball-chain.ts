import type { ModelDescription } from '../../../describe/description.ts';
import { LimberError, show } from '../../../describe/errors.ts';
import { ballLink, effector, up } from './parts.ts';
import type { ArmPreset } from './preset.ts';

export interface BallChainOptions {
  /** Metres from the first ball to the effector; default 1. */
  readonly length?: number;
}

/** The core allows 200,000 links, one of which is the effector. */
const mostBalls = 199_999;

/**
 * `count` balls without limits, evenly along +Y from the origin, each `length / count` from the next; at the
 * end the fixed link 'effector'.
 *
 * @throws LimberError `badDescription` for a count that is not a whole number from 1 to 199,999, or a length
 * that is not finite or not above 0.
 */
export function ballChain(count: number, { length = 1 }: BallChainOptions = {}): ModelDescription {
  if (!(Number.isInteger(count) && count >= 1 && count <= mostBalls)) {
    const wanted = `a whole number of balls from 1 to ${mostBalls}`;
    throw new LimberError('badDescription', `ballChain's count is ${show(count)}; give ${wanted}`);
  }
  if (!(Number.isFinite(length) && length > 0)) {
    throw new LimberError('badDescription', `ballChain's length is ${show(length)}; give metres above 0`);
  }
  const bone = up(length / count);
  const name = (i: number) => `ball ${i + 1}`;
  const balls = Array.from({ length: count }, (_, i) =>
    i === 0 ? ballLink(name(0), null, [0, 0, 0]) : ballLink(name(i), name(i - 1), bone),
  );
  return { name: `chain of ${count}`, links: [...balls, effector('effector', name(count - 1), bone)] };
}

export const chain: ArmPreset<'chain'> = {
  name: 'chain',
  title: 'Straight chain',
  text: 'Five ball joints in a row, stretched out at the start.',
  description: ballChain(5),
  effectors: ['effector'],
};
