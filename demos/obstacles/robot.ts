import {
  type Goal,
  Model,
  type ModelDescription,
  Problem,
  type SolveOptions,
  type Status,
} from 'limber';
import { compareFromHere } from 'limber/presets';
import { ArmShape, type MeshSource } from 'limber/three';
import type { Actor, Grip } from './actor.ts';

/** Of the reach: edge of a goal's cube. */
const cube = 0.06;
/** Metres: links that are nearer at the start are made so. */
const free = 0.03;

export interface RobotOptions {
  /** With collision shapes. Y is up. */
  readonly description: ModelDescription;
  readonly start: readonly number[];
  /** Links that have a goal. */
  readonly tips: readonly string[];
  readonly meshes?: MeshSource;
}

/** One robot, or several in one model; each tip has a goal. */
export class Robot implements Actor {
  readonly problem: Problem;
  readonly object: ArmShape;
  readonly grips: readonly Grip[];
  readonly cube: number;
  private readonly goals: readonly Goal[];

  /** @throws LimberError what `Model.from` finds wrong. */
  constructor(private readonly options: RobotOptions) {
    const model = Model.from(options.description);
    this.problem = new Problem(model);
    this.cube = cube * (model.reach / options.tips.length || 1);
    this.object = new ArmShape(model, {
      tips: !options.meshes,
      ...(options.meshes && { meshes: options.meshes }),
    });
    this.goals = options.tips.map((link) => this.problem.addGoal({ type: 'position', link }));
    this.grips = this.goals.map(gripOf);
    this.reset();
    compareFromHere(this.problem, free);
  }

  solve(options: SolveOptions): Status {
    return this.problem.solve({ ...options, solver: 'lm' }).status;
  }

  show(): void {
    this.object.update(this.problem.state.poses);
  }

  stand(q: ArrayLike<number>): void {
    const { state } = this.problem;
    state.q.set(q);
    state.update();
  }

  reset(): void {
    const { state, model } = this.problem;
    state.reset();
    if (this.options.start.length === state.q.length) state.q.set(this.options.start);
    state.update();
    state.projectOntoLimits();
    state.update();
    for (const { target, link } of this.goals) {
      const at = 7 * model.findLink(link);
      target.set(state.poses.subarray(at, at + 3));
    }
  }

  dispose(): void {
    this.object.dispose();
    this.problem.dispose();
    this.problem.model.dispose();
  }
}

const gripOf = (goal: Goal, _: number, all: readonly Goal[]): Grip => ({
  label: all.length > 1 ? `Goal of the ${goal.link}` : 'Goal',
  get target() {
    const [x, y, z] = goal.target as unknown as [number, number, number];
    return { x, y, z };
  },
  move: (place) => void place.toArray(goal.target),
  get distance() {
    return goal.distance;
  },
  isHeld: false,
});
