/** All poses of an arm without a browser: their names, and the slices of seven joints. */
import fc from 'fast-check';
import { Model, Problem } from 'limber';
import { describe, expect, it } from 'vitest';
import { chainTo, goalsFor } from '../../../demos/poses/joints.ts';
import { Poses, type Pose } from '../../../demos/poses/poses.ts';
import { allRobots } from '../../../demos/robot-files/robots.ts';
import { number } from '../support/random-models.ts';
import '../support/silence.ts';

/** An arm that stands where it is told, and its poses there. */
function armOf(name: string) {
  const { start, tips, upright } = allRobots.find((each) => each.name === name)!;
  const model = Model.from(upright);
  const problem = new Problem(model);
  const tip = tips[0]!.name;
  const goals = goalsFor(model, chainTo(model, tip).joints, tip).map((goal) => problem.addGoal(goal));
  const stand = (q: ArrayLike<number>): void => {
    problem.state.q.set(q);
    problem.state.update();
    const at = 7 * model.findLink(tip);
    const pose = [...problem.state.poses.subarray(at, at + 7)];
    for (const { target, type } of goals)
      target.set(type === 'orientation' ? pose.slice(3) : pose.slice(0, target.length));
    arm.update();
  };
  problem.state.q.set(start);
  problem.state.update();
  const bench = { problem, resting: true, go() {}, actor: {} };
  const arm = new Poses(bench as unknown as ConstructorParameters<typeof Poses>[0], tip, () => false);
  stand(start);
  return { arm, stand, start, goals, q: () => problem.state.q.slice() };
}

type Arm = ReturnType<typeof armOf>;

/** Runs the check in random poses that are not singular: those have special names. */
function everywhere(name: string, check: (arm: Arm) => void): void {
  const made = armOf(name);
  const { arm, stand, start } = made;
  const angles = fc.array(number(-3, 3), { minLength: start.length, maxLength: start.length });
  const poses = angles.map((values) =>
    start.map((each, i) => (arm.joints.some(({ qIndex }) => qIndex === i) ? values[i]! : each)),
  );
  fc.assert(
    fc.property(poses, (q) => {
      stand(q);
      fc.pre(!arm.all.some(({ name }) => /straight|stretched|folded|over/.test(name)));
      check(made);
    }),
  );
  arm.dispose();
}

const partsOf = ({ name }: Pose): string[] => name.split(', ');
const others = (pose: Pose, index: number): string =>
  partsOf(pose)
    .filter((_, i) => i !== index)
    .join();

describe.each(['puma560', 'ur5'])('the poses of the %s', (name) => {
  it('have a name for shoulder, elbow and wrist each, and no two the same', () => {
    everywhere(name, ({ arm }) => {
      const names = arm.all.map((each) => each.name);
      expect(new Set(names).size).toBe(names.length);
      for (const each of names)
        expect(each).toMatch(/^shoulder (left|right), elbow (up|down), wrist (not )?flipped$/);
    });
  });

  it('keep their names while the first hinge turns', () => {
    everywhere(name, ({ arm, stand, q }) => {
      const before = arm.own!.name;
      const turned = q();
      turned[0]! += 1;
      stand(turned);
      expect(arm.own!.name).toBe(before);
    });
  });

  it('have the elbow higher where they say so', () => {
    everywhere(name, ({ arm }) => {
      const height = ({ poses }: Pose): number => poses[7 * arm.joints[2]!.link + 1]!;
      for (const up of arm.all.filter((each) => partsOf(each)[1] === 'elbow up'))
        for (const down of arm.all)
          if (down !== up && others(down, 1) === others(up, 1))
            expect(height(up)).toBeGreaterThan(height(down));
    });
  });
});

it('a wrist that is mirrored changes the name of the wrist alone', () => {
  everywhere('puma560', ({ arm, stand, q }) => {
    const before = arm.own!;
    const mirrored = q();
    mirrored[3]! += Math.PI;
    mirrored[4]! *= -1;
    mirrored[5]! += Math.PI;
    stand(mirrored);
    expect(partsOf(arm.own!)[2]).not.toBe(partsOf(before)[2]);
    expect(others(arm.own!, 2)).toBe(others(before, 2));
  });
});

it.each(['stanford', 'cobra600', 'article', 'three', 'orthogonal', 'wrist', 'panda'])(
  'the poses of the arm %s have names of their own, and its own is among them',
  (name) => {
    everywhere(name, ({ arm }) => {
      const names = arm.all.map((each) => each.name);
      expect(new Set(names).size).toBe(names.length);
      if (name === 'panda') expect(arm.own).not.toBeNull();
    });
  },
);

it('a number stays with its branch while the target moves', () => {
  const { arm, goals } = armOf('sixteen');
  expect(arm.all).toHaveLength(16);
  for (let step = 1; step <= 20; step += 1) {
    const before = arm.all;
    for (let i = 0; i < 3; i += 1) goals[0]!.target[i]! += 1e-4;
    expect(arm.update()).toBe(true);
    expect(arm.update()).toBe(false);
    for (const { name, q } of arm.all) {
      const old = before.find((each) => each.name === name);
      if (old) expect(Math.hypot(...q.map((each, i) => Math.sin((each - old.q[i]!) / 2)))).toBeLessThan(0.1);
    }
  }
});
