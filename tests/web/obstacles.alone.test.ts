/** Obstacles and shapes of links: what crosses over, and errors. tests/cpp/collision proves distances, and that arms stay clear. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  findCollisionPairs,
  Model,
  Problem,
  type CollisionShape,
  type ErrorCode,
  type ModelDescription,
  type ObstacleDescription,
  type Vec3,
} from 'limber';
import { allocated, growMemory, usedMemory } from './support/heap.ts';
import { expectError, zigzag } from './support/models.ts';
import './support/silence.ts';

const sphere = (radius: number, ...position: [number, number, number]): ObstacleDescription => ({
  type: 'sphere',
  radius,
  position,
});

const along = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;
const bone: CollisionShape = {
  type: 'capsule',
  radius: 0.1,
  length: 0.6,
  position: [0.5, 0, 0],
  rotation: along,
};

/** Four hinges a metre apart, with a capsule of radius 0.1 along each bone, and a tool. */
function arm(count = 4, worn: CollisionShape = bone): ModelDescription {
  const links = zigzag(count).links.map((each) => {
    const joint = { ...each.joint!, limits: [-2.5, 2.5] } as const;
    return each.name === 'tool' ? each : { ...each, joint, collision: [worn] };
  });
  return { links };
}

/** Distance of links 0 and 2 on one line: 2 m less two half bones. */
const apart = 2 - 2 * 0.4;

let model: Model;
let problem: Problem;

beforeAll(() => {
  model = Model.from(arm());
  return () => model.dispose();
});

beforeEach(() => {
  problem = new Problem(model);
  return () => problem.dispose();
});

