import { ArmShape, GoalHandle, ObstacleHandle, View } from 'limber/three';
import type { Vec3 } from 'limber';
import {
  Box3,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Ray,
  SphereGeometry,
  Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { Grasp } from '../views/grasp.ts';
import { painted, themed } from '../views/looks.ts';
import { Names } from '../views/names.ts';
import { Scenery } from '../views/scenery.ts';
import type { Drawer } from './arms.ts';
import { Knot } from './knot.ts';
import { type Line, mostHandles } from './lines.ts';
import type { Reached } from './plan.ts';
import type { Spot, Surface } from './surface.ts';
import { Tube } from './tube.ts';
import { shortOf } from './status-text.ts';

const fieldOfView = 36;
const seen = new Box3(new Vector3(-0.12, 0.05, -0.3), new Vector3(0.8, 0.78, 0.3));
/**
 * Metres: radii of the reached line, of the rest, of the mark at its end; edge of the surface's cube; a key's
 * step.
 */
const [thick, thin, markRadius, cube, stepLength] = [0.005, 0.0035, 0.014, 0.04, 0.02];
/**
 * Metres: a board's thickness, and how far it lies below the line, which would be half sunk in it otherwise.
 */
const [boardThickness, below] = [0.016, 0.001];
/** Points of a line as drawn. */
const places = 301;

export interface StageEvents {
  /** The reader has moved a point of the line. */
  readonly bend: (spots: readonly Spot[]) => void;
  /** The reader has drawn a line. */
  readonly draw: (spots: readonly Spot[]) => void;
  /** The reader has moved the surface, or the box (metres). */
  readonly move: (place: Vec3) => void;
  readonly block: (place: Vec3) => void;
}

/** The scene: an arm, the surface, the line, and how far the arm gets. */
export class MovesStage {
  readonly view: View;
  knots: readonly Knot[] = [];
  readonly reached = painted(new Tube(thick), '--goal');
  readonly rest = painted(new Tube(thin, true), '--limit');
  readonly mark = painted(
    new Mesh(new SphereGeometry(markRadius, 24, 16), new MeshBasicMaterial({ fog: false })),
    '--limit',
  );
  readonly word: HTMLElement;
  block: ObstacleHandle | null = null;
  readonly grip: GoalHandle;
  /** Mouse and pen draw on the surface; a finger only when switched on: otherwise it scrolls the page. */
  readonly #pencil: Grasp<Spot>;
  #drawing: Spot[] = [];
  readonly #arm: Scenery;
  readonly #ground: Scenery;
  #shape!: ArmShape;
  #slab!: Mesh;
  #surface: Surface | null = null;
  #drawer!: Drawer;
  /** From the surface's centre to its handle. */
  readonly #corner = new Vector3();

  constructor(
    host: HTMLElement,
    private readonly on: StageEvents,
  ) {
    const view = (this.view = new View(host, { label: 'An arm that draws a line', fov: fieldOfView }));
    [this.#arm, this.#ground] = [new Scenery(view), new Scenery(view)];
    this.grip = new GoalHandle(view, {
      position: [0, 0, 0],
      size: cube,
      step: stepLength,
      label: 'Surface',
      onChange: (place) => on.move(place.clone().sub(this.#corner).toArray()),
    });
    const spotIn = (sight: Ray): Spot | null => this.#surface!.spotIn(sight);
    this.#pencil = new Grasp<Spot>(view, {
      find: ({ ray }) => spotIn(ray),
      take: (spot) => (this.#drawing = [spot]),
      move: ({ ray }) => {
        const spot = spotIn(ray);
        if (!spot) return;
        this.#drawing.push(spot);
        this.#sketch(this.#drawing);
      },
      letGo: () => on.draw(this.#drawing),
      hover: (spot) => (view.canvas.style.cursor = spot ? 'crosshair' : 'grab'),
    });
    this.byFinger = false;
    this.word = new Names(view).add('', 'end', this.mark.position, 0, -26);
    view.add(this.reached, this.rest, this.mark);
    view.overlay.addEventListener('pointerdown', this.#onPointerDown, { capture: true });
  }

  get byFinger(): boolean {
    return this.#pencil.byFinger;
  }

  set byFinger(on: boolean) {
    this.#pencil.byFinger = on;
    this.view.canvas.style.touchAction = on ? 'none' : 'pan-y';
  }

  load(drawer: Drawer): void {
    this.#drawer = drawer;
    this.#shape = new ArmShape(drawer.problem.model, { tips: true });
    this.#arm.show(this.#shape);
  }

  /** Shows a line through these spots; `isOther`: a new line, not the previous one with a point moved. */
  show(line: Line, spots: readonly Spot[], isOther: boolean): void {
    const { surface } = line;
    if (surface.kind !== this.#surface?.kind) this.#changeSurface(surface);
    const isMoved = isOther || !this.#surface?.middle.equals(surface.middle);
    this.#surface = surface;
    this.#slab.position.copy(surface.middle);
    this.#slab.quaternion.copy(surface.rotation);
    const { x, y, z } = this.#corner.add(surface.middle);
    if (!this.grip.dragging) this.grip.setPosition(x, y, z);
    this.#corner.sub(surface.middle);
    this.#tieKnots(surface, spots, isMoved);
    this.view.invalidate();
  }

  /** `part`: share of the line that is reached. */
  tell(line: Line, part: number, reached: Reached | null): void {
    const all = line.places(places);
    const last = Math.floor(part * (places - 1) + 1e-6);
    this.reached.follow(all, 0, last);
    this.rest.follow(all, last, places - 1);
    this.mark.position.fromArray(all, 3 * last);
    const word = reached ? shortOf(reached) : '';
    this.mark.visible = word !== '';
    this.word.textContent = word;
    this.word.hidden = word === '';
    this.view.invalidate();
  }

  /** Shows the drawer's box; null: removes it. */
  setBox(drawer: Drawer): void {
    this.block?.dispose();
    this.block =
      drawer.box &&
      new ObstacleHandle(this.view, {
        obstacles: [drawer.box],
        step: stepLength,
        label: 'Box',
        onChange: ({ x, y, z }) => this.on.block([x, y, z]),
      });
  }

  /** Updates the arm to its joint values. */
  update(): void {
    this.#shape.update(this.#drawer.problem.state.poses);
  }

  /** Where controls overlap, take the nearest to the pointer, not the topmost. */
  readonly #onPointerDown = (event: PointerEvent): void => {
    const away = ({ element }: Knot): number => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return Math.hypot(left + width / 2 - event.clientX, top + height / 2 - event.clientY);
    };
    const [nearest] = [...this.knots].sort((a, b) => away(a) - away(b));
    const hit = this.knots.find(({ element }) => element.contains(event.target as Node));
    if (!hit || hit === nearest) return;
    event.stopImmediatePropagation();
    nearest!.grab(event);
  };

  #sketch(spots: readonly Spot[]): void {
    const drawn = new Float32Array(3 * spots.length);
    const pose = new Float64Array(7);
    spots.forEach((spot, i) => {
      this.#surface!.write(spot, pose);
      drawn.set(pose.subarray(0, 3), 3 * i);
    });
    this.reached.follow(drawn, 0, spots.length - 1);
    this.rest.follow(drawn, 0, 0);
    for (const knot of this.knots) knot.visible = false;
    this.mark.visible = false;
    this.word.hidden = true;
    this.view.invalidate();
  }

  #changeSurface(surface: Surface): void {
    this.#slab = makeSlab(surface);
    this.#ground.show(this.#slab);
    const { extent, radius } = surface.kind;
    // At a corner of a board, or the side of a ball.
    if (radius > 0) this.#corner.set(radius, -radius, 0);
    else this.#corner.set(extent, extent, 0).applyQuaternion(surface.rotation);
    this.view.fit(seen, surface.kind.side);
    this.grip.home.fromArray(surface.kind.at).add(this.#corner);
  }

  #tieKnots(surface: Surface, spots: readonly Spot[], isMoved: boolean): void {
    const shown = spots.length > mostHandles ? [] : spots;
    if (!isMoved && shown.length === this.knots.length) {
      this.knots.forEach((knot, i) => {
        if (!knot.dragging) knot.spot = shown[i]!;
        knot.visible = true;
      });
      return;
    }
    const focused = this.knots.findIndex(({ element }) => element === document.activeElement);
    for (const knot of this.knots) knot.dispose();
    this.knots = shown.map((spot, i) => {
      const label = `Point ${i + 1} of ${shown.length}`;
      const bend = () => this.on.bend(this.knots.map(({ spot: at }) => at));
      return new Knot(this.view, surface, spot, { label, onChange: bend });
    });
    this.knots[focused]?.element.focus({ preventScroll: true });
  }
}

/** A board or a ball, with its middle at the origin. */
function makeSlab({ kind: { extent, radius } }: Surface): Mesh {
  const side = 2.08 * extent;
  const geometry =
    radius > 0
      ? new SphereGeometry(radius - below, 64, 40).translate(0, 0, radius)
      : new RoundedBoxGeometry(side, side, boardThickness, 3, boardThickness / 3);
  if (radius === 0) geometry.translate(0, 0, boardThickness / 2 + below);
  const material = new MeshStandardMaterial({ roughness: 0.7 });
  // Paler than an arm, so that lines are legible on it.
  const slab = themed(new Mesh(geometry, material), ({ background, grid }, theme) =>
    material.color.set(theme === 'light' ? background : grid),
  );
  slab.name = 'surface';
  slab.castShadow = slab.receiveShadow = true;
  return slab;
}
