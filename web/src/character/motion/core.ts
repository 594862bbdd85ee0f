/** The core's motion: blocks of numbers in and out. */
import type { Character } from '../gltf/character.ts';
import { type Role, roles } from '../gltf/roles.ts';
import { send, core, throwRaw } from '../../core/loader.ts';

/** Roles whose distances the core measures, in its order. */
export const reaching: readonly Role[] = ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'];

/** @throws LimberError `unknownLink` if the source or the body lacks hips, legs, feet or a head. */
export function makeMotion(body: Character, rest: Float64Array) {
  const links = roles.map((role) => {
    const bone = body.humanoid.get(role);
    return bone ? body.linkOf(bone) : -1;
  });
  send([...links, ...rest]);
  return core().module.makeMotion(body.problem.raw) ?? throwRaw();
}

/** A copy of numbers of the core. */
export const taken = (address: number, count: number): Float64Array =>
  core().module.HEAPF64.slice(address / 8, address / 8 + count);
