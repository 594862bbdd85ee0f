/** Parts of the constraint pages: courses, laws, constraints and two arms, against the meaning of their names. */
import { describe, expect, it } from 'vitest';
import { Model, Problem, type Vec3 } from 'limber';
import { articleArm, ballChain } from 'limber/presets';
import { Vector3 } from 'three';
import { LooseLink } from '../../../demos/views/loose-link.ts';
import { frameTime } from '../../../demos/shell/clock.ts';
import { named, onBase, scaled } from '../../../demos/views/robots.ts';
import { examples, kinds, own, type Settings } from '../../../demos/constraints/kinds.ts';
import * as scene from '../../../demos/constraints/picks.ts';
import { bent, ConstrainedRobot } from '../../../demos/constraints/robot.ts';
import { defaultsOf, readPicks, writePicks } from '../../../demos/shell/picks.ts';
import { Chase } from '../../../demos/tracking/chase.ts';
import { measure } from '../../../demos/tracking/law.ts';
import {
  courseCentre,
  courses,
  pointOf,
  radius,
  round,
  schema,
  speedOf,
  trackingArms,
  type Picks,
} from '../../../demos/tracking/scene.ts';
import * as pairs from '../../../demos/two-arms/modes.ts';
import { courseAt, edge, modes } from '../../../demos/two-arms/modes.ts';
import { Pair } from '../../../demos/two-arms/pair.ts';
import '../support/silence.ts';

const defaults = defaultsOf(schema);
const courseOf = (name: string) => courses.find((course) => course.name === name)!;
const armOf = (name: string) => trackingArms.find((arm) => arm.name === name)!;
const modeOf = (name: string) => modes.find((mode) => mode.name === name)!;
const begunBy = (name: string) => readPicks(scene.schema, `?example=${name}`).picks;
const away = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);

describe('courses', () => {
  const times = Array.from({ length: 200 }, (_, i) => 0.0317 * i);
  /** Position relative to the centre, in radii. */
  const from = (name: string, time: number): readonly [number, number] => {
    const [x, y, z] = pointOf(courseOf(name), time);
    expect(z).toBe(courseCentre[2]);
    return [(x - courseCentre[0]) / radius, (y - courseCentre[1]) / radius];
  };

  it('close after a round', () => {
    for (const { name } of courses) {
      const [a, b] = [from(name, 0.3), from(name, 0.3 + round)];
      expect(b[0]).toBeCloseTo(a[0], 12);
      expect(b[1]).toBeCloseTo(a[1], 12);
    }
  });

  it('are a circle, a lemniscate, and a square gone along at an even pace', () => {
    for (const time of times) {
      expect(Math.hypot(...from('circle', time))).toBeCloseTo(1, 12);
      const [x, y] = from('eight', time);
      expect(y * y).toBeCloseTo(x * x * (1 - x * x), 12);
      expect(Math.max(...from('square', time).map(Math.abs))).toBeCloseTo(1, 12);
    }
    // Half a side takes an eighth of a round.
    const stops = [0, 1, 3, 5, 7].map((k) =>
      from('square', (k * round) / 8).map((v) => Number(v.toFixed(9))),
    );
    expect(stops).toEqual([
      [1, 0],
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ]);
    expect(speedOf(courseOf('square'))).toBeCloseTo((8 * radius) / round, 2);
    expect(speedOf(courseOf('circle'))).toBeCloseTo((2 * Math.PI * radius) / round, 4);
  });
});

