/** The article's method as a program that the reader edits; a worker runs it, one sweep per frame, and the arm follows. */
import { Model, Problem } from 'limber';
import { articleArm } from 'limber/robots';
import { ArmShape, GoalHandle, Stage, View } from 'limber/three';
import { doingOf } from '../../web/src/three/doing.ts';
import { button, make, write } from '../../demos/shell/dom.ts';
import { jointsOf } from './joints.ts';
import { row, sentence } from './parts.ts';
import program from './method.txt?raw';

/** Milliseconds that one sweep may take, and milliseconds without a key before a changed program runs. */
const longest = 1000;
const pause = 400;
/** The time that a sweep may take is waited for in parts, between which a page that was busy hears the answer. */
const parts = 4;
/** Centimetres. */
const start = [33, 58, 26] as const;

/** The worker says when it has begun: until then it loads, which is no fault of the program's. */
const worker = (text: string): string => `postMessage({}); ${text}
onmessage = ({ data: { joints, tool, goal } }) => {
  try {
    sweep(joints, tool, goal);
    postMessage({ angles: joints.map(({ angle }) => angle) });
  } catch (error) {
    postMessage({ why: String(error) });
  }
};`;

/** With neither, the worker has begun. */
interface Answer {
  readonly angles?: number[];
  readonly why?: string;
}

export class Method {
  readonly code = make('textarea', {
    name: 'program',
    value: program.trim(),
    spellcheck: false,
    rows: 24,
    ariaLabel: 'The method, as a program to change',
  });
  readonly goal: GoalHandle | null = null;
  angles: readonly number[];
  readonly #problem = new Problem(Model.from(articleArm));
  readonly #view: View | null = null;
  readonly #shape: ArmShape | null = null;
  readonly #said = sentence();
  readonly #arm = jointsOf();
  #worker: Worker | null = null;
  #typed = 0;
  #watch = 0;
  #end = (): void => {};
  /** The goal has moved since the sweep that runs was asked for. */
  #isStale = false;
  /** A sweep can be asked for: the worker has begun, and has answered. */
  #isFree = false;

  constructor(private readonly host: HTMLElement) {
    this.angles = this.#arm.joints.map(() => 0);
    const stage = make('div', { className: 'stage' });
    host.append(
      make('div', { className: 'pair method' }, make('div', {}, this.code), stage),
      row(
        button('Run', 'run', () => this.run()),
        button('Undo all', 'reset', () => {
          this.code.value = program.trim();
          this.angles = this.angles.map(() => 0);
          this.run();
        }),
      ),
      this.#said,
    );
    this.code.addEventListener('input', () => {
      clearTimeout(this.#typed);
      this.#typed = window.setTimeout(() => this.run(), pause);
    });
    if (!Stage.available()) return;
    this.#view = new View(stage, { label: 'The arm that the program moves' });
    this.#view.look([38, 72, 104], [8, 38, 4]);
    this.#shape = new ArmShape(this.#problem.model, { tips: false });
    this.#view.add(this.#shape);
    this.goal = new GoalHandle(this.#view, {
      position: [...start],
      size: 5,
      label: 'Goal',
      onChange: () => this.#ask(),
    });
    this.run();
  }

  dispose(): void {
    clearTimeout(this.#typed);
    this.#stop();
    this.#view?.dispose();
    this.#problem.dispose();
    this.#problem.model.dispose();
  }

  /** Starts the program anew, from the present pose. */
  run(): void {
    this.#stop();
    this.#begin();
    const address = URL.createObjectURL(new Blob([worker(this.code.value)], { type: 'text/javascript' }));
    this.#worker = new Worker(address);
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#take(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(event.message);
    };
    write(this.#said, 'It begins.');
  }

  #stop(): void {
    clearTimeout(this.#watch);
    this.#end();
    this.#worker?.terminate();
    this.#worker = null;
    this.#isFree = false;
  }

  #begin(): void {
    this.#end();
    this.#end = doingOf(this.host).begin('moving');
  }

  /** Asks for one sweep. */
  #ask(): void {
    this.#isStale = true;
    if (!this.#isFree || !this.goal) return;
    this.#begin();
    this.#isStale = this.#isFree = false;
    const joints = this.#arm.joints.map((joint, i) => ({ ...joint, angle: this.angles[i]! }));
    this.#worker!.postMessage({ joints, tool: this.#arm.tool, goal: this.goal.object.position.toArray() });
    this.#wait(parts);
  }

  #wait(left: number): void {
    if (left === 0) return this.#fail('A sweep took more than a second');
    this.#watch = window.setTimeout(() => this.#wait(left - 1), longest / parts);
  }

  #take({ angles, why }: Answer): void {
    clearTimeout(this.#watch);
    if (why) return this.#fail(why);
    this.#isFree = true;
    if (!angles) return this.#ask();
    if (!angles.every(Number.isFinite)) return this.#fail('An angle is not a number');
    const most = Math.max(...angles.map((angle, i) => Math.abs(angle - this.angles[i]!)));
    this.angles = angles;
    const { state } = this.#problem;
    state.q.set(angles);
    state.update();
    this.#shape!.update(state.poses);
    this.#view!.invalidate();
    const tip = state.poses.subarray(state.poses.length - 7);
    const away = this.goal!.object.position.distanceTo({ x: tip[0]!, y: tip[1]!, z: tip[2]! });
    write(this.#said, `It runs; the tip is ${away.toFixed(1)} cm from the goal.`);
    if (most > 1e-5 || this.#isStale) requestAnimationFrame(() => this.#ask());
    else this.#end();
  }

  #fail(why: string): void {
    this.#stop();
    write(this.#said, `${why}. The arm waits until the program is changed, or Run pressed.`);
  }
}

export const method = (host: HTMLElement): Method => new Method(host);
