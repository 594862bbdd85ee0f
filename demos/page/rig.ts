import { type Goal, Model, Problem } from 'limber';
import { ArmShape, JointOverlay } from 'limber/three';
import { Quaternion, Vector3 } from 'three';
import type { ArmScene } from './scene.ts';

/**
 * An arm as the solver sees it, and what is drawn of it. Without hinges an arm is another model (a hinge has one number,
 * a ball has four), so a view that can let go of the hinges has two rigs and hands the pose from one to the other.
 */
export class Rig {
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

  /**
   * Takes over the pose of an arm with the same links. A ball can do what a hinge does; a hinge keeps of a ball's
   * rotation the turn about its axis.
   */
  take(other: Rig): void {
    const { q } = this.problem.state;
    const poses = other.problem.state.poses;
    for (const link of this.model.links) {
      if (link.nq === 0) continue;
      turn.fromArray(poses, 7 * link.index + 3);
      if (link.parent >= 0) turn.premultiply(parent.fromArray(poses, 7 * link.parent + 3).invert());
      if (link.origin.rotation) turn.premultiply(origin.set(...link.origin.rotation).invert());
      if (link.nq === 4) {
        turn.toArray(q, link.qIndex);
      } else {
        axis.set(...(link.joint.axis ?? [0, 0, 1])).normalize();
        const along = axis.x * turn.x + axis.y * turn.y + axis.z * turn.z;
        const angle = 2 * Math.atan2(along, turn.w);
        q[link.qIndex] = Math.abs(angle) > Math.PI ? angle - Math.sign(angle) * 2 * Math.PI : angle;
      }
    }
    this.problem.state.update();
  }

  dispose(): void {
    this.shape.dispose();
    this.overlay.dispose();
    this.problem.dispose();
    this.model.dispose();
  }
}

const turn = new Quaternion();
const parent = new Quaternion();
const origin = new Quaternion();
const axis = new Vector3();
