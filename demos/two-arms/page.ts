import { ArmShape, DirectionHandle, FloorHandle, GoalHandle, palettes, View } from 'limber/three';
import type { Palette, Theme, Themed } from 'limber/three';
import { Box3, Color, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mountEditor } from '../editor/index.ts';
import { NumberTable } from '../shell/board.ts';
import { Chart } from '../shell/chart.ts';
import { make } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { defaultsOf } from '../shell/picks.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { degrees, distance } from '../shell/units.ts';
import { plinth } from '../views/robots.ts';
import { armNames, boxName, courseAt, edge, farthestArm, homes, schema, startPoint } from './modes.ts';
import type { Picks } from './modes.ts';
import { Pair } from './pair.ts';

/** Left, right. */
const colours = ['--effector-1', '--effector-2'] as const;
const seen = new Box3(new Vector3(-0.96, 0, -0.3), new Vector3(0.96, 0.98, 0.4));
const bounds = { min: [-1.5, edge / 2, -1.2], max: [1.5, 1.6, 1.5] } as const;
const front = new Vector3(0, 0, 1);

/** The scene: the arms on their bases, the box, and its handles. */
class TwoArmsStage {
  readonly view: View;
  /** Handles: the box itself, the destination of a carried box, and the cube that the left hand follows. */
  readonly handles: readonly GoalHandle[];
  readonly stands: readonly FloorHandle[];
  readonly #arrow: DirectionHandle;
  readonly #shape: ArmShape;
  readonly #crate = new Crate();
  readonly #turn = new Quaternion();

  /** `take`: called when the reader has taken the box, or its arrow. */
  constructor(
    host: HTMLElement,
    private readonly pair: Pair,
    take: () => void,
    drag: (change: Partial<Picks>) => void,
  ) {
    const view = (this.view = new View(host, { label: 'Two arms and a box', fov: 36 }));
    this.#shape = new ArmShape(pair.model, { toolAxis: [0, 0, 1] });
    // The box has its own mesh.
    this.#shape.getObjectByName(boxName)!.visible = false;
    const things = [
      { label: 'Box', size: edge },
      { label: 'Place for the box', size: 1.06 * edge },
      { label: 'Cube', size: 0.07 },
    ];
    const onChange = (place: Vector3) => drag({ place: place.toArray() });
    this.handles = things.map(
      (thing) =>
        new GoalHandle(view, { ...thing, position: startPoint, bounds, step: 0.02, onStart: take, onChange }),
    );
    // Translucent, so that the box itself can be seen inside.
    const { object } = this.handles[1]!;
    object.castShadow = false;
    Object.assign(object.material, { transparent: true, opacity: 0.3, depthWrite: false });
    this.#arrow = new DirectionHandle(view, {
      direction: front.toArray(),
      origin: startPoint,
      length: 0.46,
      label: 'Front of the box',
      onStart: take,
      onChange: (direction) => drag({ direction: direction.toArray() }),
    });
    this.stands = armNames.map(
      (arm) =>
        new FloorHandle(view, {
          position: homes[arm],
          radius: 0.14,
          height: plinth,
          most: farthestArm,
          label: `Base of the ${arm} arm`,
          onChange: (place) => drag({ [arm]: place.toArray() }),
        }),
    );
    view.add(this.#shape, this.#crate);
    view.fit(seen, [0.12, 0.36, 1]);
  }

  /** The handle in use. */
  get handle(): GoalHandle {
    return this.handles.find(({ visible }) => visible)!;
  }

  show({ mode: { led, showsBox }, place, direction, ...picks }: Picks): void {
    const dragged = led === null ? 0 : showsBox ? 1 : 2;
    this.handles.forEach((each, i) => {
      if (each.visible !== (i === dragged)) each.visible = i === dragged;
    });
    this.#crate.visible = dragged === 1;
    this.stands.forEach((stand, i) => stand.setPosition(...picks[armNames[i]!]));
    this.handle.setPosition(...place);
    this.#arrow.setOrigin(...place);
    this.#arrow.setDirection(...direction);
    this.handle.object.quaternion.copy(this.#turn.setFromUnitVectors(front, this.#arrow.direction));
  }

  /** Updates the drawing to the arms' state. */
  update(): void {
    const { poses } = this.pair.problem.state;
    this.#shape.update(poses);
    this.#crate.position.fromArray(poses, 7 * this.pair.box.index);
    this.#crate.quaternion.fromArray(poses, 7 * this.pair.box.index + 3);
  }
}

