// closed-chain-ik with its best settings: no pull to a rest pose, whose null space costs n² numbers; clamps
// and damping as fractions of the reach (best of 0.05 to 1 and 0.001 to 0.1); it stops as soon as it has
// arrived.
import { Matrix4, Quaternion, Vector3 } from 'three';
import * as untyped from 'closed-chain-ik/src/core/index.js';
import type { ModelDescription } from 'limber';
import type { Attempt } from './answers.ts';
import { axisOf, Kinematics, limitsOf, originOf } from './kinematics.ts';

/** The used part of its interface; its own types are incomplete and not suitable for isolated modules. */
interface Frame {
  setPosition(x: number, y: number, z: number): void;
  setQuaternion(x: number, y: number, z: number, w: number): void;
  addChild(child: Frame): void;
}
interface Joint extends Frame {
  readonly matrixDoF: Float32Array;
  setDoF(...dof: number[]): void;
  setDoFValues(...values: number[]): void;
  setMinLimit(dof: number, value: number): void;
  setMaxLimit(dof: number, value: number): void;
  getDoFValue(dof: number): number;
  updateDoFMatrix(): void;
}
interface Goal extends Joint {
  makeClosure(link: Frame): void;
  setGoalDoF(...dof: number[]): void;
}
interface Library {
  Link: new () => Frame;
  Joint: new () => Joint;
  Goal: new () => Goal;
  Solver: new (roots: Frame[]) => { solve(): number[] };
  DOF: Record<'X' | 'Y' | 'Z' | 'EX' | 'EY' | 'EZ', number>;
}
const { Link, Joint, Goal, Solver, DOF } = untyped as unknown as Library;

// Short calls, because within a call a joint sticks to a limit that it has met; the default is 5 iterations.
const maxIterations = 5;
const maxCalls = 40;
const converged = 0;

interface Part {
  readonly joint: Joint;
  readonly isBall: boolean;
  readonly start: readonly number[];
}

/** Rotation of Z, the library's hinge axis, onto the joint's axis. */
function toAxis(axis: Vector3): Quaternion {
  return new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), axis);
}

function makeChain({ links }: ModelDescription, start: ArrayLike<number>) {
  const base = new Link();
  const parts: Part[] = [];
  let tip = base;
  // Undoes the previous joint's rotation of its axis onto Z.
  const back = new Quaternion();
  let next = 0;
  for (const link of links) {
    const { position, rotation } = originOf(link);
    const joint = new Joint();
    joint.setPosition(...position.applyQuaternion(back).toArray());
    const onto = link.joint?.type === 'revolute' ? toAxis(axisOf(link)) : new Quaternion();
    joint.setQuaternion(...back.clone().multiply(rotation).multiply(onto).toArray());
    back.copy(onto).conjugate();
    if (link.joint?.type === 'ball') {
      joint.setDoF(DOF.EX, DOF.EY, DOF.EZ);
      parts.push({ joint, isBall: true, start: [0, 0, 0] });
      next += 4;
    } else if (link.joint?.type === 'revolute') {
      const [min, max] = limitsOf(link);
      joint.setDoF(DOF.EZ);
      joint.setMinLimit(DOF.EZ, min);
      joint.setMaxLimit(DOF.EZ, max);
      parts.push({ joint, isBall: false, start: [start[next++]!] });
    }
    tip.addChild(joint);
    tip = new Link();
    joint.addChild(tip);
  }
  return { base, tip, parts };
}

const matrix = new Matrix4();
const turn = new Quaternion();

/** The ball's rotation as a quaternion. */
function numbersOfBall(joint: Joint): number[] {
  joint.updateDoFMatrix();
  return turn.setFromRotationMatrix(matrix.fromArray(joint.matrixDoF)).normalize().toArray();
}

const numbersOf = ({ joint, isBall }: Part): number[] =>
  isBall ? numbersOfBall(joint) : [joint.getDoFValue(DOF.EZ)];

export function closedChainAttempt(
  description: ModelDescription,
  start: ArrayLike<number>,
  targets: readonly (readonly number[])[],
  tolerance: number,
  reach: number,
): Attempt {
  const { base, tip, parts } = makeChain(description, start);
  const goal = new Goal();
  goal.makeClosure(tip);
  goal.setGoalDoF(DOF.X, DOF.Y, DOF.Z);
  const limits = new Kinematics(description).moving.map((link) =>
    link.joint?.type === 'ball' ? undefined : limitsOf(link),
  );
  const solver = Object.assign(new Solver([base, goal]), {
    maxIterations,
    // It computes in single precision.
    translationConvergeThreshold: 0.99 * tolerance,
    translationErrorClamp: 0.2 * reach,
    dampingFactor: 0.1 * reach,
    restPoseFactor: 0,
    divergeThreshold: Infinity,
    stallThreshold: 0,
  });
  return {
    place(i) {
      for (const { joint, start } of parts) joint.setDoFValues(...start);
      const [x, y, z] = targets[i]!;
      goal.setPosition(x!, y!, z!);
    },
    solve() {
      for (let calls = 0; calls < maxCalls; ++calls) if (solver.solve()[0] === converged) break;
      return NaN;
    },
    // Limits rounded to single precision may exceed those in double.
    read: () =>
      parts.flatMap((part, i) => {
        const numbers = numbersOf(part);
        const [min, max] = limits[i] ?? [-Infinity, Infinity];
        return part.isBall ? numbers : [Math.min(Math.max(numbers[0]!, min), max)];
      }),
  };
}
