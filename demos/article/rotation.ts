import { DirectionHandle, GoalHandle, palettes, View, type Theme, type Themed } from 'limber/three';
import {
  ArrowHelper,
  BoxGeometry,
  BufferGeometry,
  CircleGeometry,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  Vector2,
  Vector3,
} from 'three';
import { make } from '../shell/dom.ts';
import { degrees } from '../shell/units.ts';
import type { Action, LiveScene, Scene, ScenePlace } from './scenes.ts';

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
    out.set(h.x, h.y, h.z, 0);
    return opposite;
  }
  h.normalize();
  cross.subVectors(u, v).cross(h).divideScalar(2);
  out.set(cross.x, cross.y, cross.z, length / 2).normalize();
  return opposite;
}

/** Of length one. */
function anyAcross(a: Vector3, out: Vector3): Vector3 {
  const [x, y, z] = [Math.abs(a.x), Math.abs(a.y), Math.abs(a.z)];
  const least = out.set(Number(x <= y && x <= z), Number(y < x && y <= z), Number(z < x && z < y));
  return least.cross(a).normalize();
}

const u = new Vector3();
const v = new Vector3();
const h = new Vector3();
const cross = new Vector3();

/** Axis, half-way direction, the swept sector, and a link that turns from u to v. */
class Drawing extends Group implements Themed {
  readonly #look = new MeshStandardMaterial();
  readonly #link = new Group();
  readonly #wash = new MeshBasicMaterial({ transparent: true, opacity: 0.16, side: DoubleSide });
  readonly #thin = new LineBasicMaterial();
  readonly #blue = new LineBasicMaterial();
  readonly #sector = new Mesh(new CircleGeometry(), this.#wash);
  readonly #axis = lineAlong(-0.9, 0.9, this.#thin);
  readonly #toGoal = lineAlong(0, 1, this.#blue);
  readonly #half = new ArrowHelper(new Vector3(0, 1, 0), new Vector3(), radius, 0, 0.09, 0.05);

  constructor() {
    super();
    this.#wash.depthWrite = false;
    this.#link.add(
      new Mesh(new BoxGeometry(0.2, 0.2, 0.2), this.#look),
      new Mesh(new BoxGeometry(0.1, 0.1, 0.45).translate(0, 0, 0.27), this.#look),
    );
    this.add(this.#link, this.#sector, this.#axis, this.#toGoal, this.#half);
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
    const turned = (by: number) => part.identity().slerp(q, by);
    this.#half.setDirection(tip.copy(from).applyQuaternion(turned(0.5)));
    // No angle, no axis: any across will do.
    const axis = q.x || q.y || q.z ? tip.set(q.x, q.y, q.z).normalize() : anyAcross(from, tip);
    this.#sector.geometry.dispose();
    this.#sector.geometry = new CircleGeometry(radius, segments, 0, angleOf(q));
    basis.makeBasis(from, cross.crossVectors(axis, from), axis);
    this.#sector.quaternion.setFromRotationMatrix(basis);
    between(forward, axis, this.#axis.quaternion);
    between(forward, to, this.#toGoal.quaternion);
    this.#toGoal.scale.z = to.length();
    // The link starts along u: the turn from its own z axis to u is again a rotation between two vectors.
    between(forward, from, rest);
    this.#link.quaternion.copy(turned(share)).multiply(rest);
  }
}

/** On the z axis. */
const lineAlong = (from: number, to: number, look: LineBasicMaterial): Line =>
  new Line(new BufferGeometry().setFromPoints([new Vector3(0, 0, from), new Vector3(0, 0, to)]), look);

const angleOf = ({ x, y, z, w }: Quaternion): number => 2 * Math.atan2(Math.hypot(x, y, z), w);

const forward = new Vector3(0, 0, 1);
const tip = new Vector3();
const part = new Quaternion();
const rest = new Quaternion();
const basis = new Matrix4();

/** Two directions to drag, and the rotation from one to the other. */
export class RotationView implements LiveScene {
  readonly view: View;
  readonly bench = null;
  readonly resting = true;
  readonly state = null;
  readonly #v: GoalHandle;
  readonly #u: DirectionHandle;
  readonly #drawing = new Drawing();
  readonly #q = new Quaternion();
  readonly #names = Object.entries({ u: 'aim', v: 'goal', h: '' }).map(([name, colour]) =>
    make('b', { className: `place-name ${colour}`, ariaHidden: 'true' }, name),
  );
  readonly #pixel = new Vector2();

  constructor(
    { title }: Scene,
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
    const q = this.#q;
    const isOpposite = between(direction, position, q);
    this.#drawing.update(direction, position, q, this.place.picks.turn / 100);
    const angle = degrees(angleOf(q));
    const vector = [q.x, q.y, q.z].map((value) => value.toFixed(3).replace('-', '−')).join('  ');
    const words = isOpposite
      ? 'Exactly opposite: half a turn, about any axis across u.'
      : `From u to v: ${angle} about the thin line.`;
    this.place.tell({ angle, w: q.w.toFixed(3), 'x  y  z': vector }, words);
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
    const { direction } = this.#u;
    const { position } = this.#v;
    between(direction, position, rest);
    this.#putName(0, tip.copy(direction), 0.94);
    this.#putName(1, tip.copy(position), position.length() + 0.13);
    part.identity().slerp(rest, 0.5);
    this.#putName(2, tip.copy(direction).applyQuaternion(part), radius + 0.09);
  }

  #putName(index: number, tip: Vector3, length: number): void {
    const isSeen = this.view.project(tip.setLength(length), this.#pixel);
    const { style } = this.#names[index]!;
    style.visibility = isSeen ? '' : 'hidden';
    style.transform = `translate(${this.#pixel.x}px, ${this.#pixel.y}px) translate(-50%, -50%)`;
  }
}
