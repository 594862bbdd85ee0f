import { ArmShape, FloorHandle, GoalHandle, View } from 'limber/three';
import { Box3, Vector3 } from 'three';
import { mountEditor } from '../editor/index.ts';
import { NumberTable, stepCost } from '../shell/board.ts';
import { Chart } from '../shell/chart.ts';
import { make } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { distance } from '../shell/units.ts';
import { FrameLoop } from '../views/frame-loop.ts';
import { Ghost } from '../views/ghost.ts';
import { painted } from '../views/looks.ts';
import { PathLine } from '../views/path.ts';
import { Scenery } from '../views/scenery.ts';
import { Trail } from '../views/trail.ts';
import { Chase } from './chase.ts';
import { LawTables } from './law.ts';
import { byHand, farthestStand, home, lineOf, lowPlinth, pointOf, schema, speedOf, tip } from './scene.ts';
import type { Picks } from './scene.ts';

/** The first has feed-forward. */
const rows = [
  { name: 'with', colour: '--effector-1' },
  { name: 'without', colour: '--effector-0' },
] as const;
/** Picks whose changes restart the measurement of the laws. */
const ofLaws = ['arm', 'course', 'speed', 'gain', 'substeps'] as const;
const seen = new Box3(new Vector3(-0.4, 0, -0.14), new Vector3(0.56, 0.84, 0.2));

/** The scene: both arms in the same place, the one without feed-forward as a ghost. */
class TrackingStage {
  readonly view: View;
  readonly target: GoalHandle;
  readonly stand: FloorHandle;
  readonly loop: FrameLoop;
  readonly trails = rows.map(({ colour }) => painted(new Trail(), colour));
  readonly #arms: Scenery;
  readonly #path: Scenery;
  #chase!: Chase;
  #shapes: readonly ArmShape[] = [];

  constructor(host: HTMLElement, drag: (change: Partial<Picks>) => void) {
    const view = (this.view = new View(host, { label: 'Two arms and their target', fov: 36 }));
    const hold = () => drag({ held: this.target.position.toArray(), course: byHand });
    this.target = new GoalHandle(view, {
      position: pointOf(schema.course.fallback as Picks['course'], 0),
      size: 0.07,
      label: 'Target',
      bounds: { min: [-2, 0.05, -2], max: [2, 2, 2] },
      onStart: hold,
      onChange: hold,
    });
    this.stand = new FloorHandle(view, {
      position: home,
      radius: 0.11,
      height: lowPlinth,
      most: farthestStand,
      label: 'Base of the arms',
      onChange: (place) => drag({ stand: place.toArray() }),
    });
    this.loop = new FrameLoop(view, 0.16);
    [this.#arms, this.#path] = [new Scenery(view), new Scenery(view)];
    view.add(...this.trails).fit(seen, [-0.25, 0.24, 1]);
  }

  /** Shows other arms. */
  load(chase: Chase): void {
    this.#chase = chase;
    const [fed, unfed] = chase.followers;
    this.#shapes = [new ArmShape(fed.model), new Ghost(unfed.model)];
    this.#arms.show(...this.#shapes);
    this.#clearTrails();
    this.update();
  }

  /** Shows all picks apart from the arm. */
  show({ course, frames, trails, stand, held }: Picks, isOther: (name: keyof Picks) => boolean): void {
    if (isOther('course') || isOther('held'))
      this.#path.show(...(held ? [] : [painted(new PathLine(lineOf(course)), '--path')]));
    if (isOther('course')) this.#clearTrails();
    if (isOther('frames')) this.loop.shown = frames;
    for (const trail of this.trails) trail.visible = trails;
    this.stand.setPosition(...stand);
  }

  /** Appends the effectors' present positions to their trails. */
  record(): void {
    this.#chase.followers.forEach(({ problem, effector }, i) => {
      const [x, y, z] = problem.state.poses.subarray(7 * effector) as unknown as [number, number, number];
      this.trails[i]!.push(x, y, z);
    });
  }

  /** Updates the drawing to the arms' state. */
  update(): void {
    const { loop } = this;
    const chase = this.#chase;
    const shapes = this.#shapes;
    shapes.forEach((shape, i) => shape.update(chase.followers[i]!.problem.state.poses));
    const [x, y, z] = chase.target;
    this.target.setPosition(x!, y!, z!);
    if (!loop.visible) return;
    // The loop follows the lagging arm: with feed-forward there would be no visible gap.
    const { problem, effector, stands } = chase.followers[1];
    loop.base.place(problem.state.poses, 7 * stands[0]!.index);
    loop.effector.place(problem.state.poses, 7 * effector);
    loop.target.position.fromArray(chase.target);
    loop.update();
  }

  #clearTrails(): void {
    for (const trail of this.trails) trail.forget();
  }
}

