/** What linkages look like: flat links side by side, rods, pins and balls. */
import type { Model } from 'limber';
import { palettes, type Palette, type Theme, type Themed } from 'limber/three';
import {
  type BufferGeometry,
  Color,
  ExtrudeGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  Shape,
  Vector3,
} from 'three';
import { ball, drum, merged, placed } from '../../web/src/three/parts.ts';
import type { JointMark, Linkage, LinkagePart, Plate, Rod, Tone } from './scenes/index.ts';

/** Metres: rounded edges of plates. */
const edge = 0.003;
/** Metres: corners of the window in a triangle. */
const rounding = 0.008;
/** How much a link glows while the pointer is on it. */
const glow = 0.35;

interface Body {
  readonly frame: Group;
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly tone: Tone;
}

interface Mark {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly joint: string;
}

/** Follows `state.poses`; its joints take colours. */
export class LinkageShape extends Group implements Themed {
  private readonly frames: readonly Group[];
  private readonly bodies: Body[] = [];
  private readonly marks: Mark[] = [];
  private readonly misfits = new Map<string, Color>();
  private palette: Palette = palettes.light;
  private lit: number | null = null;

  constructor(
    readonly model: Model,
    linkage: Linkage,
  ) {
    super();
    this.name = 'linkage';
    this.frames = model.links.map(({ name }) => this.makeFrame(name));
    const ground = this.makeFrame('ground');
    const frameOf = (link: string | null) => (link === null ? ground : this.frames[model.findLink(link)]!);
    for (const [link, parts] of groups(linkage.parts)) this.addBody(frameOf(link), parts);
    for (const mark of linkage.marks) this.addMark(frameOf(mark.at.link), mark);
    this.paint();
  }

  /** Copies world poses (7 numbers a link); allocates nothing. */
  update(poses: ArrayLike<number>): void {
    for (let i = 0; i < this.frames.length; i += 1) {
      const { matrix } = this.frames[i]!;
      matrix.compose(position.fromArray(poses, 7 * i), turn.fromArray(poses, 7 * i + 3), unit);
      this.frames[i]!.matrixWorldNeedsUpdate = true;
    }
  }

  /** What a pointer can take hold of. */
  get solids(): readonly Mesh[] {
    return [...this.bodies, ...this.marks].map(({ mesh }) => mesh);
  }

  /** The link that a solid belongs to; −1: what stands. */
  linkOf({ parent }: Mesh): number {
    return this.frames.indexOf(parent as Group);
  }

  /** Lets a link glow; null: none. */
  light(link: number | null): boolean {
    if (link === this.lit) return false;
    this.lit = link;
    for (const { frame, mesh } of this.bodies) {
      mesh.material.emissiveIntensity = link !== null && frame === this.frames[link] ? glow : 0;
    }
    return true;
  }

  /** The colour of a joint, named by its link or its loop; null: as joints are. */
  colour(joint: string, colour: Color | null): void {
    if (colour) this.misfits.set(joint, (this.misfits.get(joint) ?? new Color()).copy(colour));
    else this.misfits.delete(joint);
    for (const mark of this.marks) if (mark.joint === joint) this.paintMark(mark);
  }

  /** Shows or hides what is drawn at a joint. */
  showMark(joint: string, on: boolean): void {
    for (const mark of this.marks) if (mark.joint === joint) mark.mesh.visible = on;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.palette = palette;
    this.paint();
  }

  dispose(): void {
    for (const { mesh } of [...this.bodies, ...this.marks]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }

  private makeFrame(name: string): Group {
    const frame = new Group();
    frame.name = name;
    frame.matrixAutoUpdate = false;
    this.add(frame);
    return frame;
  }

  private addBody(frame: Group, parts: readonly LinkagePart[]): void {
    for (const tone of ['link', 'joint', 'tip'] as const) {
      const own = parts.filter((part) => (part.tone ?? 'link') === tone);
      if (own.length === 0) continue;
      const mesh = solid(merged(own.map(geometryOf)), 0.55);
      frame.add(mesh);
      this.bodies.push({ frame, mesh, tone });
    }
  }

  private addMark(frame: Group, mark: JointMark): void {
    const mesh = solid(markGeometry(mark), 0.4);
    frame.add(mesh);
    this.marks.push({ mesh, joint: mark.joint });
  }

  private paint(): void {
    for (const { mesh, tone } of this.bodies) {
      mesh.material.color.set(this.palette[tone]);
      mesh.material.emissive.set(this.palette.goal);
    }
    for (const mark of this.marks) this.paintMark(mark);
  }

  private paintMark({ mesh, joint }: Mark): void {
    const misfit = this.misfits.get(joint);
    mesh.material.color.set(misfit ?? this.palette.needle);
    mesh.material.emissive.set(misfit ?? '#000');
    // Some light of its own keeps the colour what the legend says.
    mesh.material.emissiveIntensity = misfit ? 0.35 : 0;
  }
}

const position = new Vector3();
const turn = new Quaternion();
const unit = new Vector3(1, 1, 1);

function groups(parts: readonly LinkagePart[]): Map<string | null, LinkagePart[]> {
  const result = new Map<string | null, LinkagePart[]>();
  for (const part of parts) result.set(part.link, [...(result.get(part.link) ?? []), part]);
  return result;
}

function solid(geometry: BufferGeometry, roughness: number) {
  const material = new MeshStandardMaterial({ roughness, emissiveIntensity: 0 });
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

function geometryOf(part: LinkagePart): BufferGeometry {
  return part.kind === 'plate' ? plateGeometry(part) : rodGeometry(part);
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

function plateGeometry({ corners, radius, z, frame, solid: isSolid }: Plate): BufferGeometry {
  const hull = convexHull(corners);
  const shape = outline(hull, radius - edge);
  const window = isSolid ? null : inset(hull, 0.8 * radius + edge + rounding);
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

/** A triangle whose sides are further in; null: there is no room, or it is no triangle. */
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
  // Towards the centre of the circle that touches all sides.
  const centre = [0, 1].map((k) => (a * hull[0]![k]! + b * hull[1]![k]! + c * hull[2]![k]!) / around);
  const left = 1 - by / inradius;
  return hull.map(([x, y]) => [centre[0]! + (x - centre[0]!) * left, centre[1]! + (y - centre[1]!) * left]);
}

/** Against the clock; points inside are left out. */
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

/** Above zero: a, b, c go against the clock. */
function turns(a: Corner, b: Corner, c: Corner): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
