/** Collision shapes: of links, and obstacles. */
import { copy } from './copy.ts';
import type { PoseDescription, Vec3 } from './description.ts';
import { checkSize, show } from './errors.ts';
import {
  asList,
  asNumber,
  asNumbers,
  asObject,
  asPlain,
  asPose,
  asString,
  asWhole,
  bad,
  three,
  type Path,
} from './flatten.ts';
import { mostHullPoints, mostTriangles } from './input-limits.ts';
import { core } from './loader.ts';
import { checkPresent, type Owner, type View } from './part.ts';
import type { RawShapeDraft } from './raw.ts';

/** Everything within a radius of the position. */
export interface CollisionSphere extends PoseDescription {
  /** A ball about its position. */
  readonly type: 'sphere';
  /** Metres. */
  readonly radius: number;
}

/** Everything within a radius of a segment along Z, centred at the position. */
export interface CollisionCapsule extends PoseDescription {
  /** A segment with a radius. */
  readonly type: 'capsule';
  /** Metres. */
  readonly radius: number;
  /** Metres between the centres of its round ends. */
  readonly length: number;
}

/** A box centred at the position. */
export interface CollisionBox extends PoseDescription {
  /** Full edge lengths: see `size`. */
  readonly type: 'box';
  /** Metres along X, Y and Z. */
  readonly size: Vec3;
  /** Metres added all round; default 0. */
  readonly rounding?: number;
}

/** A cylinder along Z, centred at the position. */
export interface CollisionCylinder extends PoseDescription {
  /** A cylinder along Z. */
  readonly type: 'cylinder';
  /** Metres. */
  readonly radius: number;
  /** Metres. */
  readonly length: number;
  /** Metres added all round; default 0. */
  readonly rounding?: number;
}

/** Everything below the XY plane of its pose. */
export interface CollisionHalfSpace extends PoseDescription {
  /** The space below a plane. */
  readonly type: 'halfSpace';
  /** Metres by which the plane is raised; default 0. */
  readonly rounding?: number;
}

/** The convex hull of points. */
export interface CollisionHull extends PoseDescription {
  /** The hull of points. */
  readonly type: 'hull';
  /** 1 to 256 points, metres. */
  readonly points: readonly Vec3[];
  /** Metres added all round; default 0. */
  readonly rounding?: number;
}

/** A convex shape that must not touch others; its pose is in its link's frame, or in the world. */
export type CollisionShape =
  CollisionSphere | CollisionCapsule | CollisionBox | CollisionCylinder | CollisionHalfSpace | CollisionHull;

/**
 * Triangles, as read by `meshOf` of `limber/fit`. They are a surface without an inside: a shape that starts
 * inside a closed one stays inside.
 */
export interface CollisionMesh extends PoseDescription {
  /** A surface of triangles. */
  readonly type: 'mesh';
  /** Metres, three numbers per point. */
  readonly positions: ArrayLike<number>;
  /** Three numbers per triangle: its corners, as point indices from 0. 1 to 20,000 triangles. */
  readonly index: ArrayLike<number>;
  /** Metres added all round; default 0. */
  readonly rounding?: number;
}

/** Argument of `problem.addObstacle`. */
export type ObstacleDescription = (CollisionShape | CollisionMesh) & {
  /** Name of the link that carries it, as a hand carries a gripped object. Default: the world. */
  readonly link?: string | null;
  /** Names of links that may touch it. Default: none. */
  readonly ignore?: readonly string[];
};

/** A pair of links, by name. */
export type CollisionPair = readonly [string, string];

/** Two shapes and their distance. */
export interface NearPair {
  /** Names of the links that carry them; null: the world. */
  readonly links: readonly [string | null, string | null];
  /** Obstacles of the pair; null for a shape of a link. */
  readonly obstacles: readonly [Obstacle | null, Obstacle | null];
  /** Metres; negative where they overlap. */
  readonly distance: number;
  /** Nearest points, in the world. */
  readonly points: readonly [Vec3, Vec3];
  /** Unit vector from the second point to the first, in the world. */
  readonly normal: Vec3;
}

/** Size parameters of each shape in the core's order, with their number counts; one line per shape. */
const sizes: Readonly<Record<ObstacleDescription['type'], Readonly<Record<string, 1 | 3>>>> = {
  sphere: { radius: 1 },
  capsule: { radius: 1, length: 1 },
  box: { size: 3, rounding: 1 },
  cylinder: { radius: 1, length: 1, rounding: 1 },
  halfSpace: { rounding: 1 },
  hull: { rounding: 1 },
  mesh: { rounding: 1 },
};

/** Most numbers: every point of a mesh must be a corner of some triangle. */
const mostPositions = 9 * mostTriangles;

/** Readers of the lists that a shape has besides its numbers; each reads one list into `draft`. */
const lists: Partial<
  Record<
    ObstacleDescription['type'],
    Record<string, (value: unknown, draft: RawShapeDraft, path: Path) => void>
  >
