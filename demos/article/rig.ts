import { type Goal, Model, Problem } from 'limber';
import { ArmShape, JointOverlay, takePose } from 'limber/three';
import type { ArmScene } from './scene.ts';

/**
 * An arm as the solver sees it, and what is drawn of it. Without hinges an arm is another model (a hinge has one number,
 * a ball has four), so a view that can let go of the hinges has two rigs and hands the pose from one to the other.
 */
export class ArticleRig {
  readonly model: Model;
  readonly problem: Problem;
  /** The tip at the goal. */
  readonly position: Goal;
  /** The tool along a direction; weight 0 while it is off. */
  readonly aim: Goal | null;
  readonly shape: ArmShape;
  readonly overlay: JointOverlay;

  constructor(
    scene: ArmScene,
    readonly hinges: boolean,
  ) {
    this.model = Model.from(scene.description, { hinges });
    this.problem = new Problem(this.model);
    const link = scene.effector;
    this.position = this.problem.addGoal({ type: 'position', link, target: scene.goal });
    this.aim = scene.direction
      ? this.problem.addGoal({ type: 'direction', link, axis: scene.toolAxis, target: scene.direction })
      : null;
    this.shape = new ArmShape(this.model, { tips: false });
    this.overlay = new JointOverlay(this.model);
  }

  /** Puts the drawing where the state is. */
  show(): void {
    const { state, activeLimits } = this.problem;
    this.shape.update(state.poses);
    if (this.overlay.visible) this.overlay.update(state, activeLimits);
  }

  /** Takes over the pose of an arm with the same links. */
  take(other: ArticleRig): void {
    takePose(this.problem, other.problem.state.poses);
  }

  dispose(): void {
    this.shape.dispose();
    this.overlay.dispose();
    this.problem.dispose();
    this.model.dispose();
  }
}
