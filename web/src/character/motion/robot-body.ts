/** A humanoid robot as a body: few axes, far from a person's. */
import { Quaternion, Vector3 } from 'three';
import { LimberError } from '../../describe/errors.ts';
import { disposeSymbol } from '../../core/disposable.ts';
import { Character } from '../gltf/character.ts';
import type { Role } from '../gltf/roles.ts';
import type { Goal } from '../../core/goal.ts';
import type { Model } from '../../core/model.ts';
import type { SolveOptions } from '../../core/options.ts';
import { Problem } from '../../core/problem.ts';
import { bonesAt, split } from './person.ts';
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
 * feet, hands and trunk where they are, all within the limits of its joints.
 *
 * @example
 * const robot = new RobotBody(Model.from(fromURDF(text, { root: { joint: { type: 'free' } } })));
 */
export class RobotBody {
  /** The person between the source and the robot. */
  readonly person: Character;
  readonly problem: Problem;
  readonly roles: ReadonlyMap<Role, number>;
  readonly #followed: readonly Followed[];
  /** The robot's axes in the world of the person, whose up is +Y. @internal */
  readonly up = new Quaternion();

  /**
   * @param model a robot whose root is free, with +Z or +Y up.
   * @throws LimberError `unknownLink` for parts that are not found; `badDescription` for a root that is not free.
   */
  constructor(
    readonly model: Model,
    { roles = {}, sole = 0 }: RobotBodyOptions = {},
  ) {
    if (!model.links.some(({ motions }) => motions.length === 4))
      throw new LimberError(
        'badDescription',
        "the robot cannot leave its place; read it with root: { joint: { type: 'free' } }",
      );
    this.roles = rolesOf(model, roles);
    this.problem = new Problem(model);
    const { state } = this.problem;
    state.q.fill(0);
    state.update();
    this.person = this.#makePerson(this.#rise(sole));
    this.person.reset();
    this.#followed = this.#makeGoals();
  }

  /** How far the root must rise so that the soles are at height 0. Feet are below the hips: along −Z, or −Y. */
  #rise(sole: number): number {
    const hips = this.#place('hips');
    const feet = this.#place('leftFoot').add(this.#place('rightFoot')).multiplyScalar(0.5);
    const down = feet.sub(hips);
    if (Math.abs(down.z) > Math.abs(down.y)) this.up.set(-Math.SQRT1_2, 0, 0, Math.SQRT1_2);
    return sole - this.#place('leftFoot').applyQuaternion(this.up).y;
  }

  #place(role: Role): Vector3 {
    return new Vector3().fromArray(this.problem.state.poses, 7 * this.roles.get(role)!);
  }

  #makePerson(rise: number): Character {
    const places = new Map<Role, Vector3>();
    for (const role of this.roles.keys())
      places.set(
        role,
        this.#place(role)
          .applyQuaternion(this.up)
          .add(new Vector3(0, rise, 0)),
      );
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
    const bones = bonesAt(places);
    return new Character(bones.get('hips')!, { humanoid: Object.fromEntries(bones), restPose: 'current' });
  }

  #makeGoals(): Followed[] {
    return [...this.roles].flatMap(([role, link]) => {
      const line = follows.find(([part]) => part === role || part === split(role)[1]);
      if (!line) return [];
      const [, positionWeight, orientationWeight] = line;
      const goal = this.problem.addGoal({
        type: 'pose',
        link: this.model.links[link]!.name,
        positionWeight,
        orientationWeight,
      });
      const now = new Quaternion().fromArray(this.problem.state.poses, 7 * link + 3);
      const inPerson = this.#turnOf(role, new Quaternion()).conjugate().multiply(this.up).multiply(now);
      return [{ role, goal, link, inPerson }];
    });
  }

  #turnOf(role: Role, out: Quaternion): Quaternion {
    const { poses } = this.person.problem.state;
    return out.fromArray(poses, 7 * this.person.linkOf(role) + 3);
  }

  /** Follows the person's pose from the robot's last, which may be far away if it `begins`. @internal */
  follow(begins: boolean): void {
    const { poses } = this.person.problem.state;
    back.copy(this.up).conjugate();
    for (const { role, goal, inPerson } of this.#followed) {
      place.fromArray(poses, 7 * this.person.linkOf(role)).applyQuaternion(back);
      turn.copy(back).multiply(this.#turnOf(role, own)).multiply(inPerson);
      place.toArray(goal.target);
      turn.toArray(goal.target, 3);
    }
    this.problem.solve(begins ? beginning : goingOn);
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

const place = new Vector3();
const turn = new Quaternion();
const own = new Quaternion();
const back = new Quaternion();
