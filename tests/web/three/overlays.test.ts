/** Shapes that must not touch, as they are drawn: solids, lines between nearest points. */

import { init, Model, Problem, type CollisionShape, type ObstacleDescription, type Vec3 } from 'limber';
import { ClearanceLines, CollisionOverlay } from 'limber/three';
import { Box3, type InstancedMesh, Matrix4, Mesh, Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { collisionSolid } from '../../../web/src/three/collision-solid.ts';

beforeAll(() => init());

const west: Vec3 = [-1, 0, 0];
const east: Vec3 = [1, 0, 0];

const shapes: readonly (readonly [shape: CollisionShape, half: readonly [number, number, number]])[] = [
  [{ type: 'sphere', radius: 0.2 }, [0.2, 0.2, 0.2]],
  [{ type: 'capsule', radius: 0.1, length: 0.6 }, [0.1, 0.1, 0.4]],
  [{ type: 'box', size: [0.2, 0.4, 0.6] }, [0.1, 0.2, 0.3]],
  [{ type: 'box', size: [0.2, 0.4, 0.6], rounding: 0.05 }, [0.15, 0.25, 0.35]],
  [{ type: 'cylinder', radius: 0.2, length: 0.6 }, [0.2, 0.2, 0.3]],
  [{ type: 'cylinder', radius: 0.2, length: 0.6, rounding: 0.1 }, [0.3, 0.3, 0.4]],
  [{ type: 'halfSpace', rounding: 0.1 }, [3, 3, 0.1]],
  [
    { type: 'hull', points: [west, east, [0, 0.5, 0], [0, -0.5, 0], [0, 0, 0.3], [0, 0, -0.3]] },
    [1, 0.5, 0.3],
  ],
  [{ type: 'hull', points: [west, east], rounding: 0.2 }, [1.2, 0.2, 0.2]],
  [{ type: 'hull', points: [west, east, [0, 1, 0], [0, -1, 0]] }, [1, 1, 0]],
];

test.each(shapes)('the solid of %j takes up as much room', (shape, half) => {
  const solid = collisionSolid(shape, 3);
  const { max, min } = new Box3().setFromBufferAttribute(solid.getAttribute('position') as never);
  const size = Math.max(...half);
  // Round shapes are drawn with corners, and flat ones slightly thick.
  half.forEach((each, i) => expect(Math.abs(max.getComponent(i) - each)).toBeLessThan(0.02 * size));
  if (shape.type !== 'halfSpace')
    half.forEach((each, i) => expect(Math.abs(min.getComponent(i) + each)).toBeLessThan(0.02 * size));
  for (const value of solid.getAttribute('normal').array) expect(value).not.toBeNaN();
  solid.dispose();
});

/** A bar that turns about Y, and a ball in the world. */
function makeProblem(ball: Partial<ObstacleDescription> = {}): Problem {
  const model = Model.from({
    links: [
      {
        name: 'bar',
        joint: { type: 'revolute', axis: [0, 1, 0] },
        collision: [{ type: 'capsule', radius: 0.1, length: 1, position: [0, 0, 0.5] }],
      },
    ],
  });
  const problem = new Problem(model);
  problem.addObstacle({ type: 'sphere', radius: 0.3, position: [1, 0.2, 0], ...ball } as ObstacleDescription);
  return problem;
}

const placeOf = (mesh: Mesh): Vector3 => {
  mesh.updateWorldMatrix(true, false);
  return new Vector3().setFromMatrixPosition(mesh.matrixWorld);
};

describe('an overlay of solids', () => {
  test('follows links, obstacles of the world, and those that a link carries, each in its frame', () => {
    using problem = makeProblem();
    problem.addObstacle({ type: 'sphere', radius: 0.3, link: 'bar', position: [0, 0, 2] });
    const overlay = new CollisionOverlay(problem);
    const [bar, ball, carried] = overlay.children as [Mesh, Mesh, Mesh];
    expect(placeOf(bar).toArray()).toEqual([0, 0, 0.5]);
    expect(placeOf(ball).toArray()).toEqual([1, 0.2, 0]);
    problem.state.q[0] = Math.PI / 2;
    problem.state.update();
    problem.obstacles[0]!.pose[1] = 2;
    overlay.update();
    expect(placeOf(bar).distanceTo(new Vector3(0.5, 0, 0))).toBeLessThan(1e-12);
    expect(placeOf(ball).toArray()).toEqual([1, 2, 0]);
    expect(placeOf(carried).distanceTo(new Vector3(2, 0, 0))).toBeLessThan(1e-12);
    overlay.dispose();
  });

  test('leaves out what is in the world if told so', () => {
    using problem = makeProblem({ link: 'bar' });
    problem.addObstacle({ type: 'halfSpace' });
    const overlay = new CollisionOverlay(problem, { world: false });
    expect(overlay.children).toHaveLength(2);
    overlay.dispose();
  });
});

test('lines join the nearest points, in the warning colour where they are as near as they may be', () => {
  using problem = makeProblem();
  const lines = new ClearanceLines({ radius: 0.01, most: 1 });
  const [pair] = problem.nearestPairs(4);
  lines.update([pair!, pair!], 0);
  const [rods, balls] = lines.children as [InstancedMesh, InstancedMesh];
  expect([rods.count, balls.count]).toEqual([1, 2]);
  const matrix = new Matrix4();
  pair!.points.forEach((point, i) => {
    balls.getMatrixAt(i, matrix);
    const end = new Vector3().setFromMatrixPosition(matrix);
    expect(end.distanceTo(new Vector3(...point))).toBeLessThan(1e-6);
  });
  const colour = () => [...rods.instanceColor!.array.slice(0, 3)];
  const usual = colour();
  lines.update([pair!], pair!.distance);
  expect(colour()).not.toEqual(usual);
  lines.update([], 0);
  expect(rods.count).toBe(0);
  lines.dispose();
});
