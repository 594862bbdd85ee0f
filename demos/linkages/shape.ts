/** Shapes of linkages: flat links side by side, rods, pins and balls. */
import type { Model } from 'limber';
import { type BufferGeometry, Color, ExtrudeGeometry, Group, Mesh, MeshStandardMaterial } from 'three';
import { Quaternion, type Raycaster, Shape, Vector2, Vector3 } from 'three';
import { ball, drum, merged, placed } from '../../web/src/three/parts.ts';
import { themed } from '../views/looks.ts';
import type { JointMark, Linkage, LinkagePart, Plate, Rod } from './scenes/index.ts';

/** Rounding of the edges of plates (metres). */
const edge = 0.003;
/** Glow of the link under the pointer. */
const glow = 0.35;

type Corner = Plate['corners'][number];
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
      const geometries = own.map((part) => ('corners' in part ? plateGeometry(part) : rodGeometry(part)));
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

function markGeometry({ at, radius, axis = [0, 0, 1], span }: JointMark): BufferGeometry {
  const place = new Vector3(...at.position);
  if (!span) return ball(radius).translate(place.x, place.y, place.z);
  const way = new Vector3(...axis).normalize();
  const pin = drum(radius, span[1] - span[0], 0.25);
  return placed(pin, way, place.addScaledVector(way, (span[0] + span[1]) / 2), turn);
}

/** Bars with round ends from each corner to the next; three leave a window between them, more are filled. */
function plateGeometry({ corners, radius, z, frame }: Plate): BufferGeometry {
  const ends = corners.length < 3 ? corners.slice(1) : [...corners.slice(1), corners[0]!];
  const outlines = ends.map((end, i) => barOutline(corners[i]!, end, radius - edge));
  if (corners.length > 3) outlines.push(new Shape(corners.map(([x, y]) => new Vector2(x, y))));
  const geometry = new ExtrudeGeometry(outlines, {
    ...{ depth: z[1] - z[0] - 2 * edge, curveSegments: 20 },
    ...{ bevelThickness: edge, bevelSize: edge, bevelSegments: 3 },
  });
  geometry.translate(0, 0, z[0] + edge);
  geometry.deleteAttribute('uv');
  return geometry.applyQuaternion(turn.fromArray(frame?.rotation ?? [0, 0, 0, 1]));
}

/** Anticlockwise. */
function barOutline([x, y]: Corner, [toX, toY]: Corner, radius: number): Shape {
  const angle = Math.atan2(toY - y, toX - x);
  return new Shape()
    .absarc(x, y, radius, angle + Math.PI / 2, angle - Math.PI / 2, false)
    .absarc(toX, toY, radius, angle - Math.PI / 2, angle + Math.PI / 2, false);
}
