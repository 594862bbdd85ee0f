/** Things in the way. */
import type { CollisionBox, CollisionMesh, CollisionShape, Obstacle, Problem, Vec3 } from 'limber';
import { LatheGeometry, Mesh, Path, type Vector3 } from 'three';
import { capital } from '../shell/units.ts';
import { meshOf, ObstacleHandle, type ObstacleHandleOptions, type View } from 'limber/three';

/** Obstacles that are dragged as one. */
export interface Thing {
  /** Name after "the", as in "the shelf". */
  readonly name: string;
  /** Shapes in world coordinates. */
  readonly shapes: readonly (CollisionShape | CollisionMesh)[];
  /** Point of the handle (metres from the position of the first shape). Default: its middle. */
  readonly grip?: Vec3;
}

const half = Math.SQRT1_2;
/** Turns Z up. */
const upright = [-half, 0, 0, half] as const;

/** The floor, which ignores the links that stand on it. */
export const addFloor = (problem: Problem, ignore: readonly string[], height = 0): Obstacle =>
  problem.addObstacle({ type: 'halfSpace', position: [0, height, 0], rotation: upright, ignore });

/** The obstacles of each thing. */
export const addThings = (problem: Problem, things: readonly Thing[]): readonly (readonly Obstacle[])[] =>
  things.map(({ shapes }) => shapes.map((shape) => problem.addObstacle(shape)));

/** Moves a thing so that its first obstacle is at `place` (metres, world). */
export function putThing(obstacles: readonly Obstacle[], place: Vector3): void {
  const [x, y, z] = obstacles[0]!.pose as unknown as Vec3;
  for (const { pose } of obstacles) {
    pose[0]! += place.x - x;
    pose[1]! += place.y - y;
    pose[2]! += place.z - z;
  }
}

/** The handle of a thing. */
export const thingHandle = (
  view: View,
  { grip, name }: Thing,
  options: Omit<ObstacleHandleOptions, 'grip' | 'label'>,
): ObstacleHandle => new ObstacleHandle(view, { ...options, ...(grip && { grip }), label: capital(name) });

export const ball = (radius: number, position: Vec3): Thing => ({
  name: 'ball',
  shapes: [{ type: 'sphere', radius, position }],
});

export const box = (size: Vec3, position: Vec3, rounding = 0.01): Thing => ({
  name: 'box',
  shapes: [{ type: 'box', size, rounding, position }],
});

export const pillar = (radius: number, length: number, [x, , z]: Vec3): Thing => ({
  name: 'pillar',
  shapes: [{ type: 'cylinder', radius, length, position: [x, length / 2, z], rotation: upright }],
});

const board = ([x, y, z]: Vec3, [dx, dy, dz]: Vec3, size: Vec3): CollisionBox => ({
  type: 'box',
  size,
  position: [x + dx, y + dy, z + dz],
});

/** Thickness of boards (metres). */
const thick = 0.03;

/** Two compartments, one above the other, open towards −x; `at`: the middle of its back, on the floor. */
export function shelf(at: Vec3, [width, height, depth]: Vec3, floor: number): Thing {
  const middle = -depth / 2;
  const across: Vec3 = [depth, thick, width];
  const room = (height - floor) / 2;
  return {
    name: 'shelf',
    shapes: [
      board(at, [0, (height + floor) / 2, 0], [thick, height - floor, width]),
      ...[0, 1, 2].map((i) => board(at, [middle, floor + i * room, 0], across)),
      ...[-1, 1].map((side) =>
        board(at, [middle, (height + floor) / 2, (side * width) / 2], [depth, height - floor + thick, thick]),
      ),
    ],
    grip: [-depth, room, 0],
  };
}

/** A wall across x with a hole in it; `at`: the middle of the hole. */
export function wall(
  at: Vec3,
  [width, height]: readonly [number, number],
  [w, h]: readonly [number, number],
): Thing {
  const [left, low] = [(width + w) / 4, at[1] - h / 2];
  const high = height - at[1] - h / 2;
  return {
    name: 'wall',
    shapes: [
      board(at, [0, -(h + low) / 2, 0], [thick, low, width]),
      board(at, [0, (h + high) / 2, 0], [thick, high, width]),
      ...[-1, 1].map((side) => board(at, [0, 0, side * left], [thick, h, (width - w) / 2])),
    ],
    grip: [0, (h + low) / 2 + h / 2 + high / 2, 0],
  };
}

/** The lower half of a sphere, made of triangles; `at`: its lowest point. */
export function bowl(radius: number, [x, y, z]: Vec3): Thing {
  const profile = new Path().absarc(0, 0, radius, -Math.PI / 2, -0.1, false);
  const geometry = new LatheGeometry(profile.getPoints(8), 24);
  const shape = { type: 'mesh', ...meshOf(new Mesh(geometry)), rounding: 0.005 } as const;
  return { name: 'bowl', shapes: [{ ...shape, position: [x, y + radius, z] }], grip: [radius, 0, 0] };
}

/** A top and four legs; `at`: the middle of its top, on the floor. */
export function table([x, y, z]: Vec3, [width, height, depth]: Vec3): Thing {
  const top: CollisionBox = {
    type: 'box',
    size: [width, thick, depth],
    rounding: 0.01,
    position: [x, y + height, z],
  };
  const legs = [-1, 1].flatMap((a) =>
    [-1, 1].map((b): CollisionShape => ({
      type: 'cylinder',
      radius: 0.025,
      length: height - thick,
      position: [x + a * (width / 2 - 0.05), y + (height - thick) / 2, z + b * (depth / 2 - 0.05)],
      rotation: upright,
    })),
  );
  return { name: 'table', shapes: [top, ...legs], grip: [0, 0, depth / 2] };
}
