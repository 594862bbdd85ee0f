import { type Object3D, Quaternion, Vector3 } from 'three';
import { disposeSymbol } from '../../core/disposable.ts';
import { LimberError, show } from '../../describe/errors.ts';
import { asObject, bad } from '../../describe/flatten.ts';
import type { GoalDescription, GoalOf } from '../../core/goal.ts';
import type { Loop } from '../../core/loop.ts';
import type { FrameDescription, LoopDescription } from '../../describe/description.ts';
import { core } from '../../core/loader.ts';
import { Model } from '../../core/model.ts';
import type { SolveOptions } from '../../core/options.ts';
import { Problem } from '../../core/problem.ts';
import type { SolveResult } from '../../core/result.ts';
import type { Aim, AimPlace } from './aim.ts';
import { Binding } from './binding.ts';
import type { BoneSource } from './bones.ts';
import { Effector, type EffectorOptions } from './effector.ts';
import { Gaze, type GazeOptions } from './gaze.ts';
import type { HumanoidMap } from './humanoid.ts';
import { describeBones, inLink, tellFixed, type JointedBone } from './joints.ts';
import { Pole, type PoleOptions } from './pole.ts';
import type { GoalType } from '../../describe/core-names.ts';
import type { Role } from './roles.ts';
import { readSkeleton, type RootMotion, type CharacterOptions } from './skeleton.ts';
import { nameOf } from './similarity.ts';
import { bendStraight } from './straight.ts';

const optionKeys = ['humanoid', 'joints', 'root', 'restPose', 'collision', 'solve'];
const rootMotions: readonly RootMotion[] = ['fixed', 'turning', 'free'];

/** Names of joints, with the bones that begin there. */
const jointNames: Readonly<Record<string, Role>> = {
  leftElbow: 'leftLowerArm',
  rightElbow: 'rightLowerArm',
  leftKnee: 'leftLowerLeg',
  rightKnee: 'rightLowerLeg',
};

/** Poles move with the limbs, so a solve that misses one by more than this (radians) is repeated. */
const poleTolerance = 0.01;

/** 1e-4 rad is a tenth of a millimetre at a hand; smaller errors are invisible. */
const solveDefaults: SolveOptions = { solver: 'lm', maxIterations: 30, stallTolerance: 1e-4 };

/**
 * A three.js skeleton with inverse kinematics: a model of its bones, a problem, and the transfer of poses to
 * the bones.
 *
 * ```ts
 * const character = new Character(gltf.scene);
 * const hand = character.addEffector('leftHand');
 * hand.target.set(0.4, 1.2, 0.3); // metres, world
 * character.solve(); // solves and writes the bones; nothing is allocated
 * ```
 *
 * The model has one link per bone, with the bone's name if that is unique; its zero is the rest pose. A link
 * is at its bone's place; its axes are those of the bone's joint (`BoneJoint`), not those of the bone. `read`
 * moves joints in their links, to where an animation has them.
 */
export class Character {
  /** One link per bone; its zero is the rest pose. */
  readonly model: Model;
  /** Its goals and loops belong to effectors, poles and gazes, or were added by `addGoal` and `addLoop`. */
  readonly problem: Problem;
  /** Bones by role; empty if it is not a humanoid. */
  readonly humanoid: HumanoidMap;
  /** Options of every solve; change them at any time. */
  solveOptions: SolveOptions;
  readonly #joints: readonly JointedBone[];
  readonly #binding: Binding;
  readonly #merged = {};
  readonly #stuck: Float64Array;
  readonly #warnings: string[];
  readonly #effectors: Effector[] = [];
  readonly #poles: Pole[] = [];
  readonly #gazes: Gaze[] = [];
  /** Viewing direction of a humanoid at rest. */
  readonly #forward: Vector3 | null;
  #root: RootMotion;

  /**
   * @throws LimberError `emptyModel` without bones; `badDescription` for scales that are zero or differ,
   * shear, unknown roles, bones or options, or a humanoid whose bones are not found; `notFinite`;
   * `badLimits`.
   */
  constructor(source: BoneSource, options: CharacterOptions = {}) {
    asObject(options, 'options', optionKeys);
    const { humanoid, joints, forward, warnings } = readSkeleton(source, options);
    this.#warnings = [...warnings];
    this.#forward = forward;
    this.humanoid = humanoid;
    this.#joints = joints;
    this.#root = checkRoot(options.root ?? (humanoid.size > 0 ? 'fixed' : 'turning'));
    this.solveOptions = { ...solveDefaults, ...options.solve };
    const { collision = new Map() } = options;
    if (!(collision instanceof Map)) bad('options.collision', 'a Map from bones to their shapes', collision);
    this.model = Model.from(describeBones((source as Object3D).name ?? '', joints, collision));
    this.problem = new Problem(this.model);
    this.#stuck = new Float64Array(this.model.nq);
    this.#binding = new Binding(this.problem, joints);
    this.#setWeights();
    this.read();
  }

