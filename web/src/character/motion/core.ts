/** The core's motion: blocks of numbers in and out. */
import type { Character } from '../gltf/character.ts';
import { bodyRoles, type Role, roles } from '../gltf/roles.ts';
import { send, core, throwRaw } from '../../core/loader.ts';
import { figureSize } from './skeleton-source.ts';

/** Roles whose distances the core measures, in its order. */
export const reaching: readonly Role[] = ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'];

/** Numbers of a figure for the core, which knows nothing of fingers. */
const coreSize = 8 * bodyRoles.length + 1;
const one = new Float64Array(coreSize);

/** Figures as they are sent: without fingers. The result is reused for one figure. */
export function withoutFingers(figures: Float64Array): Float64Array {
  const n = bodyRoles.length;
  const count = figures.length / figureSize;
  const out = count === 1 ? one : new Float64Array(coreSize * count);
  for (let i = 0, to = 0, from = 0; i < count; i += 1, to += coreSize, from += figureSize) {
    for (let k = 0; k < 7 * n; k += 1) out[to + k] = figures[from + k]!;
    for (let k = 0; k < n; k += 1) out[to + 7 * n + k] = figures[from + 7 * roles.length + k]!;
    out[to + coreSize - 1] = figures[from + figureSize - 1]!;
  }
  return out;
}

/** @throws LimberError `unknownLink` if the source or the body lacks hips, legs, feet or a head. */
export function makeMotion(body: Character, rest: Float64Array) {
  const links = bodyRoles.map((role) => {
    const bone = body.humanoid.get(role);
    return bone ? body.linkOf(bone) : -1;
  });
  send([...links, ...withoutFingers(rest)]);
  return core().module.makeMotion(body.problem.raw) ?? throwRaw();
}

/** A copy of numbers of the core. */
export const taken = (address: number, count: number): Float64Array =>
  core().module.HEAPF64.slice(address / 8, address / 8 + count);
