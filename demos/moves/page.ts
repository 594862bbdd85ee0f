import { type Vec3 } from 'limber';
import { NumberTable } from '../shell/board.ts';
import { button } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { arms, Drawer } from './arms.ts';
import { colourOf, Course, signed } from './course.ts';
import { fromHand, type Line, lines, spotsOf } from './lines.ts';
import { Office } from './office.ts';
import { rates, schema, type Picks, type Schema } from './picks.ts';
import { type Job, lineOf, type Plan } from './plan.ts';
import { usualBox } from './scenes.ts';
import { MovesStage } from './stage.ts';
import type { Spot } from './surface.ts';
import { endOf, percent, wordsOf } from './status-text.ts';

/** Seconds at each end before the arm goes back. */
const rest = 0.8;
const degrees = 180 / Math.PI;

/** Everything on the page that moves. */
export class MovesPage implements Demo<Schema> {
  drawer!: Drawer;
  line!: Line;
  /** Null: not found yet. */
  plan: Plan | null = null;
  /** The plan does not match the picks: a new one is being sought. */
  isStale = true;
  /** Seconds since the line’s beginning. */
  time = 0;
  readonly shell: Shell<Schema>;
  readonly stage: MovesStage | null;
  readonly course = new Course((time) => this.#scrub(time));
  readonly office: Office;
  readonly #joints = new NumberTable(['joint', 'value', 'of its bound']);
  readonly #table = new NumberTable(['the same line', 'reached', 'ends by']);
  readonly #byFinger = button('Draw by finger', 'finger', () => this.#setFinger(!this.stage!.byFinger));
  /** What the plan on display should answer. */
  #asked: Job | null = null;
  /** +1: forwards; −1: backwards. */
  #direction = 1;
  /** Remaining seconds of rest at an end. */
  #pause = rest;
  /** How far each arm gets, where known. */
  readonly #others = new Map<string, Plan>();

  constructor(run: HTMLElement) {
    this.#byFinger.ariaPressed = 'false';
    this.shell = new Shell(run, schema, {
      title: 'Moves',
      extras: [this.#byFinger],
      facts: {
        part: 'reached',
        duration: 'takes',
        time: 'time',
        pen: 'speed of the pen',
        held: 'nearest bound',
        words: '',
      },
      sentences: ['held', 'words'],
    });
    this.office = new Office(this.shell.doing, (reason) =>
      this.shell.say(`The ways cannot be planned: ${reason}.`),
    );
    this.stage =
      this.shell.stage &&
      new MovesStage(this.shell.stage, {
        bend: (spots) => this.shell.drag({ points: spots.flat() }),
        draw: (spots) => this.#drawn(spots),
        move: (at: Vec3) => this.shell.drag({ at }),
        block: (box: Vec3) => this.shell.drag({ box }),
      });
    this.#byFinger.hidden = !this.stage;
    this.#table.element.classList.add('reaches');
    this.#table.setRows(arms.map(({ title }) => ({ name: title })));
    this.shell.numbers.append(this.#table.element, this.#joints.element);
    run.append(this.course.element);
    this.shell.run(this, this.stage?.view ?? null);
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  get resting(): boolean {
    return !this.plan?.motion;
  }

  get speed(): number {
    return this.picks.speed;
  }

  /** Another scene brings its own line. */
  next(picks: Picks, before: Picks | null): Picks {
    if (!before) return picks;
    const isOther = (name: keyof Picks) => picks[name] !== before[name];
    if (isOther('scene')) return { ...picks, ...beginning(picks) };
    let { at, points } = picks;
    // A hand-drawn line starts with the present points.
    if (isOther('line') && !isOther('points'))
      points = picks.line.name === 'hand' ? pointsOf(before).flat() : [];
    if (isOther('surface') && !isOther('at')) at = [];
    return { ...picks, at, points };
  }

  picked(before: Picks | null): void {
    const isOther = (...names: readonly (keyof Picks)[]) =>
      names.some((name) => this.picks[name] !== before?.[name]);
    if (before && isOther('scene')) this.#goTo(0);
    if (isOther('arm')) this.#changeArm();
    if (isOther('line', 'surface', 'points', 'at', 'scene'))
      this.#changeLine(isOther('line', 'surface', 'scene'));
    if (isOther('arm', 'inTheWay', 'box')) this.#changeBox();
    if (isOther('line', 'surface', 'points', 'at', 'inTheWay', 'box')) this.#others.clear();
    if (isOther('arm', 'line', 'surface', 'points', 'at', 'inTheWay', 'box', 'most', 'acceleration'))
      this.#ask();
    if (isOther('rates')) this.#drawChart();
  }

  step(): void {
    const { duration } = this.course;
    if (this.#pause > 0) {
      this.#pause -= this.shell.clock.dt;
      return;
    }
    this.time += this.#direction * this.shell.clock.dt;
    if (this.time > 0 && this.time < duration) return;
    this.time = Math.min(duration, Math.max(0, this.time));
    this.#direction = this.time > 0 ? -1 : 1;
    this.#pause = rest;
  }

  /** Dragged things are planned for whether time runs or not. */
  solveInPause(): void {}

  reset(): void {
    this.#goTo(0);
    this.shell.pick(beginning(this.picks));
    this.stage?.view.resetCamera();
  }

  draw(): void {
    this.#stand();
    this.stage?.update();
    this.course.mark(this.time);
  }

  tell(): Record<string, string> {
    const { plan } = this;
    const motion = plan?.motion;
    const i = this.#frameAt();
    const words = plan ? wordsOf(plan) : 'It looks for a way …';
    const { q } = this.drawer.problem.state;
    const shares = motion?.shares[rates.indexOf(this.picks.rates)];
    q.forEach((value, k) => {
      const share = shares ? `${Math.round(100 * shares[i * q.length + k]!)} %` : '–';
      this.#joints.write(k, `${signed(value * degrees)}°`, share);
    });
    arms.forEach(({ name }, row) => {
      const other = this.#others.get(name);
      this.#table.write(row, other ? percent(other.part) : '…', other ? endOf(other) : '');
    });
    if (plan) this.stage?.view.announce(words);
    return {
      part: plan ? percent(plan.part) : '–',
      duration: motion ? `${this.course.duration.toFixed(2)} s` : '–',
      time: motion ? `${this.time.toFixed(2)} s` : '–',
      pen: motion ? `${motion.speeds[i]!.toFixed(2)} m/s` : '–',
      held: motion ? heldIn(motion.held[i]!) : '–',
      words,
    };
  }

  #changeArm(): void {
    const before: Drawer | undefined = this.drawer;
    this.drawer = new Drawer(this.picks.arm);
    this.plan = null;
    const { links } = this.drawer.problem.model;
    const names = links.flatMap(({ nq, name, joint }) => (nq > 0 ? [joint?.name ?? name] : []));
    this.#joints.setRows(names.map((name, i) => ({ name, colour: colourOf(i) })));
    this.stage?.load(this.drawer);
    this.course.show(null, 0, '', 1);
    before?.dispose();
  }

  #changeLine(isOther: boolean): void {
    this.line = lineOf(this.#job());
    this.stage?.show(this.line, pointsOf(this.picks), isOther);
    // Keep the old result until the new one is known.
    this.stage?.tell(this.line, this.plan?.part ?? 1, this.plan);
  }

  #changeBox(): void {
    const { box } = this.#job();
    const block = this.stage?.block;
    const isThere = this.drawer.box !== null && block;
    if (box && isThere) {
      const [x = 0, y = 0, z = 0] = box;
      if (!block.dragging) block.setPosition(x, y, z);
      return;
    }
    this.drawer.putBox(box);
    this.stage?.setBox(this.drawer);
  }

  #job(): Job {
    const { arm, surface, at, line, inTheWay, box, most, acceleration } = this.picks;
    return {
      arm: arm.name,
      surface: surface.name,
      at: at.length === 3 ? at : surface.at,
      line: line.name,
      points: pointsOf(this.picks).flat(),
      box: inTheWay ? (box.length === 3 ? box : usualBox) : null,
      bounds: { speed: most, acceleration },
    };
  }

  /** Requests the plan on display, then how far the other arms would get. */
  #ask(): void {
    const job = this.#job();
    this.isStale = true;
    this.#asked = job;
    const others = arms.filter(({ name }) => name !== job.arm && !this.#others.has(name));
    this.office.ask([
      { job, done: (plan) => this.#found(job, plan) },
      ...others.map(({ name }) => ({
        job: { ...job, arm: name, bounds: null },
        done: (plan: Plan) => {
          this.#others.set(name, plan);
          this.shell.show();
        },
      })),
    ]);
  }

  #found(job: Job, plan: Plan): void {
    const { arm } = job;
    const part = this.course.duration > 0 ? this.time / this.course.duration : 0;
    this.plan = plan;
    // An answer to what was asked before is worth showing, but another one comes.
    this.isStale = job !== this.#asked;
    this.#others.set(arm, plan);
    this.stage?.tell(this.line, plan.part, plan);
    this.#drawChart();
    this.time = part * this.course.duration;
    this.shell.show();
  }

  #drawChart(): void {
    const { rates: name, most } = this.picks;
    const title = name.replace(/^./, (first) => first.toUpperCase());
    this.course.show(this.plan?.motion ?? null, rates.indexOf(name), title, most);
  }

