import { DirectionHandle, GoalHandle, View } from 'limber/three';
import type { Vec3 } from 'limber';
import { type Object3D, Quaternion, Vector3 } from 'three';
import type { Rig } from './rig.ts';

/** Of the robot's size: the goal's cube, and the arrows of its axes. */
const cube = 0.07;
const arrow = 0.3;
/** Around the robot, for its thickness and for the goal to be moved about. */
const room = 0.16;
const fieldOfView = 40;
/** Where the camera stands, seen from what it looks at. */
const side: Vec3 = [0.75, 0.35, 1];

/** The tool's axes that have an arrow: two of them tell the third. */
const axes = [
  { name: 'z', along: new Vector3(0, 0, 1) },
  { name: 'x', along: new Vector3(1, 0, 0) },
] as const;

/** What the reader sees: the robot and a goal that can be dragged and turned. */
export class RobotStage {
  readonly view: View;
  goal: GoalHandle | null = null;
  arrows: readonly DirectionHandle[] = [];
  private rig: Rig | null = null;
  private shown: readonly Object3D[] = [];
  private readonly turn = new Quaternion();
  private readonly step = new Quaternion();
  private readonly before = new Vector3();
  private hinted = false;

  /** `onTarget`: the hand has moved or turned the goal, or lets go of it. */
  constructor(
    host: HTMLElement,
    private readonly onTarget: () => void,
  ) {
    this.view = new View(host, { label: 'A robot and its goal', fov: fieldOfView });
  }

  /** Shows another robot, or another look of the same. */
  load(rig: Rig): void {
    this.view.remove(...this.shown);
    this.rig = rig;
    this.shown = [rig.shape, rig.overlay];
    this.view.add(...this.shown);
    rig.show();
  }

  frame(): void {
    const { rig, view } = this;
    const box = rig!.box();
    if (view.floor) view.floor.position.y = Math.min(0, box.min.y);
    view.fit(box.expandByScalar(room * (rig!.model.reach || 1)), side);
  }

  /** New handles for the goal that the rig has now; the first one is pointed out. */
  makeHandles(): void {
    this.dropHandles();
    const { goal, model } = this.rig!;
    const size = model.reach || 1;
    const position = goal.target.slice(0, 3) as unknown as Vec3;
    this.goal = new GoalHandle(this.view, {
      position,
      size: cube * size,
      label: `Goal of ${goal.link}`,
      onStart: () => this.goal?.element.classList.remove('hint'),
      onChange: (place) => {
        place.toArray(goal.target);
        for (const each of this.arrows) each.setOrigin(place.x, place.y, place.z);
        this.onTarget();
      },
      onEnd: this.onTarget,
    });
    if (!this.hinted) this.goal.element.classList.add('hint');
    this.hinted = true;
    if (goal.type === 'pose') this.arrows = axes.map((_, i) => this.makeArrow(i, arrow * size));
  }

  /** The handles go where the target is, as when a slider has moved the tip. */
  follow(): void {
    const { target } = this.rig!.goal;
    const [x, y, z] = target as unknown as Vec3;
    this.goal?.setPosition(x, y, z);
    for (const each of this.arrows) each.setOrigin(x, y, z);
    this.pointArrows();
  }

  private makeArrow(index: number, length: number): DirectionHandle {
    const { goal } = this.rig!;
    const { name, along } = axes[index]!;
    this.turn.fromArray(goal.target, 3);
    const arrow: DirectionHandle = new DirectionHandle(this.view, {
      direction: along.clone().applyQuaternion(this.turn).toArray(),
      origin: goal.target.slice(0, 3) as unknown as Vec3,
      length: name === 'z' ? length : 0.75 * length,
      label: `${name} axis of ${goal.link}`,
      onChange: (direction) => {
        // The least turn that brings the axis there; the other axes come along.
        this.turn.fromArray(goal.target, 3);
        this.before.copy(along).applyQuaternion(this.turn);
        this.step.setFromUnitVectors(this.before, direction);
        this.turn.premultiply(this.step).normalize().toArray(goal.target, 3);
        this.pointArrows();
        this.onTarget();
      },
      onEnd: this.onTarget,
    });
    return arrow;
  }

  private pointArrows(): void {
    if (this.arrows.length === 0) return;
    this.turn.fromArray(this.rig!.goal.target, 3);
    this.arrows.forEach((each, i) => {
      this.before.copy(axes[i]!.along).applyQuaternion(this.turn);
      each.setDirection(this.before.x, this.before.y, this.before.z);
    });
  }

  /** Something is in the reader's hand. */
  get held(): boolean {
    return [this.goal, ...this.arrows].some((each) => each?.dragging);
  }

  private dropHandles(): void {
    this.goal?.dispose();
    for (const each of this.arrows) each.dispose();
    this.goal = null;
    this.arrows = [];
  }
}