describe('an obstacle', () => {
  it('is where it looks, and is moved and made larger by its numbers', () => {
    expect(problem.clearance()).toBeCloseTo(apart, 12);
    const obstacle = problem.addObstacle(sphere(0.25, 2.5, 0, 1));
    const [pair] = problem.nearestPairs(1);
    expect(pair!.distance).toBeCloseTo(1 - 0.25 - 0.1, 12);
    const ofArm = pair!.links.indexOf('link2');
    const other = 1 - ofArm;
    expect([pair!.links[other], pair!.obstacles[other], pair!.obstacles[ofArm]]).toEqual([
      null,
      obstacle,
      null,
    ]);
    const near = (...place: number[]) => place.map((each) => expect.closeTo(each, 9) as number);
    expect(pair!.points[ofArm]).toEqual(near(2.5, 0, 0.1));
    expect(pair!.points[other]).toEqual(near(2.5, 0, 0.75));
    // Points from the second to the first.
    expect(pair!.normal[2]).toBeCloseTo(ofArm === 0 ? -1 : 1, 9);
    const { pose, size } = obstacle;
    pose[2] = 1.5;
    size[0] = 0.9;
    expect(problem.clearance()).toBeCloseTo(1.5 - 0.9 - 0.1, 12);
    // Both are views of the core's memory.
    expect(obstacle.pose).toBe(pose);
    expect(obstacle.size).toBe(size);
    growMemory();
    expect(Array.from(obstacle.pose)).toEqual([2.5, 0, 1.5, 0, 0, 0, 1]);
    obstacle.pose[2] = -0.5;
    expect(problem.clearance()).toBeLessThan(0);
  });

  it.each<[CollisionShape, number[], number]>([
    [{ type: 'sphere', radius: 0.3 }, [0.3], 0.3],
    [{ type: 'capsule', radius: 0.3, length: 0 }, [0.3, 0], 0.3],
    [{ type: 'box', size: [1, 2, 3] }, [1, 2, 3, 0], 1.5],
    [{ type: 'cylinder', radius: 0.3, length: 1, rounding: 0.1 }, [0.3, 1, 0.1], 0.6],
    [{ type: 'halfSpace' }, [0], 0],
    [{ type: 'hull', points: [[0, 0, 0]], rounding: 0.3 }, [0.3], 0.3],
  ])('%j has its numbers %j, and is %d m high', (shape, numbers, height) => {
    problem.collisionPairs = [];
    const obstacle = problem.addObstacle({ ...shape, position: [2.5, 0, -9] });
    expect(Array.from(obstacle.size)).toEqual(numbers);
    expect(obstacle.description.type).toBe(shape.type);
    expect(problem.clearance()).toBeCloseTo(9 - 0.1 - height, 9);
  });

  it('of triangles is their surface, and one obstacle', () => {
    problem.collisionPairs = [];
    // An open box standing on its edges, as meshOf() of limber/three reads it.
    const positions = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, -1, -1, 1, 1, -1, 1]);
    const index = [0, 1, 2, 0, 2, 3, 0, 1, 5, 0, 5, 4];
    const mesh = problem.addObstacle({ type: 'mesh', positions, index, position: [2.5, 0, -2] });
    expect(problem.clearance()).toBeCloseTo(Math.hypot(1, 1) - 0.1, 9);
    for (const { obstacles } of problem.nearestPairs(20)) expect(obstacles).toContain(mesh);
    const { description } = mesh;
    expect(description).toEqual({ ...description, type: 'mesh', positions: [...positions], index });
  });

  it('on a link goes with it, and keeps its description when what it was made of changes', () => {
    const position: [number, number, number] = [1, 0, 0];
    const ball = { type: 'sphere', radius: 0.2, position, link: 'link3' } as const;
    const obstacle = problem.addObstacle(ball);
    expect(problem.nearestPairs(50).some(({ obstacles }) => obstacles.includes(obstacle))).toBe(true);
    const before = problem.clearance();
    problem.state.q[0] = 1;
    problem.state.update();
    // The whole arm turns about its first joint.
    expect(problem.clearance()).toBeCloseTo(before, 12);
    expect(obstacle.pose[0]).toBe(1);
    position[0] = 7;
    expect(obstacle.description).toEqual({ ...ball, position: [1, 0, 0] });
  });

  it('is not compared with links that it ignores', () => {
    const ball = problem.addObstacle({ ...sphere(0.5, 2.5, 0, 0), ignore: ['link1', 'link2', 'link3'] });
    const pairs = problem.nearestPairs(50).filter(({ obstacles }) => obstacles.includes(ball));
    expect(pairs.map(({ links }) => links.filter((each) => each !== null))).toEqual([['link0']]);
  });

  it('can be removed, and the others stay', () => {
    const a = problem.addObstacle(sphere(0.2, 2.5, 0, 0.5));
    const b = problem.addObstacle(sphere(0.2, 2.5, 0, 1));
    problem.removeObstacle(a);
    expect(problem.obstacles).toEqual([b]);
    expect(problem.clearance()).toBeCloseTo(1 - 0.3, 9);
    expect(problem.nearestPairs(1)[0]!.obstacles).toContain(b);
    expectError(() => a.pose, 'disposed', 'sphere', 'add it again');
    expectError(() => a.size, 'disposed', 'sphere');
    problem.removeObstacle(a);
    using other = new Problem(model);
    other.removeObstacle(b);
    expect(problem.obstacles).toEqual([b]);
    b.pose[2] = 3;
    expect(problem.clearance()).toBeCloseTo(apart, 9);
  });
});

