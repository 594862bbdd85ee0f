/** A humanoid robot as a body: few axes, far from a person's. */
import { Matrix4, Quaternion, Vector3 } from 'three';
import { LimberError } from '../../describe/errors.ts';
import { asObject, bad } from '../../describe/flatten.ts';
import { disposeSymbol } from '../../core/disposable.ts';
import { Character } from '../gltf/character.ts';
import { limbParts } from '../gltf/limbs.ts';
import { type Role, sides } from '../gltf/roles.ts';
import type { Goal } from '../../core/goal.ts';
import { Model } from '../../core/model.ts';
import type { SolveOptions } from '../../core/options.ts';
import { Problem } from '../../core/problem.ts';
import type { PoseSeen } from './motion-report.ts';
import { bonesAt, split } from './person.ts';
import { MovingTree, type RobotLimb } from './robot-limbs.ts';
import { type RobotRoles, rolesOf } from './robot-roles.ts';

export interface RobotBodyOptions {
  /** Names of links by role, for those that are not found. */
  readonly roles?: RobotRoles;
  /** Metres from the ankles' links down to the soles, which stand on height 0. */
  readonly sole?: number;
}

/** What a robot follows, and how much each part weighs: places first, as far as its joints allow. */
const follows: readonly (readonly [part: string, position: number, orientation: number])[] = [
  ['hips', 0.3, 0.2],
  ['spine', 0, 0.2],
  ['Foot', 3, 0.2],
  ['LowerLeg', 0.1, 0],
  ['Hand', 1.5, 0],
  ['LowerArm', 0.1, 0],
];
/** Pulls an arm's joints to zero where hand and elbow leave them free, as the roll of a straight arm is. */
const posture = 0.02;

const goingOn: SolveOptions = { solver: 'lm', maxIterations: 4, stallTolerance: 1e-5 };
const beginning: SolveOptions = { ...goingOn, maxIterations: 200 };

interface Followed {
  readonly role: Role;
  readonly goal: Goal;
  readonly link: number;
  /** The link's orientation, seen from the person's. */
  readonly inPerson: Quaternion;
}

/**
 * A robot follows a person of its own proportions, with balls for its shoulders and hips, who follows the source:
 * feet, hands and trunk where they are, all within the limits of its joints. Arms without hands follow with their ends.
 *
 * @example
 * const robot = new RobotBody(Model.from(fromURDF(text, { root: { joint: { type: 'free' } } })));
 */
export class RobotBody {
  /** The person between the source and the robot. */
  readonly person: Character;
  readonly problem: Problem;
  /** Links by role. A hand may be the elbow's link, whose end it is then. */
  readonly roles: ReadonlyMap<Role, number>;
  /** What of the robot follows nothing, as sentences. */
  readonly warnings: readonly string[];
  readonly #zero: Float64Array;
  readonly #followed: readonly Followed[];
  /** The robot's axes in the world of the person, whose up is +Y. @internal */
  readonly up = new Quaternion();

  /**
   * @param model a robot whose root is free, with +Z or +Y up.
   * @throws LimberError `unknownLink` for parts that are not found; `badDescription` for a root that is not free, another
   *   model or option.
   */
  constructor(
    readonly model: Model,
    options: RobotBodyOptions = {},
  ) {
    if (!(model instanceof Model)) bad('the model', 'made by Model.from', model);
    asObject(options, 'options', ['roles', 'sole']);
    const { roles = {}, sole = 0 } = options;
    if (!Number.isFinite(sole)) bad('options.sole', 'metres', sole);
    if (!freeIn(model))
      throw new LimberError(
        'badDescription',
        "the robot cannot leave its place; read it with root: { joint: { type: 'free' } }",
      );
    const { q, poses } = zeroOf(model);
    const tree = new MovingTree(model, poses);
    this.roles = rolesOf(tree, roles);
    const places = new Map([...this.roles].map(([role, link]) => [role, tree.place(link)]));
    const arms = sides.map((side) => [side, armOf(this.roles, side)] as const);
    for (const [side, arm] of arms) if (arm) places.set(`${side}Hand`, tree.handAt(arm));
    this.warnings = arms
      .filter(([, arm]) => !arm)
      .map(([side]) => `no ${side} arm was found; give ${side}UpperArm and ${side}LowerArm as options.roles`);
    this.person = this.#makePerson(places, sole);
    this.person.reset();
    this.problem = new Problem(model);
    this.#zero = q;
    this.#stand();
    this.#followed = this.#makeGoals(tree, places);
    for (const [, arm] of arms) if (arm) this.#holdPosture(arm);
  }

