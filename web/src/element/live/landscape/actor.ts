/** The landscape on a bench: drops its balls, shows their strides, and lets a hand choose where. */
import { Vector3 } from 'three';
import type { Actor, ActorEvents, Memory } from '../../../bench/actor.ts';
import type { ExhibitSettings } from '../../../bench/exhibit.ts';
import { checkCount, checkSupport } from '../../../bench/start.ts';
import { Problem } from '../../../core/problem.ts';
import type { Goal } from '../../../core/goal.ts';
import type { Model } from '../../../core/model.ts';
import { LimberError } from '../../../describe/errors.ts';
import { GoalHandle } from '../../../three/goal-handle.ts';
import { Stage } from '../../../three/stage.ts';
import type { View } from '../../../three/view.ts';
import { armOf, type Ball, ballsOf, type Drop } from './balls.ts';
import { type Point, type Pose, wrapped } from './ground.ts';
import { Names } from './names.ts';
import { Panel } from './panel.ts';
import { facing, Picture } from './picture.ts';
import { Pin } from './pin.ts';
import { takePointer } from './pointer.ts';
import { presets, type Preset, within } from './presets.ts';
import { dress } from './style.ts';

/** Strides per second. */
const pace = 8;
/** Metres from the base within which the goal can be dragged. */
const farthest = 1.05;
/** Settings that are for other arms. */
const foreign = ['tips', 'direction', 'track', 'goals', 'loops', 'obstacles', 'step'] as const;

/** @throws LimberError `badOption` for a setting that the landscape cannot have. */
export function checkLandscape(settings: ExhibitSettings): void {
  const name = foreign.find((each) => settings[each]);
  if (name) throw new LimberError('badOption', `${name} is for arms; remove it for the landscape`);
  checkCount('q', settings.q, 2);
  checkCount('targets', settings.targets, 3);
}

export class LandscapeActor implements Actor {
  readonly effectors = ['tip'];
  readonly missing = Promise.resolve([]);
  readonly follows = false;
  readonly stuck = false;
  playing = true;
  readonly problem: Problem;
  readonly panel: Panel;
  readonly balls: readonly Ball[];
  readonly #model: Model;
  readonly #goal: Goal;
  readonly #picture: Picture;
  readonly #names: Names;
  readonly #pin: Pin;
  readonly #handle: GoalHandle;
  readonly #apart: Float64Array;
  readonly #stop = new AbortController();
  #drop: Drop = presets[0]!;
  #preset: Preset | null = null;
  #followed = 0;
  /** Part of the present stride; negative: the balls wait at the start. */
  #part = -1;
  /** The followed ball's last stride is to be told; and that all lie still. */
  #untold = { stride: true, rest: true };

