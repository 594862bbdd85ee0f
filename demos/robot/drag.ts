/** The panel Drag: a slider for each joint, a recording, and the robot as a text. */
import { Trajectory, type Model, type Problem } from 'limber';
import { toURDF } from 'limber/robots';
import { csvOf, jsonOf } from '../shell/files.ts';
import { button, make, write } from '../shell/dom.ts';
import type { Exhibition, Panel } from '../shell/exhibition.ts';
import { copyLines, download, fileName } from '../shell/files.ts';
import { complaintOf } from '../ties/form.ts';
import type { Schema } from './exhibit.ts';

type Motion = Model['links'][number]['motions'][number];
type Shown = Exhibition<Schema>;

/** More sliders than this would not help. */
const most = 120;

const words = (isTurn: boolean, value: number): string => {
  const [size, unit, digits] = isTurn ? [180 / Math.PI, '°', 1] : [100, ' cm', 2];
  // A minus sign as wide as a plus; none before zero.
  const text = (value * size + 0).toFixed(digits).replace(/^-(?=[0.]+$)/, '');
  return `${text.replace('-', '−')}${unit}`;
};

/** Names of a joint's several motions. */
const parts: Readonly<Record<string, readonly string[]>> = {
  planar: ['x', 'y', 'turn'],
  free: ['x', 'y', 'z', 'turn'],
  universal: ['turn', 'second turn'],
  cylindrical: ['slide', 'turn'],
};

interface Row {
  readonly element: HTMLElement;
  /** Shows the present value. */
  show(): void;
}

const rowOf = (name: string, ...children: readonly HTMLElement[]): HTMLElement =>
  make('label', { className: 'joint' }, make('span', { className: 'called' }, name), ...children);

/** A motion that no slider can set. */
const note = (name: string, text: string): Row => ({
  element: rowOf(name, make('span', { className: 'said' }, text)),
  show() {},
});

function sliderOf(problem: Problem, name: string, motion: Motion, onChange: () => void): Row {
  const { limits, qIndex, vIndex, w } = motion;
  const isTurn = w.some((each) => each !== 0);
  const free = isTurn ? Math.PI : problem.model.reach || 1;
  const [least, greatest] = limits.map((limit, i) =>
    Number.isFinite(limit) ? limit : i === 0 ? -free : free,
  ) as [number, number];
  const steps = Math.max(1, Math.round(isTurn ? ((greatest - least) * 180) / Math.PI : 200));
  // Slightly less than a whole number of steps: rounding must not put the end out of reach.
  const step = ((greatest - least) / steps) * (1 - 1e-9) || 1;
  const slider = make('input', { type: 'range', name, min: String(least), max: String(greatest) });
  Object.assign(slider, { step: String(step), disabled: least === greatest });
  slider.title = `${words(isTurn, least)} to ${words(isTurn, greatest)}`;
  slider.addEventListener('input', () => {
    const value = slider.valueAsNumber;
    problem.state.q[qIndex] = value > greatest - step / 2 ? greatest : Math.max(least, value);
    problem.state.update();
    onChange();
  });
  const value = make('output');
  const element = rowOf(name, slider, value);
  return {
    element,
    show() {
      const at = problem.state.q[qIndex]!;
      const isAtLimit = least < greatest && problem.activeLimits[vIndex] !== 0;
      if (!slider.matches(':active')) slider.value = String(at);
      const text = words(isTurn, at);
      write(value, text);
      slider.setAttribute('aria-valuetext', isAtLimit ? `${text}, at its limit` : text);
      element.classList.toggle('at-limit', isAtLimit);
    },
  };
}

/** A row for each joint. */
function rowsOf(problem: Problem, onChange: () => void): Row[] {
  const { links } = problem.model;
  const nameOf = ({ joint, name, motions }: (typeof links)[number], i: number): string => {
    const own = joint.name ?? name;
    return motions.length > 1 ? `${own}, ${parts[joint.type]?.[i] ?? i + 1}` : own;
  };
  const rows = links.flatMap((link) =>
    link.motions.map((motion, i) => {
      const name = nameOf(link, i);
      const leader = links.find((each) => each.name === link.joint.mimic?.link);
      if (motion.mimics) return note(name, `follows ${leader ? nameOf(leader, 0) : 'another joint'}`);
      if (motion.isBall) return note(name, 'a ball: drag the goal');
      return sliderOf(problem, name, motion, onChange);
    }),
  );
  const left = rows.length - most;
  if (rows.length === 0) return [note('none', 'this robot has no joint that moves')];
  return left > 0 ? [...rows.slice(0, most), note(`and ${left} more`, 'drag the goal')] : rows;
}

