// The benchmark's own distances, which check every answer.
import { Quaternion, Vector3 } from 'three';
import type { CollisionPair, LinkDescription, ObstacleDescription } from 'limber';
import type { Frame } from './kinematics.ts';

/** A sphere of a link, in world coordinates. */
export interface Ball {
  readonly link: string;
  readonly centre: Vector3;
  readonly radius: number;
}

/** All spheres of the links in their poses. */
export function placed(links: readonly LinkDescription[], frames: readonly Frame[]): Ball[] {
  return links.flatMap(({ name, collision = [] }, i) =>
    collision.map((shape) => {
      if (shape.type !== 'sphere') throw new Error(`the benchmark cannot judge a ${shape.type} on "${name}"`);
      const { position, rotation } = frames[i]!;
      const centre = new Vector3(...(shape.position ?? [0, 0, 0])).applyQuaternion(rotation).add(position);
      return { link: name, centre, radius: shape.radius };
    }),
  );
}

const away = (...beyond: number[]): number =>
  Math.hypot(...beyond.map((each) => Math.max(each, 0))) + Math.min(Math.max(...beyond), 0);

/** Signed distance of a ball to a box or cylinder in metres. */
function toObstacle({ centre, radius }: Ball, obstacle: ObstacleDescription): number {
  const turn = new Quaternion(...(obstacle.rotation ?? [0, 0, 0, 1])).conjugate();
  const at = centre
    .clone()
    .sub(new Vector3(...(obstacle.position ?? [0, 0, 0])))
    .applyQuaternion(turn);
  const { x, y, z } = at;
  if (obstacle.type === 'sphere') return at.length() - obstacle.radius - radius;
  if (obstacle.type === 'box') {
    const [a, b, c] = obstacle.size;
    return away(Math.abs(x) - a / 2, Math.abs(y) - b / 2, Math.abs(z) - c / 2) - radius;
  }
  if (obstacle.type === 'cylinder')
    return away(Math.hypot(x, y) - obstacle.radius, Math.abs(z) - obstacle.length / 2) - radius;
  throw new Error(`the benchmark cannot judge a ${obstacle.type}`);
}

const least = (distances: readonly number[]): number => distances.reduce((a, b) => Math.min(a, b), Infinity);

/** Clearance between two links in metres. */
export function clearanceBetween(balls: readonly Ball[], [a, b]: CollisionPair): number {
  const of = (name: string): Ball[] => balls.filter(({ link }) => link === name);
  return least(of(a).flatMap((p) => of(b).map((q) => p.centre.distanceTo(q.centre) - p.radius - q.radius)));
}

/** Smallest distance of all pairs in metres. */
export function clearanceOf(
  balls: readonly Ball[],
  pairs: readonly CollisionPair[],
  obstacles: readonly ObstacleDescription[],
): number {
  const outer = balls.flatMap((ball) =>
    obstacles.filter(({ ignore = [] }) => !ignore.includes(ball.link)).map((each) => toObstacle(ball, each)),
  );
  return least([...outer, ...pairs.map((pair) => clearanceBetween(balls, pair))]);
}
