/** Forward kinematics of URDF files against urdf-loader and the manufacturers' tables. */
import { Euler, type Matrix4, Quaternion, Vector3, Matrix4 as Matrix } from 'three';
import URDFLoader, { type URDFRobot } from 'urdf-loader';
import { describe, expect, it } from 'vitest';
import { Model, Problem } from 'limber';
import { fromURDF, robots } from 'limber/robots';
import { Random } from '../../bench/random.ts';
import { parseForLoader } from '../support/dom-stand-in.ts';
import { textOf, urdfFiles } from '../support/urdf-files.ts';
import '../support/silence.ts';

function load(text: string): URDFRobot {
  const robot = new URDFLoader().parse(parseForLoader(text));
  for (const joint of Object.values(robot.joints)) joint.ignoreLimits = true;
  return robot;
}

const unit = new Vector3(1, 1, 1);
const matrixAt = (poses: ArrayLike<number>, link: number): Matrix4 =>
  new Matrix().compose(
    new Vector3().fromArray(poses, 7 * link),
    new Quaternion().fromArray(poses, 7 * link + 3),
    unit,
  );

const worstOf = (a: Matrix4, b: Matrix4): number =>
  Math.max(...a.elements.map((each, i) => Math.abs(each - b.elements[i]!)));

/** Sets urdf-loader's robot to q through its own API. */
function pose(robot: URDFRobot, model: Model, q: Float64Array): void {
  for (const { joint, qIndex, nq } of model.links) {
    if (nq === 0) continue;
    const values = [...q.subarray(qIndex, qIndex + nq)];
    if (joint.type === 'free') {
      const { x, y, z } = new Euler().setFromQuaternion(new Quaternion().fromArray(values, 3), 'XYZ');
      values.splice(3, 4, x, y, z);
    }
    robot.setJointValue(joint.name!, ...(values as [number]));
  }
  robot.updateMatrixWorld(true);
}

it('is tried on a set of robots', () => {
  expect(urdfFiles.length).toBeGreaterThanOrEqual(6);
});

describe.each(urdfFiles)('%s', (_, text) => {
  it('has every link where urdf-loader has it, to 1e-9', () => {
    using model = Model.from(fromURDF(text));
    using problem = new Problem(model);
    const robot = load(text);
    expect(Object.keys(robot.links).sort()).toEqual(model.links.map(({ name }) => name).sort());
    const random = new Random(7);
    let most = 0;
    const span = new Float64Array(model.links.length);
    for (let i = 0; i < 200; i += 1) {
      const { q } = problem.state;
      for (let k = 0; k < q.length; k += 1) q[k] = random.between(-3, 3);
      problem.state.update(); // normalises quaternions
      pose(robot, model, problem.state.q);
      for (const { name, index } of model.links) {
        const here = matrixAt(problem.state.poses, index);
        most = Math.max(most, worstOf(here, robot.links[name]!.matrixWorld));
        span[index] = Math.max(span[index]!, Math.abs(here.elements[0] - 1));
      }
    }
    expect(most).toBeLessThan(1e-9);
    // Motionless robots would agree too.
    expect(Math.max(...span)).toBeGreaterThan(0.5);
  });
});

describe('agrees with the table of its maker', () => {
  /** Poses of `tool` in the frame of `base` against the table's effector, at the same joint values. */
  it.each([
    ['panda.urdf', robots.panda, 'panda_link0', 'panda_link8', 1e-12],
    ['ur5.urdf', robots.ur5, 'base', 'tool0', 1e-12],
  ] as const)('%s', (file, table, base, tip, bound) => {
    using model = Model.from(fromURDF(textOf(file)));
    using problem = new Problem(model);
    using tableModel = Model.from(table);
    using tableProblem = new Problem(tableModel);
    const random = new Random(3);
    const moving = model.links.filter(({ nq }) => nq === 1);
    for (let i = 0; i < 50; i += 1) {
      for (let k = 0; k < tableModel.nq; k += 1) {
        tableProblem.state.q[k] = problem.state.q[moving[k]!.qIndex] = random.between(-3, 3);
      }
      problem.state.update();
      tableProblem.state.update();
      const { poses } = problem.state;
      const inBase = matrixAt(poses, model.findLink(base))
        .invert()
        .multiply(matrixAt(poses, model.findLink(tip)));
      const effector = matrixAt(tableProblem.state.poses, tableModel.findLink('effector'));
      expect(worstOf(inBase, effector)).toBeLessThan(bound);
    }
  });

  it('iiwa14.urdf stretched out: 1.306 m high', () => {
    using model = Model.from(fromURDF(textOf('iiwa14.urdf')));
    using problem = new Problem(model);
    problem.state.update();
    const at = 7 * model.findLink('iiwa_link_ee');
    const [x, y, z] = problem.state.poses.subarray(at, at + 3);
    expect([x, y, z].map((each) => Math.round(1e9 * each!) / 1e9 + 0)).toEqual([0, 0, 1.306]);
  });
});
