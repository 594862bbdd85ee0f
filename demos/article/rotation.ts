import { DirectionHandle, GoalHandle, palettes, View, type Theme, type Themed } from 'limber/three';
import {
  ArrowHelper,
  BoxGeometry,
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  Vector2,
  Vector3,
} from 'three';
import { make } from '../shell/dom.ts';
import { degrees } from '../shell/units.ts';
import type { Action, LiveScene, RotationScene, ScenePlace } from './scene.ts';

const firstU = [-0.2, 0.9, 0.35] as const;
const firstV = [0.72, 0.05, 0.5] as const;
const segments = 48;
const radius = 0.62;

/** The operation of the appendix, as in its code; returns whether the vectors were opposite. */
function between(a: Vector3, b: Vector3, out: Quaternion): boolean {
  u.copy(a).normalize();
  v.copy(b).normalize();
  h.copy(u).add(v);
  const length = h.length();
  const opposite = length < 1e-14;
  if (opposite) {
    anyAcross(u, h);
    h.normalize();
    out.set(h.x, h.y, h.z, 0);
    return opposite;
  }
  h.normalize();
  cross.subVectors(u, v).cross(h).divideScalar(2);
  out.set(cross.x, cross.y, cross.z, length / 2).normalize();
  return opposite;
}

function anyAcross(a: Vector3, out: Vector3): void {
  const [x, y, z] = [Math.abs(a.x), Math.abs(a.y), Math.abs(a.z)];
  out.set(Number(x <= y && x <= z), Number(y < x && y <= z), Number(z < x && z < y)).cross(a);
}

const u = new Vector3();
const v = new Vector3();
const h = new Vector3();
const cross = new Vector3();

/** A line or a set of triangles whose points can move. */
function movable<T extends Line | Mesh>(drawn: T, points: number): { drawn: T; at: Float32BufferAttribute } {
  const at = new Float32BufferAttribute(new Float32Array(3 * points), 3);
  drawn.geometry.setAttribute('position', at);
  drawn.frustumCulled = false;
  return { drawn, at };
}

