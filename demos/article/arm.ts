import type { Goal, Model, Problem, SolveOptions } from 'limber';
import { ArmShape, DirectionHandle, GoalHandle, Stage, View } from 'limber/three';
import { ArticleRig } from './rig.ts';
import type { Action, ArmScene, Control, LiveScene, ScenePlace } from './scene.ts';
import { Stopwatch } from './stopwatch.ts';
import { describe, inCentimetres, times } from '../shell/words.ts';

/** There, for the words under the view: as a fraction of the reach, and in radians. */
const near = 1e-3;
const nearAngle = (0.5 * Math.PI) / 180;
/** A pose that moves less than this a frame (radians) rests. */
const still = 1e-6;
/** Frames after which an arm that keeps moving without arriving is left alone. */
const patience = 600;
/** Annealing: attempts at most, sweeps an attempt. */
const attempts = 64;
const sweepsAnAttempt = 100;
/** Seconds that a jump takes to show. */
const jumpTime = 0.9;

/** An arm that reaches for a goal, solved once a frame while anything changes. */
export class ArmView implements LiveScene {
  readonly view: View;
  readonly goal: GoalHandle;
  readonly arrow: DirectionHandle | null;

  private rig: ArticleRig;
  private other: ArticleRig | null = null;
  private ghost: ArmShape | null = null;
  private readonly stopwatch = new Stopwatch();
  private readonly options = {
    solver: 'ccd',
    maxIterations: 1,
    limits: true as boolean,
  } satisfies SolveOptions;
  private before = new Float64Array(0);
  private jump: { from: Float64Array; to: Float64Array; time: number } | null = null;
  private moving = false;
  private frames = 0;
  private sweeps = 0;
  /** What the annealing did for the present goal. */
  private news = '';
  private annealed = false;

  constructor(
    private readonly scene: ArmScene,
    private readonly place: ScenePlace,
  ) {
    const camera = (this.narrow && scene.narrowCamera) || scene.camera;
    this.view = new View(place.host, { ...camera, label: place.title });
    this.rig = new ArticleRig(scene, place.choices.on.has('hinges'));
    this.view.add(this.rig.shape, this.rig.overlay);
    this.goal = new GoalHandle(this.view, {
      position: scene.goal,
      size: scene.goalSize,
      label: `Goal: ${place.title}`,
      onStart: () => this.goal.element.classList.remove('hint'),
      onChange: (position) => {
        position.toArray(this.rig.position.target);
        this.arrow?.setOrigin(position.x, position.y, position.z);
        this.wake(true);
      },
    });
    if (scene.hint) this.goal.element.classList.add('hint');
    this.arrow = scene.direction ? this.makeArrow(scene.direction) : null;
    this.view.onFrame = (dt) => this.frame(dt);
    this.apply();
    this.begin();
  }

  get problem(): Problem {
    return this.rig.problem;
  }
  get model(): Model {
    return this.rig.model;
  }
  get position(): Goal {
    return this.rig.position;
  }
  get shared(): NonNullable<LiveScene['shared']> {
    const { on, sweeps } = this.place.choices;
    return {
      on: [...on],
      sweeps,
      goal: this.goal.position.toArray(),
      direction: this.arrow?.direction.toArray() ?? null,
      q: Array.from(this.problem.state.q),
    };
  }
  get resting(): boolean {
    return !this.moving;
  }

  changed(what: Control): void {
    if (what === 'hinges') this.switchHinges();
    this.apply();
    this.wake(what !== 'axes' && what !== 'arcs' && what !== 'sweeps');
  }

  act(action: Action): void {
    if (action === 'escape') this.escape();
    else if (action === 'reset') this.reset();
  }

  dispose(): void {
    this.view.dispose();
    this.rig.dispose();
    this.other?.dispose();
  }

  private get narrow(): boolean {
    return this.place.host.clientWidth < 640;
  }

  private makeArrow(direction: NonNullable<ArmScene['direction']>): DirectionHandle {
    return new DirectionHandle(this.view, {
      direction,
      origin: this.scene.goal,
      length: 4 * this.scene.goalSize,
      label: `Direction: ${this.place.title}`,
      onChange: (towards) => {
        towards.toArray(this.rig.aim!.target);
        this.wake(true);
      },
    });
  }

  /** Brings options, weights and what is shown in line with the reader's choices. */
  private apply(): void {
    const { on, sweeps } = this.place.choices;
    this.options.maxIterations = sweeps;
    this.options.limits = on.has('limits');
    if (this.rig.aim) this.rig.aim.weight = on.has('direction') ? 1 : 0;
    if (this.arrow) this.arrow.visible = on.has('direction');
    this.rig.overlay.showAxes = on.has('axes') || on.has('arcs');
    this.rig.overlay.showLimits = on.has('arcs');
    this.rig.overlay.visible = on.has('axes') || on.has('arcs');
    this.goal.setBounds(on.has('limits') ? { min: [-Infinity, this.scene.floor] } : null);
  }

  /** The pose and the goal with which the scene starts. */
  private begin(): void {
    const { state } = this.problem;
    state.reset();
    // Of the arm as it is now: with its hinges there are fewer.
    if (this.scene.start?.length === state.q.length) {
      state.q.set(this.scene.start);
      state.update();
    }
    this.place.readout.clearPlot();
    this.wake(true);
  }

