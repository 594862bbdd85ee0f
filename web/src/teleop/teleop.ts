import type { StepOptions } from '../core/options.ts';
import type { Problem } from '../core/problem.ts';
import { LimberError, show } from '../describe/errors.ts';
import { asObject, bad } from '../describe/flatten.ts';
import { Trajectory } from '../moves/trajectory.ts';
import type { Input } from './input.ts';
import { Lead, leadStates, type LedGoal, type LeadOptions, type LeadState } from './lead.ts';

export interface TeleopOptions {
  /**
   * Options of `problem.step`, bounds among them; `substeps` is 0 by default: as many as the motion needs. Without a closed
   * clutch `restGain` is 0: no arm goes home by itself.
   */
  readonly step?: StepOptions;
  /**
   * Called after every step with a copy of q (nq numbers: radians, metres, quaternions), which the next step writes
   * anew, and `teleop.time`. What it throws is told in `warning`, and nothing else changes.
   */
  readonly onJoints?: (q: Float64Array, time: number) => void;
}

/** Goals that any teleop leads. */
const ledGoals = new WeakSet<object>();

/** Seconds that a step simulates at most: after a pause nothing leaps. */
const longestStep = 0.1;
/** Radians, metres and parts of quaternions by which an arm may be off a trajectory's first frame. */
const atStart = 0.02;

/**
 * Leads an arm by hands, controllers or keys, through clutches.
 *
 * ```ts
 * const teleop = new Teleop(problem, { step: { maxVelocity: 2 } });
 * teleop.lead(new KeyboardInput(window), goal);
 * teleop.step(1 / 60); // in every frame: moves problem.state.q
 * ```
 */
export class Teleop {
  /** What leads, in the order of `lead`. */
  readonly leads: readonly Lead[] = [];
  /** State after the last step: of the lead whose state matters most. */
  state: LeadState = 'idle';
  /** Why `onJoints` or the recording failed in the last step; '' if they did not. */
  warning = '';
  /** Seconds: the sum of all steps. */
  time = 0;
  /** Gets a frame in every step: `new Trajectory(model)`, or null: nothing is recorded. Its times are those of `time`. */
  recording: Trajectory | null = null;
  readonly #options: TeleopOptions & { readonly step: StepOptions };
  readonly #atRest: StepOptions;
  readonly #q: Float64Array;
  #reason: () => string = () => '';
  #played: { readonly trajectory: Trajectory; readonly duration: number; at: number } | null = null;

  /** @throws LimberError `badDescription`. */
  constructor(
    readonly problem: Problem,
    options: TeleopOptions = {},
  ) {
    asObject(options, 'options', ['step', 'onJoints']);
    const { step = {}, onJoints } = options;
    asObject(step, 'options.step');
    if (onJoints !== undefined && typeof onJoints !== 'function')
      bad('options.onJoints', 'a function', onJoints);
    if (typeof (problem as Partial<Problem> | null)?.step !== 'function')
      bad('the problem', 'a Problem', problem);
    this.#options = { ...options, step: { substeps: 0, ...step } };
    this.#atRest = { ...this.#options.step, restGain: 0 };
    this.#q = problem.state.q.slice();
  }

  /** Why the state is so; '' if there is nothing to say. */
  get reason(): string {
    return this.#reason();
  }

  /**
   * Lets an input lead a goal, or several on one link, such as a position before an orientation. Until the clutch is
   * closed they have the weight 0 and their targets follow the tool.
   *
   * @throws LimberError `badGoal` for goals of other types or problems, in another link's frame, on several links, or
   *   led already; `badOption`, `badDescription` for options.
   */
  lead(input: Input, goals: LedGoal | readonly LedGoal[], options: LeadOptions = {}): Lead {
    const list = (Array.isArray(goals) ? goals : [goals]) as readonly LedGoal[];
    this.#check(list);
    if (options.grip) this.#checkOwn(options.grip, ['joint', 'slide']);
    const lead = new Lead(this.problem, input, [...list], options);
    (this.leads as Lead[]).push(lead);
    for (const goal of lead.all) ledGoals.add(goal);
    return lead;
  }