/** Axis, half-way direction, the swept sector, and a link that turns from u to v. */
class Drawing extends Group implements Themed {
  readonly #look = new MeshStandardMaterial();
  readonly #link = new Group();
  readonly #rest = new Quaternion();
  readonly #wash = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.16,
    side: DoubleSide,
    depthWrite: false,
  });
  readonly #thin = new LineBasicMaterial();
  readonly #blue = new LineBasicMaterial();
  readonly #sector = movable(new Mesh(new BufferGeometry(), this.#wash), 3 * segments);
  readonly #axis = movable(new Line(new BufferGeometry(), this.#thin), 2);
  readonly #toGoal = movable(new Line(new BufferGeometry(), this.#blue), 2);
  readonly #half = new ArrowHelper(new Vector3(0, 1, 0), new Vector3(), radius, 0, 0.09, 0.05);
  readonly #part = new Quaternion();
  readonly #point = new Vector3();

  constructor() {
    super();
    this.#link.add(
      new Mesh(new BoxGeometry(0.2, 0.2, 0.2), this.#look),
      new Mesh(new BoxGeometry(0.1, 0.1, 0.45).translate(0, 0, 0.27), this.#look),
    );
    this.add(this.#link, this.#sector.drawn, this.#axis.drawn, this.#toGoal.drawn, this.#half);
  }

  setTheme(theme: Theme): void {
    const palette = palettes[theme];
    this.#look.color.set(palette.link);
    this.#wash.color.set(palette.goal);
    this.#thin.color.set(palette.axis);
    this.#blue.color.set(palette.goal);
    this.#half.setColor(palette.needle);
  }

  /** Shows `share` of the rotation `q`, starting at `from` (unit), with the link. */
  update(from: Vector3, to: Vector3, q: Quaternion, share: number): void {
    const axis = this.#axis;
    const part = this.#part;
    const point = this.#point;
    const sector = this.#sector;
    const toGoal = this.#toGoal;
    for (let i = 0; i < segments; i += 1) {
      for (const k of [0, 1]) {
        part.identity().slerp(q, (i + k) / segments);
        point.copy(from).applyQuaternion(part).multiplyScalar(radius);
        sector.at.setXYZ(3 * i + 1 + k, point.x, point.y, point.z);
      }
    }
    this.#half.setDirection(point.copy(from).applyQuaternion(part.identity().slerp(q, 0.5)));
    point.set(q.x, q.y, q.z);
    if (point.lengthSq() > 0) point.setLength(0.9);
    axis.at.setXYZ(0, -point.x, -point.y, -point.z);
    axis.at.setXYZ(1, point.x, point.y, point.z);
    toGoal.at.setXYZ(1, to.x, to.y, to.z);
    for (const { at } of [sector, axis, toGoal]) at.needsUpdate = true;
    // The link starts along u: the turn from its own z axis to u is again a rotation between two vectors.
    between(forward, from, this.#rest);
    this.#link.quaternion.copy(part.identity().slerp(q, share)).multiply(this.#rest);
  }
}

const forward = new Vector3(0, 0, 1);

/** Two directions to drag, and the rotation from one to the other. */
export class RotationView implements LiveScene {
  readonly view: View;
  readonly bench = null;
  readonly resting = true;
  readonly shared = null;
  readonly #v: GoalHandle;
  readonly #u: DirectionHandle;
  readonly #drawing = new Drawing();
  readonly #q = new Quaternion();
  readonly #names = ['u', 'v', 'h'].map((name) =>
    make('span', { className: `name name-${name}`, ariaHidden: 'true' }, name),
  );
  readonly #tip = new Vector3();
  readonly #turn = new Quaternion();
  readonly #pixel = new Vector2();

  constructor(
    { title }: RotationScene,
    private readonly place: ScenePlace,
  ) {
    this.view = new View(place.host, {
      position: [0.8, 0.85, 2],
      target: [0.24, 0.1, 0],
      floor: false,
      label: title,
    });
    this.view.add(this.#drawing);
    this.view.overlay.append(...this.#names);
    this.view.onDrawn(() => this.#placeNames());
    this.#u = new DirectionHandle(this.view, {
      direction: firstU,
      origin: [0, 0, 0],
      length: 0.85,
      label: 'Direction u',
      onChange: () => this.changed(),
    });
    this.#v = new GoalHandle(this.view, {
      position: firstV,
      size: 0.1,
      label: 'Direction v',
      bounds: { min: [-1.2, -1.2, -1.2], max: [1.2, 1.2, 1.2] },
      onChange: () => this.changed(),
    });
    this.changed();
  }

  changed(): void {
    const { direction } = this.#u;
    const { position } = this.#v;
    const isOpposite = between(direction, position, this.#q);
    const { x, y, z, w } = this.#q;
    this.#drawing.update(direction, position, this.#q, this.place.choices.turn);
    const { readout } = this.place;
    const angle = degrees(2 * Math.atan2(Math.hypot(x, y, z), w));
    readout.set(0, angle);
    readout.set(1, w.toFixed(3));
    readout.set(2, [x, y, z].map((value) => value.toFixed(3).replace('-', '−')).join('  '));
    const words = isOpposite
      ? 'Exactly opposite: half a turn, about any axis across u.'
      : `From u to v: ${angle} about the thin line.`;
    readout.say(words);
    this.view.announce(words);
    this.view.invalidate();
  }

  act(action: Action): void {
    const { x, y, z } = this.#u.direction;
    if (action === 'opposite') {
      this.#v.setPosition(-0.8 * x, -0.8 * y, -0.8 * z);
    } else if (action === 'reset') {
      this.#u.setDirection(...firstU);
      this.#v.setPosition(...firstV);
      this.view.resetCamera();
    }
    this.changed();
  }

  /** Places the letters a little beyond the tips. */
  #placeNames(): void {
    const tip = this.#tip;
    const turn = this.#turn;
    const { direction } = this.#u;
    const { position } = this.#v;
    between(direction, position, turn);
    turn.slerp(identity, 0.5);
    this.#putName(0, tip.copy(direction), 0.94);
    this.#putName(1, tip.copy(position), position.length() + 0.13);
    this.#putName(2, tip.copy(direction).applyQuaternion(turn), radius + 0.09);
  }

  #putName(index: number, tip: Vector3, length: number): void {
    const isSeen = this.view.project(tip.setLength(length), this.#pixel);
    const { style } = this.#names[index]!;
    style.visibility = isSeen ? '' : 'hidden';
    style.transform = `translate(${this.#pixel.x}px, ${this.#pixel.y}px) translate(-50%, -50%)`;
  }
}

const identity = new Quaternion();
