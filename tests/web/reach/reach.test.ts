/** limber/reach: maps against closed forms, and their independence of workers, coarseness and the base's place. */
import { afterEach, describe, expect, it } from 'vitest';
import { Model, Problem, type ErrorCode, type ModelDescription } from 'limber';
import { SolverPool } from 'limber/worker';
import {
  basePlacement,
  reachability,
  ReachMap,
  readNpy,
  spreadOrientations,
  writeNpy,
  type ReachabilityOptions,
} from 'limber/reach';
import { robots, withCapsules } from 'limber/robots';
import { Random } from '../../bench/random.ts';
import { movePoint } from '../../../web/src/describe/poses.ts';
import type { Wrist } from '../../../web/src/reach/search.ts';
import { ballOf, wristOf } from '../../../web/src/reach/setup.ts';
import { mostCells } from '../../../web/src/describe/input-limits.ts';
import { expectRejection } from '../support/rejection.ts';
import { nodeThread } from '../support/node-thread.ts';
import { fakeWorker, type FakeWorker } from '../support/worker-support.ts';
import { trials } from '../support/trials.ts';
import '../support/silence.ts';

let workers: FakeWorker[] = [];
afterEach(() => {
  for (const worker of workers) worker.terminate();
  workers = [];
});

const worker = (): FakeWorker => {
  workers.push(fakeWorker());
  return workers.at(-1)!;
};

/** Hinges about z, links in series along x. */
function planar(...lengths: number[]): ModelDescription {
  const joint = { type: 'continuous', axis: [0, 0, 1] } as const;
  const names = [...lengths.map((_, i) => `link ${i}`), 'tip'];
  const links = names.map((name, i) => ({
    name,
    ...(i > 0 && { parent: names[i - 1]!, origin: { position: [lengths[i - 1]!, 0, 0] as const } }),
    ...(i < lengths.length && { joint }),
  }));
  return { name: 'planar', links };
}

const reach = (model: ModelDescription, options: Partial<ReachabilityOptions> = {}) =>
  reachability(model, { link: model.links.at(-1)!.name, spacing: 0.25, workers: 2, worker, ...options });

const flat = (r: number) => ({ min: [-r, -r, 0], max: [r, r, 0] }) as const;
const grid = trials({ spacing: 0.3, orientations: 6 }, { spacing: 0.45, orientations: 4 });
const panda = (options: Partial<ReachabilityOptions> = {}) => reach(robots.panda, { ...grid, ...options });
const cellsOf = (map: ReachMap): number[] => [...map.reached.keys()];

describe('orientations', () => {
  it.each([1, 2, 7, 50, 1000])(
    '%i are unit quaternions, as even about every axis as they can be',
    (count) => {
      const all = spreadOrientations(count);
      const sums = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
      for (let i = 0; i < count; ++i) {
        const q = [...all.subarray(4 * i, 4 * i + 4)];
        expect(Math.hypot(...q)).toBeCloseTo(1, 12);
        q.forEach((a, row) => q.forEach((b, column) => (sums[row]![column]! += a * b)));
      }
      // For a uniform distribution the mean of q qᵀ is a quarter of the identity.
      if (count < 50) return;
      sums.forEach((row, i) =>
        row.forEach((sum, k) =>
          expect(Math.abs(sum / count - (i === k ? 0.25 : 0))).toBeLessThan(0.5 / Math.sqrt(count)),
        ),
      );
    },
  );

  it('leave no gap that would hold another twice as far as usual', () => {
    const count = 200;
    const all = spreadOrientations(count);
    const angle = (a: number, b: number): number => {
      let dot = 0;
      for (let k = 0; k < 4; ++k) dot += all[4 * a + k]! * all[4 * b + k]!;
      return 2 * Math.acos(Math.min(1, Math.abs(dot)));
    };
    const nearest = Array.from({ length: count }, (_, a) =>
      Math.min(...Array.from({ length: count }, (_, b) => (a === b ? Infinity : angle(a, b)))),
    );
    // A ball of angle ρ contains (ρ − sin ρ) / π of all orientations.
    const usual = ((6 * Math.PI) / count) ** (1 / 3);
    expect(Math.min(...nearest)).toBeGreaterThan(usual / 2);
    expect(Math.max(...nearest)).toBeLessThan(2 * usual);
  });
});

