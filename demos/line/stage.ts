/** What lies beside the arm: the surface, the line, and how far the arm gets. */
import { GoalHandle, type View } from 'limber/three';
import * as three from 'three';
import { Vector3 } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { Grasp } from '../views/grasp.ts';
import { painted, themed } from '../views/looks.ts';
import { Names } from '../views/names.ts';
import { Scenery } from '../views/scenery.ts';
import { Knot } from './knot.ts';
import type { Line } from './lines.ts';
import type { Reached } from './plan.ts';
import type { Picks } from './scenes.ts';
import type { Spot, Surface } from './surface.ts';
import { shortOf } from './words.ts';

const seen = new three.Box3(new Vector3(-0.12, 0.05, -0.3), new Vector3(0.8, 0.78, 0.3));
/** Metres: widths of the line as drawn and as planned, radius of its mark, edge of the surface's cube, a key's step. */
const [thick, thin, markRadius, cube, stepLength] = [0.012, 0.006, 0.014, 0.04, 0.02];
/** Metres: a board's thickness, and how far it lies below the line, which would be half sunk in it otherwise. */
const [boardThickness, below] = [0.016, 0.004];
/** A line with more points has no handles. */
const mostHandles = 9;

const stripe = (linewidth: number, colour: string, dashed = false) => {
  const dashes = { dashed, dashSize: 0.015, gapSize: 0.01 };
  const material = new LineMaterial({ worldUnits: true, linewidth, fog: false, ...dashes });
  return painted(new Line2(new LineGeometry(), material), colour);
};

export class LineStage {
  knots: readonly Knot[] = [];
  readonly drawn = stripe(thick, '--goal');
  readonly reached = stripe(thin, '--goal');
  readonly rest = stripe(thin, '--limit', true);
  readonly mark = painted(
    new three.Mesh(new three.SphereGeometry(markRadius, 24, 16), new three.MeshBasicMaterial({ fog: false })),
    '--limit',
  );
  readonly word: HTMLElement;
  readonly grip: GoalHandle;
  /** Mouse and pen draw on the surface; a finger only when switched on: otherwise it scrolls the page. */
  readonly #pencil: Grasp<Spot>;
  readonly #ground: Scenery;
  #slab!: three.Mesh;
  #surface: Surface | null = null;
  /** From the surface's centre to its handle. */
  readonly #corner = new Vector3();