describe('refused is', () => {
  const box = { type: 'box', size: [1, 1, 1] };
  const mesh = { type: 'mesh', positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], index: [0, 1, 2] };
  const many = (count: number): Vec3[] => Array.from({ length: count }, (_, i) => [i, i * i, 1]);
  const wearing = (...collision: object[]): ModelDescription => ({
    links: [{ name: 'a', collision: collision as CollisionShape[] }],
  });

  // Wrong types are in descriptions.test.ts.
  // prettier-ignore
  it.each<[string, object, ErrorCode, string[]]>([
    ['a radius of 0', { type: 'sphere', radius: 0 }, 'badShape', ["sphere's radius is 0", 'more than 0']],
    ['a negative rounding', { ...box, rounding: -0.1 }, 'badShape', ["box's rounding is -0.1", '0 or more']],
    ['a size that is NaN', { type: 'sphere', radius: NaN }, 'notFinite', ['radius']],
    ['a place that is NaN', { ...box, position: [0, NaN, 0] }, 'notFinite', ['obstacle']],
    ['an unknown link', { ...box, link: 'hand' }, 'unknownLink', ['hand', 'link0']],
    ['a hull without points', { type: 'hull', points: [] }, 'badShape', ['0 points', '256']],
    ['a hull of too many points', { type: 'hull', points: many(257) }, 'tooLarge', ['257', '256']],
    ['a mesh without triangles', { ...mesh, index: [] }, 'badShape', ['0 triangles', '20000']],
    ['a corner that is no point', { ...mesh, index: [0, 1, 3] }, 'badShape', ['point 3', '0 to 2']],
    ['a mesh of too many triangles', { ...mesh, index: new Uint8Array(60_003) }, 'tooLarge', ['60003', '60000']],
  ])('%s', (_, wrong, code, words) => {
    expectError(() => problem.addObstacle(wrong as ObstacleDescription), code, ...words);
    expect(problem.obstacles).toEqual([]);
    expect(problem.clearance()).toBeCloseTo(apart, 9);
    if ('link' in wrong || 'index' in wrong) return;
    expectError(() => Model.from(wearing(wrong)), code);
  });

  it('by a model what a link cannot have', () => {
    const ball = { type: 'sphere', radius: 1 };
    expectError(() => Model.from(wearing(ball, { ...ball, radius: 0 })), 'badShape', 'radius is 0');
    expectError(() => Model.from(wearing({ ...ball, link: 'a' })), 'badDescription', 'link');
    expectError(() => Model.from(wearing(...Array<object>(1001).fill(ball))), 'tooLarge', '1001', '1000');
  });

  it('by a solve and by each question a number that was written wrong', () => {
    problem.addGoal({ type: 'position', link: 'tool', target: [3, 1, 0] });
    const obstacle = problem.addObstacle(sphere(0.2, 0, 0, 3));
    const good = obstacle.pose[0]!;
    obstacle.pose[0] = NaN;
    expect(problem.solve({ clearance: 0.01 })).toMatchObject({ status: 'notFinite' });
    expect(problem.clearance()).toBeNaN();
    expect(problem.nearestPairs(3)).toEqual([]);
    expectError(() => problem.solve({ clearance: -1 }), 'badOption', 'clearance');
    obstacle.pose[0] = good;
    expect(problem.solve({ clearance: 0.01 }).status).toBe('converged');
  });

  it.each([-1, 1.5, NaN, Infinity, '3', undefined])('%j nearest pairs', (most) => {
    expectError(() => problem.nearestPairs(most as number), 'badDescription', 'most');
  });
});

