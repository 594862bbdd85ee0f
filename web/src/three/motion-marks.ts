import {
  BufferAttribute,
  BufferGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  RingGeometry,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Interval } from '../describe/description.ts';
import type { JointMotion, Swing } from './joint-motions.ts';
import type { Palette } from './theme.ts';

/** Materials of all marks of an overlay: for a joint that is free to move, and for one at its limit. */
export class MarkMaterials {
  readonly axis = flat(0.85);
  readonly area = flat(0.2);
  readonly rim = flat(0.7);
  readonly needle = flat(1);
  readonly hotArea = flat(0.3);
  readonly hot = flat(1);

  constructor(private readonly colour: keyof Palette = 'axis') {}

  setPalette(palette: Palette): void {
    for (const each of [this.axis, this.area, this.rim]) each.color.set(palette[this.colour]);
    this.needle.color.set(palette.needle);
    this.hotArea.color.set(palette.warning);
    this.hot.color.set(palette.warning);
  }

  dispose(): void {
    for (const each of Object.values(this)) if (each instanceof MeshBasicMaterial) each.dispose();
  }
}

/** Frame of a mark: X at a turn's zero, Z along the motion's axis. */
export function markFrame(axis: Vector3, zero: Vector3): Quaternion {
  const x = zero.clone().addScaledVector(axis, -zero.dot(axis));
  if (x.length() < 0.2 * zero.length() || x.lengthSq() === 0) {
    x.set(0, 0, 0).setComponent(smallestComponent(axis), 1);
    x.addScaledVector(axis, -x.dot(axis));
  }
  x.normalize();
  const y = new Vector3().crossVectors(axis, x);
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, axis));
}

/** Marks of a motion. `axes` and `limits` are shown and hidden separately. */
export abstract class Mark {
  /** In the frame where the motion starts (the joint's, after the preceding motions). */
  readonly group = new Group();
  readonly axes = new Group();
  readonly limits = new Group();
  /** Parts that take the warning colour. */
  protected readonly rims: Mesh[] = [];
  protected readonly areas: Mesh[] = [];
  protected readonly needles: Mesh[] = [];

  constructor(
    protected readonly materials: MarkMaterials,
    protected readonly radius: number,
  ) {
    this.group.matrixAutoUpdate = false;
    this.group.add(this.axes, this.limits);
  }

  /** Shows a value in radians or metres, or the quaternion of a ball. */
  abstract show(value: number, rotation: Quaternion): void;

  /** Sets or clears the warning colour. */
  setHot(hot: boolean): void {
    const { materials } = this;
    for (const mesh of this.rims) mesh.material = hot ? materials.hot : materials.rim;
    for (const mesh of this.areas) mesh.material = hot ? materials.hotArea : materials.area;
    for (const mesh of this.needles) mesh.material = hot ? materials.hot : materials.needle;
  }

  dispose(): void {
    this.group.traverse((object) => (object as Partial<Mesh>).geometry?.dispose());
  }

  protected mesh(geometry: BufferGeometry, material: Material, parent: Group): Mesh {
    const mesh = new Mesh(geometry, material);
    parent.add(mesh);
    if (material === this.materials.rim) this.rims.push(mesh);
    if (material === this.materials.area) this.areas.push(mesh);
    if (material === this.materials.needle) this.needles.push(mesh);
    return mesh;
  }

  /** A thin line along Z through both sides of the joint. */
  protected axisLine(rotation: Quaternion): void {
    const line = rod(this.radius * 0.012, -1.15 * this.radius, 1.15 * this.radius);
    line.rotateX(Math.PI / 2);
    this.mesh(line, this.materials.axis, this.axes).quaternion.copy(rotation);
  }
}

/** A sector from the smallest to the largest value, with a needle. */
export class TurnMark extends Mark {
  readonly #hand = new Group();

