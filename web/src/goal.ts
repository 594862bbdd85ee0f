import type { PoseDescription, Vec3 } from './description.ts';
import { LimberError } from './errors.ts';
import type { RawProblem } from './raw.ts';
import type { View } from './view.ts';

/** Axes of a pose goal's target: slides along and turns about them. */
export const poseAxes = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;
export type PoseAxis = (typeof poseAxes)[number];

interface GoalBase {
  /** Name of the link that is to get there. */
  readonly link: string;
  /** The tool on that link: its origin is what reaches, its axes are what turn. Default: the link's own frame. */
  readonly offset?: PoseDescription;
  /** 0 (off) or more; default 1. */
  readonly weight?: number;
  /** In world axes; default: where the tool is now. */
  readonly target?: ArrayLike<number>;
}

/** `target`: three metres. */
export interface PositionGoal extends GoalBase {
  readonly type: 'position';
}

/** `target`: a quaternion x y z w. */
export interface OrientationGoal extends GoalBase {
  readonly type: 'orientation';
}

/** `target`: px py pz qx qy qz qw. */
export interface PoseGoal extends GoalBase {
  readonly type: 'pose';
  /** Axes of the target along or about which the tool may be anywhere. */
  readonly free?: readonly PoseAxis[];
}

/** `target`: a direction of any length but zero. */
export interface DirectionGoal extends GoalBase {
  readonly type: 'direction';
  /** The tool's axis that is to point there; default +X. */
  readonly axis?: Vec3;
}

export type GoalDescription = PositionGoal | OrientationGoal | PoseGoal | DirectionGoal;
export type GoalType = GoalDescription['type'];

/** One wish of a problem. Made by `problem.addGoal`. */
export class Goal {
  readonly type: GoalType;
  readonly link: string;
  readonly #raw: () => RawProblem;
  readonly #target: View;
  readonly #residuals: View;
  /** Place among the problem's goals; −1 once removed. @internal */
  index: number;

  /** @internal */
  constructor(
    description: GoalDescription,
    index: number,
    raw: () => RawProblem,
    target: View,
    residuals: View,
  ) {
    this.type = description.type;
    this.link = description.link;
    this.index = index;
    this.#raw = raw;
    this.#target = target;
    this.#residuals = residuals;
  }

  #present(): RawProblem {
    const raw = this.#raw();
    if (this.index >= 0) return raw;
    throw new LimberError('disposed', `this ${this.type} goal is removed; add it again`);
  }

  /** The block to write the target into. Get it anew after anything was built; do not keep it. */
  get target(): Float64Array {
    this.#present();
    return this.#target.get();
  }

  /** 0: off. */
  get weight(): number {
    return this.#present().weight(this.index);
  }

  /** @throws LimberError `badGoal` for anything but a number from 0 up. */
  set weight(weight: number) {
    const raw = this.#present();
    if (!(weight >= 0 && Number.isFinite(weight))) {
      throw new LimberError('badGoal', `the goal's weight is ${String(weight)}; give 0 or more`);
    }
    raw.setWeight(this.index, weight);
  }

  /** Metres left after the last solve or update. */
  get distance(): number {
    this.#present();
    return this.#residuals.get()[2 * this.index]!;
  }

  /** Radians left after the last solve or update. */
  get angle(): number {
    this.#present();
    return this.#residuals.get()[2 * this.index + 1]!;
  }
}