  /** Feet are below the hips: along −Z, or −Y. */
  #makePerson(robot: ReadonlyMap<Role, Vector3>, sole: number): Character {
    const feet = robot.get('leftFoot')!.clone().add(robot.get('rightFoot')!).multiplyScalar(0.5);
    const down = feet.sub(robot.get('hips')!);
    if (Math.abs(down.z) > Math.abs(down.y)) this.up.set(-Math.SQRT1_2, 0, 0, Math.SQRT1_2);
    const places = new Map([...robot].map(([role, at]) => [role, at.clone().applyQuaternion(this.up)]));
    // The soles are at height 0.
    const rise = sole - places.get('leftFoot')!.y;
    for (const each of places.values()) each.y += rise;
    const [left, right, hips] = [
      places.get('leftUpperArm'),
      places.get('rightUpperArm'),
      places.get('hips')!,
    ];
    const shoulders = left && right ? left.clone().add(right).multiplyScalar(0.5) : null;
    // A person's neck is above the shoulders, and the back in between.
    const top = shoulders ?? hips.clone().setY(hips.y + 0.5);
    if (!places.has('spine')) places.set('spine', hips.clone().lerp(top, 0.2));
    places.set('head', top.clone().addScaledVector(top.clone().sub(hips), 0.3));
    if (left && right) spreadArms(places, left.clone().sub(right).normalize());
    const bones = bonesAt(places);
    return new Character(bones.get('hips')!, { humanoid: Object.fromEntries(bones), restPose: 'current' });
  }

  #makeGoals(tree: MovingTree, places: ReadonlyMap<Role, Vector3>): Followed[] {
    return [...this.roles].flatMap(([role, link]) => {
      const line = follows.find(([part]) => part === role || part === split(role)[1]);
      if (!line) return [];
      const [, positionWeight, orientationWeight] = line;
      const worldFromLink = tree.turn(link);
      const inLink = places
        .get(role)!
        .clone()
        .sub(tree.place(link))
        .applyQuaternion(worldFromLink.clone().conjugate());
      const goal = this.problem.addGoal({
        type: 'pose',
        link: this.model.links[link]!.name,
        offset: { position: inLink.toArray() },
        positionWeight,
        orientationWeight,
      });
      const inPerson = this.#turnOf(role, new Quaternion())
        .conjugate()
        .multiply(this.up)
        .multiply(worldFromLink);
      return [{ role, goal, link, inPerson }];
    });
  }

  #holdPosture([, elbow, hand]: RobotLimb): void {
    const { links } = this.model;
    const trunk = this.roles.get('spine') ?? this.roles.get('hips')!;
    for (let at = hand; at !== trunk && at >= 0; at = links[at]!.parent) {
      const { name, nq, motions } = links[at]!;
      if (nq !== 1 || at === elbow) continue;
      const { w, limits } = motions[0]!;
      const type = w.some((each) => each !== 0) ? 'joint' : 'slide';
      const goal = this.problem.addGoal({ type, link: name, weight: posture });
      goal.target[0] = Math.min(limits[1], Math.max(limits[0], 0));
    }
  }

  #stand(): void {
    const { state } = this.problem;
    state.q.set(this.#zero);
    state.update();
  }

  /** Stands as at zero where the person's hips are. */
  #begin(): void {
    const { state } = this.problem;
    const { goal, link } = this.#followed.find(({ role }) => role === 'hips')!;
    this.#stand();
    const free = freeIn(this.model)!;
    const jointAt = (index: number, out: Matrix4) =>
      out.compose(place.fromArray(state.poses, 7 * index), turn.fromArray(state.poses, 7 * index + 3), one);
    const moved = jointAt(link, new Matrix4())
      .invert()
      .premultiply(new Matrix4().compose(place.fromArray(goal.target), turn.fromArray(goal.target, 3), one));
    const base = jointAt(free.index, new Matrix4());
    moved.multiply(base).premultiply(base.invert()).decompose(place, turn, new Vector3());
    place.toArray(state.q, free.qIndex);
    turn.toArray(state.q, free.qIndex + 3);
    state.update();
  }

  #turnOf(role: Role, out: Quaternion): Quaternion {
    const { poses } = this.person.problem.state;
    return out.fromArray(poses, 7 * this.person.linkOf(role) + 3);
  }

  /** Follows the person's pose from the robot's last, which may be far away if it `begins`. @internal */
  follow(begins: boolean): void {
    this.aim();
    if (begins) this.#begin();
    this.problem.solve(begins ? beginning : goingOn);
  }

  /** Moves the root alone to where feet and hands are nearest to the goals with the joints as they are. @internal */
  moveRoot(): void {
    const free = freeIn(this.model)!;
    const kept = this.problem.jointWeights.slice();
    this.problem.jointWeights.fill(0).fill(1, free.vIndex, free.vIndex + free.nv);
    this.problem.solve(goingOn);
    this.problem.jointWeights.set(kept);
  }

  /** Takes the person's pose as the goals'. @internal */
  aim(): void {
    const { poses } = this.person.problem.state;
    back.copy(this.up).conjugate();
    for (const { role, goal, inPerson } of this.#followed) {
      place.fromArray(poses, 7 * this.person.linkOf(role)).applyQuaternion(back);
      turn.copy(back).multiply(this.#turnOf(role, own)).multiply(inPerson);
      place.toArray(goal.target);
      turn.toArray(goal.target, 3);
    }
  }

  /** The pose of a part's link as the goals have it, and as it is. @internal */
  seen(role: 'hips' | 'spine'): PoseSeen {
    const { goal, link } = this.#followed.find((each) => each.role === role)!;
    const [asked, kept] = [[...goal.target], [...this.problem.state.poses.subarray(7 * link, 7 * link + 7)]];
    const distance = place.fromArray(asked).distanceTo(new Vector3().fromArray(kept));
    return { asked, kept, distance, angle: turn.fromArray(asked, 3).angleTo(own.fromArray(kept, 3)) };
  }

  /** Metres by which a part is away from the person's; 0 if the robot lacks it. */
  missed(role: Role): number {
    return this.#followed.find((each) => each.role === role)?.goal.distance ?? 0;
  }

  dispose(): void {
    this.problem.dispose();
    this.person.dispose();
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}

/** The link that carries the robot. */
const freeIn = ({ links }: Model) => links.find(({ motions }) => motions.length === 4);

/** The joint values and poses of a model at zero. */
function zeroOf(model: Model): { readonly q: Float64Array; readonly poses: Float64Array } {
  const problem = new Problem(model);
  try {
    const { state } = problem;
    state.q.fill(0);
    state.update();
    return { q: state.q.slice(), poses: state.poses.slice() };
  } finally {
    problem.dispose();
  }
}

function armOf(roles: ReadonlyMap<Role, number>, side: 'left' | 'right'): RobotLimb | undefined {
  const links = limbParts.arm.map((part) => roles.get(`${side}${part}`));
  return links.includes(undefined) ? undefined : (links as unknown as RobotLimb);
}

/** A person's arms are straight and level, wherever the robot's point at zero. */
function spreadArms(places: ReadonlyMap<Role, Vector3>, left: Vector3): void {
  for (const side of sides) {
    const [elbow, hand] = [places.get(`${side}LowerArm`), places.get(`${side}Hand`)];
    if (!elbow || !hand) continue;
    const shoulder = places.get(`${side}UpperArm`)!;
    const [upper, lower] = [shoulder.distanceTo(elbow), elbow.distanceTo(hand)];
    const out = left.clone().multiplyScalar(side === 'left' ? 1 : -1);
    elbow.copy(shoulder).addScaledVector(out, upper);
    hand.copy(elbow).addScaledVector(out, lower);
  }
}

const one = new Vector3(1, 1, 1);
const place = new Vector3();
const turn = new Quaternion();
const own = new Quaternion();
const back = new Quaternion();
