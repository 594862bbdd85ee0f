import { ArmShape, FloorHandle, GoalHandle, View } from 'limber/three';
import type { Vec3 } from 'limber';
import { Box3, Vector3 } from 'three';
import { FrameLoop } from '../views/frame-loop.ts';
import { Ghost } from '../views/ghost.ts';
import { cssColour, onTheme } from '../views/looks.ts';
import { PathLine } from '../views/path.ts';
import { Trail } from '../views/trail.ts';
import { farthestStand, home, type Picks } from './picks.ts';
import { lowPlinth } from './arms.ts';
import { courseCentre, lineOf, radius, type TargetCourse } from './courses.ts';
import type { Chase } from './chase.ts';

/** Metres. */
const cube = 0.07;
const axes = 0.16;
const seen = new Box3(new Vector3(-0.4, 0, -0.14), new Vector3(0.56, 0.84, 0.2));
/** Where the camera stands, seen from what it looks at. */
const side: Vec3 = [-0.25, 0.24, 1];

/** What the reader sees: both arms in the same place, the one without feed-forward as a ghost. */
export class TrackingStage {
  readonly view: View;
  readonly target: GoalHandle;
  readonly stand: FloorHandle;
  readonly loop: FrameLoop;
  onHold: ((place: Vec3) => void) | null = null;
  onStand: ((place: Vec3) => void) | null = null;
  private chase!: Chase;
  private shapes: readonly ArmShape[] = [];
  private readonly trails = [new Trail(), new Trail()];
  private path: PathLine | null = null;

  constructor(host: HTMLElement) {
    this.view = new View(host, { label: 'Two arms and their target', fov: 36 });
    const held = () => this.onHold?.(this.target.position.toArray());
    this.target = new GoalHandle(this.view, {
      position: [courseCentre[0] + radius, courseCentre[1], courseCentre[2]],
      size: cube,
      label: 'Target',
      bounds: { min: [-2, 0.05, -2], max: [2, 2, 2] },
      onStart: held,
      onChange: held,
    });
    this.stand = new FloorHandle(this.view, {
      position: home,
      radius: 0.11,
      height: lowPlinth,
      most: farthestStand,
      label: 'Base of the arms',
      onChange: (place) => this.onStand?.(place.toArray()),
    });
    this.loop = new FrameLoop(this.view, axes);
    this.view.add(...this.trails);
    this.view.fit(seen, side);
    onTheme(() => this.paint());
  }

  /** Shows other arms. */
  load(chase: Chase): void {
    this.view.remove(...this.shapes);
    for (const shape of this.shapes) shape.dispose();
    this.chase = chase;
    const [fed, unfed] = chase.followers;
    this.shapes = [new ArmShape(fed.model), new Ghost(unfed.model)];
    this.view.add(...this.shapes);
    this.clearTrails();
    this.update();
  }

  /** What is picked besides the arm. */
  show({ course, frames, trails, stand, held }: Picks, isOther: (name: keyof Picks) => boolean): void {
    if (isOther('course')) this.drawPath(course);
    this.path!.visible = !held;
    if (isOther('frames')) this.loop.shown = frames;
    for (const trail of this.trails) trail.visible = trails;
    if (isOther('stand')) this.stand.setPosition(...stand);
  }

  private drawPath(course: TargetCourse): void {
    if (this.path) this.view.remove(this.path);
    this.path?.dispose();
    this.path = new PathLine(lineOf(course));
    this.view.add(this.path);
    this.paint();
  }

  clearTrails(): void {
    for (const trail of this.trails) trail.forget();
  }

  /** Where the effectors are now belongs to their trails. */
  record(): void {
    this.chase.followers.forEach(({ problem, effector }, i) => {
      const { poses } = problem.state;
      this.trails[i]!.push(poses[7 * effector]!, poses[7 * effector + 1]!, poses[7 * effector + 2]!);
    });
  }

  /** Brings what is drawn to where the arms are. */
  update(): void {
    const { followers, target } = this.chase;
    this.shapes.forEach((shape, i) => shape.update(followers[i]!.problem.state.poses));
    this.target.setPosition(target[0]!, target[1]!, target[2]!);
    this.placeFrames();
  }

  private placeFrames(): void {
    const { loop, chase } = this;
    if (!loop.visible) return;
    // The loop is that of the arm that lags: with feed-forward there would be no gap to see.
    const { problem, effector, stands } = chase.followers[1];
    loop.base.place(problem.state.poses, 7 * stands[0]!.index);
    loop.effector.place(problem.state.poses, 7 * effector);
    loop.target.position.fromArray(chase.target);
    loop.update();
  }

  private paint(): void {
    const { host } = this.view;
    this.path?.material.color.set(cssColour(host, '--path'));
    this.trails[0]!.material.color.set(cssColour(host, '--effector-1'));
    this.trails[1]!.material.color.set(cssColour(host, '--effector-0'));
    this.view.invalidate();
  }
}
