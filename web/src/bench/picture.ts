import { Box3, BufferAttribute, BufferGeometry, Line, LineBasicMaterial, Vector3 } from 'three';
import type { Vec3 } from '../description.ts';
import type { Obstacle } from '../obstacle.ts';
import { pathsOf, type Run } from '../presets/index.ts';
import { ArmShape } from '../three/arm-shape.ts';
import { boxOf } from '../three/framing.ts';
import { GoalHandle } from '../three/goal-handle.ts';
import { ObstacleHandle } from '../three/obstacle-handle.ts';
import { type Palette, palettes, type Theme, type Themed } from '../three/theme.ts';
import type { View } from '../three/view.ts';
import type { ExhibitArm } from './exhibit.ts';
import { Turners } from './turners.ts';

/** As parts of the reach: the edge of a target's cube, and its least height above the floor. */
const cube = 0.075;
const leastHeight = 0.04;
/** Direction from the arm to the camera. */
const side: Vec3 = [0.42, 0.3, 1];

/** What people do with the handles. */
export interface Hand {
  take(target: number): void;
  move(target: number, position: Vector3): void;
  letGo(target: number): void;
  /** A direction or an orientation was turned, or an obstacle moved. */
  turn(): void;
}

/** The path of a target. */
class PathLine extends Line<BufferGeometry, LineBasicMaterial> implements Themed {
  constructor(points: Float32Array) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(points, 3));
    super(geometry, new LineBasicMaterial({ fog: false }));
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.axis);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}

/** The drawing of a run, with its handles. */
export class Picture {
  readonly targets: readonly GoalHandle[];
  readonly shape: ArmShape;
  private readonly turners: Turners;
  private readonly obstacles: readonly ObstacleHandle[];
  private readonly paths: readonly PathLine[];
  private readonly floor: number;

  constructor(
    readonly view: View,
    private readonly run: Run,
    title: string,
    hand: Hand,
    { toolAxis, meshes }: Pick<ExhibitArm, 'toolAxis' | 'meshes'>,
  ) {
    const { effectors, model } = run;
    // That of the lowest joint.
    this.floor = Math.min(0, boxOf(run.problem.state.poses).min.y);
    if (view.floor) view.floor.position.y = this.floor;
    this.shape = new ArmShape(model, { ...(toolAxis && { toolAxis }), ...(meshes && { meshes }) });
    this.paths = pathsOf(run).flatMap((points) => (points ? [new PathLine(points)] : []));
    view.add(this.shape, ...this.paths);
    const label = (what: string, name: string) =>
      effectors.length === 1 ? `${what}: ${title}` : `${what} of ${name}: ${title}`;
    this.targets = effectors.map((name, i) => this.makeTarget(label('Goal', name), i, hand));
    this.turners = new Turners(view, run.problem, model.reach, label, () => hand.turn());
    this.obstacles = run.problem.obstacles
      .filter(({ description }) => !description.link)
      .map((obstacle) => this.makeObstacle(obstacle, title, hand));
  }

  /** A pointer has one of the targets. */
  get held(): boolean {
    return this.targets.some(({ dragging }) => dragging);
  }

  /** Updates the drawing. */
  update(): void {
    const { problem, targets } = this.run;
    this.shape.update(problem.state.poses);
    this.targets.forEach((each, i) => each.setPosition(...pointAt(targets, i)));
    this.turners.update();
  }

  /** Turns arrows and rings back to how they were at first. */
  reset(): void {
    this.turners.reset();
    for (const obstacle of this.obstacles) obstacle.setPosition(...obstacle.home.toArray());
    this.update();
  }

  /** With limits, targets stay above the floor. */
  bound(limits: boolean): void {
    const least = this.floor + leastHeight * this.run.model.reach;
    for (const target of this.targets) target.setBounds(limits ? { min: [undefined, least] } : null);
  }

  /** Aims the camera at the arm, its targets and their paths. */
  frame(): void {
    const { problem, targets, model } = this.run;
    const { poses } = problem.state;
    const box = boxOf(poses);
    const point = new Vector3();
    for (let i = 0; i < targets.length; i += 3) box.expandByPoint(point.fromArray(targets, i));
    for (const { position } of this.obstacles) box.expandByPoint(position);
    for (const { geometry } of this.paths) {
      box.union(new Box3().setFromBufferAttribute(geometry.attributes.position as BufferAttribute));
    }
    // A single arm's root stays in the middle.
    if (model.links.filter(({ parent }) => parent < 0).length === 1) {
      const root = poses[0]!;
      const half = Math.max(0.45 * model.reach, root - box.min.x, box.max.x - root);
      box.min.x = root - half;
      box.max.x = root + half;
    }
    box.expandByScalar(0.06 * model.reach);
    this.view.fit(box, side);
  }

  dispose(): void {
    for (const handle of [...this.targets, ...this.obstacles, this.turners]) handle.dispose();
    this.view.remove(this.shape, ...this.paths);
    this.shape.dispose();
    for (const path of this.paths) path.dispose();
  }

  private makeObstacle(obstacle: Obstacle, title: string, hand: Hand): ObstacleHandle {
    const label = `Obstacle, a ${obstacle.description.type}: ${title}`;
    return new ObstacleHandle(this.view, { obstacles: [obstacle], label, onChange: () => hand.turn() });
  }

  private makeTarget(label: string, index: number, hand: Hand): GoalHandle {
    const { run, view } = this;
    return new GoalHandle(view, {
      position: pointAt(run.targets, index),
      size: cube * run.model.reach,
      label,
      onStart: () => hand.take(index),
      onChange: (position) => hand.move(index, position),
      onEnd: () => hand.letGo(index),
    });
  }
}

const pointAt = (points: Float64Array, i: number): Vec3 => [
  points[3 * i]!,
  points[3 * i + 1]!,
  points[3 * i + 2]!,
];
