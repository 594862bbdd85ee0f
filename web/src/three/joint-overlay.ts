import { Group, Matrix4, Quaternion, Vector3 } from 'three';
import { advance, boundedTurn, isBounded, type JointMotion, motionsOf, readMotion } from './joint-motions.ts';
import { type LinkLike, type ModelLike, sizeOf, type StateLike } from './model-like.ts';
import { BallMark, type Mark, markFrame, MarkMaterials, SlideMark, TurnMark } from './motion-marks.ts';
import { type Palette, palettes, type Theme, type Themed } from './theme.ts';

/** Which parts of the joints to show. */
export interface JointOverlayOptions {
  /** A thin line through each turning joint; default true. */
  axes?: boolean;
  /** Sectors, tracks and swing cones with a needle at the current value; default true. */
  limits?: boolean;
  /** Radius of an arc in metres; default: from the model's reach. */
  radius?: number;
}

/** One motion of one joint. */
interface Entry {
  readonly link: LinkLike;
  readonly motion: JointMotion;
  /** Null for a motion that is not drawn: a locked motion, or a slide of a free joint. */
  readonly mark: Mark | null;
  /** True for the first motion of a joint. */
  readonly first: boolean;
}

/** Draws joint axes and limits over an arm. A joint at its limit takes the warning colour. */
export class JointOverlay extends Group implements Themed {
  readonly #materials = new MarkMaterials();
  readonly #entries: Entry[] = [];
  readonly #origins: Matrix4[];
  #axesShown = true;
  #limitsShown = true;

  constructor(
    readonly model: ModelLike,
    options: JointOverlayOptions = {},
  ) {
    super();
    this.name = 'joints';
    this.#origins = model.links.map(({ origin }) =>
      new Matrix4().compose(
        new Vector3().fromArray(origin.position ?? [0, 0, 0]),
        new Quaternion().fromArray(origin.rotation ?? [0, 0, 0, 1]),
        new Vector3(1, 1, 1),
      ),
    );
    const radius = options.radius ?? 0.13 * sizeOf(model);
    for (const link of model.links) this.#addLink(link, radius);
    this.showAxes = options.axes ?? true;
    this.showLimits = options.limits ?? true;
    this.setTheme('light');
  }

  /** Shows axis lines; invalidate the view after a change. */
  get showAxes(): boolean {
    return this.#axesShown;
  }
  set showAxes(on: boolean) {
    this.#axesShown = on;
    for (const { mark } of this.#entries) if (mark) mark.axes.visible = on;
  }

  /** Shows limits; invalidate the view after a change. */
  get showLimits(): boolean {
    return this.#limitsShown;
  }
  set showLimits(on: boolean) {
    this.#limitsShown = on;
    for (const { mark } of this.#entries) if (mark) mark.limits.visible = on;
  }

  /**
   * Copies joint values and poses. `activeLimits`: `problem.activeLimits` (nv numbers, −1 at the lower bound,
   * 1 at the upper, 0 between); without it values are compared with the limits. Allocates nothing.
   */
  update(state: StateLike, activeLimits?: ArrayLike<number>): void {
    for (const entry of this.#entries) {
      const { link, motion, mark } = entry;
      if (entry.first) this.#startJoint(link, state.poses);
      const value = readMotion(motion, state.q, rotation);
      if (mark) {
        mark.group.matrix.copy(frame);
        mark.group.matrixWorldNeedsUpdate = true;
        mark.show(value, rotation);
        warn(motion, mark, value, activeLimits);
      }
      advance(frame, motion, value, rotation);
    }
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.#materials.setPalette(palette);
  }

  /** Frees the GPU memory; remove it from its view first. */
  dispose(): void {
    for (const { mark } of this.#entries) mark?.dispose();
    this.#materials.dispose();
  }

  #addLink(link: LinkLike, radius: number): void {
    const child = this.model.links.find((other) => other.parent === link.index);
    const bone = new Vector3().fromArray(child?.origin.position ?? [0, 0, 0]);
    const motions = motionsOf(link);
    const hasBall = motions.some(({ kind }) => kind === 'ball');
    for (const [index, motion] of motions.entries()) {
      const isFloat = hasBall && motion.kind === 'slide';
      const mark = isFloat ? null : this.#makeMark(motion, bone, radius);
      if (mark) this.add(mark.group);
      this.#entries.push({ link, motion, mark, first: index === 0 });
    }
  }

  #makeMark(motion: JointMotion, bone: Vector3, radius: number): Mark | null {
    const { kind, axis, limits } = motion;
    if (kind === 'ball') {
      return motion.swing || motion.twist ? new BallMark(this.#materials, radius, motion) : null;
    }
    if (limits[0] === limits[1]) return null;
    const across = markFrame(axis, bone);
    if (kind === 'slide') return new SlideMark(this.#materials, radius, across, limits);
    return new TurnMark(this.#materials, radius, across, boundedTurn(limits));
  }

  /** Stores the world pose of the joint's own frame, before its motions, in `frame`. */
  #startJoint(link: LinkLike, poses: ArrayLike<number>): void {
    frame.identity();
    if (link.parent >= 0) {
      position.fromArray(poses, 7 * link.parent);
      rotation.fromArray(poses, 7 * link.parent + 3);
      frame.compose(position, rotation, unit);
    }
    frame.multiply(this.#origins[link.index]!);
  }
}

const frame = new Matrix4();
const position = new Vector3();
const rotation = new Quaternion();
const unit = new Vector3(1, 1, 1);

/** A mimic joint is at its limit when the joint it follows is: the core combines their limits. */
function warn(motion: JointMotion, mark: Mark, value: number, active?: ArrayLike<number>): void {
  const { kind, vIndex, limits } = motion;
  if (active) {
    mark.setHot(active[vIndex] !== 0);
    if (mark instanceof BallMark) mark.setHotTwist(active[vIndex + 2] !== 0);
  } else if (kind !== 'ball') {
    const [min, max] = limits;
    const room = isBounded(limits) ? 1e-6 * (max - min) : 0;
    mark.setHot(value <= min + room || value >= max - room);
  }
}
