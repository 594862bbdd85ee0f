/** Trajectories: recordings return from JSON and CSV pose for pose; bad files are refused. */
import { describe, expect, it } from 'vitest';
import { coordinateNames, Model, Problem, Trajectory, type ModelDescription } from 'limber';
import { arms, robots, Run, tracks } from 'limber/robots';
import { expectError } from './support/models.ts';
import './support/silence.ts';

/** The last frames of a run, with their poses. */
function recordRun(arm: (typeof arms)[number], frames: number) {
  using run = new Run(arm, tracks[1]!);
  const trajectory = new Trajectory(run.model);
  const poses: number[][] = [];
  for (let i = 0; i < frames; i += 1) {
    run.step();
    trajectory.add(run.time, run.q);
    poses.push([...run.problem.state.poses]);
  }
  return { trajectory, poses, description: arm.description };
}

/** Largest difference between `poses` and those played from `trajectory` on a new model. */
function worst(trajectory: Trajectory, description: ModelDescription, poses: readonly number[][]): number {
  using model = Model.from(description);
  using problem = new Problem(model);
  trajectory.checkFits(model);
  let most = 0;
  for (const [frame, expected] of poses.entries()) {
    problem.state.q.set(trajectory.row(frame));
    problem.state.update();
    const played = problem.state.poses;
    for (const [i, value] of expected.entries()) most = Math.max(most, Math.abs(value - played[i]!));
  }
  return most;
}

describe.each(arms.map((arm) => [arm.name, arm] as const))('a run of %s', (_, arm) => {
  const readBack: readonly (readonly [string, (trajectory: Trajectory) => Trajectory])[] = [
    ['JSON', (trajectory) => Trajectory.fromJSON(JSON.stringify(trajectory))],
    ['parsed JSON', (trajectory) => Trajectory.fromJSON(trajectory.toJSON())],
    ['CSV', (trajectory) => Trajectory.fromCSV(trajectory.toCSV())],
    ['CSV of Windows', (trajectory) => Trajectory.fromCSV(trajectory.toCSV().replaceAll('\n', '\r\n'))],
    ['CSV with a byte order mark', (trajectory) => Trajectory.fromCSV(`\uFEFF${trajectory.toCSV()}`)],
    ['JSON with one', (trajectory) => Trajectory.fromJSON(`\uFEFF${JSON.stringify(trajectory)}`)],
  ];

  it.each(readBack)('comes back from %s with poses within 1e-5', (_, read) => {
    const { trajectory, poses, description } = recordRun(arm, 150);
    const again = read(trajectory);
    expect(again.length).toBe(150);
    expect(again.times).toEqual(trajectory.times);
    expect(again.coordinates).toEqual(trajectory.coordinates);
    expect(worst(again, description, poses)).toBeLessThan(1e-5);
    // The arm must have moved, or the small error would mean nothing.
    const [first, last] = [poses[0]!, poses.at(-1)!];
    expect(Math.max(...first.map((each, i) => Math.abs(each - last[i]!)))).toBeGreaterThan(0.01);
  });
});

const slideAndBall: ModelDescription = {
  name: 'crane, "small"',
  links: [
    { name: 'mast, "1"', joint: { type: 'prismatic' } },
    { name: 'hook', parent: 'mast, "1"', joint: { type: 'ball' } },
    { name: 'follower', parent: 'hook', joint: { type: 'prismatic', mimic: { link: 'mast, "1"' } } },
    { name: 'sleeve', parent: 'hook', joint: { type: 'cylindrical' } },
  ],
};

/** A trajectory of a model, without frames. */
function begun(description: ModelDescription): Trajectory {
  using model = Model.from(description);
  return new Trajectory(model);
}

describe('names', () => {
  it('every number of q with its unit, in the order of q', () => {
    using model = Model.from(slideAndBall);
    const names = coordinateNames(model);
    expect(names).toEqual([
      'mast, "1" [m]',
      ...['hook qx', 'hook qy', 'hook qz', 'hook qw'],
      ...['sleeve 1 [m]', 'sleeve 2 [rad]'],
    ]);
    expect(names).toHaveLength(model.nq);
  });

  it('that hold commas and quotes through CSV', () => {
    const trajectory = begun(slideAndBall);
    trajectory.add(-1, [0.1, 0, 0, 0, 1, 1e-300, -2.5]);
    expect(trajectory.toCSV().split('\n')[0]).toContain('"mast, ""1"" [m]"');
    const again = Trajectory.fromCSV(trajectory.toCSV());
    expect(again.coordinates).toEqual(trajectory.coordinates);
    expect(again.row(0)).toEqual(trajectory.row(0));
    expect([again.name, again.links]).toEqual(['', []]);
  });
});

