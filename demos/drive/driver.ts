/** What is led in a scene: its hands, and what they carry. Nothing here is drawn. */
import { Trajectory, type Problem } from 'limber';
import { Teleop } from 'limber/teleop';
import { type Quaternion, Vector3 } from 'three';
import { Guide } from './guide.ts';
import { Hand } from './hand.ts';
import { type Inputs, roomAxes } from './inputs.ts';
import { type Led, ledIn, type Props, type Scene } from './led.ts';
import { wayTo } from './way.ts';

/** What the reader sets: bounds of all joints, and how the hand counts. */
export interface Settings {
  /** Of all joints: rad/s, rad/s², rad/s³. */
  readonly velocity: number;
  readonly acceleration: number;
  readonly jerk: number;
  readonly scale: number;
  readonly filter: boolean;
  readonly shaky: boolean;
  readonly along: 'view' | 'robot';
  /** Led by keys and sticks. */
  readonly hand: Led;
}

const settingNames = ['velocity', 'acceleration', 'jerk', 'scale', 'filter', 'shaky', 'along'] as const;

/** 1/s, metres to the floor. */
const [gain, clearance] = [15, 0.003];
/** Steps without motion after which nothing is due. */
const patience = 40;
/** Radians and metres that are motion, and metres of a tool that has yet to arrive, per step. */
const [still, arriving] = [1e-6, 1e-5];

export class Driver {
  /** Made by `tune`. */
  teleop!: Teleop;
  readonly props: Props;
  readonly hands: readonly Hand[];
  /** The handles, in the order of `ledIn`. */
  readonly guides: readonly Guide[];
  /** The one whose hands are led by keys and sticks. */
  chosen: Guide;
  /** By coordinates: highest speeds since they were told last (rad/s); and of the chosen tool (m/s). */
  readonly speeds: Float64Array;
  toolSpeed = 0;
  recording: Trajectory | null = null;
  /** It begins and ends with joints at rest: only then is what is played within bounds. */
  isRecording = false;
  /** No joint has moved in the last step. */
  #rests = true;
  readonly #q: Float64Array;
  #settings: Settings | null = null;
  #isPlaying = false;
  /** The recording is to be played, as soon as the joints rest. */
  #isComing = false;
  /** To be played after the way to its first frame. */
  #next: Trajectory | null = null;
  #still = patience;
  /** Steps since the chosen tool has moved. */
  #lingers = 0;

  /** `eye`: the turn of the view about the vertical. */
  constructor(
    readonly problem: Problem,
    readonly scene: Scene,
    readonly inputs: Inputs,
    private readonly eye: () => Quaternion,
  ) {
    this.props = scene.prepare(problem);
    this.hands = scene.hands.map((of) => {
      const hand: Hand = new Hand(
        of,
        problem,
        this,
        inputs.of(of, () => this.chosen.hands.includes(hand)),
      );
      return hand;
    });
    this.guides = ledIn(scene).map(
      (led) =>
        new Guide(
          led,
          led.hands.map((i) => this.hands[i]!),
        ),
    );
    this.chosen = this.guides[0]!;
    this.#q = problem.state.q.slice();
    this.speeds = this.#q.map(() => 0);
  }

