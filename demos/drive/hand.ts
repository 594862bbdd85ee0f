/** A hand of a scene: the goals that it leads, and its inputs. */
import type { GoalOf, Problem } from 'limber';
import {
  EitherInput,
  type Input,
  type Lead,
  ManualInput,
  type Sample,
  type Teleop,
  zUp,
} from 'limber/teleop';
import { Quaternion, Vector3 } from 'three';
import type { Driver, Settings } from './driver.ts';
import { type HandOf, readPoint } from './led.ts';

/** Metres by which a shaky hand shakes (standard deviation). */
const shake = 0.002;
/** Metres by which hands that press, or are led as one, may be behind. */
const leash = 0.02;
/** m/s at which a grip presses. */
const pressing = 0.2;
const noise = (): number => Math.random() + Math.random() + Math.random() + Math.random() - 2;

export class Hand {
  /** Led by handles. */
  readonly manual = new ManualInput();
  readonly goals: readonly [GoalOf<'position'>, GoalOf<'orientation'>];
  /** Where handles lead it, before the filter. */
  readonly aim = new Vector3();
  /** Made by `tune`. */
  lead!: Lead;
  /** Keys, sticks or a grip that presses lead it. */
  isJogged = false;
  /** It leads beyond the reach, and is not followed there. */
  isStretched = false;
  /** Handles lead, and not keys or sticks that came first. */
  #isByHandle = false;
  readonly #jawGoal: GoalOf<'joint'> | null;
  readonly #either: EitherInput;
  /** By handles, in the input's axes. */
  readonly #place = new Vector3();
  /** Share by which the grip has closed, and metres that it has yet to press. */
  #closed = 0;
  #toPress = 0;
  #isNew = false;
  #time = NaN;

  /** `others`: inputs beside handles. */
  constructor(
    readonly of: HandOf,
    readonly problem: Problem,
    private readonly driver: Driver,
    others: readonly Input[],
  ) {
    const { link, point, jaw } = of;
    const offset = { position: point };
    this.goals = [
      problem.addGoal({ type: 'position', link, offset }),
      problem.addGoal({ type: 'orientation', link, offset, priority: 1 }),
    ];
    this.#jawGoal = jaw ? problem.addGoal({ type: 'joint', link: jaw.link }) : null;
    this.#either = new EitherInput([this.manual, ...others]);
    this.manual.grip = this.#grip;
  }

  /** Leads by other settings; the clutch opens. */
  tune(teleop: Teleop, { scale, filter }: Settings): void {
    this.#isNew = true;
    this.lead = teleop.lead(this.#input, this.goals, {
      ...{ axes: 'view', view: () => this.driver.axes.toArray(), frame: zUp, scale, filter },
      ...(this.#jawGoal && { grip: this.#jawGoal, range: this.of.jaw!.range }),
    });
  }

  readonly #input: Input = {
    read: (time, sample) => {
      this.#either.read(time, sample);
      this.#isByHandle = sample.source === 0;
      if (time > this.#time) this.#jog(sample, time - this.#time);
      this.#time = time;
      this.manual.grip = sample.grip;
      // Jaws close no further than what is between them lets them.
      sample.grip = Math.min(sample.grip, this.driver.props.mostGrip);
      // A lead drives its joint from the first change on: the first grip is that of the jaws.
      if (this.#isNew) sample.grip = this.#grip;
      this.#isNew = false;
    },
  };

  /** Keys and sticks lead within the reach, and a grip without jaws presses; `dt`: seconds. */
  #jog(sample: Sample, dt: number): void {
    const { twist } = sample;
    const isLed = twist.some((each) => each !== 0);
    const presses = this.#press(sample.grip, dt);
    this.isJogged = isLed || presses;
    if (!this.isJogged) return;
    toInput.copy(this.driver.axes).multiply(axesOfKeys);
    step.fromArray(twist).applyQuaternion(toInput).multiplyScalar(dt);
    const { chosen } = this.driver;
    if (isLed) this.isStretched = this.driver.restrain(chosen.hands, targetOf, step);
    if (presses) {
      this.driver.restrain([this], targetOf, push);
      step.add(push);
      sample.held = true;
    }
    this.aim.add(step);
    step
      .multiplyScalar(1 / dt)
      .applyQuaternion(toInput.invert())
      .toArray(twist);
  }

  /** Writes the way of a grip that presses; returns whether there is one. */
  #press(grip: number, dt: number): boolean {
    const { press } = this.of;
    if (!press) return false;
    this.tool(aside);
    push.fromArray(press).applyQuaternion(turn);
    const length = push.length();
    this.#toPress += (grip - this.#closed) * length;
    this.#closed = grip;
    const most = pressing * this.pace(targetOf(this)) * dt;
    const way = Math.min(Math.max(this.#toPress, -most), most);
    this.#toPress -= way;
    push.multiplyScalar(way / length);
    return this.#toPress !== 0;
  }

  /** Share of a step from a place that it can take: it waits for the tool. */
  pace(place: Vector3): number {
    return Math.max(0, 1 - this.tool(aside).distanceTo(place) / leash);
  }

  /** How far its jaws are closed: 0 to 1. */
  get #grip(): number {
    const { jaw } = this.of;
    if (!jaw) return this.manual.grip;
    const { model, state } = this.problem;
    const [open, closed] = jaw.range;
    const now = state.q[model.links[model.findLink(jaw.link)]!.qIndex]!;
    return Math.min(1, Math.max(0, (now - open) / (closed - open)));
  }

  get isDragged(): boolean {
    return this.#isByHandle && this.lead.isClosed;
  }

  /** Where it is led (metres, world). */
  get target(): Vector3 {
    return target.fromArray(this.goals[0].target);
  }

  /** Its led point, and its turn. */
  tool(place: Vector3): Vector3 {
    return readPoint(this.problem, this.of, place, turn);
  }

  /** A handle leads it by a step (metres, world). */
  move(by: Vector3, scale: number): void {
    this.aim.add(by);
    toInput.copy(this.driver.axes).multiply(axesOfKeys).invert();
    this.#place.addScaledVector(aside.copy(by).applyQuaternion(toInput), 1 / scale);
  }

  /** Gives the handle's place to its input. */
  send(shaky: boolean): void {
    const by = shaky ? shake * Math.sqrt(3) : 0;
    this.manual.set(this.#place.toArray().map((each) => each + by * noise()));
  }
}

const axesOfKeys = new Quaternion(...zUp);
const turn = new Quaternion();
const toInput = new Quaternion();
const step = new Vector3();
const push = new Vector3();
const aside = new Vector3();
const target = new Vector3();
const targetOf = ({ target }: Hand): Vector3 => target;