  constructor(
    materials: MarkMaterials,
    radius: number,
    rotation: Quaternion,
    interval: Interval | null,
    withAxis = true,
  ) {
    super(materials, radius);
    if (withAxis) this.axisLine(rotation);
    this.limits.quaternion.copy(rotation);
    const [from, length] = interval ? [interval[0], interval[1] - interval[0]] : [0, 2 * Math.PI];
    const steps = Math.max(2, Math.ceil(length / 0.08));
    const sector = (inner: number, outer: number): BufferGeometry =>
      new RingGeometry(inner * radius, outer * radius, steps, 1, from, length);
    if (interval) {
      this.mesh(sector(0.25, 0.98), materials.area, this.limits);
      for (const end of interval) {
        const stop = this.mesh(spoke(radius * 0.012, radius), materials.rim, this.limits);
        stop.rotation.z = end;
      }
    }
    this.mesh(sector(0.965, 1), materials.rim, this.limits);
    this.mesh(spoke(radius * 0.022, radius * 1.06), materials.needle, this.#hand);
    this.limits.add(this.#hand);
  }

  show(value: number): void {
    this.#hand.rotation.z = value;
  }
}

/** A track with stops beside the slide, and a bead on it. */
export class SlideMark extends Mark {
  readonly #bead: Mesh;

  constructor(materials: MarkMaterials, radius: number, rotation: Quaternion, [min, max]: Interval) {
    super(materials, radius);
    this.limits.quaternion.copy(rotation);
    const beside = radius * 0.75;
    const from = Number.isFinite(min) ? min : Math.min(0, max) - radius;
    const to = Number.isFinite(max) ? max : Math.max(0, min) + radius;
    const track = rod(radius * 0.02, from, to);
    track.rotateX(Math.PI / 2);
    this.mesh(track, materials.rim, this.limits).position.x = beside;
    for (const end of [min, max].filter(Number.isFinite)) {
      const stop = this.mesh(rod(radius * 0.02, -0.1 * radius, 0.1 * radius), materials.rim, this.limits);
      stop.position.set(beside, 0, end);
    }
    this.#bead = this.mesh(new SphereGeometry(radius * 0.07, 16, 12), materials.needle, this.limits);
    this.#bead.position.x = beside;
  }

  show(value: number): void {
    this.#bead.position.z = value;
  }
}

/**
 * The swing's elliptic cone about the bone, with a needle along the bone, and the twist's sector at its end.
 */
export class BallMark extends Mark {
  readonly #twist: TurnMark | null;
  readonly #hand = new Group();
  readonly #bone: Quaternion;
  readonly #boneInverse: Quaternion;

  constructor(
    materials: MarkMaterials,
    radius: number,
    { frame: bone, swing, twist }: Pick<JointMotion, 'frame' | 'swing' | 'twist'>,
  ) {
    super(materials, radius);
    this.#bone = bone;
    this.#boneInverse = bone.clone().invert();
    this.limits.quaternion.copy(bone);
    if (swing) {
      const edge = swingEdge(swing, radius);
      this.mesh(fan(edge), materials.area, this.limits);
      this.mesh(band(edge, 0.965), materials.rim, this.limits);
    }
    this.mesh(spoke(radius * 0.022, radius * 1.06), materials.needle, this.#hand).rotation.y = -Math.PI / 2;
    this.limits.add(this.#hand);
    this.#twist = twist ? new TurnMark(materials, radius * twistPart, new Quaternion(), twist, false) : null;
    if (this.#twist) {
      this.#twist.limits.position.z = radius * atEnd;
      this.#hand.add(this.#twist.limits);
    }
  }

  show(_value: number, rotation: Quaternion): void {
    // In the frame whose Z is the bone: rotation = swing · twist.
    const inBone = scratch.copy(this.#boneInverse).multiply(rotation).multiply(this.#bone);
    const angle = 2 * Math.atan2(inBone.z, inBone.w);
    untwist.set(0, 0, -Math.sin(angle / 2), Math.cos(angle / 2));
    this.#hand.quaternion.copy(inBone).multiply(untwist);
    this.#twist?.show(Math.atan2(Math.sin(angle), Math.cos(angle)));
  }

  /** Where the sector shows an angle, in the frame of `group`. */
  placeOfTwist(angle: number, out: Vector3): void {
    out
      .set(Math.cos(angle), Math.sin(angle), 0)
      .multiplyScalar(this.radius * twistPart)
      .setZ(this.radius * atEnd);
    out.applyQuaternion(this.#hand.quaternion).applyQuaternion(this.#bone);
  }

  /** Swing and twist warn separately. */
  setHotTwist(hot: boolean): void {
    this.#twist?.setHot(hot);
  }
}

/** Radius of the twist's sector, and its place along the bone, relative to the cone's length. */
const [twistPart, atEnd] = [0.4, 0.96];
const scratch = new Quaternion();
const untwist = new Quaternion();

/**
 * The bone's end (radius along Z) along the ellipse of the swing limits. The ellipse's half axes differ by
 * quadrant.
 */
function swingEdge(swing: Swing, radius: number): Vector3[] {
  const edge: Vector3[] = [];
  const rotation = new Vector3();
  for (let i = 0; i <= 96; ++i) {
    const a = (2 * Math.PI * i) / 96;
    const x = Math.cos(a) * Math.abs(Math.cos(a) < 0 ? swing.x[0] : swing.x[1]);
    const y = Math.sin(a) * Math.abs(Math.sin(a) < 0 ? swing.y[0] : swing.y[1]);
    const angle = rotation.set(x, y, 0).length();
    const end = new Vector3(0, 0, radius);
    edge.push(angle > 0 ? end.applyAxisAngle(rotation.divideScalar(angle), angle) : end);
  }
  return edge;
}

/** Triangles from the origin to each piece of the edge. */
function fan(edge: readonly Vector3[]): BufferGeometry {
  const numbers: number[] = [];
  for (let i = 1; i < edge.length; ++i) {
    numbers.push(0, 0, 0, ...edge[i - 1]!.toArray(), ...edge[i]!.toArray());
  }
  return triangles(numbers);
}

/** The strip between the edge and the same edge scaled towards the origin. */
function band(edge: readonly Vector3[], inner: number): BufferGeometry {
  const numbers: number[] = [];
  for (let i = 1; i < edge.length; ++i) {
    const a = edge[i - 1]!;
    const b = edge[i]!;
    const c = b.clone().multiplyScalar(inner).toArray();
    numbers.push(...a.toArray(), ...b.toArray(), ...c);
    numbers.push(...a.toArray(), ...c, ...a.clone().multiplyScalar(inner).toArray());
  }
  return triangles(numbers);
}

function triangles(numbers: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(numbers), 3));
  return geometry;
}

/** A thin cylinder along Y. */
function rod(radius: number, from: number, to: number): BufferGeometry {
  const geometry = new CylinderGeometry(radius, radius, to - from, 8);
  return geometry.translate(0, (from + to) / 2, 0);
}

/** A thin cylinder from the origin along X. */
function spoke(radius: number, length: number): BufferGeometry {
  return rod(radius, 0, length).rotateZ(-Math.PI / 2);
}

function flat(opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({
    opacity,
    transparent: opacity < 1,
    depthWrite: opacity === 1,
    side: DoubleSide,
  });
}

function smallestComponent(v: Vector3): number {
  const [x, y, z] = [Math.abs(v.x), Math.abs(v.y), Math.abs(v.z)];
  return x <= y && x <= z ? 0 : y <= z ? 1 : 2;
}