describe('a planar arm', () => {
  const [a, b] = [1, 0.6];
  const spacing = trials(0.1, 0.2);

  it('of two links reaches the ring between their difference and their sum', async () => {
    const map = await reach(planar(a, b), { region: flat(2), spacing, orientations: 'free' });
    expect(map.shape).toEqual(trials([41, 41, 1], [21, 21, 1]));
    for (const cell of cellsOf(map)) {
      const [x, y] = map.point(cell);
      const r = Math.hypot(x, y);
      // On the very edges rounding decides.
      if (Math.abs(r - (a + b)) < 1e-3 || Math.abs(r - (a - b)) < 1e-3) continue;
      expect([r, map.reached[cell]]).toEqual([r, r > a - b && r < a + b ? 1 : 0]);
    }
  });

  it('of three links reaches an orientation where the last joint is in the ring of the others', async () => {
    const c = 0.3;
    const turns = [0, 1, 2, 3, 4].map((i) => (i * 2 * Math.PI) / 5);
    const orientations = turns.map((turn) => [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)] as const);
    const map = await reach(planar(a, b, c), { region: flat(2), spacing: 0.2, orientations });
    expect(map.total).toBe(5);
    let count = 0;
    for (const cell of cellsOf(map)) {
      const [x, y] = map.point(cell);
      const wrists = turns.map((turn) => Math.hypot(x - c * Math.cos(turn), y - c * Math.sin(turn)));
      const wanted = wrists.filter((r) => r > a - b && r < a + b).length;
      if (wrists.some((r) => Math.abs(r - (a + b)) < 2e-3 || Math.abs(r - (a - b)) < 2e-3)) continue;
      expect([x, y, map.reached[cell]]).toEqual([x, y, wanted]);
      count += 1;
    }
    expect(count).toBeGreaterThan(400);
  });

  it('moves best where √det(J Jᵀ) = a b |sin β| is greatest: √(a² + b²) from its base', async () => {
    const map = await reach(planar(a, b), { region: flat(2), spacing, orientations: 'free' });
    const size = a + b;
    for (const cell of cellsOf(map).filter((each) => map.reached[each])) {
      const [x, y] = map.point(cell);
      const cosine = (x * x + y * y - a * a - b * b) / (2 * a * b);
      const wanted = (a * b * Math.sqrt(Math.max(0, 1 - cosine ** 2))) / size ** 2;
      expect(Math.abs(map.manipulability[cell]! - wanted)).toBeLessThan(0.02);
    }
    const best = cellsOf(map).reduce((i, k) => (map.manipulability[k]! > map.manipulability[i]! ? k : i));
    expect(Math.abs(Math.hypot(...map.point(best)) - Math.hypot(a, b))).toBeLessThan(0.1);
  });

  it('that is symmetric has a symmetric map', async () => {
    const map = await reach(planar(a, b), { region: flat(1.8), spacing: 0.2, orientations: 'free' });
    for (const cell of cellsOf(map)) {
      const [x, y, z] = map.point(cell);
      for (const other of [
        [-x, y, z],
        [x, -y, z],
        [y, x, z],
      ])
        expect(map.reached[map.cellAt(other)]).toBe(map.reached[cell]);
    }
  });
});