  constructor(
    private readonly view: View,
    /** The reader has moved points of the line, or the surface. */
    private readonly onChange: (change: Pick<Partial<Picks>, 'points' | 'at'>) => void,
    /** The reader has drawn a line. */
    private readonly onDraw: (spots: readonly Spot[]) => void,
  ) {
    this.#ground = new Scenery(view);
    this.grip = new GoalHandle(view, {
      ...{ position: [0, 0, 0], size: cube, step: stepLength, label: 'Surface' },
      onChange: (place) => onChange({ at: place.clone().sub(this.#corner).toArray() }),
    });
    this.#pencil = this.#makePencil();
    this.word = new Names(view).add('', 'end', this.mark.position, 0, -26);
    view.add(this.drawn, this.reached, this.rest, this.mark);
  }

  set byFinger(on: boolean) {
    this.#pencil.byFinger = on;
    this.view.canvas.style.touchAction = on ? 'none' : 'pan-y';
  }

  /** Shows a line through these spots; `isOther`: a new line, not the previous one with a point moved. */
  show({ surface }: Line, spots: readonly Spot[], isOther: boolean): void {
    const before = this.#surface;
    this.#surface = surface;
    if (surface.kind !== before?.kind) this.#changeSurface(surface);
    const isMoved = isOther || !before?.middle.equals(surface.middle);
    this.#slab.position.copy(surface.middle);
    this.#slab.quaternion.copy(surface.rotation);
    const { x, y, z } = surface.middle.clone().add(this.#corner);
    if (!this.grip.dragging) this.grip.setPosition(x, y, z);
    this.#tieKnots(surface, spots, isMoved);
  }

  /** Shows how far the arm gets; null: not known yet. */
  tell({ surface, spots }: Line, reached: Reached | null): void {
    const last = Math.round((reached?.part ?? 1) * (spots.length - 1));
    const places = surface.places(spots);
    const way = places.slice(0, 3 * last + 3);
    for (const stripe of [this.drawn, this.reached]) follow(stripe, way);
    follow(this.rest, places.slice(3 * last));
    this.mark.position.fromArray(places, 3 * last);
    this.#say(reached ? shortOf(reached) : '');
  }

  /** `part`: the share of the reached line that the pen has drawn. */
  draw(part: number): void {
    const count = this.reached.geometry.instanceCount;
    this.drawn.geometry.instanceCount = Math.round(part * count);
  }

  /** Turns the camera to the surface. */
  look(): void {
    if (this.#surface) this.view.fit(seen, this.#surface.kind.side);
  }

  #makePencil(): Grasp<Spot> {
    let drawing: Spot[] = [];
    return new Grasp<Spot>(this.view, {
      find: ({ ray }) => this.#surface!.spotIn(ray),
      take: (spot) => (drawing = [spot]),
      move: ({ ray }) => {
        const spot = this.#surface!.spotIn(ray);
        if (!spot) return;
        drawing.push(spot);
        this.#sketch(this.#surface!.places(drawing));
      },
      letGo: () => this.onDraw(drawing),
      hover: (spot) => (this.view.canvas.style.cursor = spot ? 'crosshair' : 'grab'),
    });
  }

  #sketch(places: readonly number[]): void {
    follow(this.reached, places);
    for (const stripe of [this.drawn, this.rest]) follow(stripe, []);
    for (const knot of this.knots) knot.visible = false;
    this.#say('');
  }

  #say(word: string): void {
    this.word.textContent = word;
    this.word.hidden = word === '';
    this.mark.visible = word !== '';
    this.view.invalidate();
  }

  #changeSurface(surface: Surface): void {
    this.#slab = makeSlab(surface);
    this.#ground.show(this.#slab);
    this.look();
    const { extent, radius, at } = surface.kind;
    // At a corner of a board, or the side of a ball.
    if (radius > 0) this.#corner.set(radius, -radius, 0);
    else this.#corner.set(extent, extent, 0).applyQuaternion(surface.rotation);
    this.grip.home.fromArray(at).add(this.#corner);
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
    for (const knot of this.knots) knot.dispose();
    const onChange = () => this.onChange({ points: this.knots.flatMap(({ spot }) => spot) });
    this.knots = shown.map((spot, i) => {
      const label = `Point ${i + 1} of ${shown.length}`;
      return new Knot(this.view, surface, spot, { label, onChange });
    });
  }
}

/** `places`: three numbers per point (metres). */
function follow(stripe: Line2, places: readonly number[]): void {
  stripe.visible = places.length >= 6;
  if (stripe.visible) stripe.geometry.setPositions([...places]);
  if (stripe.visible) stripe.computeLineDistances();
}

/** A board or a ball, with its middle at the origin. */
function makeSlab({ kind: { extent, radius } }: Surface): three.Mesh {
  const side = 2.08 * extent;
  const geometry =
    radius > 0
      ? new three.SphereGeometry(radius - below, 64, 40).translate(0, 0, radius)
      : new RoundedBoxGeometry(side, side, boardThickness, 3, boardThickness / 3);
  if (radius === 0) geometry.translate(0, 0, boardThickness / 2 + below);
  const material = new three.MeshStandardMaterial({ roughness: 0.7 });
  // Paler than an arm, so that lines are legible on it.
  const slab = themed(new three.Mesh(geometry, material), ({ background, grid }, theme) =>
    material.color.set(theme === 'light' ? background : grid),
  );
  slab.name = 'surface';
  slab.castShadow = slab.receiveShadow = true;
  return slab;
}