describe('a trajectory', () => {
  it('of no frames is one, too', () => {
    const empty = begun(robots.panda);
    for (const each of [empty, Trajectory.fromJSON(empty.toJSON()), Trajectory.fromCSV(empty.toCSV())]) {
      const { length, duration, nq, times, q } = each;
      expect([length, duration, nq, times.length, q.length]).toEqual([0, 0, 7, 0, 0]);
    }
  });

  it('copies what it is given, and grows', () => {
    using model = Model.from(robots.ur5);
    const trajectory = new Trajectory(model);
    const q = new Float64Array(6);
    for (let i = 0; i < 1000; i += 1) trajectory.add(i / 60, q.fill(i));
    expect(trajectory.length).toBe(1000);
    expect(trajectory.duration).toBeCloseTo(999 / 60, 12);
    for (const i of [0, 63, 64, 999]) expect([...trajectory.row(i)]).toEqual(Array(6).fill(i));
    expect(trajectory.q).toHaveLength(6000);
    expect(trajectory.links).toEqual(model.links.map(({ name }) => name));
  });

  it('says whether it fits a model', () => {
    using panda = Model.from(robots.panda);
    using ur5 = Model.from(robots.ur5);
    using crane = Model.from(slideAndBall);
    const trajectory = new Trajectory(ur5);
    trajectory.checkFits(ur5);
    const refused = (each: Trajectory, other: Model, ...words: string[]) =>
      expectError(() => each.checkFits(other), 'badTrajectory', ...words);
    refused(trajectory, panda, 'coordinate 6', '"joint 7 [rad]"', 'Panda');
    refused(trajectory, crane, 'coordinate 0', '"joint 1 [rad]"');
    refused(new Trajectory(panda), ur5, '"joint 7 [rad]" here and undefined');
  });
});

describe('at a time', () => {
  const turned = (angle: number): number[] => [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)];
  /**
   * Two seconds from t = 10: a slide, a ball that turns by `angle` about x, and a sleeve that turns 3 times.
   */
  function make(angle: number, sign = 1) {
    const trajectory = begun(slideAndBall);
    trajectory.add(10, [1, ...turned(0.2), 0, 0]);
    trajectory.add(12, [2, ...turned(0.2 + angle).map((each) => sign * each), 0, 6 * Math.PI]);
    return trajectory;
  }

  it.each([1e-9, 1e-3, 1, 2, 3.1].flatMap((angle) => [-1, 1].map((sign) => [angle, sign] as const)))(
    'turns a ball by %d at an even speed, whichever sign its quaternion has: %d',
    (angle, sign) => {
      const trajectory = make(angle, sign);
      for (const share of [0.1, 0.5, 0.75]) {
        const [slide, qx, qy, qz, qw, , turn] = trajectory.at(10 + 2 * share);
        expect(slide).toBeCloseTo(1 + share, 14);
        expect(turn).toBeCloseTo(6 * Math.PI * share, 13); // whole turns are kept
        const [x, , , w] = turned(0.2 + angle * share);
        const same = Math.sign(qw! * w!);
        expect(same * qx!).toBeCloseTo(x!, 14);
        expect(same * qw!).toBeCloseTo(w!, 14);
        expect([qy, qz]).toEqual([0, 0]);
      }
    },
  );

  it('turns the short way', () => {
    const [, qx, , , qw] = make(5).at(11); // 5 rad one way are 1.28 the other
    expect(2 * Math.atan2(qx!, qw!)).toBeCloseTo(0.2 + (5 - 2 * Math.PI) / 2, 14);
  });

  it('gives frames as they are, and the ends before and after them', () => {
    const trajectory = make(1);
    trajectory.add(13, [3, ...turned(0), 1, 1]);
    const frames = { 10: 0, 12: 1, 13: 2, '-Infinity': 0, 1e9: 2 };
    for (const [time, frame] of Object.entries(frames))
      expect([...trajectory.at(Number(time))]).toEqual([...trajectory.row(frame)]);
    const out = new Float64Array(7);
    expect(trajectory.at(12.5, out)).toBe(out);
    expect(out[0]).toBe(2.5);
  });

  it('stays finite between frames whose difference is not', () => {
    const far = 1e308;
    const trajectory = begun({ links: [{ name: 'a', joint: { type: 'prismatic' } }] });
    trajectory.add(-far, [-far]);
    trajectory.add(far, [far]);
    for (const time of [-9e307, 0, 2e307, 9e307])
      expect(trajectory.at(time)[0]! / far).toBeCloseTo(time / far, 14);
  });

  it('works after a file was read, too', () => {
    const trajectory = make(2);
    const sampled = trajectory.at(10.7);
    expect(Trajectory.fromCSV(trajectory.toCSV()).at(10.7)).toEqual(sampled);
    expect(Trajectory.fromJSON(JSON.stringify(trajectory)).at(10.7)).toEqual(sampled);
  });

  it('refuses what is no time, a row of another length, and a trajectory without frames', () => {
    for (const time of [NaN, '11', undefined])
      expectError(() => make(1).at(time as number), 'badTrajectory', 'give seconds');
    expectError(() => make(1).at(11, new Float64Array(6)), 'badTrajectory', 'out holds 6 numbers; give it 7');
    expectError(() => begun(slideAndBall).at(0), 'badTrajectory', 'has no frames');
  });
});