  constructor(
    private readonly view: View,
    private settings: ExhibitSettings,
    before: Memory | null,
    title: string,
    private readonly on: ActorEvents,
  ) {
    this.#model = armOf();
    this.problem = new Problem(this.#model);
    this.#goal = this.problem.addGoal({ type: 'position', link: 'tip', target: [0, 0, 0] });
    const all = ballsOf(this.#model);
    this.balls = all.balls;
    this.#apart = new Float64Array(this.balls.length).fill(1);
    dress(view.host.getRootNode());
    this.#picture = new Picture(view, this.problem, this.balls);
    this.#names = new Names(view, this.#picture);
    this.#pin = new Pin(view, this.#picture, {
      onMove: (start) => this.#lift({ ...this.#drop, start }),
      onDrop: () => this.drop(),
    });
    this.#handle = new GoalHandle(view, {
      position: [0, 0, 0],
      size: 0.1,
      step: 0.05,
      normal: facing,
      label: `Goal: ${title}`,
      onChange: (place) => {
        const { x, y } = this.#picture.arm.worldToLocal(scratch.copy(place)).clampLength(0, farthest);
        this.#lift({ ...this.#drop, goal: [x, y] });
      },
      onEnd: () => this.drop(),
    });
    this.panel = new Panel(all, {
      drop: () => this.drop(),
      take: (preset) => this.take(preset),
      follow: (ball) => this.#follow(ball),
    });
    takePointer(view, this.#picture, this.#stop.signal, {
      move: (start) => this.#lift({ ...this.#drop, start }),
      drop: () => this.drop(),
      follow: (i) => i !== this.#followed && this.#follow(this.balls[i]!),
      start: () => this.#drop.start,
    });
    this.#begin(before);
    view.onFrame = (dt) => this.#frame(dt);
    view.invalidate();
  }

  get memory(): Memory {
    const { start, goal } = this.#drop;
    return { q: Float64Array.from(start), poses: this.problem.state.poses.slice(), targets: [...goal, 0] };
  }

  get resting(): boolean {
    return this.#part < 0 || this.balls.every(({ end }) => end !== null);
  }

  get reached(): boolean {
    return this.balls[this.#followed]!.end === 'converged';
  }

  get words(): string {
    const ball = this.balls[this.#followed]!;
    const count = this.balls.filter(({ end }) => end === 'converged').length;
    return `${ball.name} ${ball.words}. ${count} of ${this.balls.length} balls arrive.`;
  }

  tune(settings: ExhibitSettings): void {
    checkSupport(this.problem, settings.solver);
    const before = this.settings;
    this.settings = settings;
    if (settings.solver !== before.solver) this.#follow(this.#ballOf(settings.solver));
    if (settings.limits !== before.limits) this.take(this.#preset ?? presets[0]!);
  }

  look(): void {}

  reset(): void {
    this.take(presets[0]!);
    this.view.resetCamera();
  }

  /** Another ground, with its own start. */
  take(preset: Preset): void {
    this.#lift({ ...preset, walls: preset.walls && this.settings.limits }, preset);
    this.drop();
  }

  /** Drops all balls from the pin. */
  drop(): void {
    this.#lift(this.#drop, this.#preset);
    this.#part = 0;
    this.#untold.rest = true;
    if (Stage.shared().reducedMotion) {
      while (this.#strides());
      this.#part = 1;
    } else this.#strides();
    this.#tell();
  }

  dispose(): void {
    this.view.onFrame = null;
    this.#stop.abort();
    this.#names.dispose();
    this.#pin.dispose();
    this.#handle.dispose();
    this.#picture.dispose();
    for (const each of [...this.balls, this.problem, this.#model]) each.dispose();
  }

  #begin(before: Memory | null): void {
    const { q, targets } = this.settings;
    const start = q ?? (before ? Array.from(before.q) : null);
    const goal = targets ?? before?.targets;
    this.#follow(this.#ballOf(this.settings.solver));
    if (!start && !goal) return this.take(presets[0]!);
    const first = presets[0]!;
    this.#lift({
      start: (start as unknown as Pose | null) ?? first.start,
      goal: (goal?.slice(0, 2) as unknown as Point | undefined) ?? first.goal,
      walls: false,
    });
    this.drop();
  }

  #ballOf(solver: string): Ball {
    return this.balls.find((ball) => ball.solver === solver)!;
  }

  #follow(ball: Ball): void {
    this.#followed = this.balls.indexOf(ball);
    this.#picture.follows = ball;
    this.panel.follows = this.#followed;
    this.view.invalidate();
  }

  /** Takes all balls to the start. */
  #lift(drop: Drop, preset: Preset | null = null): void {
    const { goal, walls } = drop;
    const pose: Pose = [wrapped(drop.start[0]), wrapped(drop.start[1])];
    const start = walls ? within(pose) : pose;
    this.#drop = { start, goal, walls };
    this.#preset = this.panel.preset = preset;
    this.#part = -1;
    this.#goal.target.set([...goal, 0]);
    this.#picture.shape(goal, walls);
    this.#names.shape(goal);
    this.#pin.pose = start;
    this.#placeGoal();
    if (preset) {
      this.#pin.keep();
      this.#handle.home.copy(this.#handle.position);
    }
    for (const ball of this.balls) ball.lift(this.#drop);
    this.#picture.lift();
    this.panel.update(this.balls);
    this.view.invalidate();
  }

  #placeGoal(): void {
    const [x, y] = this.#drop.goal;
    const { x: u, y: v, z: w } = this.#picture.arm.localToWorld(scratch.set(x, y, 0));
    this.#handle.setPosition(u, v, w);
  }

  /** Makes the next stride of every ball; false: all stay. */
  #strides(): boolean {
    let moved = false;
    for (const ball of this.balls) moved = ball.stride() || moved;
    this.#untold.stride = true;
    return moved;
  }

  #tell(): void {
    this.panel.update(this.balls);
    this.view.invalidate();
  }

  /** Advances one frame of the view; true while there is more to do. */
  #frame(dt: number): boolean {
    if (this.#picture.arrange()) {
      this.#placeGoal();
      this.#handle.home.copy(this.#handle.position);
      this.#pin.place();
    }
    if (this.#part >= 0 && this.#part < 1) this.#advance(dt);
    const moves = this.#draw(dt);
    this.#names.update();
    if (this.#part >= 0 && (this.#untold.stride || (this.#untold.rest && !moves))) this.#report(!moves);
    return moves;
  }

  #advance(dt: number): void {
    this.#part += dt * pace;
    if (this.#part < 1) return;
    if (this.#strides()) this.#part -= 1;
    else this.#part = 1;
    this.#tell();
  }

  /** Draws all balls; true while one moves. */
  #draw(dt: number): boolean {
    const part = Math.min(Math.max(this.#part, 0), 1);
    const isStill = Stage.shared().reducedMotion;
    let moves = this.#part >= 0 && this.#part < 1;
    this.balls.forEach((ball, i) => {
      const rolls = this.#part >= 0 && ball.moves && this.#part < 1;
      const goal = rolls ? 0 : 1;
      const step = isStill ? 1 : 1 - Math.exp(-9 * dt);
      this.#apart[i]! += (goal - this.#apart[i]!) * step;
      if (Math.abs(goal - this.#apart[i]!) > 0.01) moves = true;
      ball.at(part, pose);
      this.#picture.put(i, pose, part, this.#apart[i]!);
      if (i === this.#followed) this.#picture.arm.pose(pose);
    });
    return moves;
  }

  #report(resting: boolean): void {
    this.#untold = { stride: false, rest: !resting };
    const ball = this.balls[this.#followed]!;
    this.on.solved({
      status: ball.end ?? 'maxIterations',
      iterations: 1,
      residuals: [ball.error],
      resting,
      q: [...ball.pose],
      targets: [...this.#drop.goal, 0],
    });
  }
}

const scratch = new Vector3();
const pose: [number, number] = [0, 0];