describe('an arm in space', () => {
  it('that is solved in closed form counts all solutions, and turning its base changes nothing', async () => {
    // The first axis is vertical and free: quarter turns map cells and orientations onto each other.
    const quarter = [0, 1, 2, 3].map(
      (i) => [0, 0, Math.sin((i * Math.PI) / 4), Math.cos((i * Math.PI) / 4)] as const,
    );
    const map = await reach(robots.ur5, {
      region: { min: [-0.8, -0.8, 0.1], max: [0.8, 0.8, 0.3] },
      spacing: 0.2,
      orientations: quarter,
    });
    expect(map.solutions).not.toBeNull();
    let [most, found] = [0, 0];
    for (const cell of cellsOf(map)) {
      const [x, y, z] = map.point(cell);
      const turned = map.cellAt([-y, x, z]);
      expect([map.reached[turned], map.solutions![turned]]).toEqual([
        map.reached[cell],
        map.solutions![cell],
      ]);
      expect(map.manipulability[turned]).toBeCloseTo(map.manipulability[cell]!, 4);
      most = Math.max(most, map.solutions![cell]!);
      found += map.reached[cell]!;
    }
    // Eight of each.
    expect(most).toBe(32);
    expect(found).toBeGreaterThan(60);
  });

  it('has the same count where solutions are not counted', async () => {
    const options = {
      region: { min: [-0.6, 0, 0.1], max: [0.6, 0.6, 0.5] },
      spacing: 0.2,
      orientations: 12,
    } as const;
    const [counted, bare] = [
      await reach(robots.ur5, options),
      await reach(robots.ur5, { ...options, solutions: false }),
    ];
    expect(bare.solutions).toBeNull();
    expect(bare.reached).toEqual(counted.reached);
    expect(bare.reached.some((each) => each > 0)).toBe(true);
    for (const cell of cellsOf(bare)) {
      expect(bare.manipulability[cell]! > 0).toBe(bare.reached[cell]! > 0);
      expect(bare.manipulability[cell]).toBeLessThanOrEqual(counted.manipulability[cell]! + 1e-6);
    }
  });

  it('is found by descents nearly as often as by closed form', async () => {
    const region = { min: [-0.6, 0, 0.1], max: [0.6, 0.6, 0.5] } as const;
    const options = { region, spacing: 0.2, orientations: 12 };
    const exact = await reach(robots.ur5, options);
    // A seventh, fixed joint rules out the closed form.
    const { links } = robots.ur5;
    const idle = {
      name: 'idle',
      parent: links.at(-1)!.name,
      joint: { type: 'revolute', limits: [0, 1e-9] },
    } as const;
    const map = await reach({ ...robots.ur5, links: [...links, idle] }, options);
    expect(map.solutions).toBeNull();
    let [all, missed, more] = [0, 0, 0];
    for (const cell of cellsOf(exact)) {
      const less = exact.reached[cell]! - map.reached[cell]!;
      all += exact.reached[cell]!;
      missed += Math.max(0, less);
      // A tolerance beyond the edge still counts.
      more += Math.max(0, -less);
    }
    expect(all).toBeGreaterThan(300);
    expect(missed / all).toBeLessThan(0.03);
    expect(more / all).toBeLessThan(0.01);
  });

  it.each([1, 3])('has the same map with %i workers, to the bit', async (count) => {
    const [one, other] = [await panda({ workers: 2 }), await panda({ workers: count })];
    expect(other.toJSON()).toEqual(one.toJSON());
    expect(one.reached.some((each) => each > 0)).toBe(true);
  });

  it('has the same map in threads', async () => {
    expect((await panda({ workers: 1, worker: nodeThread })).toJSON()).toEqual((await panda()).toJSON());
  });

  it('has the answers of a coarse map in a fine one', async () => {
    const region = { min: [-0.7, -0.7, 0], max: [0.7, 0.7, 0.9] } as const;
    const spacing = trials(0.2, 0.35);
    const coarse = await panda({ region, spacing: 2 * spacing });
    const fine = await panda({ region, spacing });
    for (const cell of cellsOf(coarse)) {
      const same = fine.cellAt(coarse.point(cell));
      expect(fine.reached[same]).toBe(coarse.reached[cell]);
      expect(fine.manipulability[same]).toBe(coarse.manipulability[cell]);
    }
  });

  it('reaches no more with a clearance, and less beside a wall', async () => {
    const model = withCapsules(robots.panda, 0.05);
    const region = { min: [0, -0.6, 0.1], max: [0.6, 0.6, 0.7] } as const;
    const wall = { type: 'box', size: [0.05, 2, 2], position: [0.4, 0, 0] } as const;
    const options = {
      link: 'effector',
      region,
      spacing: 0.3,
      orientations: trials(6, 2),
      workers: 2,
      worker,
    };
    const collisionPairs: [] = [];
    const free = await reachability(model, options);
    const walled = await reachability(model, {
      ...options,
      obstacles: [wall],
      collisionPairs,
      clearance: 0.01,
    });
    let less = 0;
    for (const cell of cellsOf(free)) {
      expect(walled.reached[cell]).toBeLessThanOrEqual(free.reached[cell]!);
      less += free.reached[cell]! - walled.reached[cell]!;
      // Nothing is reached behind the wall.
      if (walled.point(cell)[0] > 0.5) expect(walled.reached[cell]).toBe(0);
    }
    expect(less).toBeGreaterThan(0);
    expect(walled.reached.some((each) => each > 0)).toBe(true);
  });

  it('takes room: “within 15° of down” is one question', async () => {
    const goal = { type: 'pose', link: 'effector', twist: [null, null] } as const;
    const down = { region: { min: [0.3, 0, -0.3], max: [0.9, 0.6, 0.6] }, spacing: 0.3 } as const;
    const mapOf = async (tilt: number): Promise<ReachMap> => {
      using pool = await SolverPool.create(robots.ur5, { goals: [{ ...goal, tilt }], workers: 2, worker });
      return await reachability(pool, { ...down, orientations: [[1, 0, 0, 0]] });
    };
    const [map, exact] = [await mapOf(Math.PI / 12), await mapOf(0)];
    const problem = new Problem(Model.from(robots.ur5));
    const each = problem.addGoal({ type: 'pose', link: 'effector', free: ['rz'] });
    const fan = Array.from({ length: 33 }, (_, i) => [i % 3, (i * Math.PI) / 16] as const);
    const isReached = (cell: number): boolean =>
      fan.some(([ring, way]) => {
        const half = (ring * Math.PI) / 49;
        const [x, y] = [Math.sin(half) * Math.cos(way), Math.sin(half) * Math.sin(way)];
        each.target.set([...map.point(cell), Math.cos(half), 0, y, -x]);
        return problem.solutions({ most: 1 }).count > 0;
      });
    const missed = cellsOf(map).filter((cell) => isReached(cell) && map.reached[cell] === 0);
    expect(missed).toEqual([]);
    expect(map.reached.filter((count) => count > 0).length).toBeGreaterThan(
      exact.reached.filter((count) => count > 0).length,
    );
  });

  it('is searched in a pool, again and again', async () => {
    using pool = await SolverPool.create(robots.panda, {
      goals: [{ type: 'pose', link: 'effector' }],
      workers: 2,
      worker,
    });
    const [once, twice] = [await reachability(pool, grid), await reachability(pool, grid)];
    expect(twice.toJSON()).toEqual(once.toJSON());
    expect(once.toJSON()).toEqual((await panda()).toJSON());
  });
});

