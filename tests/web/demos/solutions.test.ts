/** The page Solutions without a browser: names of poses, and an arm that stays on its branch. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arm, type Pose } from '../../../demos/solutions/arm.ts';
import { catalogue } from '../../../demos/solutions/catalogue.ts';
import { number } from '../support/random-models.ts';
import '../support/silence.ts';

function armOf(name: string): Arm {
  const source = catalogue.find((each) => each.name === name)!;
  const arm = new Arm(source, source.tips[0]!.name);
  arm.limits = false;
  arm.stand(arm.start);
  return arm;
}

/** Runs the check in random non-singular poses. */
function everywhere(name: string, check: (arm: Arm) => void): void {
  const arm = armOf(name);
  const angles = fc.array(number(-3, 3), { minLength: arm.q.length, maxLength: arm.q.length });
  const poses = angles.map((values) =>
    arm.start.map((each, i) => (arm.joints.some(({ qIndex }) => qIndex === i) ? values[i]! : each)),
  );
  fc.assert(
    fc.property(poses, (q) => {
      arm.stand(q);
      // Singular poses have special names.
      fc.pre(!arm.poses.some(({ name }) => /straight|stretched|folded|over/.test(name)));
      check(arm);
    }),
  );
  arm.dispose();
}

const partsOf = ({ name }: Pose): string[] => name.split(', ');
const others = (pose: Pose, index: number): string =>
  partsOf(pose)
    .filter((_, i) => i !== index)
    .join();
const ownOf = (arm: Arm): Pose => arm.own!;

/** Height of the elbow: the link on the third hinge, or on the second of three. */
const elbowHeight = (arm: Arm, { poses }: Pose): number => poses[7 * arm.joints[2]!.link + 1]!;

describe.each(['puma560', 'ur5'])('the poses of the %s', (name) => {
  it('have a name for shoulder, elbow and wrist each, and no two the same', () => {
    everywhere(name, (arm) => {
      const names = arm.poses.map((each) => each.name);
      expect(new Set(names).size).toBe(names.length);
      for (const each of names)
        expect(each).toMatch(/^shoulder (left|right), elbow (up|down), wrist (not )?flipped$/);
    });
  });

  it('keep their names while the first hinge turns', () => {
    everywhere(name, (arm) => {
      const before = ownOf(arm).name;
      const q = arm.q.slice();
      q[0] = q[0]! + 1;
      arm.stand(q);
      expect(ownOf(arm).name).toBe(before);
    });
  });

  it('have the elbow higher where they say so', () => {
    everywhere(name, (arm) => {
      for (const up of arm.poses.filter((each) => partsOf(each)[1] === 'elbow up'))
        for (const down of arm.poses)
          if (down !== up && others(down, 1) === others(up, 1))
            expect(elbowHeight(arm, up)).toBeGreaterThan(elbowHeight(arm, down));
    });
  });

  it('keep their names along a way on which no joint jumps', () => {
    const arm = armOf(name);
    const names = ownOf(arm).name;
    for (let step = 1; step <= 30; step += 1) {
      const q = arm.start.map((each, i) => each + ((i === 0 ? 0.5 : 0.1) * step) / 30);
      arm.stand(q);
      expect(ownOf(arm).name).toBe(names);
    }
  });
});

it('a wrist that is mirrored changes the name of the wrist alone', () => {
  everywhere('puma560', (arm) => {
    const before = ownOf(arm);
    const q = arm.q.slice();
    const [fourth, fifth, sixth] = arm.joints.slice(3).map(({ qIndex }) => qIndex) as [
      number,
      number,
      number,
    ];
    q[fourth] = q[fourth]! + Math.PI;
    q[fifth] = -q[fifth]!;
    q[sixth] = q[sixth]! + Math.PI;
    arm.stand(q);
    const after = ownOf(arm);
    expect(partsOf(after)[2]).not.toBe(partsOf(before)[2]);
    expect(others(after, 2)).toBe(others(before, 2));
  });
});

it.each(catalogue.map(({ name }) => name))('the poses of the arm %s have names of their own', (name) => {
  everywhere(name, (arm) => {
    const names = arm.poses.map((each) => each.name);
    expect(new Set(names).size).toBe(names.length);
  });
});

it('a number stays with its branch while the target moves', () => {
  const arm = armOf('sixteen');
  const from = arm.wish;
  expect(arm.poses).toHaveLength(16);
  for (let step = 1; step <= 20; step += 1) {
    const before = arm.poses;
    arm.wish = from.map((each, i) => each + (i < 3 ? 1e-4 * step : 0));
    arm.chase();
    for (const { name, q } of arm.poses) {
      const old = before.find((each) => each.name === name);
      if (old) expect(Math.hypot(...q.map((each, i) => Math.sin((each - old.q[i]!) / 2)))).toBeLessThan(0.1);
    }
  }
});

it.each(['iiwa14', 'panda'])('the %s finds its own pose in the slice that it is in', (name) => {
  everywhere(name, (arm) => expect(arm.own).not.toBeNull());
});

it('a wrist stays on its branch while only its orientation is turned', () => {
  const arm = armOf('wrist');
  expect(arm.problem.goals.map(({ type }) => type)).toEqual(['orientation']);
  const { name } = ownOf(arm);
  // Half a radian about the world's x, on the left: (v, w) becomes (v cos + (x × v) sin + x w sin, w cos − x·v sin).
  const [x, y, z, w] = arm.wish as [number, number, number, number];
  const [s, c] = [Math.sin(0.25), Math.cos(0.25)];
  const wanted = [c * x + s * w, c * y - s * z, c * z + s * y, c * w - s * x];
  arm.wish = wanted;
  expect(arm.chase()).toBe(true);
  expect(arm.chase()).toBe(false);
  expect(arm.poses.map((each) => each.name)).toEqual(['wrist flipped', 'wrist not flipped']);
  expect(ownOf(arm).name).toBe(name);
  for (const { q } of arm.poses) {
    void arm.posesAt(q);
    expect(arm.problem.goals[0]!.angle).toBeLessThan(1e-9);
  }
  arm.straighten();
  expect(ownOf(arm).motion).not.toBeNull();
});

it('an arm whose target leaves its reach stays, and comes back', () => {
  const arm = armOf('ur5');
  const from = arm.wish;
  arm.moveOut();
  expect(arm.poses).toHaveLength(0);
  expect(arm.found.complete).toBe(true);
  arm.wish = from;
  arm.chase();
  while (arm.moving) arm.travel(0.1);
  expect(arm.own).not.toBeNull();
  expect(arm.own!.outside).toEqual([]);
});
