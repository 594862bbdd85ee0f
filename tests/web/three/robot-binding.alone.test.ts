/** A robot of urdf-loader follows the model of the same file, and returns its joint values. */
import { AnimationMixer, LoopOnce, Object3D, Quaternion, Vector3 } from 'three';
import URDFLoader, { type URDFRobot } from 'urdf-loader';
import { describe, expect, it } from 'vitest';
import { Model, Problem, Trajectory } from 'limber';
import { RobotBinding, toClip } from 'limber/three';
import { fromURDF } from 'limber/robots';
import { parseForLoader } from '../support/dom-stand-in.ts';
import { allocated } from '../support/heap.ts';
import { expectError } from '../support/models.ts';
import { oneJoint, textOf, urdfFiles } from '../support/urdf-files.ts';
import '../support/silence.ts';

const load = (text: string): URDFRobot => new URDFLoader().parse(parseForLoader(text));

/** A new pose within the limits for each seed. */
function shuffle(problem: Problem, seed: number): void {
  const { q } = problem.state;
  for (let i = 0; i < q.length; i += 1) q[i] = 3 * Math.sin(12.9898 * (seed + 1) * (i + 1));
  problem.state.update();
  problem.state.projectOntoLimits();
  problem.state.update();
}

/** Largest distance between a link of the robot and that link's pose, seen from `world`. */
function worst(robot: URDFRobot, problem: Problem, world: Object3D): number {
  world.updateMatrixWorld(true);
  const { poses } = problem.state;
  let most = 0;
  for (const { name, index } of problem.model.links) {
    const expected = new Object3D();
    expected.position.fromArray(poses, 7 * index);
    expected.quaternion.fromArray(poses, 7 * index + 3);
    expected.updateMatrix();
    expected.matrix.premultiply(world.matrixWorld);
    const shown = robot.links[name]!.matrixWorld.elements;
    expected.matrix.elements.forEach((each, i) => (most = Math.max(most, Math.abs(each - shown[i]!))));
  }
  return most;
}

describe.each(urdfFiles)('%s', (_, text) => {
  it.each([false, true])(
    'follows under a root that is turned, moved and scaled; placeRoot %s',
    (placeRoot) => {
      using model = Model.from(fromURDF(text));
      using problem = new Problem(model);
      const robot = load(text);
      const root = placeRoot ? new Object3D().add(robot) : robot;
      root.position.set(1, -2, 3);
      root.quaternion.setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
      root.scale.setScalar(2.5);
      const binding = new RobotBinding(model, robot, placeRoot ? { placeRoot } : {});
      for (let seed = 0; seed < 20; seed += 1) {
        shuffle(problem, seed);
        binding.update(problem.state);
        expect(worst(robot, problem, root)).toBeLessThan(1e-9);
      }
      expect(root.position).toEqual(new Vector3(1, -2, 3));
    },
  );

  it('plays a trajectory as an animation', () => {
    using model = Model.from(fromURDF(text));
    using problem = new Problem(model);
    const robot = load(text);
    const binding = new RobotBinding(model, robot);
    const trajectory = new Trajectory(model);
    for (let frame = 0; frame <= 10; frame += 1) {
      shuffle(problem, frame);
      trajectory.add(3 + frame / 10, problem.state.q);
    }
    const clip = toClip(binding, trajectory, 'wave');
    expect([clip.name, clip.duration]).toEqual(['wave', trajectory.duration]);
    const mixer = new AnimationMixer(robot);
    const action = mixer.clipAction(clip).setLoop(LoopOnce, 1).play();
    action.clampWhenFinished = true;
    for (let frame = 0; frame <= 10; frame += 1) {
      problem.state.q.set(trajectory.row(frame));
      problem.state.update();
      mixer.setTime(0);
      action.reset().play();
      mixer.setTime(frame / 10);
      expect(worst(robot, problem, robot)).toBeLessThan(1e-5); // tracks store 32-bit floats
    }
  });

  it('gives back what it was told, and what urdf-loader is told afterwards', () => {
    using model = Model.from(fromURDF(text));
    using problem = new Problem(model);
    const robot = load(text);
    const binding = new RobotBinding(model, robot);
    const read = new Float64Array(model.nq);
    for (let seed = 0; seed < 10; seed += 1) {
      shuffle(problem, seed);
      binding.update(problem.state);
      binding.read(read);
      expectSame(model, read, problem.state.q);
    }
    const { joint, qIndex } = model.links.find(({ joint: { type } }) => type === 'revolute')!;
    const [least, greatest] = joint.limits as [number, number];
    robot.setJointValue(joint.name!, least + 0.25 * (greatest - least));
    binding.read(problem.state.q);
    expect(problem.state.q[qIndex]).toBeCloseTo(least + 0.25 * (greatest - least), 12);
    problem.state.update();
    expect(worst(robot, problem, robot)).toBeLessThan(1e-9);
  });
});

/** Quaternions of opposite sign are the same rotation. */
function expectSame(model: Model, a: Float64Array, b: Float64Array): void {
  for (const { motions } of model.links) {
    for (const { isBall, qIndex } of motions) {
      if (!isBall) expect(a[qIndex]).toBeCloseTo(b[qIndex]!, 9);
      else
        expect(
          Math.abs(new Quaternion().fromArray(a, qIndex).dot(new Quaternion().fromArray(b, qIndex))),
        ).toBeCloseTo(1, 9);
    }
  }
}

it('lets a robot that moves about move about', () => {
  const text = textOf('panda.urdf');
  using model = Model.from(fromURDF(text, { root: { joint: { type: 'free' } } }));
  using problem = new Problem(model);
  const robot = load(text);
  const world = new Object3D().add(robot);
  const binding = new RobotBinding(model, robot);
  shuffle(problem, 1);
  binding.update(problem.state);
  expect(worst(robot, problem, world)).toBeLessThan(1e-9);
  expect(robot.position.length()).toBeGreaterThan(0.1);
});

it('allocates nothing', () => {
  using model = Model.from(fromURDF(textOf('rover.urdf')));
  using problem = new Problem(model);
  const binding = new RobotBinding(model, load(textOf('rover.urdf')));
  const { state } = problem;
  const q = new Float64Array(model.nq);
  const move = () => {
    binding.update(state);
    binding.read(q);
  };
  expect(allocated(move, 16)).toBeLessThan(16);
  const kept: unknown[] = [];
  expect(allocated(() => kept.push({ q }), 0)).toBeGreaterThan(16); // the size of one small object
});

it('refuses a robot of another file', () => {
  using panda = Model.from(fromURDF(textOf('panda.urdf')));
  expectError(
    () => new RobotBinding(panda, load(textOf('ur5.urdf'))),
    'unknownLink',
    '"panda_link0"',
    'give both the same URDF',
  );
  const turned = oneJoint('fixed').replace('parent link="base"', 'parent link="arm"');
  const swapped = turned.replace('child link="arm"', 'child link="base"');
  using model = Model.from(fromURDF(oneJoint('fixed')));
  expectError(() => new RobotBinding(model, load(swapped)), 'unknownLink', '"arm" does not hang from "base"');
});