describe('the wrist', () => {
  const offset = { position: [0.1, -0.2, 0.3], rotation: [0.5, -0.5, 0.5, 0.5] } as const;
  const wristAndPoses = async (name: keyof typeof robots) => {
    const robot = robots[name];
    const link = robot.links.at(-1)!.name;
    const pool = await SolverPool.create(robot, {
      workers: 1,
      worker,
      goals: [{ type: 'pose', link, offset }],
    });
    const problem = new Problem(Model.from(robot));
    const goal = problem.addGoal({ type: 'pose', link, offset });
    const random = new Random(1);
    const poses = Array.from({ length: 300 }, (_, i) => {
      problem.state.q.forEach(
        (_, at) => (problem.state.q[at] = i === 0 ? 0 : random.between(-Math.PI, Math.PI)),
      );
      problem.state.update();
      goal.toLink();
      return goal.target.slice();
    });
    return { wrist: wristOf(pool.model, pool), ball: ballOf(pool.model, pool), poses };
  };
  const far = ({ point, centre }: Wrist, pose: Float64Array): number => {
    const at = new Float64Array(3);
    movePoint(pose, 0, point, 0, at, 0);
    return Math.hypot(...at.map((each, axis) => each - centre[axis]!));
  };

  it.each(Object.keys(robots) as (keyof typeof robots)[])('of %s stays in its ball', async (name) => {
    const { wrist, ball, poses } = await wristAndPoses(name);
    if (!wrist) return;
    expect(wrist.radius).toBeLessThan(ball!.radius);
    expect(Math.max(...poses.map((pose) => far(wrist, pose)))).toBeLessThan(wrist.radius);
  });

  it('nearly reaches the edge of its ball', async () => {
    const { wrist, poses } = await wristAndPoses('ur5');
    expect(Math.max(...poses.map((pose) => far(wrist!, pose)))).toBeGreaterThan(0.9 * wrist!.radius);
  });

  it('proves nothing where the goal asks for less than a pose', async () => {
    const link = robots.ur5.links.at(-1)!.name;
    const less = [
      { free: ['rz'] },
      { orientationWeight: 0 },
      { positionWeight: 0 },
      { targetLink: 'base' },
    ] as const;
    for (const each of less) {
      const goals = [{ type: 'pose', link, ...each }] as const;
      const pool = await SolverPool.create(robots.ur5, { workers: 1, worker, goals });
      expect(wristOf(pool.model, pool)).toBeUndefined();
    }
  });
});