  #scrub(time: number): void {
    this.shell.setPlaying(false);
    this.#goTo(time);
    this.shell.show();
  }

  #goTo(time: number): void {
    this.time = time;
    this.#direction = 1;
    this.#pause = rest;
  }

  /** Index of the nearest frame. */
  #frameAt(): number {
    const { duration } = this.course;
    const last = (this.plan?.motion?.times.length ?? 1) - 1;
    return duration > 0 ? Math.round((this.time / duration) * last) : 0;
  }

  /** Moves the arm to its pose at the present time. */
  #stand(): void {
    const { plan, drawer, course } = this;
    if (!plan) return;
    const { state } = drawer.problem;
    const { motion } = plan;
    const nq = state.q.length;
    if (!motion) state.q.set(plan.q);
    else {
      const last = motion.times.length - 1;
      const place = (this.time / course.duration) * last;
      const i = Math.min(last - 1, Math.floor(place));
      for (let k = 0; k < nq; k += 1) {
        const [a, b] = [motion.q[i * nq + k]!, motion.q[(i + 1) * nq + k]!];
        state.q[k] = a + (place - i) * (b - a);
      }
    }
    state.update();
  }

  #drawn(spots: readonly Spot[]): void {
    const points = fromHand(spots);
    if (!points) return this.#changeLine(false);
    this.#setFinger(false);
    this.#goTo(0);
    this.shell.drag({ line: lines.at(-1)!, points: points.flat() });
  }

  #setFinger(on: boolean): void {
    if (!this.stage) return;
    this.stage.byFinger = on;
    this.#byFinger.ariaPressed = String(on);
  }
}

/** The scene's own picks; moved points and boxes are reset, as they belonged to the old surface. */
const beginning = ({ scene: { line, surface, box } }: Picks): Partial<Picks> => ({
  ...{ line, surface, inTheWay: box.length > 0 },
  ...{ points: [], at: [], box: [] },
});

const pointsOf = ({ line, points }: Picks): readonly Spot[] =>
  points.length >= 4 && points.length % 2 === 0 ? spotsOf(points) : line.points;

/** "tool velocity" is "the pen’s speed". */
const heldIn = (held: string): string =>
  held === '' ? 'nothing' : held.replace('tool velocity', 'the pen’s speed').replace('velocity', 'speed');

export const start: StartPage = (_, run) => new MovesPage(run);
