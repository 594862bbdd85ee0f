/** An arm that is led: its goals, inputs and blocks. Nothing here is drawn. */
import { Trajectory, type GoalOf, type Problem } from 'limber';
import {
  EitherInput,
  firstGamepad,
  GamepadInput,
  type GamepadLike,
  type Input,
  KeyboardInput,
  ManualInput,
  Teleop,
  zUp,
} from 'limber/teleop';
import { Quaternion, Vector3 } from 'three';
import { grip, gripped, jaw, prepare, range, readJaws } from './arm.ts';
import { Blocks } from './blocks.ts';
import { keepWithin } from './reach.ts';

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
}

const settingNames = ['velocity', 'acceleration', 'jerk', 'scale', 'filter', 'shaky', 'along'] as const;

/** The joints that are led, by their links. */
export const joints = {
  shoulder_link: 'shoulder pan',
  upper_arm_link: 'shoulder lift',
  lower_arm_link: 'elbow flex',
  wrist_link: 'wrist flex',
  gripper_link: 'wrist roll',
} as const;

/** 1/s, metres to the floor. */
const [gain, clearance] = [15, 0.003];
/** Metres per step by which a handle leads at most: a pointer leaps, a hand does not. */
const stride = 0.03;
/** Metres by which a shaky hand shakes (standard deviation). */
const shake = 0.002;
/** Steps without motion after which nothing is due. */
const patience = 40;
/** Radians and metres that are motion. */
const still = 1e-6;

const share = (angle: number): number => (angle - range[0]) / (range[1] - range[0]);
const noise = (): number => Math.random() + Math.random() + Math.random() + Math.random() - 2;

export class Driver {
  /** Made by `tune`. */
  teleop!: Teleop;
  readonly blocks: Blocks;
  readonly keys: KeyboardInput;
  readonly goals: readonly [GoalOf<'position'>, GoalOf<'orientation'>];
  /** Where the handle is, while it leads. */
  readonly handle = new Vector3();
  /** Highest speeds since they were told last: of the joints (rad/s), and of the tool (m/s). */
  readonly speeds = Object.keys(joints).map(() => 0);
  toolSpeed = 0;
  recording: Trajectory | null = null;
  /** The hand leads beyond the reach, and the arm does not follow it there. */
  isStretched = false;
  readonly #jawGoal: GoalOf<'joint'>;
  readonly #hand = new ManualInput();
  readonly #either: EitherInput;
  /** The hand in the input's axes, and where it was in the world. */
  readonly #place = new Vector3();
  readonly #last = new Vector3();
  /** Where the tool is led, before the filter. */
  readonly #aim = new Vector3();
  #time = NaN;
  readonly #joints: readonly number[];
  readonly #q: Float64Array;
  #settings: Settings | null = null;
  /** The handle was moved by keys: the clutch opens when the tool has arrived. */
  #arrives = false;
  #isJogged = false;
  #isNew = false;
  #isPlaying = false;
  #still = patience;

  /** `eye`: the turn of the view about the vertical. `target`: whose keys count. */
  constructor(
    readonly problem: Problem,
    private readonly eye: () => Quaternion,
    target: EventTarget | null,
    private readonly pad: () => GamepadLike | null = firstGamepad,
  ) {
    prepare(problem);
    const { model, state } = problem;
    const link = 'effector';
    this.goals = [
      problem.addGoal({ type: 'position', link, offset: { position: grip } }),
      problem.addGoal({ type: 'orientation', link, offset: { position: grip }, priority: 1 }),
    ];
    this.#jawGoal = problem.addGoal({ type: 'joint', link: jaw });
    this.blocks = new Blocks(problem);
    this.keys = new KeyboardInput(target);
    this.#either = new EitherInput([this.#hand, this.keys, new GamepadInput({ gamepad: pad })]);
    this.#joints = Object.keys(joints).map((name) => model.links[model.findLink(name)]!.qIndex);
    this.#hand.grip = this.#jaw;
    this.#q = state.q.slice();
  }

