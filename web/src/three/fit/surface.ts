import { Box3, Ray, Triangle, Vector3 } from 'three';
import { checkSize, LimberError } from '../../describe/errors.ts';
import { asList, asObject, bad } from '../../describe/flatten.ts';
import { mostMetres } from '../../describe/input-limits.ts';

/** Vertices of a mesh, as in a `BufferGeometry` of three.js. */
export interface MeshData {
  /** Three numbers per vertex, metres. */
  readonly positions: ArrayLike<number>;
  /** Three vertices per triangle. Without an index: points alone, not a surface. */
  readonly index?: ArrayLike<number> | null;
}

interface Node {
  readonly box: Box3;
  /** Triangles of a leaf. */
  readonly triangles: readonly Triangle[];
  readonly children: readonly Node[];
}

const mostInLeaf = 8;
const axes = ['x', 'y', 'z'] as const;

/**
 * Reads a mesh. Points alone become triangles without extent. @throws LimberError `badDescription`,
 * `notFinite`, `tooLarge`.
 */
export function trianglesOf(mesh: MeshData): Triangle[] {
  const { positions, index } = asObject(mesh, 'the mesh', ['positions', 'index']) as Partial<MeshData>;
  const list = (value: unknown, path: string): ArrayLike<number> =>
    ArrayBuffer.isView(value) && !(value instanceof DataView)
      ? (value as unknown as ArrayLike<number>)
      : (asList(value, path) as number[]);
  const numbers = list(positions, 'positions');
  const count = numbers.length / 3;
  if (count < 1 || !Number.isInteger(count)) bad('positions', 'three numbers a vertex', numbers.length);
  const points = Array.from({ length: count }, (_, i) => new Vector3().fromArray(numbers, 3 * i));
  if (!points.every((point) => point.toArray().every(Number.isFinite)))
    throw new LimberError('notFinite', 'a vertex of the mesh is not finite; repair the file');
  const farthest = points.reduce((most, point) => Math.max(most, point.length()), 0);
  checkSize(farthest, mostMetres, 'metres from the origin of the mesh to a vertex; is its unit the metre?');
  if (!index) return points.map((point) => new Triangle(point, point, point));
  const corners = list(index, 'index');
  if (corners.length < 3 || corners.length % 3) bad('index', 'three vertices a triangle', corners.length);
  const corner = (i: number): Vector3 => {
    const at: unknown = corners[i];
    return (
      (typeof at === 'number' ? points[at] : undefined) ?? bad('index', `whole numbers below ${count}`, at)
    );
  };
  return Array.from(
    { length: corners.length / 3 },
    (_, i) => new Triangle(corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)),
  );
}

/** Distances to a mesh, by a tree of boxes. */
export class Surface {
  readonly #root: Node;

  constructor(triangles: readonly Triangle[]) {
    this.#root = grow(triangles);
  }

  /** Longest edge of its box, metres. */
  get size(): number {
    return Math.max(...this.#root.box.getSize(new Vector3()).toArray());
  }

  /** Distance from a point to the mesh, on either side. Metres. */
  distance(point: Vector3): number {
    return nearest(this.#root, point, Infinity);
  }

  /**
   * True if every ray in `waysOut` crosses the mesh an odd number of times. In a mesh without holes one would
   * suffice.
   */
  isInside(point: Vector3): boolean {
    return waysOut.every((way) => crossings(this.#root, new Ray(point, way)) % 2 === 1);
  }
}

/** Directions parallel to no edge of usual drawings. */
const waysOut = [
  new Vector3(0.8017, 0.2673, 0.5345),
  new Vector3(-0.3482, 0.8704, 0.3482),
  new Vector3(-0.1231, -0.4924, -0.8616),
].map((way) => way.normalize());

function crossings({ box, triangles, children }: Node, ray: Ray): number {
  if (!ray.intersectsBox(box)) return 0;
  const own = triangles.filter(({ a, b, c }) => ray.intersectTriangle(a, b, c, false, on)).length;
  return children.reduce((sum, child) => sum + crossings(child, ray), own);
}

function grow(triangles: readonly Triangle[]): Node {
  const box = new Box3();
  for (const { a, b, c } of triangles) box.expandByPoint(a).expandByPoint(b).expandByPoint(c);
  if (triangles.length <= mostInLeaf) return { box, triangles, children: [] };
  const size = box.getSize(new Vector3());
  const axis = axes.reduce((widest, each) => (size[each] > size[widest] ? each : widest));
  const middle = 1.5 * (box.min[axis] + box.max[axis]);
  const isLow = ({ a, b, c }: Triangle): boolean => a[axis] + b[axis] + c[axis] < middle;
  let [low, high] = [triangles.filter(isLow), triangles.filter((each) => !isLow(each))];
  // Triangles that are all in one place are still halved.
  if (low.length === 0 || high.length === 0) {
    const half = triangles.length >> 1;
    [low, high] = [triangles.slice(0, half), triangles.slice(half)];
  }
  return { box, triangles: [], children: [grow(low), grow(high)] };
}

/** The distance, at most `most`. */
function nearest({ triangles, children }: Node, point: Vector3, most: number): number {
  for (const triangle of triangles)
    most = Math.min(most, triangle.closestPointToPoint(point, on).distanceTo(point));
  const [low, high] = children;
  if (!low || !high) return most;
  const ways = [low.box.distanceToPoint(point), high.box.distanceToPoint(point)] as const;
  const [first, second, least] = ways[0] < ways[1] ? [low, high, ways[1]] : [high, low, ways[0]];
  if (Math.min(...ways) < most) most = nearest(first, point, most);
  return least < most ? nearest(second, point, most) : most;
}

const on = new Vector3();

/** Points all over a triangle, by a low-discrepancy sequence (Roberts 2018) folded into it. */
export function spread({ a, b, c }: Triangle, count: number): Vector3[] {
  return Array.from({ length: count }, (_, i) => {
    let [s, t] = [(0.5 + 0.7548776662466927 * i) % 1, (0.5 + 0.5698402909980532 * i) % 1];
    if (s + t > 1) [s, t] = [1 - s, 1 - t];
    return new Vector3()
      .addScaledVector(a, 1 - s - t)
      .addScaledVector(b, s)
      .addScaledVector(c, t);
  });
}
