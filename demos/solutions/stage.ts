import type { Vec3 } from 'limber';
import { ArmShape, type GoalHandle, type PointBounds, type View } from 'limber/three';
import { type Object3D, Raycaster, Vector2 } from 'three';
import { GoalHandles } from 'limber/bench';
import { Ghost } from 'limber/bench';
import { lookAt, pointOut, robotView } from '../views/robot-view.ts';
import type { Arm, Pose } from './arm.ts';
import { lineOf } from './joints.ts';

/** From here, no ring of the first goals is seen edge on in front of its cube. */
const side: Vec3 = [0.1, 0.5, 1];
/** Margin around everything drawn at first, relative to the robot's size. */
const room = 0.04;
/** Opacity of a ghost: usually, outside limits, and under the pointer. */
const opacity = { usual: 0.24, outside: 0.1, lit: 0.75 } as const;
/** Greatest movement during a click (pixels). */
const steady = 4;
/** Distance below which surfaces count as coincident, relative to the robot's size. */
const touching = 2e-3;
/** Greatest number of ghosts: more would be a cloud. */
const mostGhosts = 32;

export interface StageEvents {
  /** The reader has moved or turned the goal. */
  readonly target: () => void;
  /** The pointer is on a ghost, or has left it. */
  readonly point: (name: string | null) => void;
  /** A ghost has been clicked. */
  readonly take: (pose: Pose) => void;
}

/** The scene: the arm, ghosts of all its other poses, and the goal, which can be dragged and turned. */
export class SolutionsStage {
  readonly view: View;
  readonly ghosts: Ghost[] = [];
  #handles: GoalHandles | null = null;
  #arm!: Arm;
  #shape: ArmShape | null = null;
  /** Poses of the ghosts. */
  drawn: readonly Pose[] = [];
  #lit: Pose | null = null;
  readonly #raycaster = new Raycaster();

  constructor(
    host: HTMLElement,
    private readonly on: StageEvents,
  ) {
    this.view = robotView(host, 'An arm, its other poses and its goal');
    const { canvas } = this.view;
    let down = { x: 0, y: 0 };
    canvas.addEventListener('pointermove', (event) => {
      if (event.buttons === 0) this.#pointTo(this.#ghostAt(event));
    });
    canvas.addEventListener('pointerleave', () => this.#pointTo(null));
    canvas.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => (down = { x, y }));
    canvas.addEventListener('click', (event) => {
      const pose = this.#ghostAt(event);
      // It was a turn of the camera.
      if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > steady) return;
      if (pose && this.#arm.allows(pose)) this.on.take(pose);
    });
  }

  /** The goal's cube; null where only an orientation is wanted. */
  get goal(): GoalHandle | null {
    return this.#handles?.points[0] ?? null;
  }

  /** Shows another arm. */
  load(arm: Arm): void {
    this.#clear();
    this.#arm = arm;
    this.#shape = new ArmShape(arm.model, { generate: this.#look, tips: true });
    this.view.add(this.#shape);
    const { goals, joints, problem, size } = arm;
    this.#handles = new GoalHandles(this.view, problem, {
      size,
      // An arm that cannot tilt needs no rings to tilt its goal.
      turns: joints.length >= 6 || goals.every(({ type }) => type !== 'pose'),
      ...boundsOf(arm),
      onChange: this.on.target,
    });
    pointOut(this.#handles.points[0]);
  }

  /** Aims the camera at all poses, or at the arm where it has none, regardless of a move under way. */
  frame(): void {
    const { drawn, poses, size } = this.#arm;
    const all = poses.length > 0 ? poses.map((each) => each.poses) : [drawn];
    lookAt(this.view, all, room * size, undefined, side);
  }

