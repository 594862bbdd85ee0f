// CCDIKSolver at its best: one sweep per call, so that it stops on arrival.
import { Bone, Object3D, Quaternion, Skeleton, SkinnedMesh, Vector3 } from 'three';
import { CCDIKSolver } from 'three/addons/animation/CCDIKSolver.js';
import type { ModelDescription } from 'limber';
import { measure, type Answers, type Attempt } from './answers.ts';
import { axisOf, Kinematics, limitsOf } from './kinematics.ts';

/** A joint in the peer's terms. */
interface Rigged {
  readonly bone: Bone;
  /** Axis of a hinge; missing for a ball. */
  readonly hinge?: Vector3;
  readonly start: Quaternion;
}

interface Rig {
  readonly joints: readonly Rigged[];
  readonly effector: Bone;
  readonly target: Bone;
  readonly root: Object3D;
  readonly solver: CCDIKSolver;
}

/**
 * The peer sets a hinge's quaternion to a rotation about the axis, so a bone cannot have a rotation of its
 * own: each has the world's axes at zero.
 */
function makeRig(description: ModelDescription, start: ArrayLike<number>): Rig {
  const arm = new Kinematics(description);
  const zero = arm.moving.flatMap(({ joint }) => (joint?.type === 'ball' ? [0, 0, 0, 1] : [0]));
  const frames = arm.poses(zero);
  const root = new Object3D();
  const bones = frames.map(() => new Bone());
  bones.forEach((bone, i) => {
    (bones[i - 1] ?? root).add(bone);
    bone.position.copy(frames[i]!.position).sub(frames[i - 1]?.position ?? new Vector3());
  });
  let next = 0;
  const joints: Rigged[] = arm.moving.map((link) => {
    const i = description.links.indexOf(link);
    const bone = bones[i]!;
    if (link.joint?.type === 'ball') {
      next += 4;
      return { bone, start: new Quaternion() };
    }
    const hinge = axisOf(link).applyQuaternion(frames[i]!.rotation);
    return { bone, hinge, start: new Quaternion().setFromAxisAngle(hinge, start[next++]!) };
  });
  const links = joints.map(({ bone, hinge }, k) => {
    const index = bones.indexOf(bone);
    return hinge ? { index, ...limitationOf(hinge, limitsOf(arm.moving[k]!)) } : { index };
  });

  const target = new Bone();
  root.add(target);
  const mesh = new SkinnedMesh();
  mesh.bind(new Skeleton([...bones, target]));
  const ik = { target: bones.length, effector: bones.length - 1, links: links.reverse(), iteration: 1 };
  return { joints, effector: bones.at(-1)!, target, root, solver: new CCDIKSolver(mesh, [ik]) };
}

/** Limits are Euler angles, so an axis must be along ±X, ±Y or ±Z; a negative axis swaps them. */
function limitationOf(hinge: Vector3, [min, max]: readonly [number, number]) {
  const limitation = hinge.clone().round();
  if (limitation.distanceTo(hinge) > 1e-9) throw new Error('CCDIKSolver limits hinges along X, Y and Z only');
  // CCDIKSolver uses the middle of both limits, so both must be finite.
  if (!Number.isFinite(max - min)) return { limitation };
  const ends = [min, max].map(
    (angle) => new Vector3(...limitation.toArray().map((each) => each * angle || 0)),
  );
  return {
    limitation,
    rotationMin: ends[0]!.clone().min(ends[1]!),
    rotationMax: ends[0]!.clone().max(ends[1]!),
  };
}

/** Signed angles of hinges, quaternions of balls. */
function numbersOf({ bone, hinge }: Rigged): number[] {
  if (!hinge) return bone.quaternion.toArray();
  const { x, y, z, w } = bone.quaternion;
  const along = new Vector3(x, y, z).dot(hinge);
  return [w < 0 ? 2 * Math.atan2(-along, -w) : 2 * Math.atan2(along, w)];
}

/** Solves from the pose `start`. */
export function threeAttempt(
  description: ModelDescription,
  start: ArrayLike<number>,
  targets: readonly (readonly number[])[],
  distance: number,
  maxIterations: number,
): Attempt {
  const rig = makeRig(description, start);
  const at = new Vector3();
  const target = rig.target.position;
  return {
    place(i) {
      for (const { bone, start } of rig.joints) bone.quaternion.copy(start);
      target.fromArray(targets[i]!);
      rig.root.updateMatrixWorld(true);
    },
    solve() {
      for (let iterations = 0; ; ++iterations) {
        const isThere = at.setFromMatrixPosition(rig.effector.matrixWorld).distanceTo(target) <= distance;
        if (isThere || iterations === maxIterations) return iterations;
        rig.solver.update();
      }
    },
    read: () => rig.joints.flatMap(numbersOf),
  };
}

export function solveByThree(
  description: ModelDescription,
  start: ArrayLike<number>,
  targets: readonly (readonly number[])[],
  distance: number,
  repeats: number,
  maxIterations = 100,
): Answers {
  const attempt = threeAttempt(description, start, targets, distance, maxIterations);
  return measure(targets.length, repeats, attempt);
}
