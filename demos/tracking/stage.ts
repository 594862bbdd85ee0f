import { ArmShape, GoalHandle, View } from 'limber/three';
import type { Vec3 } from 'limber';
import { Box3, BufferAttribute, BufferGeometry, Line, LineBasicMaterial, Vector3 } from 'three';
import { FloorHandle } from '../views/floor-handle.ts';
import { FrameLoop } from '../views/frame-loop.ts';
import { Ghost } from '../views/ghost.ts';
import { cssColour, onTheme } from '../views/looks.ts';
import { Trail } from '../views/trail.ts';
import { farthest, defaults, type Picks } from './address.ts';
import { plinth } from './arms.ts';
import { centre, lineOf, radius } from './courses.ts';
import type { Race } from './race.ts';

/** Metres. */
const cube = 0.07;
const axes = 0.16;
const seen = new Box3(new Vector3(-0.4, 0, -0.14), new Vector3(0.56, 0.84, 0.2));
/** Where the camera stands, seen from what it looks at. */
const side: Vec3 = [-0.25, 0.24, 1];

type Path = Line<BufferGeometry, LineBasicMaterial>;

/** What the reader sees: both arms in the same place, the one without feed-forward as a ghost. */
export class TrackingStage {
  readonly view: View;
  readonly target: GoalHandle;
  readonly stand: FloorHandle;
  readonly loop: FrameLoop;
  onHold: ((place: Vec3) => void) | null = null;
  onStand: ((place: Vec3) => void) | null = null;
  private race!: Race;
  private shapes: readonly ArmShape[] = [];
  private readonly trails = [new Trail(), new Trail()];
  private path: Path | null = null;

  constructor(host: HTMLElement) {
    this.view = new View(host, { label: 'Two arms and their target', fov: 36 });
    const held = () => this.onHold?.(this.target.position.toArray());
    this.target = new GoalHandle(this.view, {
      position: [centre[0] + radius, centre[1], centre[2]],
      size: cube,
      label: 'Target',
      bounds: { min: [-2, 0.05, -2], max: [2, 2, 2] },
      onStart: held,
      onChange: held,
    });
    this.stand = new FloorHandle(this.view, {
      ...{ position: defaults.stand, radius: 0.11, height: plinth, most: farthest },
      label: 'Base of the arms',
      onChange: (place) => this.onStand?.(place.toArray()),
    });
    this.loop = new FrameLoop(this.view, axes);
    this.view.add(...this.trails);
    this.view.fit(seen, side);
    onTheme(() => this.paint());
  }

  /** Shows another race. */
  load(race: Race): void {
    this.view.remove(...this.shapes);
    for (const shape of this.shapes) shape.dispose();
    this.race = race;
    const [fed, unfed] = race.followers;
    this.shapes = [new ArmShape(fed.model), new Ghost(unfed.model)];
    this.view.add(...this.shapes);
    this.clearTrails();
    this.update();
  }

  /** What is picked besides the arm. */
  show({ course, frames, trails, stand, held }: Picks): void {
    if (this.path) this.view.remove(this.path);
    this.path?.geometry.dispose();
    this.path?.material.dispose();
    this.path = pathLine(lineOf(course));
    this.path.visible = !held;
    this.view.add(this.path);
    this.loop.shown = frames;
    for (const trail of this.trails) trail.visible = trails;
    this.stand.setPosition(...stand);
    this.paint();
    this.update();
  }

  clearTrails(): void {
    for (const trail of this.trails) trail.forget();
  }

  /** Where the effectors are now belongs to their trails. */
  record(): void {
    this.race.followers.forEach(({ problem, effector }, i) => {
      const { poses } = problem.state;
      this.trails[i]!.push(poses[7 * effector]!, poses[7 * effector + 1]!, poses[7 * effector + 2]!);
    });
  }

  /** Brings what is drawn to where the race is. */
  update(): void {
    const { followers, target } = this.race;
    this.shapes.forEach((shape, i) => shape.update(followers[i]!.problem.state.poses));
    const [x, y, z] = target as unknown as Vec3;
    const { position } = this.target;
    if (position.x !== x || position.y !== y || position.z !== z) this.target.setPosition(x, y, z);
    this.placeFrames();
  }

  private placeFrames(): void {
    const { loop, race } = this;
    if (!loop.visible) return;
    // The loop is that of the arm that lags: with feed-forward there would be no gap to see.
    const { problem, effector, stand } = race.followers[1];
    loop.base.place(problem.state.poses, 7 * stand.index);
    loop.effector.place(problem.state.poses, 7 * effector);
    loop.target.position.fromArray(race.target);
    loop.update();
  }

  private paint(): void {
    const { host } = this.view;
    this.path?.material.color.set(cssColour(host, '--path'));
    this.trails[0]!.material.color.set(cssColour(host, '--with'));
    this.trails[1]!.material.color.set(cssColour(host, '--without'));
    this.view.invalidate();
  }
}

function pathLine(points: Float32Array): Path {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  return new Line(geometry, new LineBasicMaterial({ transparent: true, opacity: 0.6, fog: false }));
}
