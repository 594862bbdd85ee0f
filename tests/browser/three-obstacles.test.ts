/** Shapes that must not touch, in views: solids, handles, lines between nearest points. */

import { init, Model, Problem, type CollisionShape, type ObstacleDescription } from 'limber';
import { ClearanceLines, CollisionOverlay, ObstacleHandle } from 'limber/three';
import { Box3, type InstancedMesh, Matrix4, Mesh, Vector3 } from 'three';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { collisionSolid } from '../../web/src/three/collision-solid.ts';
import { centre, makeView, mouse, mouseDrag, press, removeAll, rest, takeMessages } from './three-support.ts';

beforeAll(() => init());
afterEach(() => {
  removeAll();
  expect(takeMessages()).toEqual([]);
});

const shapes: readonly (readonly [shape: CollisionShape, half: readonly [number, number, number]])[] = [
  [{ type: 'sphere', radius: 0.2 }, [0.2, 0.2, 0.2]],
  [{ type: 'capsule', radius: 0.1, length: 0.6 }, [0.1, 0.1, 0.4]],
  [{ type: 'box', size: [0.2, 0.4, 0.6] }, [0.1, 0.2, 0.3]],
  [{ type: 'box', size: [0.2, 0.4, 0.6], rounding: 0.05 }, [0.15, 0.25, 0.35]],
  [{ type: 'cylinder', radius: 0.2, length: 0.6 }, [0.2, 0.2, 0.3]],
  [{ type: 'cylinder', radius: 0.2, length: 0.6, rounding: 0.1 }, [0.3, 0.3, 0.4]],
  [{ type: 'halfSpace', rounding: 0.1 }, [3, 3, 0.1]],
  [{ type: 'hull', points: [[-1, 0, 0], [1, 0, 0], [0, 0.5, 0], [0, -0.5, 0], [0, 0, 0.3], [0, 0, -0.3]] }, [1, 0.5, 0.3]], // prettier-ignore
  [
    {
      type: 'hull',
      points: [
        [-1, 0, 0],
        [1, 0, 0],
      ],
      rounding: 0.2,
    },
    [1.2, 0.2, 0.2],
  ],
  [
    {
      type: 'hull',
      points: [
        [-1, -1, 0],
        [1, -1, 0],
        [1, 1, 0],
        [-1, 1, 0],
      ],
    },
    [1, 1, 0],
  ],
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

describe('CollisionOverlay', () => {
  test('follows links and obstacles', async () => {
    const problem = makeProblem();
    const view = makeView();
    const overlay = new CollisionOverlay(problem);
    view.add(overlay);
    await view.ready;
    const [bar, ball] = overlay.children as [Mesh, Mesh];
    expect(placeOf(bar).toArray()).toEqual([0, 0, 0.5]);
    expect(placeOf(ball).toArray()).toEqual([1, 0.2, 0]);
    problem.state.q[0] = Math.PI / 2;
    problem.state.update();
    problem.obstacles[0]!.pose[1] = 2;
    overlay.update();
    expect(placeOf(bar).distanceTo(new Vector3(0.5, 0, 0))).toBeLessThan(1e-12);
    expect(placeOf(ball).toArray()).toEqual([1, 2, 0]);
    view.remove(overlay);
    overlay.dispose();
    problem.dispose();
  });

  test('draws what a link carries in its frame, and the world only if asked', () => {
    const problem = makeProblem({ link: 'bar', position: [0, 0, 2] });
    problem.addObstacle({ type: 'halfSpace' });
    const overlay = new CollisionOverlay(problem, { world: false });
    expect(overlay.children).toHaveLength(2);
    problem.state.q[0] = Math.PI / 2;
    problem.state.update();
    overlay.update();
    expect(placeOf(overlay.children[1] as Mesh).distanceTo(new Vector3(2, 0, 0))).toBeLessThan(1e-12);
    overlay.dispose();
    problem.dispose();
  });
});

describe('ClearanceLines', () => {
  test('join the nearest points, in the warning colour where they are as near as they may be', () => {
    const problem = makeProblem();
    const view = makeView();
    const lines = new ClearanceLines({ radius: 0.01, most: 1 });
    view.add(lines);
    const [pair] = problem.nearestPairs(4);
    lines.update([pair!, pair!], 0);
    const [rods, balls] = lines.children as [InstancedMesh, InstancedMesh];
    expect([rods.count, balls.count]).toEqual([1, 2]);
    const matrix = new Matrix4();
    const ends = [0, 1].map((i) => {
      balls.getMatrixAt(i, matrix);
      return new Vector3().setFromMatrixPosition(matrix);
    });
    ends.forEach((end, i) => expect(end.distanceTo(new Vector3(...pair!.points[i]!))).toBeLessThan(1e-6));
    const usual = [...rods.instanceColor!.array.slice(0, 3)];
    lines.update([pair!], pair!.distance);
    expect([...rods.instanceColor!.array.slice(0, 3)]).not.toEqual(usual);
    lines.update([], 0);
    expect(rods.count).toBe(0);
    view.remove(lines);
    lines.dispose();
    problem.dispose();
  });
});

describe('ObstacleHandle', () => {
  async function makeBall() {
    const problem = makeProblem({ position: [0, 0, 2] });
    const second = problem.addObstacle({ type: 'box', size: [0.2, 0.2, 0.2], position: [0, 1.2, 2] });
    const view = makeView();
    const told: number[][] = [];
    const [first] = problem.obstacles;
    const handle = new ObstacleHandle(view, {
      obstacles: [first!, second],
      grip: [0, 0, 0],
      step: 0.1,
      onChange: (place) => told.push(place.toArray()),
    });
    await view.ready;
    return { problem, view, handle, told, poses: [first!.pose, second.pose] as const };
  }

  test('is dragged by its control, and writes the poses of all that it moves', async () => {
    const { problem, view, handle, told, poses } = await makeBall();
    await rest();
    const { x, y } = centre(handle.element);
    await mouseDrag({ x, y }, { x: x + 20, y });
    await mouse('mouseReleased', x + 20, y);
    expect(told.length).toBeGreaterThan(0);
    expect(handle.position.x).toBeGreaterThan(0.1);
    expect([...poses[0].subarray(0, 3)]).toEqual(handle.position.toArray());
    expect(poses[1][0]).toBeCloseTo(handle.position.x, 12);
    expect(poses[1][1]! - poses[0][1]!).toBeCloseTo(1.2, 12);
    // The rotation is unchanged.
    expect([...poses[1].subarray(3)]).toEqual([0, 0, 0, 1]);
    handle.dispose();
    expect(view.overlay.querySelectorAll('[role=application]')).toHaveLength(0);
    problem.dispose();
  });

  test('is taken anywhere by the mouse, and the camera stays', async () => {
    const { problem, view, handle, poses } = await makeBall();
    await rest();
    const camera = view.camera.position.clone();
    // The upper ball, which the control does not cover.
    const place = new Vector3(0, 1.2, 2).project(view.camera);
    const { left, top, width, height } = view.canvas.getBoundingClientRect();
    const x = left + ((place.x + 1) / 2) * width;
    const y = top + ((1 - place.y) / 2) * height;
    await mouseDrag({ x, y }, { x: x - 10, y }, { x: x - 30, y });
    expect(handle.dragging).toBe(true);
    await mouse('mouseReleased', x - 30, y);
    expect(poses[0][0]).toBeLessThan(-0.1);
    expect(view.camera.position.distanceTo(camera)).toBe(0);
    handle.dispose();
    problem.dispose();
  });

  test('moves by keys in the plane of the camera, and back', async () => {
    const { problem, handle, poses } = await makeBall();
    handle.element.focus();
    await press('ArrowRight');
    expect(poses[0][0]).toBeCloseTo(0.1, 12);
    await press('ArrowRight', { shift: true });
    expect(poses[0][0]).toBeCloseTo(0.12, 12);
    await press('Home');
    expect([...poses[0].subarray(0, 3)]).toEqual([0, 0, 2]);
    handle.dispose();
    problem.dispose();
  });
});
