/** Shapes of linkages: flat links side by side, rods, pins and balls. */
import type { Model } from 'limber';
import { type BufferGeometry, Color, ExtrudeGeometry, Group, Mesh, MeshStandardMaterial } from 'three';
import { Quaternion, type Raycaster, Shape, Vector3 } from 'three';
import { ball, drum, merged, placed } from '../../web/src/three/parts.ts';
import { themed } from '../views/looks.ts';
import type { JointMark, Linkage, LinkagePart, Plate, Rod } from './scenes/index.ts';

/** Rounding of the edges of plates (metres). */
const edge = 0.003;
/** Corner radius of the window in a triangle (metres). */
const rounding = 0.008;
/** Glow of the link under the pointer. */
const glow = 0.35;

type Solid = Mesh<BufferGeometry, MeshStandardMaterial>;

/** Follows `state.poses`; its joints take colours. */
export class LinkageShape extends Group {
  /** Frames of the links, then of the ground. */
  readonly #frames: readonly Group[];
  readonly #bodies: Solid[] = [];
  /** Marks by joint name. */
  readonly #marks = new Map<string, Solid>();
  readonly #needle = new Color();
  #lit: number | null = null;

  constructor(model: Model, { parts, marks }: Linkage) {
    super();
    this.name = 'linkage';
    const names = [...model.links.map(({ name }) => name), null];
    this.#frames = names.map((name) => {
      const frame = new Group();
      frame.name = name ?? 'ground';
      frame.matrixAutoUpdate = false;
      const own = parts.filter(({ link }) => link === name);
      this.#addBodies(frame, own);
      for (const mark of marks) if (mark.at.link === name) this.#addMark(frame, mark);
      return frame;
    });
    this.add(...this.#frames);
  }

  /** Copies world poses (7 numbers per link); allocates nothing. */
  update(poses: ArrayLike<number>): void {
    for (let i = 0; i < this.#frames.length - 1; i += 1) {
      const { matrix } = this.#frames[i]!;
      matrix.compose(position.fromArray(poses, 7 * i), turn.fromArray(poses, 7 * i + 3), unit);
      this.#frames[i]!.matrixWorldNeedsUpdate = true;
    }
  }

  /** The first link along a line of sight; writes the point hit to `place`; null: none, or a fixed part. */
  find(sight: Raycaster, place: Vector3): number | null {
    const [hit] = sight.intersectObjects([...this.#bodies, ...this.#marks.values()], false);
    const link = hit ? this.#frames.indexOf(hit.object.parent as Group) : -1;
    if (!hit || link < 0 || link === this.#frames.length - 1) return null;
    place.copy(hit.point);
    return link;
  }

  /** Highlights a link; null: none. */
  light(link: number | null): boolean {
    if (link === this.#lit) return false;
    this.#lit = link;
    const frame = link === null ? null : this.#frames[link]!;
    for (const { material, parent } of this.#bodies) material.emissiveIntensity = parent === frame ? glow : 0;
    return true;
  }

  /** Colours the mark of each joint: null for the usual colour; undefined hides it. */
  mark(colourOf: (joint: string) => Color | null | undefined): void {
    for (const [joint, mark] of this.#marks) {
      const colour = colourOf(joint);
      mark.visible = colour !== undefined;
      mark.material.color.copy(colour ?? this.#needle);
      // Some emission keeps the colour true to the legend.
      mark.material.emissive.copy(mark.material.color);
      mark.material.emissiveIntensity = colour ? 0.35 : 0;
    }
  }

  #addBodies(frame: Group, parts: readonly LinkagePart[]): void {
    for (const tone of ['link', 'joint', 'tip'] as const) {
      const own = parts.filter((part) => (part.tone ?? 'link') === tone);
      if (own.length === 0) continue;
      const geometries = own.map((part) => (part.kind === 'plate' ? plateGeometry(part) : rodGeometry(part)));
      const mesh = solid(merged(geometries), 0.55);
      frame.add(
        themed(mesh, (palette) => {
          mesh.material.color.set(palette[tone]);
          mesh.material.emissive.set(palette.goal);
        }),
      );
      this.#bodies.push(mesh);
    }
  }

  #addMark(frame: Group, mark: JointMark): void {
    const mesh = solid(markGeometry(mark), 0.4);
    frame.add(themed(mesh, ({ needle }) => this.#needle.set(needle)));
    this.#marks.set(mark.joint, mesh);
  }
}

const position = new Vector3();
const turn = new Quaternion();
const unit = new Vector3(1, 1, 1);

function solid(geometry: BufferGeometry, roughness: number): Solid {
  const material = new MeshStandardMaterial({ roughness, emissiveIntensity: 0 });
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

function rodGeometry({ from, to, radius }: Rod): BufferGeometry {
  const [start, end] = [new Vector3(...from), new Vector3(...to)];
  const way = end.clone().sub(start);
  const rod = drum(radius, way.length(), 0.2);
  return placed(rod, way.normalize(), start.add(end).divideScalar(2), turn);
}

function markGeometry({ kind, at, radius, axis = [0, 0, 1], span = [0, 0] }: JointMark): BufferGeometry {
  const place = new Vector3(...at.position);
  if (kind === 'ball') return ball(radius).translate(place.x, place.y, place.z);
  const way = new Vector3(...axis).normalize();
  const pin = drum(radius, span[1] - span[0], 0.25);
  return placed(pin, way, place.addScaledVector(way, (span[0] + span[1]) / 2), turn);
}

function plateGeometry({ corners, radius, z, frame }: Plate): BufferGeometry {
  const hull = convexHull(corners);
  const shape = outline(hull, radius - edge);
  const window = inset(hull, 0.8 * radius + edge + rounding);
  if (window) shape.holes.push(outline(window, rounding));
  const geometry = new ExtrudeGeometry(shape, {
    depth: z[1] - z[0] - 2 * edge,
    curveSegments: 20,
    bevelThickness: edge,
    bevelSize: edge,
    bevelSegments: 3,
  });
  geometry.translate(0, 0, z[0] + edge);
  geometry.deleteAttribute('uv');
  if (frame?.rotation) geometry.applyQuaternion(turn.fromArray(frame.rotation));
  if (frame?.position) geometry.translate(...(frame.position as [number, number, number]));
  return geometry;
}

type Corner = readonly [x: number, y: number];

/** Straight lines and arcs around a hull, at a distance from it. */
function outline(hull: readonly Corner[], radius: number): Shape {
  const shape = new Shape();
  hull.forEach(([x, y], i) => {
    const before = hull.at(i - 1)!;
    const after = hull[(i + 1) % hull.length]!;
    const normal = (from: Corner, to: Corner) => Math.atan2(from[0] - to[0], to[1] - from[1]);
    const start = normal(before, [x, y]);
    let end = normal([x, y], after);
    while (end < start) end += 2 * Math.PI;
    shape.absarc(x, y, radius, start, end, false);
  });
  return shape;
}

/** A triangle with its sides moved inwards; null: there is no room, or it is no triangle. */
function inset(hull: readonly Corner[], by: number): Corner[] | null {
  if (hull.length !== 3) return null;
  const side = (i: number) => {
    const [from, to] = [hull[i % 3]!, hull[(i + 1) % 3]!];
    return Math.hypot(to[0] - from[0], to[1] - from[1]);
  };
  const [a, b, c] = [side(1), side(2), side(0)];
  const around = a + b + c;
  const inradius = turns(...(hull as [Corner, Corner, Corner])) / around;
  if (inradius < by + rounding) return null;
  // Towards the incentre.
  const centre = [0, 1].map((k) => (a * hull[0]![k]! + b * hull[1]![k]! + c * hull[2]![k]!) / around);
  const left = 1 - by / inradius;
  return hull.map(([x, y]) => [centre[0]! + (x - centre[0]!) * left, centre[1]! + (y - centre[1]!) * left]);
}

/** Anticlockwise; points inside are left out. */
function convexHull(points: readonly Corner[]): Corner[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Corner[]): Corner[] => {
    const chain: Corner[] = [];
    for (const point of list) {
      while (chain.length > 1 && turns(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Positive: a, b, c turn anticlockwise. */
function turns(a: Corner, b: Corner, c: Corner): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
