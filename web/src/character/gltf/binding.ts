import { Quaternion, Vector3, type Object3D } from 'three';
import type { Problem } from '../../core/problem.ts';
import { Bound } from './bound.ts';
import type { JointedBone } from './joints.ts';
import { Root } from './root.ts';
import type { Similarity } from './similarity.ts';

/** Copies poses between bones and a problem's q. Allocates nothing after construction. */
export class Binding {
  /** Parents first. */
  readonly #bounds: readonly Bound[];
  readonly #roots: readonly Root[];
  readonly #moving: readonly Bound[];
  /** The q that the bones currently show. */
  readonly #shown: Float64Array;

  constructor(
    private readonly problem: Problem,
    private readonly joints: readonly JointedBone[],
  ) {
    const { model } = problem;
    const bounds: Bound[] = [];
    for (const joint of joints) {
      const above = bounds[joint.node.parent];
      bounds.push(above ? new Bound(joint, model, above) : new Root(joint, model));
    }
    this.#bounds = bounds;
    this.#roots = bounds.filter((each) => each instanceof Root);
    this.#moving = bounds.filter(({ link }) => link.nq > 0);
    this.#shown = new Float64Array(model.nq);
  }

  /** Space that holds the skeleton of a bone, as last read. */
  spaceOf(joint: JointedBone): Similarity {
    let top = joint;
    for (let above = joint; above; above = this.joints[above.node.parent]!) top = above;
    return this.#roots.find(({ bone }) => bone === top.node.bone)!.space;
  }

  /**
   * Copies bones → q, within the limits; the part that q cannot express goes to the joints' frames. First
   * restores poses that a solve left in bones. @throws LimberError `notFinite`.
   */
  read(): void {
    const { state } = this.problem;
    for (const bound of this.#bounds) bound.takeBack();
    for (const bound of this.#bounds) bound.read(state.q);
    state.projectOntoLimits();
    for (const bound of this.#bounds) bound.keep(state.q);
    this.#show();
  }

  /**
   * Moves the roots and their rest posture along if the space that holds them has moved since it was last
   * read.
   */
  follow(): void {
    const { rest, state } = this.problem;
    let moved = false;
    for (const root of this.#roots) {
      if (!root.follow(state.q, rest)) continue;
      moved = true;
      this.#hasChanged(root, state.q);
    }
    if (moved) state.update();
  }

  /** Raises the roots by metres. */
  lift(by: number): void {
    const { state } = this.problem;
    for (const root of this.#roots) root.lift(by, state.q);
    state.update();
  }

  /** Copies the rest pose → q, with the roots at their initial places in their parents, and → bones. */
  reset(): void {
    const { state } = this.problem;
    for (const bound of this.#bounds) bound.rest(state.q);
    state.update();
    this.write(true);
    for (const bound of this.#bounds) bound.adopt();
  }

  /**
   * Copies q → bones: bones whose numbers changed, and bones that others have overwritten. `all`: also those
   * of joint weight 0, which solves do not move and others may animate.
   */
  write(all: boolean): void {
    const { q } = this.problem.state;
    const weights = this.problem.jointWeights;
    for (const bound of this.#moving) {
      if (!all && !(bound instanceof Root) && weights[bound.link.vIndex] === 0) continue;
      bound.write(q, this.#hasChanged(bound, q));
    }
  }

  /** Makes the pose in q the rest posture, and the bones' pose their own. */
  takeRest(): void {
    const { rest, state } = this.problem;
    rest.set(state.q);
    for (const root of this.#roots) root.takePosture(state.q);
    for (const bound of this.#bounds) bound.adopt();
  }

  /** Calls `take` with each bone that moves, its quaternion, and (a root's) position, for any q. */
  poseAt(
    q: Float64Array,
    take: (bone: Object3D, quaternion: Quaternion, position: Vector3 | null) => void,
  ): void {
    for (const bound of this.#moving) {
      const position = bound instanceof Root ? bound.positionAt(q, place) : null;
      take(bound.bone, bound.quaternionAt(q, turn), position);
    }
  }

  /** See `Bound`. */
  around(bone: Object3D): readonly [Quaternion, Quaternion] {
    return this.#bounds.find((bound) => bound.bone === bone)!.around;
  }

  #show(): void {
    const { state } = this.problem;
    state.update();
    this.#shown.set(state.q);
  }

  /** True if the numbers of a bone differ from those it shows; stores the new ones as shown. */
  #hasChanged({ link }: Bound, q: Float64Array): boolean {
    let changed = false;
    for (let i = link.qIndex; i < link.qIndex + link.nq; ++i) {
      if (this.#shown[i] === q[i]) continue;
      changed = true;
      this.#shown[i] = q[i]!;
    }
    return changed;
  }
}

const turn = new Quaternion();
const place = new Vector3();
