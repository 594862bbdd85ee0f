import { Group, Matrix4, Quaternion, Vector3 } from 'three';
import { boundedTurn, type JointMotion, type Mimicked, mimickedBy, motionsOf } from './joint-motions.ts';
import { type LinkLike, type ModelLike, sizeOf, type StateLike } from './model-like.ts';
import { BallMark, type Mark, markFrame, MarkMaterials, SlideMark, TurnMark } from './motion-marks.ts';
import { palettes, type Theme, type Themed } from './theme.ts';

export interface JointOverlayOptions {
  /** A thin line through each turning joint; default true. */
  axes?: boolean;
  /** Sectors, tracks and swing cones with a needle at the present value; default true. */
  limits?: boolean;
  /** Radius of an arc in metres; default by the model's reach. */
  radius?: number;
}

/** One motion of one joint. */
interface Entry {
  readonly link: LinkLike;
  readonly motion: JointMotion;
  /** Null for what is not drawn: a locked motion, a slide of a free joint. */
  readonly mark: Mark | null;
  readonly mimicked: Mimicked | null;
  /** Whether the joint begins with this motion. */
  readonly first: boolean;
}

/** Joint axes and limits drawn over an arm; a joint at its limit takes the warning colour. */
export class JointOverlay extends Group implements Themed {
  private readonly materials = new MarkMaterials();
  private readonly entries: Entry[] = [];
  private readonly origins: Matrix4[];
  private axesShown = true;
  private limitsShown = true;

  constructor(
    readonly model: ModelLike,
    options: JointOverlayOptions = {},
  ) {
    super();
    this.name = 'joints';
    this.origins = model.links.map(({ origin }) =>
      new Matrix4().compose(
        new Vector3().fromArray(origin.position ?? [0, 0, 0]),
        new Quaternion().fromArray(origin.rotation ?? [0, 0, 0, 1]),
        new Vector3(1, 1, 1),
      ),
    );
    const radius = options.radius ?? 0.13 * sizeOf(model);
    for (const link of model.links) this.addLink(link, radius);
    this.showAxes = options.axes ?? true;
    this.showLimits = options.limits ?? true;
    this.setTheme('light');
  }

  /** Axis lines on or off; invalidate the view after it. */
  get showAxes(): boolean {
    return this.axesShown;
  }
  set showAxes(on: boolean) {
    this.axesShown = on;
    for (const { mark } of this.entries) if (mark) mark.axes.visible = on;
  }

  /** Limits on or off; invalidate the view after it. */
  get showLimits(): boolean {
    return this.limitsShown;
  }
  set showLimits(on: boolean) {
    this.limitsShown = on;
    for (const { mark } of this.entries) if (mark) mark.limits.visible = on;
  }

  /**
   * Copies joint values and poses. `activeLimits`: `problem.activeLimits` (nv numbers, −1 at the
   * lower bound, 1 at the upper, 0 between); without it values are compared with the limits.
   * Allocates nothing.
   */
  update(state: StateLike, activeLimits?: ArrayLike<number>): void {
    for (const entry of this.entries) {
      const { link, motion, mark } = entry;
      if (entry.first) this.startJoint(link, state.poses);
      const value = this.read(entry, state.q);
      if (mark) {
        mark.group.matrix.copy(frame);
        mark.group.matrixWorldNeedsUpdate = true;
        mark.show(value, rotation);
        this.warn(entry, mark, value, activeLimits);
      }
      advance(motion, value);
    }
  }

  setTheme(theme: Theme): void {
    this.materials.setPalette(palettes[theme]);
  }

  /** Frees the GPU's memory; take it out of its view first. */
  dispose(): void {
    for (const { mark } of this.entries) mark?.dispose();
    this.materials.dispose();
  }

  private addLink(link: LinkLike, radius: number): void {
    const child = this.model.links.find((other) => other.parent === link.index);
    const bone = new Vector3().fromArray(child?.origin.position ?? [0, 0, 0]);
    const mimicked = mimickedBy(this.model, link);
    for (const [index, motion] of motionsOf(link).entries()) {
      const mark = this.makeMark(link, motion, bone, radius);
      if (mark) this.add(mark.group);
      this.entries.push({ link, motion, mark, mimicked, first: index === 0 });
    }
  }

  private makeMark(link: LinkLike, motion: JointMotion, bone: Vector3, radius: number): Mark | null {
    const { kind, axis, limits } = motion;
    const isFree = link.joint.type === 'free';
    if (limits && limits[0] === limits[1]) return null;
    if (kind === 'ball') {
      const { swing, twist } = link.joint;
      if (!swing && !twist) return null;
      const frameOfBone = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), axis);
      return new BallMark(this.materials, radius, frameOfBone, link.joint);
    }
    const across = markFrame(axis, bone);
    if (kind !== 'slide') return new TurnMark(this.materials, radius, across, boundedTurn(limits));
    return isFree ? null : new SlideMark(this.materials, radius, across, limits);
  }

  /** Leaves the world pose of the joint's own frame, before its motions, in `frame`. */
  private startJoint(link: LinkLike, poses: ArrayLike<number>): void {
    frame.identity();
    if (link.parent >= 0) {
      position.fromArray(poses, 7 * link.parent);
      rotation.fromArray(poses, 7 * link.parent + 3);
      frame.compose(position, rotation, unit);
    }
    frame.multiply(this.origins[link.index]!);
  }

  /** Returns a screw's value, or leaves a ball's in `rotation`. */
  private read({ motion, mimicked }: Entry, q: ArrayLike<number>): number {
    if (motion.kind === 'ball') {
      if (motion.qIndex >= 0) rotation.fromArray(q, motion.qIndex).normalize();
      else rotation.identity();
      return 0;
    }
    if (mimicked) return mimicked.multiplier * (q[mimicked.qIndex] ?? 0) + mimicked.offset;
    return motion.qIndex >= 0 ? (q[motion.qIndex] ?? 0) : 0;
  }

  private warn({ motion, mimicked }: Entry, mark: Mark, value: number, active?: ArrayLike<number>): void {
    const v = motion.vIndex;
    if (active && v >= 0 && !mimicked) {
      mark.setHot(active[v] !== 0);
      if (mark instanceof BallMark) mark.setHotTwist(active[v + 2] !== 0);
    } else if (motion.limits) {
      const [min, max] = motion.limits;
      const room = 1e-6 * (max - min);
      mark.setHot(value <= min + room || value >= max - room);
    }
  }
}

const frame = new Matrix4();
const moved = new Matrix4();
const position = new Vector3();
const rotation = new Quaternion();
const unit = new Vector3(1, 1, 1);

/** Moves `frame` by a motion. */
function advance({ kind, axis, pitch }: JointMotion, value: number): void {
  if (kind === 'ball') moved.makeRotationFromQuaternion(rotation);
  else if (kind === 'slide') moved.makeTranslation(axis.x * value, axis.y * value, axis.z * value);
  else moved.makeRotationAxis(axis, value);
  if (kind === 'helix') {
    const along = pitch * value;
    moved.setPosition(axis.x * along, axis.y * along, axis.z * along);
  }
  frame.multiply(moved);
}
