// closed-chain-ik on the hexapod. It closes a leg's ball joint by a goal with three axes on the platform.
import { Matrix4, Quaternion, Vector3 } from 'three';
import * as untyped from 'closed-chain-ik/src/core/index.js';
import { measure, type Answers, type Rounds } from './answers.ts';
import { height, legs, type Assembly } from './assembly-cases.ts';

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

const { Link, Joint: MakeJoint, Goal, Solver, DOF } = untyped as unknown as Library;

// Short calls, because within a call a joint sticks to a limit that it has met.
const maxCalls = 100;
const converged = 0;

/** Makes a joint and its link. */
function jointOn(
  parent: Frame,
  position: Vector3,
  rotation: Quaternion,
  ...dof: number[]
): { joint: Joint; link: Frame } {
  const joint = new MakeJoint();
  joint.setPosition(...position.toArray());
  joint.setQuaternion(...rotation.toArray());
  joint.setDoF(...dof);
  parent.addChild(joint);
  const link = new Link();
  joint.addChild(link);
  return { joint, link };
}

const zero = new Vector3();
const still = new Quaternion();

function makeHexapod() {
  const base = new Link();
  const up = new Vector3(0, 0, height);
  const platform = jointOn(base, up, still, DOF.X, DOF.Y, DOF.Z, DOF.EX, DOF.EY, DOF.EZ);
  const made = legs.map(({ foot, head, length, aim }) => {
    // Two joints, because a single one would apply both rotations in its own order.
    const yoke = jointOn(base, new Vector3(...foot), aim, DOF.EX);
    const barrel = jointOn(yoke.link, zero, still, DOF.EY);
    const rod = jointOn(barrel.link, zero, still, DOF.Z);
    const seat = jointOn(platform.link, new Vector3(...head), still);
    const ball = new Goal();
    ball.setPosition(0, 0, length);
    rod.link.addChild(ball);
    ball.setGoalDoF(DOF.X, DOF.Y, DOF.Z);
    ball.makeClosure(seat.link);
    return [yoke.joint, barrel.joint, rod.joint] as const;
  });
  const goal = new Goal();
  goal.setGoalDoF(DOF.X, DOF.Y, DOF.Z, DOF.EX, DOF.EY, DOF.EZ);
  goal.makeClosure(platform.link);
  return { base, platform: platform.joint, made, goal };
}

export function solveHexapodByClosedChain({ targets, tolerance }: Assembly, rounds: Rounds): Answers {
  const { base, platform, made, goal } = makeHexapod();
  const solver = Object.assign(new Solver([base, goal]), settings(tolerance));
  return measure(targets.length, rounds, {
    place(i) {
      platform.setDoFValues(0, 0, 0, 0, 0, 0);
      for (const joint of made.flat()) joint.setDoFValues(0);
      const [x, y, z, ...turn] = targets[i]!;
      goal.setPosition(x!, y!, z!);
      goal.setQuaternion(...(turn as [number, number, number, number]));
    },
    solve() {
      for (let calls = 0; calls < maxCalls; ++calls)
        if (solver.solve().every((each) => each === converged)) break;
      return NaN;
    },
    read: () => [
      ...[DOF.X, DOF.Y, DOF.Z].map((dof) => platform.getDoFValue(dof)),
      ...numbersOfBall(platform),
      ...made.flatMap(([yoke, barrel, rod]) => [
        yoke.getDoFValue(DOF.EX),
        barrel.getDoFValue(DOF.EY),
        rod.getDoFValue(DOF.Z),
      ]),
    ],
  });
}

/**
 * Best settings: dampings from 0.0003 to 0.1, clamps from 0.05 to 1 and 5 or 30 iterations per call were not
 * better.
 */
const settings = (tolerance: number) => ({
  maxIterations: 5,
  translationConvergeThreshold: 0.5 * tolerance,
  // It measures rotations by the length of a quaternion difference, half an angle.
  rotationConvergeThreshold: 0.25 * tolerance,
  translationErrorClamp: 1,
  rotationErrorClamp: 1,
  dampingFactor: 0.001,
  restPoseFactor: 0,
  divergeThreshold: Infinity,
  stallThreshold: 0,
});

const matrix = new Matrix4();
const turn = new Quaternion();

/** The ball's rotation as a quaternion. */
function numbersOfBall(joint: Joint): number[] {
  joint.updateDoFMatrix();
  return turn.setFromRotationMatrix(matrix.fromArray(joint.matrixDoF)).normalize().toArray();
}
