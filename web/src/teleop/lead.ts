/** A hand that leads goals through a clutch. */
import type { GoalOf } from '../core/goal.ts';
import type { Motion } from '../core/any-model.ts';
import type { Problem } from '../core/problem.ts';
import type { StepResult } from '../core/result.ts';
import type { Quat } from '../describe/description.ts';
import { LimberError, show } from '../describe/errors.ts';
import { asNumber, asNumbers, asObject, asPose, bad } from '../describe/flatten.ts';
import { movePose, multiply, turn } from '../describe/poses.ts';
import { oneEuroNames, type OneEuroOptions, places } from '../numbers/one-euro.ts';
import { conjugate, lengthOf, turnBetween, turnBy } from '../numbers/turns.ts';
import { Gate, type Passage } from './gate.ts';
import { asInput, type Input, isGrip, noSample } from './input.ts';

/**
 * idle: the clutch is open. following: the tool goes with the hand. slow: it is behind, by bounds, limits or reach.
 * held: a frame that no hand can make is not followed, for at most 0.15 s, nor frames more than 0.25 s apart. lost: the input's pose is not trusted, or the
 * clutch must be pressed anew. blocked: no joint moves though the tool is not where the hand leads it.
 */
export const leadStates = ['idle', 'following', 'slow', 'held', 'lost', 'blocked'] as const;
/** One of `leadStates`; the later ones matter more. */
export type LeadState = (typeof leadStates)[number];

/** A goal that can be led. */
export type LedGoal = GoalOf<'position' | 'orientation' | 'pose'>;

export interface LeadOptions {
  /**
   * Axes along which the input's motions are taken. world: the problem's. tool: those of the hand are those of the tool.
   * view: those of `view`. Default 'world'.
   */
  readonly axes?: 'world' | 'tool' | 'view';
  /** view: the camera's orientation in the world: x right, y up, z towards the eye. Read in every frame. */
  readonly view?: () => ArrayLike<number>;
  /** Turns the input's axes to those of `axes`. Default: none; `yUp` for a hand with Y up and a robot with
   * Z up, `zUp` for keys and sticks along a view. */
  readonly frame?: Quat;
  /** place: the tool does not turn. turn: it stays in place. Default: both. */
  readonly only?: 'place' | 'turn';
  /** Metres of the tool per metre of the hand, above 0; default 1. Turns are not scaled. */
  readonly scale?: number;
  /** Settings of the One-Euro filter, with metres, and a quarter for a radian; false: none. */
  readonly filter?: boolean | OneEuroOptions;
  /** Goal of the joint that the input's grip drives, without a filter: from its first change on. */
  readonly grip?: GoalOf<'joint' | 'slide'>;
  /** The joint's values with an open and with a closed grip: radians, metres. Default: its limits. */
  readonly range?: readonly [open: number, closed: number];
}

/** Turns axes with Y up and −Z ahead, as of WebXR and three.js, to Z up and X ahead. */
export const yUp: Quat = [0.5, -0.5, -0.5, 0.5];
/** Turns axes with Z up and X ahead, as of keys and sticks, to those of a view. */
export const zUp: Quat = [-0.5, 0.5, 0.5, 0.5];

/** Metres and radians by which keys and sticks may lead the target ahead of the tool. */
const leash = [0.05, 0.25] as const;
/** Metres and radians by which a tool that follows may be behind its target. */
const near = [0.005, 0.05] as const;
/** Seconds without motion after which a lead is blocked; and radians (slides: of the size) that are motion. */
const [patience, still] = [0.5, 1e-4];

/** Share of its largest velocity at which a joint is as fast as allowed. */
const atBound = 0.999;

const optionNames = ['axes', 'view', 'frame', 'only', 'scale', 'filter', 'grip', 'range'];
/** By goal type: its first number in a pose, and how many it has. */
const parts = { position: [0, 3], orientation: [3, 4], pose: [0, 7] } as const;
const factors = { both: [1, 1], place: [1, 0], turn: [0, 1] } as const;
const none: Quat = [0, 0, 0, 1];

const inverse = new Float64Array(4);
const by = new Float64Array(3);
const tool = new Float64Array(7);
const toolTurn = tool.subarray(3);

/** @throws LimberError `notUnit`. */
function asTurn(value: unknown, path: string): number[] {
  const numbers = asNumbers(value, 4, path);
  if (Math.abs(Math.hypot(...numbers) - 1) < 1e-3) return numbers;
  throw new LimberError('notUnit', `${path} is ${numbers.join(', ')}; give a quaternion of length 1`);
}

type Axes = (lead: Lead, out: Float64Array) => void;