  /** Doubts about bones' roles, omitted parts, and effectors on bones that do not move, as sentences. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** Effectors in the order in which they were added. */
  get effectors(): readonly Effector[] {
    return this.#effectors;
  }

  /** Poles in the order in which they were added. */
  get poles(): readonly Pole[] {
    return this.#poles;
  }

  /** Gazes in the order in which they were added. */
  get gazes(): readonly Gaze[] {
    return this.#gazes;
  }

  get root(): RootMotion {
    return this.#root;
  }
  set root(motion: RootMotion) {
    this.#root = checkRoot(motion);
    this.#setWeights();
  }

  /** Finds a bone by role, joint (`leftElbow`, `rightKnee`) or name; null: not found. */
  findBone(name: string): Object3D | null {
    const role = (jointNames[name] ?? name) as Role;
    const byName = this.#joints.find(({ node }) => node.name === name || node.bone.name === name);
    return this.humanoid.get(role) ?? byName?.node.bone ?? null;
  }

  /** Index of a bone's link in `model.links`. @throws LimberError `unknownLink`. */
  linkOf(bone: string | Object3D): number {
    return this.model.findLink(this.#joint(bone).node.name);
  }

  /**
   * The anatomical frame of a bone in the bone's own space, which does not depend on the rig: z along the bone, x
   * the axis that it flexes about. Times it, a bone's world rotation is that of its link. A bone that is mirrored
   * (of negative scale) has all its axes reversed. @throws LimberError `unknownLink`.
   */
  frameOf(bone: string | Object3D): Quaternion {
    return this.#joint(bone).inBone.clone();
  }

  /**
   * Makes a bone reach for a point. Give it by role (`leftHand`), by name or itself. @throws LimberError
   * `unknownLink`, `badGoal`.
   */
  addEffector(bone: string | Object3D, options: EffectorOptions = {}): Effector {
    const joint = this.#joint(bone);
    const { node, inBone } = joint;
    const isFoot = this.#isRole(node.bone, 'leftFoot', 'rightFoot');
    const own = {
      bone: node.bone,
      link: node.name,
      index: this.model.findLink(node.name),
      boneInLink: inBone.clone().conjugate(),
      scale: node.world.scale,
    };
    const all = { orientation: isFoot, priority: isFoot ? 0 : 1, ...options };
    const effector = this.#add(this.#effectors, joint, (place) => new Effector(place, own, all));
    for (const each of tellFixed(joint, this.#joints))
      if (!this.warnings.includes(each)) this.#warnings.push(each);
    return effector;
  }

  /**
   * Adds a target that an elbow or knee points to: `leftElbow`, `rightKnee`, or the bone that begins there.
   */
  addPole(joint: string | Object3D, options: PoleOptions = {}): Pole {
    const middle = this.#joint(joint);
    const limb = this.#limbOf(middle);
    return this.#add(this.#poles, middle, (place) => new Pole(place, limb, options));
  }

  /**
   * Makes a bone look at a point. Give it by role, by name or itself. @throws LimberError `unknownLink`,
   * `badGoal`.
   */
  addGaze(bone: string | Object3D = 'head', options: GazeOptions = {}): Gaze {
    const joint = this.#joint(bone);
    const { node, inBone } = joint;
    const axis = new Vector3();
    if (options.axis || !this.#forward) {
      axis.fromArray(options.axis ?? [0, 0, 1]).multiplyScalar(Math.sign(node.world.scale));
    } else {
      axis.copy(this.#forward).applyQuaternion(node.world.rotation.clone().conjugate());
    }
    axis.applyQuaternion(inBone.clone().conjugate()).normalize();
    const index = this.model.findLink(node.name);
    return this.#add(this.#gazes, joint, (place) => new Gaze(place, { index, axis }, options));
  }

  #add<A extends Aim>(list: A[], joint: JointedBone, make: (place: AimPlace) => A): A {
    const remove = (): void => {
      const index = list.indexOf(added);
      if (index >= 0) list.splice(index, 1);
    };
    const added = make({ problem: this.problem, space: this.#binding.spaceOf(joint), remove });
    list.push(added);
    return added;
  }

  /**
   * Adds a goal of any type to `problem.goals`. `link` and `targetLink` name bones, by role, joint
   * (`leftElbow`) or name. `offset` and `axis` are in the bone's own space and units. A target is in metres
   * in the world, or in the frame of the target link's joint.
   *
   * @throws LimberError as `problem.addGoal`; `unknownLink` lists the bones.
   */
  addGoal<T extends GoalType>(description: GoalDescription & { readonly type: T }): GoalOf<T> {
    const goal: Record<string, unknown> = { ...description };
    const joint = this.#joint(goal.link as string);
    goal.link = joint.node.name;
    goal.offset = inLink(joint, goal.offset ?? {}, 'goal.offset');
    if (goal.targetLink !== undefined) goal.targetLink = this.#joint(goal.targetLink as string).node.name;
    // A mirror reverses the bone's axes.
    const side = Math.sign(joint.node.world.scale);
    const axis = core()
      .tables.parameters.get(goal.type as string)
      ?.find(({ name }) => name === 'axis');
    if (side < 0 && axis) goal.axis = Array.from((goal.axis ?? axis.initial) as number[], (each) => -each);
    return this.problem.addGoal<T>(goal as unknown as GoalDescription & { readonly type: T });
  }

  /**
   * Closes a loop between two bones, or a bone and the world, such as two hands on a bar. Bones are named as
   * in `addGoal`; frames are in the bone's own space and units.
   *
   * @throws LimberError as `problem.addLoop`; `unknownLink` lists the bones.
   */
  addLoop(description: LoopDescription): Loop {
    const frame = (name: 'a' | 'b'): FrameDescription => {
      const { link, ...pose } = { ...description[name] };
      if (link === undefined || link === null) return description[name];
      const joint = this.#joint(link);
      return { link: joint.node.name, ...inLink(joint, pose, `the loop.${name}`) };
    };
    return this.problem.addLoop({ ...description, a: frame('a'), b: frame('b') });
  }

  /**
   * Solves for all effectors, poles and gazes from the pose left by the last solve (or `read`), and writes
   * the changes into the bones that have a joint weight. Other bones (fingers, hair) are left to their
   * animation. Allocates nothing. Nodes above the bones may have moved; the bones first move along. `options`
   * override those of the character for this call.
   */
  solve(options?: SolveOptions): SolveResult {
    const how = options ? this.#merge(options) : this.solveOptions;
    this.#binding.follow();
    for (const effector of this.#effectors) effector.send();
    for (const gaze of this.#gazes) gaze.send();
    let result = this.#passes(how);
    if (result.status === 'stalled') result = this.#unfold(how) ?? result;
    this.#binding.write(false);
    return result;
  }

  /**
   * Bends straight limbs and solves again; null: no limb is straight. A pose that is no better is discarded.
   */
  #unfold(how: SolveOptions): SolveResult | null {
    const { q } = this.problem.state;
    const before = this.#missed();
    this.#stuck.set(q);
    if (!bendStraight(this.problem, this.#effectors)) return null;
    const result = this.#passes(how);
    if (this.#missed() < before) return result;
    q.set(this.#stuck);
    this.problem.state.update();
    return this.#passes(how);
  }

  /** Weighted sum of the effectors' distances in metres. */
  #missed(): number {
    let sum = 0;
    for (const { distance, weight } of this.#effectors) sum += weight * distance;
    return sum;
  }

  /** Merges into a reused object, because a frame must not allocate. */
  #merge(options: SolveOptions): SolveOptions {
    const merged: Record<string, unknown> = this.#merged;
    for (const name of Object.keys(merged)) delete merged[name];
    return Object.assign(merged, this.solveOptions, options);
  }

  /**
   * Reads the pose of the bones, for example after an AnimationMixer. A bone that a solve wrote and nothing
   * has written since first gets its previous pose back. The part that a joint cannot express (a hinge off
   * its axis, a pose beyond the limits, a bone that is moved or scaled) is kept unchanged: a solve changes
   * bones only for goals.
   *
   * @throws LimberError `notFinite`.
   */
  read(): void {
    this.#binding.read();
    for (const effector of this.#effectors) effector.see();
    for (const gaze of this.#gazes) gaze.see();
    for (const pole of this.#poles) pole.see();
  }

  /**
   * Writes the pose of the model into the bones: their quaternions, and the positions of roots. A bone whose
   * joint values are still those read gets its own pose back, bit for bit.
   */
  write(): void {
    this.#binding.write(true);
  }

  /** Returns to the rest pose and the roots' initial places; effectors and poles keep their targets. */
  reset(): void {
    this.#binding.reset();
  }

  /**
   * Makes the current pose the posture that `restGain` pulls towards, and that `read` restores in bones that
   * nothing animates.
   */
  restHere(): void {
    this.#binding.takeRest();
  }

  /**
   * Calls `take` with each moving bone, its local quaternion and, for a root, its local position, for the
   * pose `q` (nq numbers, as in a trajectory). Neither the state nor the bones change; the arguments of
   * `take` are reused.
   */
  poseAt(
    q: Float64Array,
    take: (bone: Object3D, quaternion: Quaternion, position: Vector3 | null) => void,
  ): void {
    this.#binding.poseAt(q, take);
  }

  /** Raises the model by metres until the next `read`; `solve` writes it. @internal */
  lift(by: number): void {
    this.#binding.lift(by);
  }

  /** A and B of a bone's quaternion A · R · B where its link has the rotation R in the link above. @internal */
  around(bone: Object3D): readonly [Quaternion, Quaternion] {
    return this.#binding.around(bone);
  }

  /** Frees the core's memory; the bones do not change. */
  dispose(): void {
    this.problem.dispose();
    this.model.dispose();
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  #passes(options: SolveOptions): SolveResult {
    const result = this.#pass(options);
    return this.#polesAreOff() ? this.#pass(options) : result;
  }

  #pass(options: SolveOptions): SolveResult {
    for (const pole of this.#poles) pole.send();
    return this.problem.solve(options);
  }

  #polesAreOff(): boolean {
    for (const pole of this.#poles) if (pole.weight > 0 && pole.angle > poleTolerance) return true;
    return false;
  }

  #joint(bone: string | Object3D): JointedBone {
    const wanted = typeof bone === 'string' ? this.findBone(bone) : bone;
    const found = this.#joints.find(({ node }) => node.bone === wanted);
    if (found) return found;
    const known = [...this.humanoid.keys(), ...this.#joints.map(({ node }) => node.name)].slice(0, 30);
    const what = typeof bone === 'string' ? show(bone) : bone?.isObject3D ? nameOf(bone) : show(bone);
    throw new LimberError('unknownLink', `there is no bone ${what}; known: ${known.join(', ')}`);
  }

  #isRole(bone: Object3D, ...wanted: Role[]): boolean {
    return wanted.some((role) => this.humanoid.get(role) === bone);
  }

  /** Links at shoulder, elbow and hand: the joints before and after a bone, both at a distance from it. */
  #limbOf(middle: JointedBone): [number, number, number] {
    const { links } = this.model;
    const joints = this.#joints;
    const at = ({ node }: JointedBone) => node.world.position;
    const isApart = (a: JointedBone, b: JointedBone) => at(a).distanceTo(at(b)) > 1e-6 * this.model.reach;
    let before = joints[middle.node.parent];
    // Twist bones lie between an elbow and its shoulder.
    const roles = [...this.humanoid.values()];
    while (before && this.humanoid.size > 0 && !roles.includes(before.node.bone))
      before = joints[before.node.parent];
    const after = this.#endOf(middle, roles);
    if (before && after && isApart(before, middle) && isApart(middle, after)) {
      const index = (joint: JointedBone) => links.findIndex(({ name }) => name === joint.node.name);
      return [index(before), index(middle), index(after)];
    }
    throw new LimberError(
      'badGoal',
      `a pole needs a bone before and a bone after ${nameOf(middle.node.bone)}; give it an elbow or a knee`,
    );
  }

  /** The joint at the other end of a bone: that of the next role, or the first child. */
  #endOf(middle: JointedBone, roles: readonly Object3D[]): JointedBone | undefined {
    const below = this.#joints.filter(({ node }) => this.#hangsOn(node.parent, middle));
    return below.find(({ node }) => roles.includes(node.bone)) ?? below[0];
  }

  #hangsOn(parent: number, middle: JointedBone): boolean {
    for (let at = this.#joints[parent]; at; at = this.#joints[at.node.parent]) if (at === middle) return true;
    return false;
  }

  #setWeights(): void {
    const weights = this.problem.jointWeights;
    for (const { node, joint } of this.#joints) {
      const { vIndex, nv } = this.model.links[this.model.findLink(node.name)]!;
      weights.fill(joint.weight ?? 1, vIndex, vIndex + nv);
      if (node.parent >= 0 || this.#root === 'free') continue;
      weights.fill(0, vIndex, this.#root === 'fixed' ? vIndex + nv : vIndex + 3);
    }
  }
}

function checkRoot(motion: RootMotion): RootMotion {
  if (rootMotions.includes(motion)) return motion;
  throw new LimberError('badDescription', `root must be ${rootMotions.join(', ')}, not ${show(motion)}`);
}