  /** Takes other settings; the clutches open. */
  tune(settings: Settings): void {
    this.chosen = this.guides.find(({ led }) => led === settings.hand) ?? this.chosen;
    // A motion that is played goes on; other settings count after it.
    if (this.#isPlaying || settingNames.every((name) => settings[name] === this.#settings?.[name])) return;
    this.#settings = settings;
    const { recording, time } = this.teleop ?? { recording: null, time: 0 };
    this.teleop?.dispose();
    const { velocity: maxVelocity, acceleration: maxAcceleration, jerk: maxJerk } = settings;
    this.teleop = new Teleop(this.problem, {
      step: { gain, clearance, maxVelocity, maxAcceleration, maxJerk },
    });
    Object.assign(this.teleop, { recording, time });
    for (const hand of this.hands) hand.tune(this.teleop, settings);
  }

  get axes(): Quaternion {
    return this.inputs.isInRoom || this.#settings?.along === 'robot' ? roomAxes : this.eye();
  }

  /** Shortens a step of hands, each from its place, so that all can follow it; returns whether it had to. */
  restrain(hands: readonly Hand[], placeOf: (hand: Hand) => Vector3, by: Vector3): boolean {
    let isShort = false;
    for (const hand of hands) {
      const place = placeOf(hand);
      if (hand.of.keepWithin(this.problem, place, by)) isShort = true;
      this.props.keepWithin?.(this.hands.indexOf(hand), place, by, hands.length < 2);
    }
    // They wait for one another.
    if (hands.length > 1) by.multiplyScalar(Math.min(...hands.map((hand) => hand.pace(placeOf(hand)))));
    return isShort;
  }

  /** Whether grips are asked to be closed. */
  get isGripping(): boolean {
    return this.chosen.hands[0]!.manual.grip > 0.5;
  }

  grip(closes: boolean): void {
    for (const { manual } of this.chosen.hands) manual.grip = Number(closes);
    this.wake();
  }

  /** A handle is taken; keys and sticks lead the same. */
  take(arrives: boolean, guide = this.chosen): void {
    for (const other of this.guides) if (other !== guide) other.drop();
    this.chosen = guide;
    guide.take(arrives);
    this.wake();
  }

  letGo(): void {
    this.chosen.letGo();
    this.wake();
  }

  /** Something is to be looked at: steps are due. */
  wake(): void {
    this.#still = this.#lingers = 0;
  }

  /** Whether steps are due. */
  get isBusy(): boolean {
    return this.#still < patience || this.inputs.isLive;
  }

  /** Whether a handle leads beyond the reach, and is not followed there. */
  get isStretched(): boolean {
    return this.chosen.hands.some(({ isStretched }) => isStretched);
  }

  step(dt: number): void {
    const { scale, shaky } = this.#settings!;
    if (this.#rests) this.#setRecording(this.isRecording ? this.recording : null);
    if (this.#isComing && this.#still > 2) this.#begin(this.recording!);
    for (const hand of this.hands) if (!hand.isDragged) hand.aim.copy(hand.target);
    for (const guide of this.guides)
      guide.follow(scale, (by) => this.restrain(guide.hands, ({ aim }) => aim, by));
    for (const hand of this.hands) hand.send(shaky && !this.chosen.arrives);
    this.chosen.tool(before);
    this.teleop.step(dt);
    if (this.#isPlaying && this.teleop.state !== 'following') this.#goOn();
    const falls = !this.#isPlaying && this.props.step(dt);
    this.#measure(dt);
    const isJogged = this.hands.some((hand) => hand.isJogged);
    const { isHeld } = this.chosen;
    this.#rests = !this.#hasMoved();
    const moves = !this.#rests || falls || isJogged || this.#isPlaying;
    this.#still = moves || (isHeld && shaky) ? 0 : this.#still + 1;
    // Joints may creep on.
    if (this.#lingers > patience / 2) this.chosen.rest();
  }

  #measure(dt: number): void {
    const { q } = this.problem.state;
    q.forEach((each, i) => {
      this.speeds[i] = Math.max(this.speeds[i]!, Math.abs(each - this.#q[i]!) / dt);
    });
    const way = this.chosen.tool(step).distanceTo(before);
    this.#lingers = way > arriving ? 0 : this.#lingers + 1;
    this.toolSpeed = Math.max(this.toolSpeed, way / dt);
  }

  /** Speeds are measured anew. */
  told(): void {
    this.speeds.fill(0);
    this.toolSpeed = 0;
  }

  #hasMoved(): boolean {
    const { q } = this.problem.state;
    const moved = q.some((each, i) => Math.abs(each - this.#q[i]!) > still);
    this.#q.set(q);
    return moved;
  }

  /** Lets go: a recording begins, and ends, as soon as the joints rest. */
  record(on: boolean): void {
    if (on) this.recording = new Trajectory(this.problem.model);
    this.isRecording = on;
    for (const guide of this.guides) guide.drop();
    this.wake();
  }

  /** Its first frame is that before the first motion. */
  #setRecording(to: Trajectory | null): void {
    if (to?.length === 0) to.add(this.teleop.time, this.problem.state.q);
    this.teleop.recording = to;
  }

  get isPlaying(): boolean {
    return this.#isPlaying || this.#isComing;
  }

  /** Plays the recording: lets go, and leads to its first frame before. */
  play(): void {
    if (!this.recording?.length) return;
    this.record(false);
    this.#isComing = true;
  }

  /** The joints rest: they go to the first frame. */
  #begin(recording: Trajectory): void {
    this.props.forget();
    this.#isComing = false;
    this.#isPlaying = true;
    this.#next = recording;
    this.teleop.play(wayTo(this.problem, recording.row(0), this.#settings!));
  }

  /** A motion has ended; the recording comes after the way to it. */
  #goOn(): void {
    if (this.#next) this.teleop.play(this.#next);
    else this.#isPlaying = false;
    this.#next = null;
  }

  dispose(): void {
    this.inputs.dispose();
  }
}

const before = new Vector3();
const step = new Vector3();