  #check(goals: readonly LedGoal[]): void {
    if (goals.length === 0) throw new LimberError('badGoal', 'there is no goal to lead; give one at least');
    for (const goal of goals) {
      this.#checkOwn(goal, ['position', 'orientation', 'pose']);
      if (goal.targetLink !== undefined)
        throw new LimberError(
          'badGoal',
          `the target is in the frame of ${show(goal.targetLink)}; lead one in the world`,
        );
      if (goal.link === goals[0]!.link) continue;
      throw new LimberError(
        'badGoal',
        `one hand leads one link, not ${show(goals[0]!.link)} and ${show(goal.link)}`,
      );
    }
  }

  #checkOwn(goal: unknown, types: readonly string[]): void {
    const own = this.problem.goals.find((each) => each === goal);
    if (!own || !types.includes(own.type)) {
      const given = own ? `of type ${own.type}` : 'of another problem, or none';
      throw new LimberError(
        'badGoal',
        `the goal is ${given}; give one of problem.addGoal: ${types.join(', ')}`,
      );
    }
    if (ledGoals.has(own))
      throw new LimberError('badGoal', 'the goal is led already; remove that lead first');
  }

  /** Gives a lead's goals back with the weights that they had. Ignores a lead of another teleop. */
  remove(lead: Lead): void {
    const index = this.leads.indexOf(lead);
    if (index < 0) return;
    (this.leads as Lead[]).splice(index, 1);
    for (const goal of lead.all) ledGoals.delete(goal);
    lead.release();
  }

  /**
   * Reads the inputs and moves the joints for `dt` seconds, at most 0.1 of them. Returns itself: `state`, `reason`, `q`.
   *
   * @throws LimberError `badOption` for a `dt` that is not above 0, or for options of the step; `unsupported` for what the
   *   problem's step refuses, such as a `motionBounds` of 0; q is then as before.
   */
  step(dt: number): this {
    if (!(typeof dt === 'number' && dt > 0 && dt < Infinity))
      throw new LimberError('badOption', `dt is ${show(dt)}; give seconds above 0`);
    this.time += dt;
    this.warning = '';
    if (this.#played) this.#play(dt);
    else this.#lead(dt);
    this.#q.set(this.q);
    this.#tell('the recording', this.#record);
    this.#tell('onJoints', this.#options.onJoints);
    return this;
  }

  /** The joints after the last step: `problem.state.q`. */
  get q(): Float64Array {
    return this.problem.state.q;
  }

  #lead(dt: number): void {
    let isLed = false;
    for (const lead of this.leads) {
      lead.read(this.time, dt);
      isLed ||= lead.isClosed;
    }
    const { step } = this.#options;
    const result = this.problem.step(Math.min(dt, longestStep), isLed ? step : this.#atRest);
    if (result.status === 'unsupported') throw new LimberError('unsupported', result.reason);
    this.state = 'idle';
    this.#reason = () => '';
    for (const lead of this.leads) {
      lead.tell(dt, result, step.maxVelocity);
      if (rankOf(lead.state) < rankOf(this.state)) continue;
      this.state = lead.state;
      this.#reason = () => lead.reason;
    }
    if (result.status !== 'notFinite') return;
    this.state = 'blocked';
    this.#reason = () => result.reason;
  }

  /**
   * Plays joint values instead of following, from the next step on; clutches open, and must be pressed anew afterwards.
   * null: stops.
   *
   * @throws LimberError `badTrajectory` for one of another model, or if the arm is not at its first frame.
   */
  play(trajectory: Trajectory | null): void {
    if (trajectory !== null) this.#checkStart(trajectory);
    for (const lead of this.leads) lead.open(true);
    // One that is recorded meanwhile gets longer.
    this.#played = trajectory && { trajectory, duration: trajectory.duration, at: 0 };
  }

  #checkStart(trajectory: Trajectory): void {
    trajectory.checkFits(this.problem.model);
    const away = trajectory.row(0).findIndex((each, i) => !(Math.abs(each - this.q[i]!) <= atStart));
    if (away < 0) return;
    const name = trajectory.coordinates[away]!;
    const message = `${show(name)} is at ${this.q[away]!.toFixed(3)}, and at ${trajectory.row(0)[away]!.toFixed(3)} in the first frame`;
    throw new LimberError('badTrajectory', `${message}; bring it there first, by moveTo of limber/moves`);
  }

  #play(dt: number): void {
    const played = this.#played!;
    const { trajectory, duration } = played;
    played.at += Math.min(dt, longestStep);
    trajectory.at(trajectory.times[0]! + Math.min(played.at, duration), this.q);
    this.problem.state.update();
    this.problem.forgetMotion();
    const ends = played.at >= duration;
    if (ends) this.#played = null;
    this.state = ends ? 'idle' : 'following';
    this.#reason = () => (ends ? '' : 'a trajectory is played');
    for (const { goals } of this.leads) for (const goal of goals) goal.toLink();
  }

  readonly #record = (q: Float64Array, time: number): void => this.recording?.add(time, q);

  #tell(name: string, take: TeleopOptions['onJoints']): void {
    try {
      take?.(this.#q, this.time);
    } catch (error) {
      this.warning = `${name} failed: ${error instanceof Error ? error.message : show(error)}`;
    }
  }

  /** Gives all goals back with the weights that they had. */
  dispose(): void {
    for (const lead of [...this.leads]) this.remove(lead);
  }
}

const rankOf = (state: LeadState): number => leadStates.indexOf(state);
