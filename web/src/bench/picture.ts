import { Box3, BufferAttribute, Vector3 } from 'three';
import type { Vec3 } from '../describe/description.ts';
import { hasPoint, type Goal } from '../core/goal.ts';
import { hand } from '../robots/presets/index.ts';
import { pathsOf, type Player } from '../robots/run/index.ts';
import { ArmShape, type ArmShapeOptions } from '../three/arm-shape.ts';
import { boxOf } from '../three/framing.ts';
import type { JointOverlay } from '../three/joint-overlay.ts';
import { ObstacleHandle } from '../three/obstacle-handle.ts';
import { PlainLine } from '../three/plain-line.ts';
import type { View } from '../three/view.ts';
import type { ExhibitSettings } from './exhibit.ts';
import { GoalHandles, type GoalHandlesOptions, type GoalPart, type MakeRooms } from './goal-handles.ts';

/** Smallest height of a target above the floor, as a fraction of the reach. */
const leastHeight = 0.04;
/** Direction from the arm to the camera. */
const usualSide: Vec3 = [0.42, 0.3, 1];

export interface PictureOptions {
  /** How the arm is drawn. */
  readonly shape?: ArmShapeOptions;
  /** Names the exhibit for screen readers. */
  readonly title?: string;
  /** Names a handle; default "Goal: Panda", or "Goal of hand: Panda" if there are several. */
  readonly label?: GoalHandlesOptions['label'] | undefined;
  /** Direction from the arm to the camera. */
  readonly side?: Vec3;
  /** Axes and limits to draw over the joints; the picture owns it. Default null: none. */
  readonly overlay?: JointOverlay | null;
  /** Draws the goals' rooms. Default null: they are not drawn. */
  readonly rooms?: MakeRooms | null;
  /** Called after something was moved or turned by hand and the player has the new value. */
  readonly onMove?: () => void;
}

/** The path of a target. */
class PathLine extends PlainLine {
  constructor(points: Float32Array) {
    super('axis', { fog: false });
    this.geometry.setAttribute('position', new BufferAttribute(points, 3));
  }

  get box(): Box3 {
    return new Box3().setFromBufferAttribute(this.geometry.attributes.position as BufferAttribute);
  }
}

/**
 * The drawing of a run being played, with handles for its goals and obstacles. Dragging them holds the
 * player's targets.
 */
export class Picture {
  readonly shape: ArmShape;
  readonly handles: GoalHandles;
  /** Path of each target; null: none. */
  readonly paths: readonly (PathLine | null)[];
  readonly #obstacles: readonly ObstacleHandle[];
  readonly #floor: number;

  constructor(
    readonly view: View,
    private readonly player: Player,
    private readonly options: PictureOptions = {},
  ) {
    const { run } = player;
    // Height of the lowest joint.
    this.#floor = Math.min(0, boxOf(run.problem.state.poses).min.y);
    if (view.floor) view.floor.position.y = this.#floor;
    this.shape = new ArmShape(run.model, options.shape);
    this.paths = pathsOf(run).map((points) => points && new PathLine(points));
    view.add(...this.#drawn);
    const { title = 'Arm' } = options;
    this.handles = new GoalHandles(view, run.problem, {
      size: run.model.reach,
      rooms: options.rooms ?? null,
      label:
        options.label ??
        ((what, link) => `${run.effectors.length === 1 ? what : `${what} of ${link}`}: ${title}`),
      onStart: (goal, part) => this.#take(goal, part),
      onChange: (goal, part) => {
        this.#take(goal, part);
        options.onMove?.();
      },
      onEnd: (goal, part) => this.#letGo(goal, part),
    });
    this.#obstacles = run.problem.obstacles
      .filter(({ description }) => !description.link)
      .map((obstacle) => {
        const label = `Obstacle, a ${obstacle.description.type}: ${title}`;
        const onChange = () => {
          player.wake();
          options.onMove?.();
        };
        return new ObstacleHandle(view, { obstacles: [obstacle], label, onChange });
      });
  }

  /** Updates the drawing. */
  update(): void {
    const { activeLimits, state } = this.player.run.problem;
    this.shape.update(state.poses);
    const { overlay } = this.options;
    if (overlay?.visible) overlay.update(state, activeLimits);
    this.handles.update();
  }

  /** Moves goals and obstacles back to their initial places. */
  reset(): void {
    this.handles.reset();
    for (const obstacle of this.#obstacles) obstacle.setPosition(...obstacle.home.toArray());
    this.update();
  }

  /** With limits, keeps targets above the floor. */
  tune({ limits, overlay: shown }: Pick<ExhibitSettings, 'limits' | 'overlay'>): void {
    const { overlay } = this.options;
    if (overlay) {
      overlay.visible = shown !== null;
      overlay.showAxes = shown?.axes ?? true;
      overlay.showLimits = shown?.limits ?? true;
    }
    const least = this.#floor + leastHeight * this.player.run.model.reach;
    this.handles.bound(limits ? { min: [undefined, least] } : null);
  }

  /** Aims the camera at the arm, its targets and their paths, and at other given points (metres). */
  frame(others: readonly Vec3[] = []): void {
    const { problem, targets, model } = this.player.run;
    const { poses } = problem.state;
    const box = boxOf(poses);
    const point = new Vector3();
    for (let i = 0; i < targets.length; i += 3) box.expandByPoint(point.fromArray(targets, i));
    for (const other of others) box.expandByPoint(point.fromArray(other));
    for (const { position } of this.#obstacles) box.expandByPoint(position);
    for (const path of this.#lines) box.union(path.box);
    // A single arm's root stays in the middle.
    if (model.links.filter(({ parent }) => parent < 0).length === 1) {
      const root = poses[0]!;
      const half = Math.max(0.45 * model.reach, root - box.min.x, box.max.x - root);
      box.min.x = root - half;
      box.max.x = root + half;
    }
    box.expandByScalar(0.06 * model.reach);
    this.view.fit(box, this.options.side ?? usualSide);
  }

  dispose(): void {
    for (const handle of [this.handles, ...this.#obstacles]) handle.dispose();
    const drawn = this.#drawn;
    this.view.remove(...drawn);
    for (const each of drawn) each.dispose();
  }

  get #drawn(): (ArmShape | JointOverlay | PathLine)[] {
    const { overlay } = this.options;
    return [this.shape, ...(overlay ? [overlay] : []), ...this.#lines];
  }

  get #lines(): PathLine[] {
    return this.paths.filter((path) => path !== null);
  }

  #take(goal: Goal, part: GoalPart): void {
    const { player } = this;
    if (part === 'point') player.hold(this.#indexOf(goal), goal.target.subarray(0, 3));
    else player.wake();
    this.view.invalidate();
  }

  #letGo(goal: Goal, part: GoalPart): void {
    const { player } = this;
    // While playing, the track takes its target back.
    if (part === 'point' && player.playing && player.run.track !== hand)
      player.hold(this.#indexOf(goal), null);
    else player.letGo();
    this.view.invalidate();
  }

  #indexOf(goal: Goal): number {
    return this.player.run.goals.filter(hasPoint).indexOf(goal);
  }
}
