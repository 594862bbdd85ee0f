// ikts (FABRIK) at its best: pass by pass, so that it stops on arrival and need not copy its bones.
import { Quaternion, Vector3 } from 'three';
import * as IK from 'ikts';
import type { ModelDescription } from 'limber';
import { measure, type Answers, type Rounds } from './answers.ts';
import { Kinematics } from './kinematics.ts';

const maxIterations = 200;

/**
 * Joint values of a chain of balls. ikts returns ends of bones, so each ball gets the least rotation that
 * explains them.
 */
export function solveByIkts(
  description: ModelDescription,
  targets: readonly (readonly number[])[],
  tolerance: number,
  rounds: Rounds,
): Answers {
  const arm = new Kinematics(description);
  const straight = arm.moving.flatMap(() => [0, 0, 0, 1]);
  const points = arm.poses(straight).map(({ position }) => position.clone());
  const vector = ({ x, y, z }: Vector3) => new IK.V3(x, y, z);
  const chain = new IK.Chain3D();
  for (let i = 1; i < points.length; ++i)
    chain.addBone(new IK.Bone3D(vector(points[i - 1]!), vector(points[i]!)));
  const ends = points.map(vector);
  const target = new IK.V3();

  return measure(targets.length, rounds, {
    place(i) {
      chain.bones.forEach((bone, k) => {
        bone.setStartLocation(ends[k]!);
        bone.setEndLocation(ends[k + 1]!);
      });
      const [x, y, z] = targets[i]!;
      target.set(x!, y!, z!);
    },
    solve() {
      let iterations = 0;
      while (iterations < maxIterations) {
        ++iterations;
        if (!(chain.solveIK(target)! > tolerance)) break;
      }
      return iterations;
    },
    read: () => turnsOf(points, chain.bones),
  });
}

function turnsOf(points: readonly Vector3[], bones: readonly IK.Bone3D[]): number[] {
  const world = new Quaternion();
  const at = new Vector3();
  const from = new Vector3();
  const to = new Vector3();
  return bones.flatMap(({ start, end }, i) => {
    from
      .subVectors(points[i + 1]!, points[i]!)
      .applyQuaternion(world)
      .normalize();
    to.set(end.x, end.y, end.z)
      .sub(at.set(start.x, start.y, start.z))
      .normalize();
    const before = world.clone().conjugate();
    world.premultiply(new Quaternion().setFromUnitVectors(from, to)).normalize();
    return before.multiply(world).normalize().toArray();
  });
}