  private reset(): void {
    if (this.rig.hinges !== this.place.choices.on.has('hinges')) this.switchHinges();
    const { goal, direction } = this.scene;
    this.goal.setPosition(...goal);
    this.rig.position.target.set(goal);
    this.arrow?.setOrigin(...goal);
    if (direction) {
      this.arrow?.setDirection(...direction);
      this.rig.aim?.target.set(direction);
    }
    this.view.resetCamera();
    this.apply();
    this.begin();
  }

  private switchHinges(): void {
    const old = this.rig;
    this.finishJump();
    this.rig = this.other ?? new ArticleRig(this.scene, !old.hinges);
    this.other = old;
    this.rig.take(old);
    this.rig.position.target.set(old.position.target);
    if (old.aim) this.rig.aim!.target.set(old.aim.target);
    this.view.remove(old.shape, old.overlay);
    this.view.add(this.rig.shape, this.rig.overlay);
  }

  /** Solve again from now on; `anew`: for another goal than before. */
  private wake(anew: boolean): void {
    if (anew) {
      this.finishJump();
      this.sweeps = this.frames = 0;
      this.news = '';
      this.annealed = false;
      if (this.ghost) this.ghost.visible = false;
    }
    this.moving = true;
    this.view.invalidate();
  }

  private frame(dt: number): boolean {
    if (this.jump) this.advanceJump(dt);
    else if (this.moving) this.sweep();
    this.rig.show();
    return this.moving;
  }

  /** One frame's solve. */
  private sweep(): void {
    const { state } = this.problem;
    if (this.before.length !== state.q.length) this.before = new Float64Array(state.q.length);
    this.before.set(state.q);
    const result = this.problem.solve(this.options);
    this.sweeps += result.iterations;
    this.frames += 1;
    const there = result.status === 'converged';
    this.moving = !there && this.frames < patience && this.moved();
    if (!this.moving && !this.reached && this.place.choices.on.has('annealing') && !this.annealed)
      this.escape();
    if (this.stopwatch.due || !this.moving) {
      this.place.readout.set(2, times(this.stopwatch.measure(this.problem, this.options, this.before)));
    }
    this.tell();
  }

  private moved(): boolean {
    const { q } = this.problem.state;
    for (let i = 0; i < q.length; i += 1) if (Math.abs(q[i]! - this.before[i]!) > still) return true;
    return false;
  }

  private get reached(): boolean {
    const { position, aim, model } = this.rig;
    return position.distance <= near * model.reach && (!aim || aim.weight === 0 || aim.angle <= nearAngle);
  }

  /** Without the base, which is always locked. */
  private linksAtLimit(): string[] {
    const locked = this.model.links.filter(({ isLocked }) => isLocked).map(({ name }) => name);
    return this.problem.linksAtLimit().filter((name) => !locked.includes(name));
  }

  /** Numbers and words under the view. */
  private tell(): void {
    const { position, aim, model } = this.rig;
    const { readout } = this.place;
    const angle = aim && aim.weight > 0 ? aim.angle : null;
    readout.set(0, inCentimetres(position.distance));
    readout.set(1, String(this.sweeps));
    readout.plot(position.distance / model.reach + (angle ?? 0) / Math.PI);
    // Limits are named once the arm rests: while it moves they flicker.
    const atLimit = this.moving || !this.place.choices.on.has('limits') ? [] : this.linksAtLimit();
    const words = describe({
      reached: this.reached,
      away: inCentimetres(position.distance),
      angle,
      atLimit,
      news: this.news,
    });
    readout.say(words);
    if (!this.moving) this.goal.announce(words);
  }

  /** Shakes the arm until it is out of its hollow, and shows the jump with a ghost of the pose it leaves. */
  private escape(): void {
    this.finishJump();
    const { state } = this.problem;
    this.annealed = true;
    const from = state.q.slice();
    this.ghost ??= this.makeGhost();
    this.ghost.update(state.poses);
    const result = this.problem.solve({
      ...this.options,
      maxIterations: sweepsAnAttempt,
      annealing: attempts,
      seed: this.scene.seed ?? 1,
    });
    const tries = `${result.restarts} ${result.restarts === 1 ? 'attempt' : 'attempts'}`;
    if (result.restarts === 0) this.news = this.reached ? 'It was not stuck' : '';
    else this.news = this.reached ? `Free after ${tries}` : `Still stuck after ${tries}`;
    this.sweeps += result.iterations;
    this.ghost.visible = result.restarts > 0;
    this.frames = 0;
    if (Stage.shared().reducedMotion) {
      this.moving = true;
    } else {
      this.jump = { from, to: state.q.slice(), time: 0 };
      this.moving = true;
    }
    this.view.invalidate();
  }

  private makeGhost(): ArmShape {
    const ghost = new ArmShape(this.rig.model, { tips: false, opacity: 0.28 });
    this.view.add(ghost);
    return ghost;
  }

  private advanceJump(dt: number): void {
    const { from, to } = this.jump!;
    const time = (this.jump!.time += dt / jumpTime);
    if (time >= 1) return this.finishJump();
    const eased = time * time * (3 - 2 * time);
    const { state } = this.problem;
    for (let i = 0; i < to.length; i += 1) state.q[i] = from[i]! + eased * (to[i]! - from[i]!);
    state.update();
  }

  private finishJump(): void {
    if (!this.jump) return;
    this.problem.state.q.set(this.jump.to);
    this.problem.state.update();
    this.jump = null;
  }
}
