import { Vector3 } from 'three';
import { acrossOf, scaleOf, sidesBelow, tipOf, upOf, type LimbPair } from './limb-pairs.ts';
import type { TreeShape } from './tree-shape.ts';

/** Whether the first of each pair is on the right: decided by names, else by the direction of the feet. */
export function sidesOf(
  shape: TreeShape,
  legs: LimbPair,
  arms: LimbPair,
): { isSwapped: boolean; why: string | null } {
  const votes = sidesBelow(shape);
  const across = acrossOf(shape, legs);
  const [a, b] = legs.limbs;
  const isTurned = across.dot(acrossOf(shape, arms)) < 0;
  const [c, d] = isTurned ? [arms.limbs[1], arms.limbs[0]] : arms.limbs;
  const names = votes[a.first]! - votes[b.first]! + votes[c.first]! - votes[d.first]!;
  const up = upOf(shape, legs, arms);
  // Forward, if the first leg is the left one.
  const forward = across.cross(up).multiplyScalar(Math.sign(shape.nodes[a.first]!.world.scale));
  const points = forwardness(shape, legs, arms, forward);
  if (names !== 0) {
    const isBack = points !== 0 && Math.sign(points) !== Math.sign(names);
    const why = 'feet point to the back, if left and right are as the names say; are they exchanged?';
    return { isSwapped: names < 0, why: isBack ? why : null };
  }
  if (points !== 0) return { isSwapped: points < 0, why: null };
  // As in most files: up along y, forward along z; or up along z, forward along −y.
  const usual = Math.abs(up.y) > Math.abs(up.z) ? forward.z : -forward.y;
  return {
    isSwapped: usual < 0,
    why: 'nothing tells the front of the body from its back, so left and right are a guess',
  };
}

/** How clearly feet, or else knees and elbows, point forward: negative for backward, 0 for undecided. */
function forwardness(shape: TreeShape, legs: LimbPair, arms: LimbPair, forward: Vector3): number {
  const toes = legs.limbs.map(({ bones: [, , foot] }) =>
    tipOf(shape, foot).clone().sub(shape.at(foot)).dot(forward),
  );
  const bent = (pair: LimbPair): number[] =>
    pair.limbs.map(({ bones }) => {
      const [upper, lower, end] = bones.map((i) => shape.at(i));
      const chord = new Vector3().subVectors(end!, upper!);
      const off = new Vector3().subVectors(lower!, upper!);
      return off.addScaledVector(chord, -off.dot(chord) / chord.lengthSq()).dot(forward);
    });
  const elbows = bent(arms).map((each) => -each);
  const { leg } = scaleOf(shape, legs);
  for (const each of [toes, bent(legs), elbows]) {
    const sum = each[0]! + each[1]!;
    if (Math.abs(sum) > 0.01 * leg) return sum;
  }
  return 0;
}