> = {
  hull: {
    points(value, draft, path) {
      const points = asList(value, path);
      checkSize(points.length, mostHullPoints, `points in ${path}`);
      for (const [i, point] of points.entries()) draft.addPoint(...three(point, `${path}[${i}]`));
    },
  },
  mesh: {
    positions: (value, draft, path) =>
      forThree(value, path, mostPositions, (x, y, z) => draft.addPoint(x, y, z)),
    index: (value, draft, path) =>
      forThree(value, path, 3 * mostTriangles, (a, b, c) => {
        for (const corner of [a, b, c]) asWhole(corner, 0, mostPositions, `a number of ${path}`);
        draft.addTriangle(a, b, c);
      }),
  },
};

/** Calls `use` for each group of three numbers. */
function forThree(
  value: unknown,
  path: Path,
  most: number,
  use: (a: number, b: number, c: number) => void,
): void {
  const { length } = Object(value) as { length?: unknown };
  if (typeof length === 'number') checkSize(length, most, `numbers in ${path}`);
  const numbers = asNumbers(value, length as number, path);
  if (numbers.length % 3 !== 0) bad(path, 'three numbers each', `${numbers.length} numbers`);
  for (let i = 0; i < numbers.length; i += 3) use(numbers[i]!, numbers[i + 1]!, numbers[i + 2]!);
}

/** Count of a shape's numbers. */
export const sizeOf = (type: ObstacleDescription['type']): number =>
  Object.values(sizes[type]).reduce<number>((sum, count) => sum + count, 0);

/** Passes a shape on to `draft`. @throws LimberError `badDescription`, naming the place. */
export function flattenShape(
  value: unknown,
  draft: RawShapeDraft,
  path: Path,
  others: readonly string[],
): void {
  const { type } = asObject(value, path);
  if (typeof type !== 'string' || !Object.hasOwn(sizes, type)) {
    const known = Object.keys(sizes).map((each) => `"${each}"`);
    bad(`${path}.type`, known.join(' or '), type);
  }
  const own = sizes[type as ObstacleDescription['type']];
  const ownLists = lists[type as ObstacleDescription['type']] ?? {};
  const keys = ['type', ...Object.keys(own), ...Object.keys(ownLists), 'position', 'rotation', ...others];
  const { position, rotation, ...shape } = asPlain(value, path, keys);
  draft.setType(type);
  draft.setPose(...asPose({ position, rotation }, path));
  let place = 0;
  for (const [key, count] of Object.entries(own)) {
    const given = shape[key] ?? (key === 'rounding' ? 0 : undefined);
    const numbers =
      count === 1 ? [asNumber(given, `${path}.${key}`)] : asNumbers(given, count, `${path}.${key}`);
    for (const each of numbers) draft.setSize(place++, each);
  }
  for (const [key, read] of Object.entries(ownLists)) read(shape[key], draft, `${path}.${key}`);
}

/** Calls `use` with the shape in the core's form. @throws LimberError `badDescription`, naming the place. */
export function withShape<T>(
  value: unknown,
  path: Path,
  use: (draft: RawShapeDraft) => T,
  isObstacle = false,
): T {
  const draft = new (core().module.ShapeDraft)();
  try {
    flattenShape(value, draft, path, isObstacle ? ['link', 'ignore'] : []);
    if (isObstacle) {
      const { link, ignore } = value as { link?: unknown; ignore?: unknown };
      draft.setLink(asString(link ?? '', `${path}.link`));
      for (const [i, each] of asList(ignore ?? [], `${path}.ignore`).entries())
        draft.ignore(asString(each, `${path}.ignore[${i}]`));
    }
    return use(draft);
  } finally {
    draft.delete();
  }
}

/** An obstacle of a problem. Its numbers may be written at any time; the next solve reads them. */
export class Obstacle {
  /** As it was added, as plain data for JSON. */
  readonly description: ObstacleDescription;
  readonly #owner: Owner;
  readonly #pose: View;
  readonly #size: View;
  /** Index among the problem's obstacles; −1 once removed. @internal */
  index: number;

  /** @internal */
  constructor(owner: Owner, description: ObstacleDescription, index: number, pose: View, size: View) {
    this.#owner = owner;
    // The caller's objects may change later.
    this.description = copy(description);
    this.index = index;
    this.#pose = pose;
    this.#size = size;
  }

  #present(): void {
    checkPresent(this.#owner, this, nameOf);
  }

  /** px py pz qx qy qz qw in its link's frame, or in the world: a view, not to be kept. */
  get pose(): Float64Array {
    this.#present();
    return this.#pose.show();
  }

  /** Its numbers in the order of its description, in metres: a view, not to be kept. */
  get size(): Float64Array {
    this.#present();
    return this.#size.show();
  }
}

const nameOf = ({ description }: Obstacle): string => `the ${show(description.type)}`;
