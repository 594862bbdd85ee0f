import { hand as byHand } from '../presets/index.ts';
import { Player, type Run } from '../run/index.ts';
import type { Goal } from '../goal.ts';
import type { Problem } from '../problem.ts';
import { Stage } from '../three/stage.ts';
import type { JointOverlay } from '../three/joint-overlay.ts';
import { takePose } from '../three/take-pose.ts';
import type { View } from '../three/view.ts';
import { Quaternion, Vector3 } from 'three';
import type { Actor, ActorEvents, Memory } from './actor.ts';
import type { Exhibit, ExhibitSettings, Place, WholeArm } from './exhibit.ts';
import type { ArmPart, MakePart } from './part.ts';
import { Picture } from './picture.ts';
import { checkSupport, solveOptions, startTargets } from './start.ts';
import { describe, factsOf } from './describe.ts';

/** Result reported for a frame on the way to another pose. */
const onTheWay = { status: 'maxIterations' } as const;
/** Most steps before the first picture for readers who prefer reduced motion. */
const stepsAhead = 300;

/** The target with which a link at a pose meets a goal in the world; as it is for goals of other kinds. */
function targetAt(goal: Goal, pose: readonly number[]): readonly number[] {
  const { target, targetLink, type } = goal;
  if (targetLink) return Array.from(target);
  if (type === 'position' || type === 'pose') return pose.slice(0, target.length);
  if (type === 'orientation') return pose.slice(3);
  if (type !== 'direction') return Array.from(target);
  return new Vector3(...goal.axis).applyQuaternion(new Quaternion().fromArray(pose, 3)).toArray();
}

/** A run of an arm in a view, with handles for its targets. */
export class ArmActor implements Actor {
  readonly #player: Player;
  readonly #picture: Picture;
  #parts: readonly ArmPart[] = [];
  readonly #first: readonly number[];
  /** Iterations since the last event. */
  #iterations = 0;
  /** The run's frame that was counted last. On the way to another pose no frame is solved. */
  #solved = 0;

