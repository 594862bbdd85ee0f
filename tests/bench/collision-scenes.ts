// MotionBenchMaker's scenes for the Franka Panda with VAMP's spheres, read from ../shared/data/collision
// beside the project if it exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Euler, Quaternion } from 'three';
import type {
  CollisionPair,
  CollisionSphere,
  Interval,
  LinkDescription,
  ModelDescription,
  ObstacleDescription,
  Quat,
  Vec3,
} from 'limber';
import { clearanceBetween, placed } from './distances.ts';
import { Kinematics } from './kinematics.ts';

const folder = fileURLToPath(new URL('../../../shared/data/collision', import.meta.url));

export const sets = ['box', 'bookshelf_small', 'table_pick'] as const;

export interface Scene {
  readonly set: (typeof sets)[number];
  readonly start: readonly number[];
  /** A pose that others have found to be free. */
  readonly goal: readonly number[];
  readonly obstacles: readonly ObstacleDescription[];
}

export interface Scenes {
  readonly panda: ModelDescription;
  readonly scenes: readonly Scene[];
  /**
   * Pairs of links without neighbours and without pairs that touch in a pose that others have found to be
   * free.
   */
  readonly pairs: readonly CollisionPair[];
}

/** Roll, offset in metres and limits of each joint, from the URDF. */
const joints: readonly (readonly [degrees: number, at: Vec3, limits: Interval])[] = [
  [0, [0, 0, 0.333], [-2.9671, 2.9671]],
  [-90, [0, 0, 0], [-1.8326, 1.8326]],
  [90, [0, -0.316, 0], [-2.9671, 2.9671]],
  [90, [0.0825, 0, 0], [-3.1416, 0.0873]],
  [-90, [-0.0825, 0.384, 0], [-2.9671, 2.9671]],
  [90, [0, 0, 0], [-0.0873, 3.8223]],
  [90, [0.088, 0, 0], [-2.9671, 2.9671]],
];

const turned = (x: number, z: number): Quat => {
  const degree = Math.PI / 180;
  return new Quaternion().setFromEuler(new Euler(x * degree, 0, z * degree)).toArray();
};

const spheres = (): readonly (readonly [string, CollisionSphere])[] =>
  readFileSync(join(folder, 'panda-spheres.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const [link, ...numbers] = line.split(',');
      const [x, y, z, radius] = numbers.map(Number) as [number, number, number, number];
      return [link!, { type: 'sphere', radius, position: [x, y, z] }] as const;
    });

function panda(): ModelDescription {
  const fixed = (name: string, parent: string, position: Vec3, yaw = 0): LinkDescription => ({
    name,
    parent,
    origin: { position, rotation: turned(0, yaw) },
  });
  const links: LinkDescription[] = [
    { name: 'panda_link0' },
    ...joints.map(([roll, position, limits], i): LinkDescription => ({
      name: `panda_link${i + 1}`,
      parent: `panda_link${i}`,
      origin: { position, rotation: turned(roll, 0) },
      joint: { type: 'revolute', limits },
    })),
    fixed('panda_hand', 'panda_link7', [0, 0, 0.107], -45),
    fixed('panda_leftfinger', 'panda_hand', [0, 0.065, 0.0584]),
    fixed('panda_rightfinger', 'panda_hand', [0, -0.065, 0.0584]),
    fixed('panda_grasptarget', 'panda_hand', [0, 0, 0.105]),
  ];
  const all = spheres();
  const on = (name: string): CollisionSphere[] =>
    all.filter(([link]) => link === name).map(([, each]) => each);
  return { name: 'Panda', links: links.map((link) => ({ ...link, collision: on(link.name) })) };
}

interface Line {
  readonly start: number[];
  readonly goal: number[];
  readonly obstacles: readonly { type: 'box' | 'cylinder'; size: number[]; pose: number[] }[];
}

/** Things below the base may touch it. */
const base = ['panda_link0', 'panda_link1'];

function obstacleOf({ type, size, pose }: Line['obstacles'][number]): ObstacleDescription {
  const place = { position: pose.slice(0, 3) as unknown as Vec3, rotation: pose.slice(3) as unknown as Quat };
  return type === 'box'
    ? { type, size: size as unknown as Vec3, ...place, ignore: base }
    : { type, length: size[0]!, radius: size[1]!, ...place, ignore: base };
}

const scenesOf = (set: Scene['set']): Scene[] =>
  readFileSync(join(folder, `panda-${set}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { start, goal, obstacles } = JSON.parse(line) as Line;
      return { set, start, goal, obstacles: obstacles.map(obstacleOf) };
    });

/** Number of the joint that moves a link; the hand is rigid with link 7. */
const bodyOf = (link: string): number => Number(/\d+$/.exec(link)?.[0] ?? 7);

function pairsIn({ links }: ModelDescription, scenes: readonly Scene[]): CollisionPair[] {
  const solid = links.filter(({ collision = [] }) => collision.length > 0).map(({ name }) => name);
  const apart = solid.flatMap((a, i) =>
    solid.slice(i + 1).flatMap((b) => (Math.abs(bodyOf(a) - bodyOf(b)) > 1 ? [[a, b] as const] : [])),
  );
  const kinematics = new Kinematics({ links });
  const poses = scenes.flatMap(({ start, goal }) => [start, goal]);
  const bodies = poses.map((q) => placed(links, kinematics.poses(q)));
  return apart.filter((pair) => bodies.every((each) => clearanceBetween(each, pair) > 0));
}

/** Null if the data is missing. */
export function readScenes(): Scenes | null {
  if (!existsSync(folder)) {
    console.log(`the Panda's scenes are missing: there is no ${folder}`);
    return null;
  }
  const scenes = sets.flatMap(scenesOf);
  const robot = panda();
  return { panda: robot, scenes, pairs: pairsIn(robot, scenes) };
}