describe('pairs of links', () => {
  it('are all but neighbours, or those that are chosen', () => {
    const all = ['02', '03', '13'].map(([a, b]) => [`link${a}`, `link${b}`]);
    expect(problem.collisionPairs).toEqual(all);
    problem.collisionPairs = [['link3', 'link0']];
    expect(problem.collisionPairs).toEqual([['link0', 'link3']]);
    expect(problem.clearance()).toBeCloseTo(apart + 1, 9);
    problem.collisionPairs = [];
    expect(problem.clearance()).toBe(Infinity);
    expect(problem.nearestPairs(5)).toEqual([]);
  });

  it('stay as they are where a name is unknown or nothing is a list', () => {
    const before = problem.collisionPairs;
    expectError(() => (problem.collisionPairs = [['link0', 'hand']]), 'unknownLink', '"hand"');
    for (const wrong of [null, 'link0', [['link0']], [[0, 1]], [null]])
      expectError(() => (problem.collisionPairs = wrong as never), 'badDescription');
    expect(problem.collisionPairs).toEqual(before);
  });

  it('that are found are those that can touch, the same for the same seed', () => {
    const wearing = (radius: number): Model =>
      Model.from(arm(3, { type: 'sphere', radius, position: [0.5, 0, 0] }));
    // Straight, the first and the third are 2 m apart; with 2.5 rad in both joints between, less than 1 m.
    using some = wearing(0.6);
    const found = findCollisionPairs(some, { samples: 300, seed: 3 });
    expect(found).toEqual([['link0', 'link2']]);
    expect(findCollisionPairs(some, { samples: 300, seed: 3 })).toEqual(found);
    using always = wearing(3);
    expect(findCollisionPairs(always, { samples: 50 })).toEqual([]);
    using never = wearing(0.01);
    expect(findCollisionPairs(never, { samples: 50 })).toEqual([]);
  });

  it('are not looked for with wrong options', () => {
    const wrong = { samples: ['many', -1, 1.5, 1e300], seed: [NaN], sample: [3] };
    for (const [name, values] of Object.entries(wrong))
      for (const value of values)
        expectError(() => findCollisionPairs(model, { [name]: value }), 'badDescription', name);
  });

  it.each([null, {}, { links: [] }])('are not looked for in %j', (other) => {
    const words = 'the model must be made by Model.from';
    expectError(() => findCollisionPairs(other as unknown as Model), 'badDescription', words);
  });
});

describe('with clearance', () => {
  const m = 0.05;

  it('a target inside an obstacle is blocked, the pair is told, and without it nothing holds', () => {
    problem.addGoal({ type: 'position', link: 'tool', target: [2.6, 1.6, 0] });
    const wall = problem.addObstacle({ type: 'box', size: [0.4, 0.4, 6], position: [2.6, 1.6, 0] });
    expect(problem.solve({ clearance: m }).status).toBe('blocked');
    expect(problem.clearance()).toBeGreaterThanOrEqual(m - 4e-6);
    expect(problem.nearestPairs(1)[0]!.obstacles).toContain(wall);
    problem.step(0.02, { clearance: m });
    expect(problem.clearance()).toBeGreaterThanOrEqual(m - 4e-6);
    expect(problem.solve().status).toBe('converged');
    expect(problem.clearance()).toBeLessThan(0);
  });

  it('what moves each frame takes no memory', () => {
    const goal = problem.addGoal({ type: 'position', link: 'tool', target: [3, 1, 0.5] });
    const obstacles = Array.from({ length: 10 }, (_, i) => problem.addObstacle(sphere(0.1, i, 2, 0)));
    const options = { clearance: m, maxIterations: 2 };
    const frame = (i: number): void => {
      for (let k = 0; k < obstacles.length; k += 1) {
        obstacles[k]!.pose[1] = 1 + 0.1 * (i % 5);
        obstacles[k]!.size[0] = 0.1;
      }
      goal.target[2] = Math.sin(0.1 * i);
      problem.solve(options);
    };
    expect(allocated(frame, 24)).toBeLessThan(24);
    const before = usedMemory();
    for (let i = 0; i < 100; i += 1) frame(i);
    expect(usedMemory() - before).toBeLessThanOrEqual(0);
  });

  it('is forgotten by the next solve without it', () => {
    const goal = problem.addGoal({ type: 'position', link: 'tool', target: [2, 0.5, 1.5] });
    problem.addObstacle(sphere(0.5, 2.5, 0.4, 0.6));
    const solve = (): number[] => {
      problem.state.reset();
      expect(problem.solve().status).toBe('converged');
      return [...problem.state.q];
    };
    const before = solve();
    // Pressed against the obstacle, a solve ends with active bounds.
    goal.target.set([2.5, 0.4, 0.6]);
    problem.solve({ clearance: m, maxIterations: 20 });
    expect(problem.clearance()).toBeLessThan(m + 0.01);
    goal.target.set([2, 0.5, 1.5]);
    expect(solve()).toEqual(before);
  });
});
