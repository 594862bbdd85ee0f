// The peer at its best: one sweep a call, so that it can leave as soon as it has arrived.
import { Bone, Skeleton, SkinnedMesh, Vector3 } from 'three';
import { CCDIKSolver } from 'three/addons/animation/CCDIKSolver.js';
import type { ModelDescription } from 'limber';
import { hingesOf, limitsOf, type Tolerances } from './judge.ts';
import type { Answers } from './native.ts';

const maxIterations = 100;

interface Rig {
  readonly hinges: Bone[];
  readonly effector: Bone;
  readonly target: Bone;
  readonly root: Bone;
  readonly solver: CCDIKSolver;
}

function makeRig(description: ModelDescription): Rig {
  const bones = description.links.map(({ origin }) => {
    const bone = new Bone();
    bone.position.set(...(origin?.position ?? [0, 0, 0]));
    return bone;
  });
  bones.forEach((bone, i) => bones[i - 1]?.add(bone));
  const target = new Bone();
  const root = new Bone();
  root.add(bones[0]!, target);
  const all = [...bones, target];
  const mesh = new SkinnedMesh();
  mesh.bind(new Skeleton(all));

  const links = hingesOf(description).map((hinge, index) => {
    const axis = new Vector3(...(hinge.joint?.axis ?? [0, 0, 1]));
    const [min, max] = limitsOf(hinge);
    const rotationMin = axis.clone().multiplyScalar(min);
    const rotationMax = axis.clone().multiplyScalar(max);
    return { index, limitation: axis, rotationMin, rotationMax };
  });
  const ik = { target: bones.length, effector: bones.length - 1, links: links.reverse(), iteration: 1 };
  const solver = new CCDIKSolver(mesh, [ik]);
  return { hinges: bones.slice(0, links.length), effector: bones.at(-1)!, target, root, solver };
}

/** Signed angles about the hinges' axes, which run along X, Y or Z. */
function anglesOf(description: ModelDescription, hinges: readonly Bone[]): number[] {
  return hingesOf(description).map((hinge, i) => {
    const { x, y, z, w } = hinges[i]!.quaternion;
    const along = new Vector3(x, y, z).dot(new Vector3(...(hinge.joint?.axis ?? [0, 0, 1])));
    return w < 0 ? 2 * Math.atan2(-along, -w) : 2 * Math.atan2(along, w);
  });
}

export function solveByThree(
  description: ModelDescription,
  targets: readonly Vector3[],
  { distance }: Tolerances,
  repeats: number,
): Answers {
  const rig = makeRig(description);
  const answers: Answers = { timesUs: targets.map(() => Infinity), iterations: [], q: [] };
  const at = new Vector3();
  for (let repeat = 0; repeat < repeats; ++repeat) {
    targets.forEach((target, i) => {
      for (const bone of rig.hinges) bone.quaternion.identity();
      rig.target.position.copy(target);
      rig.root.updateMatrixWorld(true);
      let iterations = 0;
      const start = performance.now();
      while (iterations < maxIterations) {
        if (at.setFromMatrixPosition(rig.effector.matrixWorld).distanceTo(target) <= distance) break;
        rig.solver.update();
        ++iterations;
      }
      const spent = 1000 * (performance.now() - start);
      answers.timesUs[i] = Math.min(answers.timesUs[i]!, spent);
      if (repeat > 0) return;
      answers.iterations.push(iterations);
      answers.q.push(...anglesOf(description, rig.hinges));
    });
  }
  return answers;
}