  /** Takes other settings; the clutch opens. */
  tune(settings: Settings): void {
    if (settingNames.every((name) => settings[name] === this.#settings?.[name])) return;
    this.#settings = settings;
    const recording = this.teleop?.recording ?? null;
    this.teleop?.dispose();
    const { velocity: maxVelocity, acceleration: maxAcceleration, jerk: maxJerk } = settings;
    this.teleop = new Teleop(this.problem, {
      step: { gain, clearance, maxVelocity, maxAcceleration, maxJerk },
    });
    this.teleop.recording = recording;
    this.#isNew = true;
    this.teleop.lead(this.#input, this.goals, {
      axes: 'view',
      view: () => this.#axes.toArray(),
      frame: zUp,
      scale: settings.scale,
      filter: settings.filter,
      grip: this.#jawGoal,
      range,
    });
  }

  /** Jaws close no further than a block between them lets them. */
  readonly #input: Input = {
    read: (time, sample) => {
      this.#either.read(time, sample);
      this.#isJogged = sample.twist.some((each) => each !== 0);
      if (this.#isJogged) this.#restrain(sample.twist, time - this.#time);
      this.#time = time;
      this.#hand.grip = sample.grip;
      if (this.blocks.isBetween) sample.grip = Math.min(sample.grip, share(gripped));
      // A lead drives its joint from the first change on: the first grip is that of the jaws.
      if (this.#isNew) sample.grip = this.#jaw;
      this.#isNew = false;
    },
  };

  /** Keys and sticks lead within the reach; `dt`: seconds. */
  #restrain(twist: Float64Array, dt: number): void {
    if (!(dt > 0)) return;
    toInput.copy(this.#axes).multiply(axesOfKeys);
    step.fromArray(twist).applyQuaternion(toInput).multiplyScalar(dt);
    this.isStretched = keepWithin(aim.fromArray(this.goals[0].target), step);
    step
      .multiplyScalar(1 / dt)
      .applyQuaternion(toInput.invert())
      .toArray(twist);
  }

  /** How far the jaws are closed: 0 to 1. */
  get #jaw(): number {
    const { model, state } = this.problem;
    return Math.min(1, Math.max(0, share(state.q[model.links[model.findLink(jaw)]!.qIndex]!)));
  }

  get #axes(): Quaternion {
    return this.#settings?.along === 'robot' ? robotAxes : this.eye();
  }

  /** Whether the jaws are asked to be closed. */
  get isGripping(): boolean {
    return this.#hand.grip > 0.5;
  }

  grip(closes: boolean): void {
    this.#hand.grip = Number(closes);
    this.wake();
  }

  /** Whether a handle leads. */
  get isHeld(): boolean {
    return this.#hand.held;
  }

  /** The handle is taken. `arrives`: it leads until the tool has arrived, and not until it is let go. */
  take(arrives: boolean): void {
    if (!this.#hand.held) this.tool(this.#last);
    this.#arrives = arrives;
    this.#hand.held = true;
    this.wake();
  }

  letGo(): void {
    if (!this.#arrives) this.#hand.held = false;
    this.wake();
  }

  /** Something is to be looked at: steps are due. */
  wake(): void {
    this.#still = 0;
  }

  /** Whether steps are due. */
  get isBusy(): boolean {
    return this.#still < patience || this.pad()?.connected === true;
  }

  /** The middle of the jaws. */
  tool(out: Vector3): Vector3 {
    readJaws(this.problem, out, turn);
    return out;
  }

  step(dt: number): void {
    this.#follow();
    this.tool(before);
    this.teleop.step(dt);
    this.#isPlaying &&= this.teleop.state === 'following';
    const falls = !this.#isPlaying && this.blocks.step(dt);
    this.#measure(dt);
    const moves = falls || this.#hasMoved() || this.#isJogged || this.#isPlaying;
    this.#still = moves || (this.#hand.held && this.#settings!.shaky) ? 0 : this.#still + 1;
    if (this.#arrives && this.#hand.held && this.#still > patience / 2) this.#hand.held = false;
  }

  /** The hand goes after the handle. */
  #follow(): void {
    const { scale, shaky } = this.#settings!;
    // Motions count from where the clutch has closed.
    if (!this.teleop.leads[0]!.isClosed) this.tool(this.#aim);
    else {
      step.subVectors(this.handle, this.#last).clampLength(0, stride).multiplyScalar(scale);
      this.isStretched = keepWithin(this.#aim, step);
      this.#aim.add(step);
      this.#last.addScaledVector(step, 1 / scale);
      toInput.copy(this.#axes).multiply(axesOfKeys).invert();
      this.#place.addScaledVector(step.applyQuaternion(toInput), 1 / scale);
    }
    const by = shaky ? shake * Math.sqrt(3) : 0;
    this.#hand.set(this.#place.toArray().map((each) => each + by * noise()));
  }

  #measure(dt: number): void {
    const { q } = this.problem.state;
    this.#joints.forEach((at, i) => {
      this.speeds[i] = Math.max(this.speeds[i]!, Math.abs(q[at]! - this.#q[at]!) / dt);
    });
    this.toolSpeed = Math.max(this.toolSpeed, this.tool(step).distanceTo(before) / dt);
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

  record(on: boolean): void {
    if (on) this.recording = new Trajectory(this.problem.model);
    this.teleop.recording = on ? this.recording : null;
    this.wake();
  }

  get isRecording(): boolean {
    return this.teleop.recording !== null;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Plays the recording from its first frame. */
  play(): void {
    const { recording } = this;
    if (!recording?.length) return;
    this.record(false);
    this.problem.state.q.set(recording.row(0));
    this.problem.state.update();
    this.problem.forgetMotion();
    this.blocks.forget();
    this.#hand.held = false;
    this.teleop.play(recording);
    this.#isPlaying = true;
    this.wake();
  }

  dispose(): void {
    this.keys.dispose();
  }
}

const axesOfKeys = new Quaternion(...zUp);
/** The robot looks along x: a view from behind it. */
const robotAxes = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), -Math.PI / 2);
const turn = new Quaternion();
const toInput = new Quaternion();
const before = new Vector3();
const step = new Vector3();
const aim = new Vector3();