it('tells of every cell once, the coarse ones first', async () => {
  const seen: number[] = [];
  const steps: number[] = [];
  const map = await panda({
    onProgress: ({ map, cells, step, done, total }) => {
      for (const cell of cells) expect(map.done[cell]).toBe(1);
      seen.push(...cells);
      steps.push(step);
      expect([seen.length, total]).toEqual([done, map.count]);
    },
  });
  expect([...seen].sort((a, b) => a - b)).toEqual(cellsOf(map));
  expect(steps).toEqual([...steps].sort((a, b) => b - a));
  expect(steps.at(-1)).toBe(1);
});

describe('where the base stands', () => {
  const targets = Float64Array.of(1, 0.3, 0, -0.4, 0.9, 0, 0.2, -1.1, 0);
  const arm = planar(1, 0.6);
  const place = (options = {}) =>
    basePlacement(arm, {
      link: 'tip',
      targets,
      orientation: 'free',
      region: flat(2),
      spacing: 0.25,
      workers: 2,
      worker,
      ...options,
    });

  it('counts, for each cell, targets in the ring round it', async () => {
    const map = await place();
    for (const cell of cellsOf(map)) {
      const [x, y] = map.point(cell);
      const away = [0, 3, 6].map((at) => Math.hypot(targets[at]! - x, targets[at + 1]! - y));
      if (away.some((r) => Math.abs(r - 1.6) < 1e-3 || Math.abs(r - 0.4) < 1e-3)) continue;
      expect(map.reached[cell]).toBe(away.filter((r) => r > 0.4 && r < 1.6).length);
    }
    expect(map.reached[map.best()[0]!]).toBe(3);
  });

  it('for one target is the map of the arm, turned over at it', async () => {
    const [x, y] = [0.25, -0.5];
    const own = await reach(arm, { region: flat(2), orientations: 'free' });
    const map = await place({ targets: Float64Array.of(x, y, 0) });
    for (const cell of cellsOf(map)) {
      const [u, v] = map.point(cell);
      const same = own.cellAt([x - u, y - v, 0]);
      if (same >= 0) expect(map.reached[cell]).toBe(own.reached[same]);
    }
  });

  it('finds the yaw of an arm that cannot turn', async () => {
    const [first, ...rest] = arm.links;
    const stiff = {
      ...arm,
      links: [{ ...first!, joint: { type: 'revolute', limits: [-0.3, 0.3] } as const }, ...rest],
    };
    const options = { region: flat(0), spacing: 1, targets: Float64Array.of(0, 1.5, 0) };
    const at = (turns: number) =>
      basePlacement(stiff, { link: 'tip', orientation: 'free', workers: 1, worker, ...options, turns });
    expect((await at(1)).reached[0]).toBe(0);
    const map = await at(4);
    expect([map.reached[0], map.yaw(0)]).toEqual([1, Math.PI / 2]);
  });

  it('leaves obstacles where they are', async () => {
    const capsules = withCapsules(arm, 0.05);
    const wall = { type: 'box', size: [0.1, 9, 9], position: [0.5, 0, 0] } as const;
    const map = await basePlacement(capsules, {
      link: 'tip',
      orientation: 'free',
      targets: Float64Array.of(0, 0, 0),
      region: { min: [-1.25, 0, 0], max: [1.25, 0, 0] },
      spacing: 0.25,
      obstacles: [wall],
      collisionPairs: [],
      clearance: 0.01,
      workers: 2,
      worker,
    });
    for (const cell of cellsOf(map)) {
      const [x] = map.point(cell);
      // Nothing is reached through the wall; well in front of it, everything in the ring is.
      if (x > 0.5) expect(map.reached[cell]).toBe(0);
      if (x < -0.5 && x > -1.5) expect(map.reached[cell]).toBe(1);
    }
  });
});

