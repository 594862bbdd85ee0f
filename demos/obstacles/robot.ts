import { type LinkDescription, Model, type ModelDescription, Problem, type SolveOptions } from 'limber';
import { GoalPoint, type Pin } from 'limber/bench';
import { compareFromHere } from 'limber/presets';
import { ArmShape, type MeshSource } from 'limber/three';
import type { Vector3 } from 'three';
import type { Actor } from './world.ts';

/** Edge of a goal's cube, relative to the model's size. */
const cube = 0.06;
/** Clearance in metres; links that are nearer at the start are brought to it. */
const free = 0.03;

export interface RobotOptions {
  /** With collision shapes. Y is up. */
  readonly description: ModelDescription;
  readonly start: readonly number[];
  /** Links with a goal. */
  readonly tips: readonly string[];
  readonly meshes?: MeshSource;
}

/** A fixed link is never compared with the world; a free one with weight 0 is, so things stop at it. */
const loosened = (link: LinkDescription): LinkDescription =>
  link.parent || (link.joint && link.joint.type !== 'fixed') ? link : { ...link, joint: { type: 'free' } };

/** One robot, or several in one model; each tip has a goal. */
export class Robot implements Actor {
  readonly problem: Problem;
  readonly object: ArmShape;
  readonly grips: readonly Pin[];
  readonly cube: number;
  readonly #points: readonly GoalPoint[];
  readonly #look: Model;

  /** @throws LimberError for errors that `Model.from` finds. */
  constructor(private readonly options: RobotOptions) {
    const { description } = options;
    const model = Model.from({ ...description, links: description.links.map(loosened) });
    this.problem = new Problem(model);
    for (const each of description.links) {
      if (loosened(each) === each) continue;
      const { vIndex, nv } = model.links[model.findLink(each.name)]!;
      this.problem.jointWeights.fill(0, vIndex, vIndex + nv);
    }
    this.cube = cube * (model.size || 1);
    this.#look = Model.from(description);
    this.object = new ArmShape(this.#look, {
      tips: !options.meshes,
      ...(options.meshes && { meshes: options.meshes }),
    });
    const { tips } = options;
    this.#points = tips.map((link) => new GoalPoint(this.problem.addGoal({ type: 'position', link })));
    this.grips = tips.map((bone, i) => ({
      bone,
      label: tips.length > 1 ? `Goal of the ${bone}` : 'Goal',
      effector: this.#points[i]!,
      held: true,
    }));
    this.reset();
    compareFromHere(this.problem, free);
  }

  move({ effector }: Pin, place: Vector3): void {
    effector.target.copy(place);
  }

  solve(options: SolveOptions): void {
    for (const point of this.#points) point.send();
    this.problem.solve({ ...options, solver: 'lm' });
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
    const joints = model.links.filter(({ parent, nv }) => parent >= 0 && nv > 0);
    joints.forEach(({ qIndex }, i) => (state.q[qIndex] = this.options.start[i] ?? 0));
    state.update();
    state.projectOntoLimits();
    state.update();
    for (const { bone, effector } of this.grips)
      effector.target.fromArray(state.poses, 7 * model.findLink(bone));
  }

  dispose(): void {
    this.problem.dispose();
    this.problem.model.dispose();
    this.#look.dispose();
  }
}
