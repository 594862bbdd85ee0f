import { hand as byHand } from '../robots/presets/index.ts';
import { Player, type Run } from '../robots/run/index.ts';
import type { Problem } from '../core/problem.ts';
import type { ArmShapeOptions } from '../three/arm-shape.ts';
import { Stage } from '../three/stage.ts';
import type { JointOverlay } from '../three/joint-overlay.ts';
import { takePose } from '../three/take-pose.ts';
import type { View } from '../three/view.ts';
import type { Actor, ActorEvents, Memory } from './actor.ts';
import type { ExhibitSettings, WholeArm } from './exhibit.ts';
import type { MakeRooms } from './goal-handles.ts';
import type { ArmSubject } from './part.ts';
import { Picture, type PictureOptions } from './picture.ts';
import { checkSupport, solveOptions, startTargets } from './start.ts';
import { describe, factsOf } from './describe.ts';

/** Result reported for a frame on the way to another pose. */
const onTheWay = { status: 'maxIterations' } as const;
/** Most steps before the first picture for readers who prefer reduced motion. */
const stepsAhead = 300;

/** What is drawn besides the arm: over its joints, and the rooms of its goals. */
export interface ArmDrawn {
  readonly overlay: JointOverlay | null;
  readonly rooms: MakeRooms | null;
}

/** A run of an arm in a view, with handles for its targets. */
export class ArmActor implements Actor {
  readonly run: Run;
  readonly player: Player;
  protected readonly picture: Picture;
  readonly #arm: WholeArm;
  readonly #first: readonly number[];
  /** Iterations since the last event. */
  #iterations = 0;
  /** The run's frame that was counted last. On the way to another pose no frame is solved. */
  #solved = 0;

  /** Owns the run and the overlay. */
  constructor(
    private readonly view: View,
    { arm, run, settings }: ArmSubject,
    before: Memory | null,
    title: string,
    private readonly on: ActorEvents,
    drawn: ArmDrawn,
    /** Names a handle. */
    label?: PictureOptions['label'],
  ) {
    [this.run, this.#arm] = [run, arm];
    this.player = new Player(run);
    this.player.playing = !this.follows || !Stage.shared().reducedMotion;
    this.player.onStep = () => {
      if (run.frame !== this.#solved) this.#iterations += this.player.result!.iterations;
      this.#solved = run.frame;
    };
    this.#stand(settings, before);
    this.#first = Array.from(run.targets);
    const { generate, gripper, meshes, toolAxis } = arm;
    this.picture = new Picture(view, this.player, {
      shape: { generate, meshes, toolAxis, tips: gripper } as ArmShapeOptions,
      ...drawn,
      title,
      label,
      onMove: () => {
        on.moved();
        if (!this.playing) this.settle();
      },
    });
    this.#apply(settings);
    if (Stage.shared().reducedMotion) this.#arrive();
    view.onFrame = (dt) => this.#frame(dt);
    view.invalidate();
  }

  /** Solves for what was moved while time stands still. */
  settle(): void {
    this.player.solveInPause();
  }

  get follows(): boolean {
    return this.run.track !== byHand;
  }

  get playing(): boolean {
    return this.player.playing;
  }

  set playing(on: boolean) {
    this.player.playing = on;
    this.view.invalidate();
  }

  get resting(): boolean {
    return !this.player.running;
  }

  get reached(): boolean {
    return factsOf(this.problem).reached;
  }

  get stuck(): boolean {
    return !this.follows && this.resting && !this.picture.handles.held && !this.reached;
  }

  get effectors(): readonly string[] {
    return this.run.effectors;
  }

  get missing(): Promise<readonly string[]> {
    return this.picture.shape.loaded;
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
    this.player.wake();
    this.view.invalidate();
  }

  #apply(settings: ExhibitSettings): void {
    const { detours, limits, step } = settings;
    this.player.steps = step && { limits, ...step };
    this.player.detours = detours && !step;
    this.picture.tune(settings);
  }

  go(q: ArrayLike<number>, seconds?: number): void {
    const { run } = this;
    const player = this.player;
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
    this.picture.frame();
  }

  /** Advances one frame of the view; true while there is more to do. */
  #frame(dt: number): boolean {
    const player = this.player;
    if (player.running) {
      const { frame } = player.run;
      player.advance(dt);
      if (player.run.frame !== frame) this.tell();
    }
    this.draw();
    return player.running;
  }

  draw(): void {
    this.picture.update();
  }

  reset(): void {
    this.player.reset();
    if (!this.follows) this.#place(this.#first);
    this.view.resetCamera();
    this.picture.reset();
    this.view.invalidate();
  }

  dispose(): void {
    this.view.onFrame = null;
    this.picture.dispose();
    this.player.dispose();
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
    const known = [before?.targets, this.#arm.targets].find((each) => each?.length === run.targets.length);
    const first = known ?? startTargets(run);
    this.#place(
      run.curves.flatMap(({ isPlaced }, i) => (isPlaced ? [...run.targets] : first).slice(3 * i, 3 * i + 3)),
    );
  }

  #place(targets: readonly number[]): void {
    for (let i = 0; 3 * i < targets.length; i += 1) this.player.hold(i, targets.slice(3 * i, 3 * i + 3));
  }

  /** Jumps to the rest pose, for readers who prefer reduced motion. */
  #arrive(): void {
    const player = this.player;
    if (this.follows) return player.solveInPause();
    for (let i = 0; i < stepsAhead && player.running; i += 1) player.step();
  }

  /** Reports a solved frame. */
  protected tell(): void {
    const { run } = this;
    const player = this.player;
    const { status } = player.travels ? onTheWay : player.result!;
    const { resting } = this;
    const iterations = this.#iterations;
    this.#iterations = 0;
    const residuals = Array.from(run.residuals);
    const [q, targets] = [Array.from(run.q), Array.from(run.targets)];
    this.on.solved({ status, iterations, residuals, resting, q, targets });
  }

  get words(): string {
    const { run } = this;
    // Limits flicker while the arm moves.
    const limited = run.options.limits !== false && this.resting;
    // Joints that are always locked are not mentioned.
    const locked = run.model.links.filter(({ isLocked }) => isLocked).map(({ name }) => name);
    const atLimit = limited ? run.problem.linksAtLimit().filter((name) => !locked.includes(name)) : [];
    return describe({ ...factsOf(run.problem, this.#arm.unit), atLimit });
  }
}