describe('files', () => {
  it('bring every number back', async () => {
    for (const map of [await panda(), await reach(robots.ur5, { spacing: 0.4, orientations: 3 })]) {
      const text = JSON.stringify(map);
      const read = ReachMap.fromJSON(text);
      expect(JSON.stringify(read)).toBe(text);
      for (const name of ['reached', 'manipulability', 'solutions', 'turn', 'done'] as const)
        expect(read[name]).toEqual(map[name]);
      expect([read.min, read.spacing, read.shape]).toEqual([map.min, map.spacing, map.shape]);
    }
  });

  it('of NumPy have its header, as its format says', () => {
    const bytes = writeNpy({ shape: [2, 3], data: Uint16Array.of(1, 2, 3, 4, 5, 6) });
    const length = bytes[8]! + 256 * bytes[9]!;
    expect([...bytes.subarray(0, 8)]).toEqual(
      [0x93, ...'NUMPY'].map((each) => (typeof each === 'string' ? each.charCodeAt(0) : each)).concat(1, 0),
    );
    expect((10 + length) % 64).toBe(0);
    const header = new TextDecoder().decode(bytes.subarray(10, 10 + length));
    expect(header).toMatch(/^\{'descr': '<u2', 'fortran_order': False, 'shape': \(2, 3,?\), \} *\n$/);
    expect([...bytes.subarray(10 + length)]).toEqual([1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0]);
  });

  it.each([
    Uint8Array.of(0, 255),
    Uint16Array.of(65535),
    Uint32Array.of(2 ** 32 - 1, 1),
    Float32Array.of(0.5, -0),
    Float64Array.of(Math.PI, NaN),
  ])('of NumPy bring %o back', (data) => {
    expect(readNpy(writeNpy({ shape: [data.length, 1], data }))).toEqual({ shape: [data.length, 1], data });
  });

  it('that are damaged are refused', async () => {
    const map = await panda({ spacing: 0.6 });
    const bytes = map.toNPY('manipulability');
    const readBytes = (change: (copy: Uint8Array) => Uint8Array) => () => readNpy(change(bytes.slice()));
    const wrong: [() => unknown, string][] = [
      [readBytes((each) => each.subarray(0, each.length - 1)), 'whole'],
      [readBytes((each) => each.subarray(0, 40)), 'header'],
      [readBytes(() => new Uint8Array(0)), 'sign'],
      [readBytes((each) => (each.set([2], 6), each)), 'version 2'],
      [() => readNpy('text' as never), 'Uint8Array'],
      [() => writeNpy({ shape: [3], data: new Uint8Array(2) }), '3 numbers'],
      [() => writeNpy(null as never), 'the NPY'],
      [() => writeNpy({ shape: 3, data: new Uint8Array(1) } as never), 'shape'],
      [() => writeNpy({ shape: new Array(1), data: new Uint8Array(1) }), 'shape[0]'],
      [() => writeNpy({ shape: [-1, -1], data: new Uint8Array(1) }), 'shape[0]'],
      [() => writeNpy({ shape: [1], data: new Int8Array(1) as never }), 'data'],
      [() => map.toNPY('solutions'), 'layer'],
      [() => map.toNPY('colour' as never), 'layer'],
    ];
    const data = map.toJSON();
    const changed = (change: object) => () => ReachMap.fromJSON({ ...data, ...change });
    const layer = (name: string, change: (list: number[]) => unknown) =>
      changed({ layers: { ...data.layers, [name]: change([...data.layers[name as 'reached']!]) } });
    wrong.push(
      [() => ReachMap.fromJSON(JSON.stringify(map).slice(0, -9)), 'JSON'],
      [() => ReachMap.fromJSON('[]'), 'object'],
      [changed({ format: 'other' }), 'format'],
      [changed({ version: 2 }), 'version'],
      [changed({ kind: 'x' }), 'kind'],
      [changed({ shape: [1, 2] }), 'shape'],
      [changed({ shape: [1, 2, 0.5] }), 'shape[2]'],
      [changed({ spacing: -1 }), 'spacing'],
      [changed({ total: 0 }), 'total'],
      [changed({ turns: 0 }), 'turns'],
      [changed({ clearance: NaN }), 'clearance'],
      [changed({ clearance: -1 }), 'clearance'],
      [
        layer('reached', ({ length }) => Object.assign(new Array<number>(length), { 0: 0 })),
        'layers.reached[1]',
      ],
      [layer('manipulability', ({ length }) => new Array<number>(length)), 'layers.manipulability[0]'],
      [layer('manipulability', (list) => list.fill(NaN)), 'layers.manipulability[0]'],
      [layer('reached', (list) => list.fill(0.5)), 'layers.reached[0]'],
      [layer('done', (list) => list.fill(0.5)), 'layers.done[0]'],
      [changed({ layers: { ...data.layers, reached: [1] } }), 'layers.reached'],
      [changed({ layers: { ...data.layers, done: data.layers.done!.map(() => 2) } }), 'layers.done[0]'],
      [
        changed({ layers: { ...data.layers, reached: data.layers.reached!.map(() => 'x') } }),
        'layers.reached[0]',
      ],
      [changed({ layers: { ...data.layers, other: [] } }), 'other'],
    );
    for (const [action, word] of wrong) expect(() => action()).toThrow(word);
  });
});