describe('refuses', () => {
  const make = () => {
    const trajectory = begun(robots.ur5);
    trajectory.add(0, [1, 2, 3, 4, 5, 6]);
    trajectory.add(0.5, [6, 5, 4, 3, 2, 1]);
    return trajectory;
  };
  const data = () => JSON.parse(JSON.stringify(make())) as Record<string, unknown>;

  it.each([NaN, Infinity, -1, 0.5, '1', undefined])('%s as the next time, and stays as it was', (time) => {
    const trajectory = make();
    const add = (at: unknown) => trajectory.add(at as number, Array<number>(6).fill(0));
    expectError(() => add(time), 'badTrajectory', 'frame 2', 'after 0.5');
    expect(trajectory.length).toBe(2);
    add(0.75);
    expect(trajectory.length).toBe(3);
  });

  it.each([
    [[1, 2, 3, 4, 5], 'must be 6 numbers, not an array of 5'],
    [[1, 2, 3, NaN, 5, 6], 'q of frame 2[3] must be a finite number, not NaN'],
    [[1, 2, 3, '4', 5, 6], 'q of frame 2[3] must be a finite number, not "4"'],
    ['123456', 'must be 6 numbers'],
    [null, 'must be 6 numbers, not null'],
  ])('%j as a row', (row, words) => {
    const trajectory = make();
    expectError(() => trajectory.add(1, row as number[]), 'badTrajectory', words);
    expect(trajectory.length).toBe(2);
  });

  // prettier-ignore
  it.each<[unknown, string]>([
    [{ links: [null] }, "the model's links[0] must be an object, not null"],
    [{ links: [{}] }, "the model's links[0].name must be a string"],
    [{ links: [{ name: 'a' }] }, "the model's links[0].motions must be an array"],
    [{ links: [{ name: 'a', motions: [1] }] }, "the model's links[0].motions[0] must be an object"],
    [{ links: [{ name: 'a', motions: [{}] }] }, "the model's links[0].motions[0].w must be 3 numbers"],
    [{ links: [{ name: 'a', motions: [], joint: { name: 1 } }] }, "the model's links[0].joint.name must be a string"],
    [{ links: [], name: 1 }, "the model's name must be a string"],
  ])('the model %j', (model, words) => {
    expectError(() => new Trajectory(model as Model), 'badDescription', words);
  });

  it('frames that are not there', () => {
    for (const frame of [-1, 2, 0.5, NaN, '0'])
      expectError(() => make().row(frame as number), 'badTrajectory', 'frames are 0 to 1');
  });

  it('JSON of anything else', () => {
    for (const text of ['', '{"name": "UR5", "li', 'time [s],elbow [rad]\n'])
      expectError(() => Trajectory.fromJSON(text), 'badTrajectory', 'not JSON', 'is the file whole?');
    for (const text of ['null', '3', '"text"'])
      expectError(() => Trajectory.fromJSON(text), 'badTrajectory', 'must be an object');
    const gap = Object.assign([], { 1: 'a [m]', length: 2 });
    const sparse = { name: '', links: [], coordinates: gap, times: [0], q: [[0, 0]] };
    expectError(() => Trajectory.fromJSON(sparse), 'badTrajectory', 'names');
    expectError(() => Trajectory.fromJSON('{}'), 'badTrajectory', 'coordinates must be an array of names');
    const changed: [string, unknown, string][] = [
      ['links', undefined, 'links must be an array of names'],
      ['links', [, 'a'], 'links must be an array of names'], // eslint-disable-line no-sparse-arrays
      ['coordinates', [, 'a [m]'], 'coordinates must be an array of names'], // eslint-disable-line no-sparse-arrays
      ['name', 3, 'name must be a string'],
      ['times', [0], 'arrays of one length'],
      ['times', [0, null], 'time of frame 1 is null'],
      ['q', [[], []], 'q of frame 0 must be 6 numbers'],
    ];
    for (const [key, value, words] of changed)
      expectError(() => Trajectory.fromJSON({ ...data(), [key]: value } as never), 'badTrajectory', words);
  });

  it('CSV that is cut, or of anything else', () => {
    const csv = make().toCSV();
    const broken: [string, string][] = [
      ['\n', 'first column must be "time [s]"'],
      ['a,b\n1,2\n', 'first column must be "time [s]"'],
      ['time [s],elbow\n1,2\n', 'column 2 of the CSV is "elbow"; a coordinate has a unit'],
      [csv.slice(0, -2), 'last line of the CSV has no end'],
      [`${csv.slice(0, -4)}\n`, 'line 3 has 6 cells, the header 7; is the file whole?'],
      [csv.replace('0.5', ''), 'time of frame 1 is NaN'],
      [csv.replace('0.5', 'half'), 'time of frame 1 is NaN'],
      ['time [s],"elbow', 'within a quoted cell'],
    ];
    for (const [text, words] of broken) expectError(() => Trajectory.fromCSV(text), 'badTrajectory', words);
    expectError(() => Trajectory.fromCSV(null as never), 'badTrajectory', 'CSV');
  });
});