/** A carried box: coloured like wood in either theme, not blue, since it cannot be dragged. */
class Crate extends Mesh<RoundedBoxGeometry, MeshStandardMaterial> implements Themed {
  constructor() {
    super(
      new RoundedBoxGeometry(edge, edge, edge, 3, edge * 0.07),
      new MeshStandardMaterial({ roughness: 0.7 }),
    );
    this.castShadow = this.receiveShadow = true;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.direction).lerp(new Color('#9aa3ad'), 0.45);
  }
}

/** Everything on the page that moves. */
export class TwoArmsPage implements Demo<typeof schema> {
  readonly pair: Pair;
  readonly shell: Shell<typeof schema>;
  readonly stage: TwoArmsStage | null;
  readonly chart = new Chart('Distance of both hands from their places', { line: '1 mm' });
  readonly #board = new NumberTable(['gap', 'distance', 'angle']);
  /** Seconds along the course. */
  #along = 0;

  constructor(run: HTMLElement) {
    const shell = (this.shell = new Shell(run, schema, {
      title: 'Two arms',
      facts: { cost: 'time per step', limits: 'at a limit', warning: 'warning' },
      sentences: ['limits', 'warning'],
      chart: this.chart,
    }));
    this.pair = new Pair(this.picks);
    // Anything that the reader takes leaves its course.
    const take = () => shell.drag({ ...this.#moment, course: false });
    this.stage =
      shell.stage && new TwoArmsStage(shell.stage, this.pair, take, (change) => shell.drag(change));
    this.chart.curves.tolerance = 1e-3;
    this.chart.setCurves(colours);
    this.#board.element.classList.add('gaps');
    this.#board.setRows(colours.map((colour) => ({ name: '', colour })));
    const editor = make('div', { className: 'editor' });
    shell.numbers.prepend(this.#board.element);
    shell.numbers.append(editor);
    shell.run(this, this.stage?.view ?? null);
    mountEditor(editor, {
      problem: () => this.pair.problem,
      view: this.stage?.view,
      changed: () => shell.moved(),
      describe: (goal) => this.picks.mode.goals[this.pair.problem.goals.indexOf(goal)] ?? null,
      keeps: true,
    });
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  /** Nothing moves by itself, and the arms have come to rest. */
  get resting(): boolean {
    return !this.picks.course && this.pair.settled;
  }

  picked(before: Picks | null): void {
    const { mode } = this.picks;
    this.#follow();
    mode.gaps.forEach((name, i) => this.#board.name(i, name));
    if (before && before.mode !== mode && !this.shell.clock.playing) this.solveInPause();
  }

  step(): void {
    if (this.picks.course) {
      this.#along += this.shell.clock.dt;
      this.#follow();
    }
    this.pair.step();
  }

  sample(): number[] {
    return this.pair.gaps.map((gap) => gap.distance);
  }

  solveInPause(): void {
    this.pair.solve();
  }

  reset(): void {
    const { mode, gain, feedForward, course } = this.picks;
    this.shell.note({ ...defaultsOf(schema), mode, gain, feedForward, course });
    this.#along = 0;
    this.pair.begin({ ...this.picks, ...this.#moment });
    this.#follow();
  }

  draw(): void {
    this.stage?.update();
  }

  tell(): Pair['facts'] {
    this.pair.gaps.forEach((gap, i) => this.#board.write(i, distance(gap.distance), degrees(gap.angle)));
    return this.pair.facts;
  }

  /** Present position of the box, or the cube. */
  get #moment(): Pick<Picks, 'place' | 'direction'> {
    return this.picks.course ? courseAt(this.#along) : this.picks;
  }

  /** Updates arms and view to the picks and the course. */
  #follow(): void {
    const { place, direction } = this.#moment;
    const now = { ...this.picks, place, direction };
    this.pair.change(now);
    this.stage?.show(now);
  }
}

export const start: StartPage = (_, run) => new TwoArmsPage(run);
