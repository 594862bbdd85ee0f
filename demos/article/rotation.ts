import { type DirectionHandle as Arrow, DirectionHandle, GoalHandle, palettes, View } from 'limber/three';
import type { Theme, Themed } from 'limber/three';
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
import type { Action, LiveScene, ScenePlace } from './scene.ts';
import { degrees } from '../shell/words.ts';

const firstU = [-0.2, 0.9, 0.35] as const;
const firstV = [0.72, 0.05, 0.5] as const;
const segments = 48;
const radius = 0.62;

/** The operation of the appendix, as its code has it; says whether the vectors were opposite. */
export function between(a: Vector3, b: Vector3, out: Quaternion): boolean {
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

/** Axis, half-way direction, the sector swept, and a link that turns from u to v. */
class Drawing extends Group implements Themed {
  private readonly look = new MeshStandardMaterial();
  private readonly link = new Group();
  private readonly rest = new Quaternion();
  private readonly sector = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ transparent: true, opacity: 0.16, side: DoubleSide, depthWrite: false }),
  );
  private readonly axis = new Line(new BufferGeometry(), new LineBasicMaterial());
  private readonly toGoal = new Line(new BufferGeometry(), new LineBasicMaterial());
  private readonly half = new ArrowHelper(new Vector3(0, 1, 0), new Vector3(), radius, 0, 0.09, 0.05);
  private readonly sectorPoints = new Float32BufferAttribute(new Float32Array(9 * segments), 3);
  private readonly axisPoints = new Float32BufferAttribute(new Float32Array(6), 3);
  private readonly goalPoints = new Float32BufferAttribute(new Float32Array(6), 3);
  private readonly part = new Quaternion();
  private readonly point = new Vector3();

  constructor() {
    super();
    this.sector.geometry.setAttribute('position', this.sectorPoints);
    this.axis.geometry.setAttribute('position', this.axisPoints);
    this.toGoal.geometry.setAttribute('position', this.goalPoints);
    for (const drawn of [this.sector, this.axis, this.toGoal]) drawn.frustumCulled = false;
    this.link.add(
      new Mesh(new BoxGeometry(0.2, 0.2, 0.2), this.look),
      new Mesh(new BoxGeometry(0.1, 0.1, 0.45).translate(0, 0, 0.27), this.look),
    );
    this.add(this.link, this.sector, this.axis, this.toGoal, this.half);
  }

  setTheme(theme: Theme): void {
    const palette = palettes[theme];
    this.look.color.set(palette.link);
    this.sector.material.color.set(palette.goal);
    this.axis.material.color.set(palette.axis);
    this.toGoal.material.color.set(palette.goal);
    this.half.setColor(palette.needle);
  }

  /** `share` of the rotation `q` from `from` (unit) is shown by the link. */
  update(from: Vector3, to: Vector3, q: Quaternion, share: number): void {
    for (let i = 0; i < segments; i += 1) {
      this.sectorPoints.setXYZ(3 * i, 0, 0, 0);
      for (const k of [0, 1]) {
        this.part.identity().slerp(q, (i + k) / segments);
        this.point.copy(from).applyQuaternion(this.part).multiplyScalar(radius);
        this.sectorPoints.setXYZ(3 * i + 1 + k, this.point.x, this.point.y, this.point.z);
      }
    }
    this.half.setDirection(this.point.copy(from).applyQuaternion(this.part.identity().slerp(q, 0.5)));
    this.point.set(q.x, q.y, q.z);
    if (this.point.lengthSq() > 0) this.point.setLength(0.9);
    this.axisPoints.setXYZ(0, -this.point.x, -this.point.y, -this.point.z);
    this.axisPoints.setXYZ(1, this.point.x, this.point.y, this.point.z);
    this.goalPoints.setXYZ(1, to.x, to.y, to.z);
    for (const points of [this.sectorPoints, this.axisPoints, this.goalPoints]) points.needsUpdate = true;
    // The link lies along u at first: its own rotation is again a rotation between two vectors.
    between(forward, from, this.rest);
    this.link.quaternion.copy(this.part.identity().slerp(q, share)).multiply(this.rest);
  }
}