  /** Updates the drawing to the arm's state. `lit`: the pose under the pointer. */
  update(lit: Pose | null, showsAll: boolean): void {
    const { ghosts, view } = this;
    const arm = this.#arm;
    const { own, poses } = arm;
    this.#lit = lit;
    const now = arm.drawn.slice();
    // A pose that differs only by turns of links about themselves would merely tint the arm: skip it.
    const others = poses.filter((each) => each === lit || (showsAll && !standsAt(each.poses, now)));
    const drawn = others.filter((each) => each !== own || arm.moving).slice(0, mostGhosts);
    this.drawn = drawn;
    while (ghosts.length < drawn.length) {
      const ghost = new Ghost(arm.model, this.#look);
      ghosts.push(ghost);
      view.add(ghost);
    }
    ghosts.forEach((ghost, i) => {
      const pose = drawn[i];
      ghost.visible = pose !== undefined;
      if (!pose) return;
      ghost.update(pose.poses);
      const allowed = arm.allows(pose);
      const share = pose === lit ? opacity.lit : allowed ? opacity.usual : opacity.outside;
      ghost.tint(allowed ? 'direction' : 'axis', lit && pose !== lit ? 0.5 * share : share);
    });
    this.#shape!.update(now);
    this.#handles?.update();
    // Links that coincide with the arm's own, such as the base, are not drawn twice.
    for (const [k, ghost] of ghosts.entries())
      ghost.children.forEach((frame, i) => (frame.visible = !isSame(now, drawn[k]?.poses, 7 * i)));
  }

  dispose(): void {
    this.#clear();
    this.view.dispose();
  }

  /** Pose of the front ghost at a point of the window. */
  #ghostAt({ clientX, clientY }: PointerEvent | MouseEvent): Pose | null {
    const { camera, canvas } = this.view;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const place = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    this.#raycaster.setFromCamera(place, camera);
    const seen = this.ghosts.filter(({ visible }) => visible);
    const hits = this.#raycaster
      .intersectObjects([this.#shape!, ...seen])
      .filter(({ object }) => object.parent!.visible);
    // Where several coincide, prefer the one already under the pointer, then the first in the list: rounding
    // decides which one the ray meets first.
    const nearest = hits.filter(({ distance }) => distance < hits[0]!.distance + touching * this.#arm.size);
    const poses = nearest.map(({ object }) => this.drawn[seen.findIndex((ghost) => isIn(ghost, object))]);
    return poses.includes(this.#lit!) ? this.#lit : (this.drawn.find((each) => poses.includes(each)) ?? null);
  }

  #pointTo(pose: Pose | null): void {
    this.view.canvas.style.cursor = pose && this.#arm.allows(pose) ? 'pointer' : 'grab';
    this.on.point(pose?.name ?? null);
  }

  get #look(): 'auto' | 'always' {
    const hasMeshes = this.#arm.model.links.some(({ shapes }) => shapes.some(({ type }) => type === 'mesh'));
    return hasMeshes ? 'always' : 'auto';
  }

  #clear(): void {
    this.#handles?.dispose();
    for (const each of [...this.ghosts, ...(this.#shape ? [this.#shape] : [])]) {
      this.view.remove(each);
      each.dispose();
    }
    this.ghosts.length = 0;
  }
}

/** A planar arm reaches only its plane: where that is perpendicular to an axis, the goal stays in it. */
function boundsOf({ joints, goals, drawn }: Arm): { readonly bounds?: PointBounds } {
  if (joints.some(({ slides }) => slides)) return {};
  const axes = joints.map((joint) => lineOf(joint, drawn).axis.toArray());
  const across = [0, 1, 2].findIndex((i) => axes.every((axis) => Math.abs(axis[i]!) > 1 - 1e-9));
  if (across < 0) return {};
  const only = [0, 1, 2].map((i) =>
    i === across ? goals[0]!.target[i] : undefined,
  ) as unknown as NonNullable<PointBounds['min']>;
  return { bounds: { min: only, max: only } };
}

function isIn(whole: Object3D, part: Object3D): boolean {
  for (let at: Object3D | null = part; at; at = at.parent) if (at === whole) return true;
  return false;
}

/** Whether all links have the same positions, whatever their orientations. */
function standsAt(poses: Float64Array, now: Float64Array): boolean {
  for (let i = 0; i < now.length; i += 7)
    for (let k = i; k < i + 3; k += 1) if (Math.abs(poses[k]! - now[k]!) > 1e-6) return false;
  return true;
}

/** Whether a link has the same pose. */
function isSame(a: Float64Array, b: Float64Array | undefined, first: number): boolean {
  for (let i = first; i < first + 7; i += 1) if (Math.abs(a[i]! - (b?.[i] ?? NaN)) > 1e-6) return false;
  return b !== undefined;
}
