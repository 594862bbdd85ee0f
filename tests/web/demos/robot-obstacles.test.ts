/** Robot's panel Obstacles without drawing: laws that hold however goals and things are dragged. */
import { Model, Problem } from 'limber';
import { startOf } from 'limber/bench';
import { compareFromHere, RestRule, withCapsules } from 'limber/robots';
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Random } from '../../bench/random.ts';
import { allRobots, linksOf } from '../../../demos/robot-files/robots.ts';
import { setNames, Surroundings, thingsOf, type SetName } from '../../../demos/robot/things.ts';

const clearance = 0.01;
/** As on the page. */
const solving = { solver: 'lm', maxIterations: 6, maxStep: 0.04, clearance } as const;
const strides = 4;
/** Frames allowed for coming to rest, and frames of dragging. */
const patience = 600;
const dragged = 200;
/** Largest motion of a hand per frame, in metres. */
const fastest = 0.06;
/** Largest motion of a coordinate per frame, in radians, and largest oscillation at rest. */
const leap = 1;
const stillness = 0.01;

const named = (name: string) => allRobots.find((each) => each.name === name)!;

/** A robot among things, its goals at its hands. */
function open(name: string, among: SetName) {
  const robot = named(name);
  const model = Model.from(withCapsules(robot.upright));
  const problem = new Problem(model);
  problem.state.q.set(robot.preset?.q ?? (robot.start.length > 0 ? robot.start : startOf(robot.upright)));
  problem.state.update();
  const goals = linksOf(robot.tips[0]!).map((link) => problem.addGoal({ type: 'position', link }));
  for (const { link, target } of goals) {
    const at = 7 * model.findLink(link);
    target.set(problem.state.poses.subarray(at, at + 3));
  }
  compareFromHere(problem, 0.02 * model.size);
  const unit = robot.unit ?? 1;
  const around = new Surroundings(problem, thingsOf({ robot, among, things: [] }), clearance / unit);
  const rest = new RestRule(problem);
  const solve = () => rest.end(problem.solve({ ...solving, clearance: clearance / unit }));
  const step = () => {
    for (let i = 0; i < strides; i += 1)
      if (around.movesThings) {
        rest.wake();
        around.push(solve, clearance / unit);
      } else if (i === 0) solve();
  };
  const settle = () => {
    rest.wake();
    for (let i = 0; i < patience && (!rest.resting || around.movesThings); i += 1) step();
    expect(rest.resting && !around.movesThings).toBe(true);
  };
  return { around, goals, model, problem, step, settle, unit };
}

const changeOf = (q: Float64Array, before: Float64Array): number =>
  q.reduce((most, each, i) => Math.max(most, Math.abs(each - before[i]!)), 0);

it.each(allRobots.map(({ name }) => name))('%s starts clear of every set, with its goals reached', (name) => {
  for (const among of setNames) {
    const { around, goals, model, problem, settle, unit } = open(name, among);
    const things = around.movers.flatMap(({ obstacles }) => obstacles);
    const near = problem
      .nearestPairs(300)
      .filter(({ obstacles }) => obstacles.some((each) => things.includes(each!)));
    expect(near[0]?.distance ?? Infinity, among).toBeGreaterThan(clearance / unit);
    settle();
    for (const goal of goals) expect(goal.distance, among).toBeLessThan(1e-3 * model.reach);
  }
});

it('a thing stops at a base, which cannot give way', () => {
  const { around, problem, settle } = open('panda', 'things');
  const pillar = around.movers[1]!;
  pillar.wanted.copy(new Vector3(-0.5, pillar.at.y, 0.25));
  settle();
  expect(pillar.at.x).toBeGreaterThan(0);
  expect(problem.clearance()).toBeGreaterThan(0);
});

it('a goal inside a thing is not reached, and is again once the thing is gone', () => {
  const { around, goals, problem, settle } = open('panda', 'things');
  const [goal] = goals;
  const box = around.movers[2]!;
  const home = box.at.clone();
  box.wanted.copy(new Vector3().fromArray(goal!.target));
  settle();
  expect(goal!.distance).toBeGreaterThan(0.05);
  expect(problem.clearance()).toBeGreaterThan(0);
  box.wanted.copy(home);
  settle();
  expect(goal!.distance).toBeLessThan(1e-3);
});

it('what is in the way of the present pose steps aside', () => {
  const { around, problem, goals } = open('panda', 'ball');
  const things = goals.flatMap(({ target }) => [...target]);
  const inHand = thingsOf({ robot: named('panda'), among: 'ball', things });

  expect(new Surroundings(problem, inHand, null).places.map((each) => each.toFixed(9))).toEqual(
    things.map((each) => each.toFixed(9)),
  );
  expect(problem.clearance()).toBeLessThan(0);
  around.dispose();
  const { problem: other } = open('panda', 'ball');
  expect(new Surroundings(other, inHand, clearance).places).not.toEqual(things);
  expect(other.clearance()).toBeGreaterThan(clearance);
});

describe.each([
  ['panda', 'things'],
  ['panda', 'shelf'],
  ['panda', 'bowl'],
  ['ur5', 'wall'],
  ['facing', 'ball'],
  ['humanoid', 'table'],
] as const)('%s among the set %s', (name, among) => {
  it('is never hit, whatever is dragged where; nothing leaps, and it comes to rest', () => {
    const { around, goals, model, problem, step, settle } = open(name, among);
    const { movers } = around;
    const random = new Random(7);
    const draw = () => random.between(0, 1);
    const inside = () => {
      const [x, y, z] = [1.6 * draw() - 0.8, draw(), 1.6 * draw() - 0.8];
      return new Vector3(x, y, z).multiplyScalar(model.reach);
    };
    let [least, farthest] = [Infinity, 0];
    for (let drag = 0; drag < 10; drag += 1) {
      const isGoal = draw() < 0.6;
      const { target } = goals[Math.floor(draw() * goals.length)]!;
      const mover = movers[Math.floor(draw() * movers.length)]!;
      const to = inside();
      const hand = isGoal ? new Vector3().fromArray(target) : mover.at.clone();
      for (let i = 0; i < dragged / 10; i += 1) {
        hand.lerp(to, Math.min(1, fastest / hand.distanceTo(to)));
        if (isGoal) target.set(hand.toArray());
        else mover.wanted.copy(hand);
        const before = problem.state.q.slice();
        step();
        farthest = Math.max(farthest, changeOf(problem.state.q, before));
        least = Math.min(least, problem.clearance());
      }
    }
    settle();
    // Solved again, it may creep on but must not tremble.
    const rest = problem.state.q.slice();
    const ways = new Float64Array(rest.length);
    for (let i = 0; i < 40; i += 1) {
      const before = problem.state.q.slice();
      step();
      problem.state.q.forEach((each, k) => (ways[k]! += Math.abs(each - before[k]!)));
    }
    const trembling = ways.map((way, k) => way - Math.abs(problem.state.q[k]! - rest[k]!));
    expect(least).toBeGreaterThan(0.4 * clearance);
    expect(farthest).toBeLessThan(leap);
    expect(Math.max(...trembling)).toBeLessThan(stillness);
  });
});