/** Write the turn of the input's axes to the world's. */
const axesOf: Record<NonNullable<LeadOptions['axes']>, Axes> = {
  world: (lead, out) => out.set(lead.frame),
  view: (lead, out) => multiply(asTurn(lead.view!(), 'options.view()'), 0, lead.frame, 0, out, 0),
  tool(lead, out) {
    conjugate(lead.hand, inverse);
    multiply(lead.frame, 0, inverse, 0, out, 0);
    multiply(lead.targetTurn, 0, out, 0, out, 0);
  },
};

/** One hand and what it leads; `teleop.lead` makes it. */
export class Lead {
  /** Where it stands after the last step. */
  state: LeadState = 'idle';
  /** @internal */
  readonly frame: Quat;
  /** @internal */
  readonly view: (() => ArrayLike<number>) | undefined;
  /** Target of the tool: a pose in the world. @internal */
  readonly target = new Float64Array(7);
  /** @internal */
  readonly targetTurn = this.target.subarray(3);
  readonly #sample = noSample();
  readonly #place = this.#sample.pose.subarray(0, 3);
  readonly #turn = this.#sample.pose.subarray(3);
  readonly #gate: Gate;
  readonly #axes: Axes;
  readonly #turnsBy = new Float64Array(4);
  readonly #factors: readonly [number, number];
  readonly #scale: number;
  readonly #weights: number[];
  /** Its goals, and that of the grip. @internal */
  readonly all: readonly (LedGoal | GoalOf<'joint' | 'slide'>)[];
  readonly #link: number;
  readonly #offset: Float64Array;
  readonly #grip: {
    readonly goal: GoalOf<'joint' | 'slide'>;
    readonly range: readonly [number, number];
    readonly weight: number;
    first: number;
  } | null;
  #reason = '';
  /** Whether any goal asks for a place, and for a turn. */
  readonly #asks: readonly [place: boolean, turn: boolean];
  #result: StepResult | null = null;
  #maxVelocity = Infinity;
  #isClosed = false;
  #needsPress = false;
  /** Seconds since a joint has moved, and target and q then. */
  #still = 0;
  readonly #stillTarget = new Float64Array(7);
  readonly #stillQ: Float64Array;

  /** @throws LimberError `badGoal`, `badOption`, `badDescription`. @internal */
  constructor(
    private readonly problem: Problem,
    private readonly input: Input,
    /** What the hand leads. */
    readonly goals: readonly LedGoal[],
    options: LeadOptions,
  ) {
    asObject(options, 'options', optionNames);
    const { axes = 'world', only = 'both' as const, frame = none, filter = true, scale = 1, view } = options;
    this.frame = asTurn(frame, 'options.frame') as unknown as Quat;
    if (!Object.hasOwn(axesOf, axes)) bad('options.axes', Object.keys(axesOf).join(', '), axes);
    if (!Object.hasOwn(factors, only)) bad('options.only', 'place or turn', only);
    if (axes === 'view' && typeof view !== 'function')
      bad('options.view', 'a function that returns a quaternion', view);
    if (!(asNumber(scale, 'options.scale') > 0 && scale < Infinity))
      throw new LimberError('badOption', `options.scale is ${show(scale)}; give a number above 0`);
    if (typeof filter !== 'boolean') asObject(filter, 'options.filter', oneEuroNames);
    asInput(input);
    const [first] = goals;
    this.#asks = [
      goals.some(({ type }) => type !== 'orientation'),
      goals.some(({ type }) => type !== 'position'),
    ];
    if (!factors[only].some((share, i) => share && this.#asks[i]))
      throw new LimberError('badOption', `options.only is ${only}, which no goal asks for; lead a pose`);
    this.#link = problem.model.findLink(first!.link);
    this.#offset = Float64Array.from(asPose(first!.offset, 'the offset'));
    this.#gate = new Gate(filter === false ? null : filter === true ? {} : filter);
    this.#axes = axesOf[axes];
    this.view = view;
    this.#factors = factors[only];
    this.#scale = scale;
    this.#grip = this.#readGrip(options);
    this.all = this.#grip ? [...goals, this.#grip.goal] : goals;
    this.#weights = goals.map(({ weight }) => weight);
    this.#stillQ = new Float64Array(problem.model.nq);
    for (const goal of goals) goal.weight = 0;
    if (this.#grip) this.#grip.goal.weight = 0;
  }

  #readGrip({ grip, range }: LeadOptions) {
    if (grip === undefined) return null;
    const motion = this.problem.model.links[this.problem.model.findLink(grip.link)]!.motions[grip.motion]!;
    const [open, closed] = asNumbers(range ?? [...motion.limits], 2, 'options.range') as [number, number];
    if (!Number.isFinite(open - closed))
      throw new LimberError('badOption', `the grip of ${show(grip.link)} has no limits; give options.range`);
    return { goal: grip, range: [open, closed] as const, first: NaN, weight: grip.weight };
  }

  /** Filtered turn of the hand. @internal */
  get hand(): Float64Array {
    return this.#gate.pose.subarray(3);
  }

  /** Whether the clutch is closed, so that the goals pull. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** False if a goal was removed, or the problem disposed. */
  #has(goal: (typeof this.all)[number]): boolean {
    try {
      return this.problem.goals.includes(goal);
    } catch {
      return false;
    }
  }

  /** True if a goal, or that of the grip, is not there. */
  get #isGone(): boolean {
    return !this.all.every((goal) => this.#has(goal));
  }

  /** Reads the input and moves the goals. `time`: seconds; `dt`: since the last. @internal */
  read(time: number, dt: number): void {
    const sample = this.#sample;
    if (this.#isGone) {
      this.open();
      this.#say('lost', 'its goal was removed; remove the lead, too');
      return;
    }
    try {
      sample.lost = '';
      sample.ended = false;
      this.input.read(time, sample);
      this.#axes(this, this.#turnsBy);
    } catch (error) {
      sample.lost = `it failed: ${error instanceof Error ? error.message : show(error)}`;
    }
    const passage = this.#gate.pass(sample, this.#place, this.#turn, dt);
    if (sample.ended || this.#gate.isSilent) this.#needsPress = true;
    else if (!sample.held) this.#needsPress = false;
    this.#follow(passage, dt);
    this.#drive();
  }

  #follow(passage: Passage, dt: number): void {
    if (!this.#isClosed) this.#mute();
    const { held } = this.#sample;
    const isAsked = held && !this.#needsPress;
    if (passage === 'lost' || !isAsked) {
      this.open();
      const reason = passage === 'lost' ? this.#gate.reason : held ? 'it is still pressed from before' : '';
      const again = this.#needsPress && held ? '; press again' : '';
      this.#say(reason ? 'lost' : 'idle', reason + again);
    } else {
      this.#say(passage === 'held' ? 'held' : 'following', this.#gate.reason);
      if (this.#isClosed) this.#move(dt);
      else if (passage !== 'held') this.#close();
    }
  }

  #say(state: LeadState, reason: string): void {
    this.state = state;
    this.#reason = reason;
  }

  /** Why it is so; '' if there is nothing to say. */
  get reason(): string {
    const isBehind = this.state === 'slow' || this.state === 'blocked';
    return isBehind ? `${this.#behindInWords()}: ${this.#why()}` : this.#reason;
  }

  /**
   * Opens the clutch: the goals pull no more, so that joints come to rest where they are. `needsPress`: it stays open
   * until it is pressed anew. @internal
   */
  open(needsPress = this.#needsPress): void {
    this.#needsPress = needsPress;
    this.#isClosed = false;
    this.#mute();
  }

  /** Without the clutch goals weigh 0; another weight, written meanwhile, is that of the next closing. */
  #mute(): void {
    this.goals.forEach((goal, i) => {
      if (!this.#has(goal)) return;
      if (goal.weight !== 0) this.#weights[i] = goal.weight;
      goal.weight = 0;
    });
  }

  /** The target begins where the tool is, and not where it was asked to be. */
  #close(): void {
    this.#isClosed = true;
    this.#readTool(this.target);
    this.goals.forEach((goal, i) => (goal.weight = this.#weights[i]!));
    this.#beginStill();
    this.#write();
  }

  #readTool(out: Float64Array): void {
    movePose(this.problem.state.poses, 7 * this.#link, this.#offset, 0, out, 0);
  }

  #write(): void {
    for (const goal of this.goals) {
      const [from, count] = parts[goal.type];
      for (let k = 0; k < count; ++k) goal.target[k] = this.target[from + k]!;
    }
  }

  #move(dt: number): void {
    const { twist } = this.#sample;
    const [place, turns] = this.#factors;
    const isJogged = twist.some((each) => each !== 0);
    this.#add(0, place * this.#scale, place * dt);
    for (let k = 0; k < 3; ++k) this.target[k] = this.target[k]! + by[k]!;
    this.#add(3, turns, turns * dt);
    turnBy(this.targetTurn, by);
    if (isJogged) this.#restrain();
    this.#write();
  }

  /** Motion of the hand times `share` and twist times `seconds`, in world axes, as `by`. */
  #add(at: number, share: number, seconds: number): void {
    for (let k = 0; k < 3; ++k)
      by[k] = share * this.#gate.by[at + k]! + seconds * this.#sample.twist[at + k]!;
    turn(this.#turnsBy, 0, by, 0, by, 0);
  }

  /** Keeps a target that keys or sticks lead within the leash: or it would go on while the tool cannot. */
  #restrain(): void {
    const { target, targetTurn } = this;
    this.#readTool(tool);
    places.between(tool, target, by);
    const share = Math.min(1, leash[0] / lengthOf(by));
    if (share < 1) for (let k = 0; k < 3; ++k) target[k] = tool[k]! + share * by[k]!;
    turnBetween(toolTurn, targetTurn, by);
    const angle = lengthOf(by);
    if (angle <= leash[1]) return;
    for (let k = 0; k < 3; ++k) by[k] = (by[k]! * leash[1]) / angle;
    targetTurn.set(toolTurn);
    turnBy(targetTurn, by);
  }

  /** Grips go on while the pose is lost. */
  #drive(): void {
    const grip = this.#grip;
    const { grip: share, ended } = this.#sample;
    if (!grip || ended || !isGrip(share)) return;
    if (Number.isNaN(grip.first)) grip.first = share;
    if (share === grip.first && grip.goal.weight === 0) return;
    const [open, closed] = grip.range;
    if (grip.goal.weight === 0) grip.goal.weight = grip.weight;
    grip.goal.target[0] = open + share * (closed - open);
  }

  /** Reads what a step of `dt` seconds, with velocities up to `most`, has made of it. @internal */
  tell(dt: number, result: StepResult, most = Infinity): void {
    if (this.#isGone) return;
    if (!this.#isClosed) {
      for (const goal of this.goals) goal.toLink();
      return;
    }
    this.#result = result;
    this.#maxVelocity = most;
    this.#still += dt;
    if (this.#hasMoved()) this.#beginStill();
    const isBehind = this.#isBehind();
    if (this.#still > patience - 1e-9 && (isBehind || this.#wasLed())) this.state = 'blocked';
    else if (isBehind && this.state === 'following') this.state = 'slow';
  }

  #beginStill(): void {
    this.#still = 0;
    this.#stillQ.set(this.problem.state.q);
    this.#stillTarget.set(this.target);
  }

  #hasMoved(): boolean {
    const { q } = this.problem.state;
    for (let i = 0; i < q.length; ++i) if (Math.abs(q[i]! - this.#stillQ[i]!) > still) return true;
    return false;
  }

  /** Whether the target has gone on since a joint has moved last. */
  #wasLed(): boolean {
    const [place, turns] = this.#asks;
    places.between(this.#stillTarget, this.target, by);
    if (place && lengthOf(by) > near[0]) return true;
    turnBetween(this.#stillTarget.subarray(3), this.targetTurn, by);
    return turns && lengthOf(by) > near[1];
  }

  /** Whether the tool is away from its target; the turn counts where nothing else is asked. */
  #isBehind(): boolean {
    let [distance, angle] = [0, Infinity];
    for (const goal of this.goals) {
      distance = Math.max(distance, goal.distance);
      angle = Math.min(angle, goal.type === 'orientation' ? goal.angle : 0);
    }
    return distance > near[0] || angle > near[1];
  }

  #behindInWords(): string {
    const [distance, angle] = (['distance', 'angle'] as const).map((name) =>
      Math.max(...this.goals.map((goal) => goal[name])),
    ) as [number, number];
    if (distance > near[0]) return `the tool is ${(1000 * distance).toFixed(0)} mm behind`;
    return `the tool is ${((180 / Math.PI) * angle).toFixed(0)}° behind`;
  }

  #why(): string {
    const { status, warning, reason } = this.#result!;
    const names = this.problem.linksAtLimit();
    const fast = this.#linksAtBound();
    const [pair] = status === 'blocked' ? this.problem.nearestPairs(1) : [];
    const all = [
      this.goals.every(({ weight }) => weight === 0) && 'its goals have the weight 0',
      names.length > 0 && `${names.join(', ')} at the limit`,
      fast.length > 0 && `${fast.join(', ')} as fast as allowed`,
      pair && `${pair.links.map((name) => name ?? 'an obstacle').join(' and ')} are near`,
      reason,
      warning,
    ];
    return all.filter(Boolean).join('; ') || 'it is faster than its bounds, beyond the reach, or held';
  }

  #linksAtBound(): string[] {
    const { model, motionBounds, velocities } = this.problem;
    const isFast = ({ w, vIndex, isBall }: Motion): boolean => {
      const unit = isBall || Math.hypot(...w) > 0 ? 1 : model.reach;
      const isAt = (v: number): boolean =>
        Math.abs(velocities[v]!) > atBound * Math.min(motionBounds[3 * v]!, unit * this.#maxVelocity);
      return isAt(vIndex) || (isBall && (isAt(vIndex + 1) || isAt(vIndex + 2)));
    };
    return model.links.filter(({ motions }) => motions.some(isFast)).map(({ name }) => name);
  }

  /** Gives the goals their weights back. @internal */
  release(): void {
    this.open();
    const grip = this.#grip;
    if (grip && this.#has(grip.goal)) grip.goal.weight ||= grip.weight;
    this.goals.forEach((goal, i) => {
      if (this.#has(goal)) goal.weight = this.#weights[i]!;
    });
  }
}