/** Everything on the page that moves. */
export class TrackingPage implements Demo<typeof schema> {
  chase!: Chase;
  readonly shell: Shell<typeof schema>;
  readonly stage: TrackingStage | null;
  readonly laws: LawTables;
  readonly chart = new Chart('Distance from the target', { line: 'speed ∕ K' });
  readonly board = new NumberTable(['feed-forward', 'error', 'steady', '× K']);

  constructor(main: HTMLElement, run: HTMLElement) {
    const shell = (this.shell = new Shell(run, schema, {
      title: 'Tracking',
      facts: { time: 'time', times: 'smaller by', cost: 'step of one arm', warning: 'warning' },
      sentences: ['warning'],
      chart: this.chart,
    }));
    this.laws = new LawTables(main, (change) => shell.pick(change));
    this.stage = shell.stage && new TrackingStage(shell.stage, (change) => shell.drag(change));
    this.board.setRows(rows);
    this.chart.setCurves(rows.map(({ colour }) => colour));
    const editor = make('div', { className: 'editor' });
    shell.numbers.prepend(this.board.element);
    shell.numbers.append(editor);
    shell.run(this, this.stage?.view ?? null);
    mountEditor(editor, {
      title: 'Loops and constraints of the arm with feed-forward',
      view: this.stage?.view,
      problem: () => this.chase.followers[0].problem,
      changed: () => shell.moved(),
      describe: () => ({ type: 'position', link: tip }),
      keeps: true,
    });
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  /** Picking a course releases the target; a target held by the reader is on no course. */
  next(picks: Picks, before: Picks | null): Picks {
    const { course, held } = picks;
    if (!held || course === byHand) return picks;
    return before && course !== before.course ? { ...picks, held: null } : { ...picks, course: byHand };
  }

  picked(before: Picks | null): void {
    const isOther = (name: keyof Picks) => this.picks[name] !== before?.[name];
    if (isOther('arm')) this.#begin();
    else this.chase.change(this.picks);
    if (ofLaws.some(isOther)) this.shell.doing.during('moving', this.laws.show(this.picks));
    this.stage?.show(this.picks, isOther);
    this.chart.curves.tolerance = (speedOf(this.picks.course) * this.picks.speed) / this.picks.gain;
  }

  step(): void {
    this.chase.step();
    this.stage?.record();
  }

  sample(): readonly number[] {
    return this.chase.errors;
  }

  solveInPause(): void {
    this.chase.solve();
  }

  reset(): void {
    this.shell.note({ held: null, stand: home });
    this.#begin();
    this.stage?.show(this.picks, (name) => name === 'held');
  }

  draw(): void {
    this.stage?.update();
  }

  tell(): Record<string, string> {
    const { picks, shell } = this;
    const chase = this.chase;
    const steady = [0, 1].map((i) => chase.steady(i));
    steady.forEach((error, i) => {
      const [mean, product] =
        error === null ? ['–', '–'] : [distance(error), `${distance(error * picks.gain)}/s`];
      this.board.write(i, distance(chase.errors[i]!), mean, product);
    });
    const [fed, unfed] = steady;
    return {
      time: `${chase.time.toFixed(2)} s`,
      times: fed && unfed ? `${(unfed / fed).toFixed(0)} ×` : '–',
      cost: stepCost(shell.clock.cost / 2),
      warning: chase.followers.map(({ result }) => result?.warning).find(Boolean) ?? 'none',
    };
  }

  /** Restarts at time 0. */
  #begin(): void {
    this.chase?.dispose();
    this.chase = new Chase(this.picks);
    this.shell.restart();
    this.stage?.load(this.chase);
  }
}

export const start: StartPage = (main, run) => new TrackingPage(main, run);