/** Buttons that copy the robot as a text, with what came of it. */
function copies(shown: Shown): readonly HTMLElement[] {
  const said = make('span', { className: 'key', role: 'status' });
  said.dataset.show = 'copied';
  const copy = (what: string, name: string, text: () => string) =>
    button(`Copy ${what}`, name, () => {
      const refusal = complaintOf(() => void copyLines(what, text()).then((words) => write(said, words)));
      if (refusal) write(said, refusal);
    });
  const robot = () => shown.picks.robot.description;
  return [
    copy('URDF', 'urdf', () => toURDF(robot())),
    copy('JSON', 'json', () => JSON.stringify(robot(), null, 2)),
    said,
  ];
}

/** Joint values of every frame while it is on. */
export class Recorder {
  trajectory: Trajectory | null = null;
  on = false;
  readonly element = make('div', { className: 'actions' });
  readonly #record = button('Record', 'record', () => this.#toggle());
  readonly #saves = [
    button('Save JSON', 'save-json', () => this.#save('json', jsonOf(this.trajectory!))),
    button('Save CSV', 'save-csv', () => this.#save('csv', csvOf(this.trajectory!))),
  ];
  readonly #words = make('span', { className: 'key' });

  constructor(private readonly shown: Shown) {
    this.#words.dataset.show = 'recording';
    this.element.append(this.#record, ...this.#saves, this.#words);
  }

  /** Another robot: what was recorded is of the last one. */
  forget(): void {
    [this.on, this.trajectory] = [false, null];
  }

  add(dt: number): void {
    if (!this.on) return;
    const { length, duration } = this.trajectory!;
    this.trajectory!.add(length === 0 ? 0 : duration + dt, this.shown.bench.problem.state.q);
  }

  show(): void {
    const { trajectory, on } = this;
    write(this.#record, on ? 'Stop' : 'Record');
    for (const save of this.#saves) save.disabled = on || !trajectory;
    const { length = 0, duration = 0 } = trajectory ?? {};
    const frames = `${duration.toFixed(1)} s, ${length} ${length === 1 ? 'frame' : 'frames'}`;
    write(this.#words, trajectory ? `${on ? 'Recording: ' : ''}${frames}` : 'Nothing is recorded yet.');
  }

  #toggle(): void {
    this.on = !this.on;
    const { shell, bench } = this.shown;
    if (this.on) {
      this.trajectory = new Trajectory(bench.problem.model);
      this.add(0);
      if (!shell.clock.playing) shell.setPlaying(true);
    }
    shell.show();
  }

  #save(ending: string, content: Blob): void {
    download(fileName(this.shown.picks.robot.title, ending), content);
  }
}

export function dragPanel(shown: Shown): Panel & { readonly recorder: Recorder } {
  const list = make('div', { className: 'joints', role: 'group', ariaLabel: 'Joints' });
  const recorder = new Recorder(shown);
  const copying = make('div', { className: 'actions' }, ...copies(shown));
  let [problem, rows]: [Problem | null, Row[]] = [null, []];
  const begin = (): void => {
    problem = shown.bench.problem;
    recorder.forget();
    rows = rowsOf(problem, () => {
      shown.bench.arm.aim();
      shown.moved();
    });
    list.replaceChildren(...rows.map(({ element }) => element));
  };
  return {
    tab: 'drag',
    element: make('div', { className: 'panel' }, make('h2', { className: 'label' }, 'Joints'), list),
    more: make('div', {}, recorder.element, copying),
    recorder,
    update() {
      if (problem !== shown.bench.problem) begin();
      for (const row of rows) row.show();
      recorder.show();
    },
    step(solve, dt) {
      solve();
      recorder.add(dt);
    },
    get busy() {
      return recorder.on;
    },
  };
}
