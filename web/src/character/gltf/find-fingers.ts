import type { Object3D } from 'three';
import { readName } from './bone-names.ts';
import type { HumanoidMap } from './humanoid.ts';
import { fingerRoles, fingers, type Role, roleOf, sides } from './roles.ts';
import { isAbove } from './similarity.ts';

/** In the order of `fingers`. */
const names = [/thumb/, /index/, /mid/, /ring/, /pinky|little/];
const isEnd = /(end|tip|nub|site)$/;
/** Words for bones within the palm, whose finger begins with the next one. */
const inPalm = /metacarpal|carpal|inhand|palm|start/;

/** The three bones of a finger or fewer; its parts may count from 0, and a fourth that has no word for it ends it. */
function chainOf(below: readonly Object3D[], finger: number): Object3D[] {
  const chain: Object3D[] = [];
  for (const bone of below) {
    const { plain } = readName(bone.name);
    const isOf = names[finger]!.test(plain) && !isEnd.test(plain) && (finger === 0 || !inPalm.test(plain));
    const last = chain.at(-1);
    // A bone of several skins is there once for each in an FBX of three.js, one within the other.
    if (isOf && (!last || (isAbove(last, bone) && last.name !== bone.name))) chain.push(bone);
  }
  const countsFrom0 = chain.length > 3 && /(^|\D)0+(\D|$)/.test(chain[0]!.name);
  return chain.slice(countsFrom0 ? 1 : 0).slice(0, 3);
}

/** Adds the fingers below the hands, by their names and their order. `bones`: parents first. */
export function withFingers(map: HumanoidMap, bones: readonly Object3D[]): HumanoidMap {
  const all = new Map<Role, Object3D>(map);
  for (const side of sides) {
    const hand = map.get(roleOf('hand', side));
    if (!hand) continue;
    const below = bones.filter((bone) => bone !== hand && isAbove(hand, bone));
    fingers.forEach((finger, i) => {
      const chain = chainOf(below, i);
      fingerRoles(side, finger).forEach((role, k) => chain[k] && all.set(role, chain[k]));
    });
  }
  return all;
}
