import { ArmShape, GoalHandle, View } from 'limber/three';
import type { Vec3 } from 'limber';
import { Box3, Vector3 } from 'three';
import { colourOf, cssColour, onTheme } from '../views/looks.ts';
import { pathsOf, type Player } from 'limber/presets';
import { PathLine } from '../views/path.ts';
import { Trail } from '../views/trail.ts';

/** Of the reach: edge of a target's cube, least height of a target that the hand has. */
const cube = 0.075;
const leastHeight = 0.04;
/** Degrees, of the narrow side. */
const fieldOfView = 40;
/** Where the camera stands, seen from what it looks at. */
const side: Vec3 = [0.35, 0.22, 1];

/** What the reader sees of a run: arm, tracks, trails, and targets that can be dragged. */
export class RunStage {
  readonly view: View;
  handles: readonly GoalHandle[] = [];
  /** The hand has taken a target, or moved it. */
  onHold: ((index: number, position: Vector3) => void) | null = null;
  private player!: Player;
  private shape: ArmShape | null = null;
  private paths: readonly (PathLine | null)[] = [];
  private trails: readonly Trail[] = [];
  private links: readonly number[] = [];

  constructor(host: HTMLElement) {
    this.view = new View(host, { label: 'An arm and its targets', fov: fieldOfView });
    onTheme(() => this.paint());
  }

  /** Shows another run, from frame 0 on; the camera leaves room for `others` (metres). */
  load(player: Player, others: readonly Vec3[]): void {
    this.clear();
    this.player = player;
    const { arm, model } = player.run;
    this.links = arm.effectors.map((name) => model.findLink(name));
    this.shape = new ArmShape(model);
    this.paths = pathsOf(player.run).map((points) => points && new PathLine(points));
    this.trails = arm.effectors.map(() => new Trail());
    this.view.add(this.shape, ...this.paths.filter((path) => path !== null), ...this.trails);
    this.handles = arm.effectors.map((name, i) => this.makeHandle(name, i));
    this.frame(others);
    this.paint();
    this.update();
  }

  showTrails(on: boolean): void {
    for (const trail of this.trails) trail.visible = on;
    this.view.invalidate();
  }

  clearTrails(): void {
    for (const trail of this.trails) trail.forget();
  }

  /** Where the effectors are now belongs to their trails. */
  record(): void {
    const { poses } = this.player.run.problem.state;
    this.trails.forEach((trail, i) => {
      const first = 7 * this.links[i]!;
      trail.push(poses[first]!, poses[first + 1]!, poses[first + 2]!);
    });
  }

  /** Brings what is drawn to where the run is. */
  update(): void {
    const { problem, targets } = this.player.run;
    this.shape!.update(problem.state.poses);
    this.handles.forEach((handle, i) => {
      handle.setPosition(targets[3 * i]!, targets[3 * i + 1]!, targets[3 * i + 2]!);
      if (this.paths[i]) this.paths[i].material.opacity = this.player.isHeld(i) ? 0.2 : 0.6;
    });
  }

  private makeHandle(name: string, index: number): GoalHandle {
    const { run } = this.player;
    const take = () => this.onHold?.(index, handle.position);
    const handle: GoalHandle = new GoalHandle(this.view, {
      position: run.targets.slice(3 * index, 3 * index + 3) as unknown as Vec3,
      size: cube * run.model.reach,
      label: `Target of ${name}`,
      bounds: { min: [undefined, leastHeight * run.model.reach] },
      onStart: take,
      onChange: take,
    });
    return handle;
  }

  /** Aims the camera at the arm, all its tracks, and the other points that matter (metres). */
  private frame(others: readonly Vec3[]): void {
    const { problem, model } = this.player.run;
    const { poses } = problem.state;
    const box = new Box3();
    const point = new Vector3();
    for (let i = 0; i < poses.length; i += 7) box.expandByPoint(point.fromArray(poses, i));
    for (const other of others) box.expandByPoint(point.fromArray(other));
    for (const path of this.paths) {
      if (path) box.union(path.box);
    }
    box.expandByScalar(0.05 * model.reach);
    this.view.fit(box, side);
  }

  private paint(): void {
    const { host } = this.view;
    this.paths.forEach((path) => path?.material.color.set(cssColour(host, '--path')));
    this.trails.forEach((trail, i) => trail.material.color.set(cssColour(host, colourOf(i))));
    this.view.invalidate();
  }

  private clear(): void {
    for (const handle of this.handles) handle.dispose();
    const paths = this.paths.filter((path) => path !== null);
    if (this.shape) this.view.remove(this.shape, ...paths, ...this.trails);
    this.shape?.dispose();
    for (const trail of this.trails) trail.dispose();
    for (const path of paths) path.dispose();
  }
}