describe('robots on bases', () => {
  it('keep their shape at another size, and under other names', () => {
    using small = Model.from(scaled(articleArm, 0.01));
    using large = Model.from(named('my', articleArm));
    expect(small.reach).toBeCloseTo(0.01 * large.reach, 12);
    expect(large.links.map(({ name }) => name)).toEqual(articleArm.links.map(({ name }) => `my ${name}`));
  });

  it('go with the base, turn with it, and leave it to the hand', () => {
    using model = Model.from({ links: onBase('stand', ballChain(2), 0.1) });
    using problem = new Problem(model);
    const stand = new LooseLink(problem, 'stand');
    stand.place(1, 2, 3);
    stand.turn([0, 0, Math.SQRT1_2, Math.SQRT1_2]);
    problem.state.update();
    // A chain of one metre on a base 10 cm high, laid along −x.
    const tip = 7 * model.findLink('effector');
    [1 - 1.1, 2, 3].forEach((value, i) => expect(problem.state.poses[tip + i]).toBeCloseTo(value, 12));
    stand.driven = true;
    expect([...problem.jointWeights].slice(0, 7)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });
});

describe('addresses', () => {
  it('bring back what was picked', () => {
    const picks: Picks = {
      arm: trackingArms[1]!,
      course: courses[2]!,
      speed: 2,
      gain: 40,
      substeps: 16,
      frames: true,
      trails: false,
      stand: [0.1, 0, -0.25],
      held: null,
    };
    expect(readPicks(schema, writePicks(schema, picks))).toEqual({ picks, complaints: [] });
    expect(writePicks(schema, defaults)).toBe('?course=circle&arm=balls');
    const held: Picks = { ...picks, course: courses.at(-1)!, held: [0.1, 0.5, 0] };
    expect(readPicks(schema, writePicks(schema, held)).picks).toEqual(held);
    const pair: pairs.Picks = {
      mode: modes[1]!,
      gain: 5,
      course: false,
      feedForward: false,
      place: [0.1, 0.7, 0],
      direction: [0, 0.6, 0.8],
      left: [-0.7, 0, 0.1],
      right: [0.5, 0, 0],
    };
    expect(readPicks(pairs.schema, writePicks(pairs.schema, pair))).toEqual({ picks: pair, complaints: [] });
    for (const example of examples) {
      const begun = begunBy(example.name);
      const given: scene.Picks = { ...begun, example: own, stand: [0.25, 0, -0.5] };
      const { picks: read, complaints } = readPicks(scene.schema, writePicks(scene.schema, given));
      expect(complaints).toEqual([]);
      expect(read.stand).toEqual(given.stand);
      scene.settingsIn(read).forEach((each, i) => {
        const { place, direction, ...rest } = scene.settingsIn(begun)[i]!;
        expect(each).toMatchObject(rest);
        expect(away(each.place, place)).toBeLessThan(1e-6);
        expect(away(each.direction, direction)).toBeLessThan(1e-5);
      });
      expect(begun).toEqual(scene.picksOfExample(example, begun));
      expect(begun.on).toEqual(example.on);
      for (const [name, other] of Object.entries(example.other ?? {}))
        expect({ ...begun[name as 'pose'], side: begun.side }).toMatchObject(other);
    }
  });

  it('say what they have wrong, and the rest is taken', () => {
    const { picks, complaints } = readPicks(schema, '?arm=tail&gain=40&base=1,2&frames=perhaps');
    expect(picks).toEqual({ ...defaults, gain: 40 });
    for (const words of ['arm “tail”; known are balls', 'base “1,2”; 3 numbers', 'frames “perhaps”'])
      expect(complaints.join(' ')).toContain(words);
    const wrong = readPicks(scene.schema, '?on=pose,nothing&side=under&pose=1,2');
    expect(wrong.complaints).toHaveLength(3);
    expect(wrong.picks.on).toEqual(examples[0]!.on);
  });
});

describe('two arms of one kind after one target', () => {
  const onCircle: Picks = { ...defaults, course: courseOf('circle') };
  /** x' = x + K h (t − x) with t on a circle: |t − x| = r |z| / |z + K h|, z = exp(i ω h) − 1. */
  const lagOf = (gain: number, substeps: number): number => {
    const h = frameTime / substeps;
    const turn = (2 * Math.PI * h) / round;
    const [re, im] = [Math.cos(turn) - 1, Math.sin(turn)];
    return (radius * Math.hypot(re, im)) / Math.hypot(re + gain * h, im);
  };

  it('lag on a circle as a filter of first order does, and 20 times less with feed-forward', () => {
    for (const arm of trackingArms) {
      const { errors } = measure({ ...onCircle, arm }, 10, 4);
      expect(Math.abs(errors[1] / lagOf(10, 4) - 1), arm.name).toBeLessThan(0.03);
      expect(errors[1] / errors[0], arm.name).toBeGreaterThan(20);
    }
  });

  it('stand still in their joints when base and target move together', () => {
    const race = new Chase({ ...defaults, held: [-0.1, 0.5, 0.1] });
    for (let i = 0; i < 60; i += 1) race.step();
    const at = (i: number): Pick<Picks, 'stand' | 'held'> => ({
      stand: [0.36 - 0.004 * i, 0, -0.06 + 0.003 * i],
      held: [-0.1 - 0.004 * i, 0.5, 0.1 + 0.003 * i],
    });
    const [{ problem }] = race.followers;
    const before = [...problem.state.q].slice(7);
    for (let i = 1; i <= 60; i += 1) {
      race.change({ ...defaults, ...at(i) });
      race.step();
      const fastest = Math.max(...[...problem.velocities].slice(6).map(Math.abs));
      expect(fastest).toBeLessThan(1e-6);
    }
    [...problem.state.q].slice(7).forEach((value, i) => expect(value).toBeCloseTo(before[i]!, 6));
    race.dispose();
  });

  it('start on the target with every arm', () => {
    for (const { name } of trackingArms) {
      const race = new Chase({ ...defaults, arm: armOf(name) });
      expect(Math.max(...race.errors), name).toBeLessThan(1e-6);
      race.dispose();
    }
  });
});

describe('the list of constraints', () => {
  const settle = (rig: ConstrainedRobot): void => {
    for (let i = 0; i < 1200 && !rig.settled; i += 1) rig.step();
  };
  const alone = (name: string, change: Partial<Settings> = {}): Settings[] =>
    kinds.map(({ name: each, start }) => ({
      ...start,
      ...{ weight: 1, side: 'inside', on: each === name },
      ...(each === name && change),
    }));

  it('is met one by one, as geometry has it', () => {
    const rig = new ConstrainedRobot();
    const out = new Vector3();
    for (const [i, kind] of kinds.entries()) {
      rig.begin(bent, [0, 0, 0]);
      const settings = alone(kind.name);
      rig.set(settings);
      settle(rig);
      const goal = rig.goals[i]!;
      expect(rig.settled, kind.name).toBe(true);
      for (const residual of kind.residuals)
        expect(goal[residual], `${kind.name} ${residual}`).toBeLessThan(1e-3);
      const tool = new Vector3().fromArray(rig.tool);
      kind.nearest?.(settings[i]!, tool, out);
      if (kind.nearest) expect(out.distanceTo(tool), kind.name).toBeLessThan(1e-3);
    }
  });

  it('measures what is missing as the core does', () => {
    const rig = new ConstrainedRobot();
    const out = new Vector3();
    for (const side of ['inside', 'outside', 'exact'] as const) {
      for (const distance of [0.2, 0.9]) {
        const settings = alone('').map((each) => ({ ...each, on: true, distance, side }));
        rig.set(settings);
        const tool = new Vector3().fromArray(rig.tool);
        kinds.forEach(({ name, nearest }, i) => {
          if (!nearest) return;
          nearest(settings[i]!, tool, out);
          expect(out.distanceTo(tool), `${name} ${side}`).toBeCloseTo(rig.goals[i]!.distance, 9);
        });
      }
    }
  });

  it('keeps a pose while the base is pushed', () => {
    const rig = new ConstrainedRobot();
    rig.set(alone('pose'));
    settle(rig);
    for (let i = 1; i <= 60; i += 1) {
      rig.stands[0]!.place(-0.002 * i, 0, 0.003 * i);
      rig.step();
      expect(rig.goals[0]!.distance).toBeLessThan(1e-4);
    }
  });
});

describe('two arms', () => {
  const start = (mode: string): pairs.Picks => ({ ...defaultsOf(pairs.schema), mode: modeOf(mode) });
  const along = (pair: Pair, picks: pairs.Picks, frames: number): number => {
    let most = 0;
    for (let i = 1; i <= frames; i += 1) {
      pair.change({ ...picks, ...courseAt(i * frameTime) });
      pair.step();
      most = Math.max(most, ...pair.gaps.map(({ distance }) => distance));
    }
    return most;
  };

  it('hold the box from both sides, wherever it goes by itself', () => {
    const picks = start('drag');
    const pair = new Pair(picks);
    expect(Math.max(...pair.gaps.map(({ distance }) => distance))).toBeLessThan(1e-5);
    const fed = along(pair, picks, 480);
    expect(fed).toBeLessThan(1e-3);
    pair.begin(picks);
    expect(along(pair, { ...picks, feedForward: false }, 480)).toBeGreaterThan(10 * fed);
  });

  it('never let go of a box that they carry, and lose one that is dragged away', () => {
    const far = [0, 0.62, 1.4] as Vec3;
    const [carry, drag] = ['carry', 'drag'].map((mode) => {
      const pair = new Pair(start(mode));
      pair.change({ ...start(mode), place: far });
      for (let i = 0; i < 600; i += 1) pair.step();
      return Math.max(...pair.gaps.map(({ distance }) => distance));
    });
    expect(drag).toBeGreaterThan(0.2);
    expect(carry).toBeLessThan(0.01);
  });

  it('follow each other’s hand at the width of the box, face to face', () => {
    const picks = start('follow');
    const pair = new Pair(picks);
    along(pair, picks, 300);
    const { poses } = pair.problem.state;
    const at = (name: string) => poses.slice(7 * pair.model.findLink(name));
    const [left, right] = [at('left effector'), at('right effector')];
    expect(away(left, right)).toBeCloseTo(edge, 3);
    // Column z of a rotation: 2 (xz + yw), 2 (yz − xw), 1 − 2 (x² + y²).
    const axis = ([, , , x, y, z, w]: Float64Array) =>
      new Vector3(2 * (x! * z! + y! * w!), 2 * (y! * z! - x! * w!), 1 - 2 * (x! * x! + y! * y!));
    expect(axis(left).dot(axis(right))).toBeCloseTo(-1, 4);
    const between = new Vector3().fromArray(right).sub(new Vector3().fromArray(left)).normalize();
    expect(axis(left).dot(between)).toBeCloseTo(1, 4);
  });
});