  /** Owns the run and the overlay. */
  constructor(
    private readonly view: View,
    private readonly arm: WholeArm,
    readonly run: Run,
    { met, names }: Exhibit,
    settings: ExhibitSettings,
    before: Memory | null,
    title: string,
    private readonly on: ActorEvents,
    parts: readonly MakePart[] = [],
    overlay: JointOverlay | null = null,
  ) {
    const player = (this.#player = new Player(run));
    player.alwaysMoves = () => this.#parts.some(({ follows }) => follows);
    player.onBefore = () => this.#parts.forEach((part) => part.before?.());
    player.onStep = () => {
      if (run.frame !== this.#solved) this.#iterations += player.result!.iterations;
      this.#solved = run.frame;
      for (const part of this.#parts) part.after?.();
    };
    this.#stand(settings, before);
    this.#first = Array.from(run.targets);
    const onMove = (): void => {
      on.moved();
      if (!on.pageHasClock && !this.playing) this.settle();
    };
    this.#parts = parts.map((make) => make({ view, player, onMove }));
    player.playing = on.pageHasClock || !this.follows || !Stage.shared().reducedMotion;
    const { generate, gripper, meshes, toolAxis } = arm;
    this.#picture = new Picture(view, player, {
      shape: {
        ...(generate && { generate }),
        ...(toolAxis && { toolAxis }),
        ...(meshes && { meshes }),
        ...(gripper !== undefined && { tips: gripper }),
      },
      overlay,
      title,
      ...(names && { names }),
      onMove,
    });
    this.#apply(settings);
    if (met) this.settle();
    view.invalidate();
    if (on.pageHasClock) return;
    if (Stage.shared().reducedMotion) this.#arrive();
    view.onFrame = (dt) => this.#frame(dt);
  }

  get follows(): boolean {
    return this.run.track !== byHand || this.#parts.some(({ follows }) => follows);
  }

  get playing(): boolean {
    return this.#player.playing;
  }

  set playing(on: boolean) {
    const player = this.#player;
    player.playing = on;
    // What was taken in a pause goes back to its track.
    if (on) this.run.curves.forEach(({ curve }, i) => curve && player.isHeld(i) && player.hold(i, null));
    this.view.invalidate();
  }

  get resting(): boolean {
    return !this.#player.running;
  }

  get place(): Place {
    const { goals, q } = this.run;
    return { q: Array.from(q), targets: goals.flatMap(({ target }) => Array.from(target)) };
  }

  set place({ q, targets }: Place) {
    const { curves, goals, problem } = this.run;
    if (q.length === problem.state.q.length) problem.state.q.set(q);
    if (targets.length === this.place.targets.length) {
      let first = 0;
      for (const { target } of goals) target.set(targets.slice(first, (first += target.length)));
      curves.forEach(({ curve, goal }, i) => curve || this.#player.hold(i, goal.target.slice(0, 3)));
    }
    problem.state.update();
    this.#player.wake();
  }

  aim(): void {
    const { goals, problem } = this.run;
    const { poses } = problem.state;
    const targets = goals.flatMap((goal) => {
      const at = 7 * problem.model.findLink(goal.link);
      return targetAt(goal, Array.from(poses.subarray(at, at + 7)));
    });
    this.place = { q: [], targets };
    this.#picture.handles.keep();
  }

  get residuals(): readonly number[] {
    const others = this.#parts.flatMap(({ residuals = [] }) => residuals);
    return [...this.run.goals.map(({ distance }) => distance), ...others];
  }

  get warning(): string {
    return this.#player.warning;
  }

  step(): void {
    this.#player.step();
    this.#tell();
  }

  settle(): void {
    this.#player.solveInPause();
    for (const part of this.#parts) part.settle?.();
  }

  get reached(): boolean {
    return factsOf(this.problem).reached;
  }

  get stuck(): boolean {
    const held = this.#picture.handles.held || this.#parts.some((part) => part.held);
    return !this.follows && this.resting && !held && !this.reached;
  }

  get effectors(): readonly string[] {
    return this.run.effectors;
  }

  get missing(): Promise<readonly string[]> {
    return this.#picture.shape.loaded;
  }

  get problem(): Problem {
    return this.run.problem;
  }

  get memory(): Memory {
    const { problem, targets } = this.run;
    const { q, poses } = problem.state;
    return { q: q.slice(), poses: poses.slice(), targets: Array.from(targets) };
  }

  tune(settings: ExhibitSettings): void {
    const { solver } = settings;
    checkSupport(this.run.problem, solver);
    this.run.solver = solver;
    this.run.options = { ...this.run.options, ...solveOptions(settings) };
    this.#apply(settings);
    this.#player.wake();
    this.view.invalidate();
  }

  #apply(settings: ExhibitSettings): void {
    const { detours, limits, step } = settings;
    this.#player.steps = step && { limits, ...step };
    this.#player.detours = detours && !step;
    this.#picture.tune(settings);
    for (const part of this.#parts) part.tune?.(settings);
  }

  go(q: ArrayLike<number>, seconds?: number): void {
    const { run } = this;
    const player = this.#player;
    if (Stage.shared().reducedMotion) {
      run.q.set(q);
      run.problem.state.update();
      player.wake();
    } else {
      player.go(q, seconds);
    }
    this.view.invalidate();
  }

  look(): void {
    this.#picture.frame();
  }

  /** Advances one frame of the view; true while there is more to do. */
  #frame(dt: number): boolean {
    const player = this.#player;
    if (player.running) {
      const { frame } = player.run;
      player.advance(dt);
      if (player.run.frame !== frame) this.#tell();
    }
    this.draw();
    return player.running;
  }

  draw(): void {
    this.#picture.update();
    for (const part of this.#parts) part.draw?.();
  }

  reset(): void {
    this.#player.reset();
    for (const part of this.#parts) part.reset?.();
    if (!this.follows) this.#place(this.#first);
    this.view.resetCamera();
    this.#picture.reset();
    this.view.invalidate();
  }

  dispose(): void {
    if (!this.on.pageHasClock) this.view.onFrame = null;
    for (const part of this.#parts) part.dispose();
    this.#picture.dispose();
    this.#player.dispose();
  }

  /** Sets the initial pose and targets. */
  #stand({ q, targets }: ExhibitSettings, before: Memory | null): void {
    const { run } = this;
    const same = q ?? (before?.q.length === run.model.nq ? before.q : null);
    if (same) {
      run.q.set(same);
      run.problem.state.update();
    } else if (before) {
      // The model has changed between hinges and balls.
      takePose(run.problem, before.poses);
    }
    if (this.follows) return;
    if (targets) return this.#place(targets);
    const known = [before?.targets, this.arm.targets].find((each) => each?.length === run.targets.length);
    const first = known ?? startTargets(run);
    this.#place(
      run.curves.flatMap(({ isPlaced }, i) => (isPlaced ? [...run.targets] : first).slice(3 * i, 3 * i + 3)),
    );
  }

  #place(targets: readonly number[]): void {
    for (let i = 0; 3 * i < targets.length; i += 1) this.#player.hold(i, targets.slice(3 * i, 3 * i + 3));
  }

  /** Jumps to the rest pose, for readers who prefer reduced motion. */
  #arrive(): void {
    const player = this.#player;
    if (this.follows) return player.solveInPause();
    for (let i = 0; i < stepsAhead && player.running; i += 1) player.step();
  }

  /** Reports a solved frame. */
  #tell(): void {
    const { run } = this;
    const player = this.#player;
    const { status } = player.travels ? onTheWay : player.result!;
    const { resting } = this;
    const iterations = this.#iterations;
    this.#iterations = 0;
    const residuals = Array.from(run.residuals);
    const [q, targets] = [Array.from(run.q), Array.from(run.targets)];
    this.on.solved({ status, iterations, residuals, resting, q, targets });
  }

  get words(): string {
    const { arm, run } = this;
    // Limits flicker while the arm moves.
    const limited = run.options.limits !== false && this.resting;
    // Joints that are always locked are not mentioned.
    const locked = run.model.links.filter(({ isLocked }) => isLocked).map(({ name }) => name);
    const atLimit = limited ? run.problem.linksAtLimit().filter((name) => !locked.includes(name)) : [];
    return describe({ ...factsOf(run.problem, arm.unit), atLimit });
  }
}