describe('refuses', () => {
  const region = flat(1);
  const wrong: readonly [Partial<ReachabilityOptions>, ErrorCode, string][] = [
    [{ spacing: 0 }, 'badDescription', 'options.spacing'],
    [{ spacing: NaN }, 'badDescription', 'options.spacing'],
    [{ spacing: '1' as never }, 'badDescription', 'options.spacing'],
    [{ spacing: 1e-5, region }, 'tooLarge', '40000400001 cells'],
    [{ region: { min: [0, 0, 1], max: [1, 1, 0] } }, 'badDescription', 'options.region.max[2]'],
    [{ region: { min: [0, NaN, 0], max: [1, 1, 1] } }, 'notFinite', 'options.region.min[1]'],
    [{ region: { min: [0, 0] } as never }, 'badDescription', 'options.region.min'],
    [{ orientations: 0 }, 'badDescription', 'orientations'],
    [{ orientations: 1e9 }, 'badDescription', 'orientations'],
    [{ orientations: [] }, 'badDescription', 'orientations'],
    [{ orientations: [[0, 0, 0, 2]] }, 'notUnit', 'orientations[0]'],
    [{ orientations: [[0, 0, 0, NaN]] }, 'notFinite', 'orientations[0]'],
    [{ clearance: -1 }, 'badDescription', 'options.clearance'],
    [{ tolerance: NaN }, 'badDescription', 'options.tolerance'],
    [{ effort: 101 }, 'badDescription', 'options.effort'],
    [{ manipulability: 1 as never }, 'badDescription', 'options.manipulability'],
    [{ solutions: null as never }, 'badDescription', 'options.solutions'],
    [{ signal: 5 as never }, 'badDescription', 'options.signal'],
    [{ signal: { aborted: false } as never }, 'badDescription', 'options.signal'],
    [{ onProgress: 5 as never }, 'badDescription', 'options.onProgress'],
    [{ link: 'nobody' }, 'unknownLink', 'nobody'],
    [{ link: 3 as never }, 'badDescription', 'options.link'],
    [{ workers: 0 }, 'badDescription', 'options.workers'],
    [{ cores: 3 } as never, 'badDescription', 'cores'],
    [{ obstacles: [{ type: 'cube' }] as never }, 'badDescription', 'type'],
  ];

  it.each(wrong)('%o', async (options, code, word) => {
    await expectRejection(reach(planar(1, 1), { orientations: 'free', ...options }), code, word);
    expect(workers.every(({ terminated }) => terminated)).toBe(true);
  });

  it('as many cells as are too many, and says how many', async () => {
    const side = Math.ceil(Math.sqrt(mostCells));
    const spacing = 2 / side;
    await expectRejection(reach(planar(1, 1), { region, spacing }), 'tooLarge', `${(side + 1) ** 2} cells`);
  });

  it('arms that slide without a region', async () => {
    const links = [{ name: 'tip', joint: { type: 'prismatic', axis: [1, 0, 0], limits: [0, 1] } }] as const;
    await expectRejection(reach({ links }, { orientations: 'free' }), 'badDescription', 'options.region');
  });

  it('pools with other goals, and those that have ended', async () => {
    const make = (type: 'pose' | 'position') =>
      SolverPool.create(planar(1, 1), { goals: [{ type, link: 'tip' }], workers: 1, worker });
    const pool = await make('position');
    await expectRejection(reachability(pool, { spacing: 1 }), 'badGoal', 'pose');
    await expectRejection(reachability(pool, { spacing: 1, link: 'tip' }), 'badDescription', 'link');
    pool.dispose();
    await expectRejection(reachability(pool, { spacing: 1, orientations: 'free' }), 'disposed');
  });

  it('wrong places for a base', async () => {
    const options = { link: 'tip', region, spacing: 1, targets: new Float64Array(7), workers: 1, worker };
    const cases: readonly [object, ErrorCode, string][] = [
      [{ targets: [1, 2, 3] }, 'badDescription', 'options.targets'],
      [{ targets: new Float64Array(8) }, 'badDescription', 'options.targets'],
      [{ targets: new Float64Array(0) }, 'badDescription', 'options.targets'],
      [{ targets: new Float64Array(7).fill(NaN) }, 'notFinite', 'row 0'],
      [{ turns: 0 }, 'badDescription', 'options.turns'],
      [{ signal: 5 }, 'badDescription', 'options.signal'],
      [{ onProgress: 5 }, 'badDescription', 'options.onProgress'],
      [{ turns: 256 }, 'badDescription', 'options.turns'],
      [{ orientation: 'any' }, 'badDescription', 'options.orientation'],
      [{ region: undefined }, 'badDescription', 'options.region'],
    ];
    for (const [change, code, word] of cases)
      await expectRejection(basePlacement(planar(1, 1), { ...options, ...change }), code, word);
  });
});

describe('a signal', () => {
  const reason = new Error('enough');

  it('that was given before starts no worker', async () => {
    await expect(panda({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(workers).toEqual([]);
  });

  it('stops at once, ends its workers, and leaves a pool as good as before', async () => {
    const stop = new AbortController();
    let told = 0;
    const onProgress = (): void => {
      told += 1;
      stop.abort(reason);
    };
    await expect(panda({ signal: stop.signal, onProgress })).rejects.toBe(reason);
    expect(told).toBe(1);
    expect(workers.every(({ terminated }) => terminated)).toBe(true);
    using pool = await SolverPool.create(planar(1, 1), {
      goals: [{ type: 'position', link: 'tip' }],
      workers: 2,
      worker,
    });
    const options = { spacing: 0.25, region: flat(2), orientations: 'free' } as const;
    const again = new AbortController();
    const onCell = (): void => again.abort(reason);
    await expect(reachability(pool, { ...options, signal: again.signal, onProgress: onCell })).rejects.toBe(
      reason,
    );
    expect((await reachability(pool, options)).reached.some((each) => each > 0)).toBe(true);
  });
});