const forward = new Vector3(0, 0, 1);
const identity = new Quaternion();

class RotationView implements LiveScene {
  readonly view: View;
  readonly goal: GoalHandle;
  readonly arrow: Arrow;
  readonly problem = null;
  readonly model = null;
  readonly position = null;
  readonly shared = null;
  readonly resting = true;
  private readonly drawing = new Drawing();
  private readonly q = new Quaternion();
  private readonly names = ['u', 'v', 'h'].map((name) => {
    const label = document.createElement('span');
    label.className = `name name-${name}`;
    label.textContent = name;
    label.ariaHidden = 'true';
    return label;
  });
  private readonly tip = new Vector3();
  private readonly turn = new Quaternion();
  private readonly pixel = new Vector2();

  constructor(private readonly place: ScenePlace) {
    this.view = new View(place.host, {
      position: [0.8, 0.85, 2],
      target: [0.24, 0.1, 0],
      floor: false,
      label: place.title,
    });
    this.view.add(this.drawing);
    this.view.overlay.append(...this.names);
    this.view.onDrawn(() => this.placeNames());
    const onChange = () => this.show();
    this.arrow = new DirectionHandle(this.view, {
      direction: firstU,
      origin: [0, 0, 0],
      length: 0.85,
      label: 'Direction u',
      onChange,
    });
    this.goal = new GoalHandle(this.view, {
      position: firstV,
      size: 0.1,
      label: 'Direction v',
      bounds: { min: [-1.2, -1.2, -1.2], max: [1.2, 1.2, 1.2] },
      onChange,
    });
    this.show();
  }

  changed(): void {
    this.show();
  }

  act(action: Action): void {
    const { direction } = this.arrow;
    if (action === 'opposite') {
      this.goal.setPosition(-0.8 * direction.x, -0.8 * direction.y, -0.8 * direction.z);
    } else if (action === 'reset') {
      this.arrow.setDirection(...firstU);
      this.goal.setPosition(...firstV);
      this.view.resetCamera();
    }
    this.show();
  }

  dispose(): void {
    this.view.dispose();
  }

  /** Letters a little beyond the tips. */
  private placeNames(): void {
    const { direction } = this.arrow;
    const { position } = this.goal;
    this.putName(0, this.tip.copy(direction), 0.94);
    this.putName(1, this.tip.copy(position), position.length() + 0.13);
    between(direction, position, this.turn);
    this.putName(2, this.tip.copy(direction).applyQuaternion(this.turn.slerp(identity, 0.5)), radius + 0.09);
  }

  private putName(index: number, tip: Vector3, length: number): void {
    const isSeen = this.view.project(tip.setLength(length), this.pixel);
    const { style } = this.names[index]!;
    style.visibility = isSeen ? '' : 'hidden';
    style.transform = `translate(${this.pixel.x}px, ${this.pixel.y}px) translate(-50%, -50%)`;
  }

  private show(): void {
    const { direction } = this.arrow;
    const { position } = this.goal;
    const opposite = between(direction, position, this.q);
    const { x, y, z, w } = this.q;
    this.drawing.update(direction, position, this.q, this.place.choices.turn);
    const { readout } = this.place;
    const angle = 2 * Math.atan2(Math.hypot(x, y, z), w);
    readout.set(0, degrees(angle));
    readout.set(1, w.toFixed(3));
    readout.set(2, [x, y, z].map((value) => value.toFixed(3).replace('-', '−')).join('  '));
    const words = opposite
      ? 'Exactly opposite: half a turn, about any axis across u.'
      : `From u to v: ${degrees(angle)} about the thin line.`;
    readout.say(words);
    this.goal.announce(words);
    this.view.invalidate();
  }
}

export function mount(place: ScenePlace): Promise<LiveScene> {
  return Promise.resolve(new RotationView(place));
}
