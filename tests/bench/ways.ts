// Paths for the tools of arms: CppFlow's for the Panda, read from ../shared/data/moves beside the project if
// it exists, and our own.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type {
  CollisionPair,
  Interval,
  LinkDescription,
  ModelDescription,
  ObstacleDescription,
  Quat,
  Vec3,
} from 'limber';
import { robots } from 'limber/presets';
import { readScenes } from './collision-scenes.ts';
import { Kinematics, limitsOf } from './kinematics.ts';

const folder = fileURLToPath(new URL('../../../shared/data/moves', import.meta.url));

/** A path for a robot's tool, which is the last link. */
export interface Way {
  readonly name: string;
  readonly robot: ModelDescription;
  /** Poses of seven numbers. */
  readonly poses: readonly (readonly number[])[];
  readonly obstacles: readonly ObstacleDescription[];
  /** Undefined if there is nothing to avoid. */
  readonly pairs?: readonly CollisionPair[];
}

/** Limits published by the maker; the data's own limits are wider. */
const published: readonly Interval[] = new Kinematics(robots.panda).moving.map(limitsOf);

interface File {
  readonly obstacles: readonly { readonly size: Vec3; readonly pose: readonly number[] }[];
  readonly poses: readonly (readonly number[])[];
}

/** The Panda with its spheres, its published limits and the data's tool. */
function armed(panda: ModelDescription): ModelDescription {
  const links = panda.links.map((link): LinkDescription => {
    const number = Number(/^panda_link(\d)$/.exec(link.name)?.[1] ?? 0);
    return number > 0 ? { ...link, joint: { type: 'revolute', limits: published[number - 1]! } } : link;
  });
  return {
    ...panda,
    links: [...links, { name: 'tool', parent: 'panda_hand', origin: { position: [0, 0, 0.1034] } }],
  };
}

/** Things below the base may touch it. */
const base = ['panda_link0', 'panda_link1'];

function boxOf({ size, pose }: File['obstacles'][number]): ObstacleDescription {
  const [x, y, z, ...rotation] = pose as [number, number, number, ...Quat];
  return { type: 'box', size, position: [x, y, z], rotation, ignore: base };
}

function readWays(): Way[] {
  const names = ['panda-1cube', 'panda-flappy_bird'];
  const scenes = existsSync(folder) ? readScenes() : null;
  if (!scenes) {
    console.log(`CppFlow's ways are missing: there is no ${folder}, or no Panda to go them`);
    return [];
  }
  return names.map((name) => {
    const { obstacles, poses } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as File;
    return { name, robot: armed(scenes.panda), poses, obstacles: obstacles.map(boxOf), pairs: scenes.pairs };
  });
}

/** Number of poses in our own paths. */
const count = 200;

type Figure = (share: number) => { readonly at: Vector3; readonly turn: Quaternion };

const upright = new Quaternion();

/** A closed polygon through points of a plane, at constant speed. */
function polygon(points: readonly (readonly [number, number])[]): Figure {
  const corners = points.map(([x, y]) => new Vector3(x, y, 0));
  const lengths = corners.slice(1).map((corner, i) => corner.distanceTo(corners[i]!));
  const all = lengths.reduce((a, b) => a + b, 0);
  return (share) => {
    let left = share * all;
    let i = 0;
    while (i < lengths.length - 1 && left > lengths[i]!) left -= lengths[i++]!;
    return { at: corners[i]!.clone().lerp(corners[i + 1]!, Math.min(1, left / lengths[i]!)), turn: upright };
  };
}

/**
 * Centred at the origin and about one wide. In the last one the tool's z stays perpendicular to the sphere.
 */
const figures: Readonly<Record<string, Figure>> = {
  circle: (share) => {
    const phase = 2 * Math.PI * share;
    return { at: new Vector3(Math.cos(phase) / 2, Math.sin(phase) / 2, 0), turn: upright };
  },
  square: polygon([
    [0.5, 0],
    [0.5, 0.5],
    [-0.5, 0.5],
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0],
  ]),
  'letter M': polygon([
    [0.5, -0.5],
    [-0.5, -0.5],
    [0.1, 0],
    [-0.5, 0.5],
    [0.5, 0.5],
  ]),
  'spiral on a sphere': (share) => {
    const [tilt, phase] = [0.6 * share, 6 * Math.PI * share];
    const normal = new Vector3(
      Math.sin(tilt) * Math.cos(phase),
      Math.sin(tilt) * Math.sin(phase),
      Math.cos(tilt),
    );
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal);
    return {
      at: normal
        .clone()
        .sub(new Vector3(0, 0, 1))
        .multiplyScalar(-0.5),
      turn,
    };
  },
};

/** Poses with free space around the arm, in radians. */
const ready: Readonly<Record<string, readonly number[]>> = {
  ur5: [0.3, -1.3, 1.7, -1.9, -1.5, 0.4],
  puma560: [0.2, -0.8, 0.4, 0.4, 1.2, 0.3],
  panda: [0, -0.4, 0, -2, 0, 1.7, 0.6],
  iiwa14: [0.2, 0.6, 0, -1.6, 0, 0.9, 0],
};

/** Width of the figures in metres. */
const wide = 0.25;

/** Each figure in the frame of the tool in the ready pose, perpendicular to its z. */
function ownWays(): Way[] {
  return Object.entries(ready).flatMap(([name, q]) => {
    const robot = robots[name as keyof typeof robots];
    const kinematics = new Kinematics(robot);
    const { position, rotation } = kinematics.tip(q);
    const frame = new Matrix4().compose(position, rotation, new Vector3(1, 1, 1));
    const start = rotation.clone();
    return Object.entries(figures).map(([figure, at]): Way => {
      const poses = Array.from({ length: count }, (_, i) => {
        const { at: point, turn } = at(i / (count - 1));
        const place = point.clone().multiplyScalar(wide).applyMatrix4(frame);
        return [...place.toArray(), ...start.clone().multiply(turn).toArray()];
      });
      return { name: `${name}, ${figure}`, robot, poses, obstacles: [] };
    });
  });
}

export const readAllWays = (): Way[] => [...readWays(), ...ownWays()];
