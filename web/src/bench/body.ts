/** A character whose whole body is moved by pins, which are held, dragged and released. */
import { Vector3 } from 'three';
import type { Vec3 } from '../describe/description.ts';
import type { Character } from '../character/gltf/character.ts';
import type { Effector } from '../character/gltf/effector.ts';
import type { Pole } from '../character/gltf/pole.ts';
import type { Role } from '../character/gltf/roles.ts';
import type { SolveOptions } from '../core/options.ts';
import { branchEnds } from './branches.ts';
import { Puppet, type Pin, type PuppetOptions } from './puppet.ts';

/** Points by which a humanoid is dragged, and their names for readers. */
const points: ReadonlyMap<string, string> = new Map<Role, string>([
  ['leftHand', 'Left hand'],
  ['rightHand', 'Right hand'],
  ['head', 'Head'],
  ['hips', 'Hips'],
  ['leftFoot', 'Left foot'],
  ['rightFoot', 'Right foot'],
]);

/** Joints that have a pole, and their names for readers. */
const limbs = [
  ['leftElbow', 'Left elbow'],
  ['rightElbow', 'Right elbow'],
  ['leftKnee', 'Left knee'],
  ['rightKnee', 'Right knee'],
] as const;

/** Most pins of a character that is not a humanoid. */
const mostTips = 8;

/** Few iterations per frame: the body follows smoothly, and the page stays responsive. */
const solving = { maxIterations: 12, restGain: 0.08 };

export interface BodyOptions {
  /** Places of pins on their bones, by role, in the bone's own space; default: the bones' origins. */
  readonly offsets?: Readonly<Partial<Record<Role, Vec3>>>;
  /** Priorities of feet, of dragged points, and of points left somewhere; default 0, 1, 2. */
  readonly priorities?: readonly [feet: number, dragged: number, left: number];
  /** Weight of a held foot, compared with 1 for all others; default 1. */
  readonly footWeight?: number;
}

/** A pole with its name for readers. */
export interface PolePin {
  readonly label: string;
  readonly pole: Pole;
}

/**
 * A character whose whole body is moved. A humanoid stands at ease with free hips and held feet; hands, head
 * and hips follow until they are dragged. For other characters the ends of the longest branches follow.
 */
export class Body extends Puppet {
  declare readonly pins: readonly Pin<Effector>[];
  poles: readonly PolePin[] = [];
  readonly #priorities: readonly [feet: number, dragged: number, left: number];
  readonly #footWeight: number;
  #taken: Pin | null = null;
  #leaving: Pin<Effector> | null = null;

  /** Owns the character. */
  constructor(
    character: Character,
    { footWeight = 1, offsets = {}, priorities = [0, 1, 2] }: BodyOptions = {},
  ) {
    standAtEase(character);
    super(character, { pins: pinsOf(character, offsets), labelOf: (bone) => points.get(bone) ?? bone });
    this.#footWeight = footWeight;
    this.#priorities = priorities;
    this.#letAllGo();
  }

  get isHumanoid(): boolean {
    return this.character.humanoid.size > 0;
  }

  isFoot({ bone }: Pin): boolean {
    return this.isHumanoid && bone.endsWith('Foot');
  }

  /** Holds a point in place, or lets it follow the body. */
  hold(pin: Pin<Effector>, held: boolean): void {
    this.#hold(pin, held);
    this.wake();
  }

  /** Called when a hand grabs a point, which is held from then on. */
  take(pin: Pin<Effector>): void {
    if (this.#leaving && this.#leaving !== pin) this.#hold(this.#leaving, true);
    if (!pin.held) this.#hold(pin, true);
    pin.effector.priority = this.#priorities[1];
    this.#leaving = null;
    this.#taken = pin;
    this.wake();
  }

  /** Moves a pin (metres, world); grabs it first if needed. */
  override move(pin: Pin<Effector>, place: Vector3): void {
    if (!this.isDragged(pin)) this.take(pin);
    super.move(pin, place);
  }

  /** Called when a hand releases a pin: once the body has come to rest, the pin stays where it got to. */
  letGo(pin: Pin<Effector>): void {
    if (this.#taken !== pin) return;
    this.#taken = null;
    this.#leaving = pin;
    this.wake();
  }

  /** True while a hand has the pin, or while it is on its way to where the hand left it. */
  isDragged(pin: Pin): boolean {
    return this.#taken === pin || this.#leaving === pin;
  }

  /** Shows or removes poles for elbows and knees. */
  showPoles(on: boolean): void {
    for (const { pole } of this.poles) pole.remove();
    const { character } = this;
    this.poles = limbs.flatMap(([joint, label]) =>
      on && character.findBone(joint) ? [{ label, pole: character.addPole(joint) }] : [],
    );
    this.#putPolesAway();
    this.wake();
  }

  override step(options?: SolveOptions): boolean {
    let goesOn = super.step(options);
    if (this.#leaving && !goesOn) {
      this.hold(this.#leaving, true);
      // One more solve, which measures all distances to the new targets.
      goesOn = true;
    }
    for (const { effector, held } of this.pins) if (!held) effector.toBone();
    return goesOn;
  }

  /** Call it after other code wrote the bones: moves all points to their current places. */
  follow(): void {
    this.character.read();
    for (const { effector } of this.pins) effector.toBone();
    this.#putPolesAway();
  }

  /** Returns to the original pose; feet are held again, all other points are released. */
  override reset(): void {
    super.reset();
    this.#letAllGo();
    this.#putPolesAway();
  }

  #letAllGo(): void {
    for (const pin of this.pins) this.#hold(pin, this.isFoot(pin));
  }

  #hold(pin: Pin<Effector>, held: boolean): void {
    if (this.#leaving === pin) this.#leaving = null;
    const isFoot = this.isFoot(pin);
    const [feet, , left] = this.#priorities;
    pin.held = held;
    pin.effector.toBone();
    pin.effector.weight = !held ? 0 : isFoot ? this.#footWeight : 1;
    pin.effector.priority = isFoot ? feet : left;
  }

  /**
   * A pole lies some distance off its elbow, so that a small move of the pole turns the elbow only a little.
   */
  #putPolesAway(): void {
    for (const { pole } of this.poles) {
      pole.toBone();
      pole.position(elbow);
      const away = pole.target.clone().sub(elbow);
      if (away.length() > 1e-6) pole.target.copy(elbow).addScaledVector(away, 0.6);
    }
  }
}

const elbow = new Vector3();

function pinsOf(
  character: Character,
  offsets: NonNullable<BodyOptions['offsets']>,
): NonNullable<PuppetOptions['pins']> {
  const { humanoid, model } = character;
  if (humanoid.size === 0)
    return branchEnds(model)
      .slice(0, mostTips)
      .map((bone) => ({ bone }));
  return ([...points.keys()] as Role[])
    .filter((role) => humanoid.has(role))
    .map((bone) => {
      const offset = offsets[bone];
      // Hips that are pulled down squat. Without a fixed orientation the trunk would fold forward instead.
      const orientation = bone.endsWith('Foot') || bone === 'hips';
      return { bone, orientation, ...(offset && { offset }) };
    });
}

/** Makes the standing pose the rest posture; a humanoid may move anywhere from there. */
export function standAtEase(character: Character): void {
  if (character.humanoid.size > 0) {
    lowerArms(character);
    character.root = 'free';
  }
  character.restHere();
  character.solveOptions = { ...character.solveOptions, ...solving };
}

/**
 * Files hold characters in the bind pose of their skin, with arms out to the sides, which looks unnatural at
 * rest. A character with a pose of its own keeps it.
 */
function lowerArms(character: Character): void {
  const at = (role: Role) => character.humanoid.get(role)?.getWorldPosition(new Vector3());
  const [head, hips] = [at('head'), at('hips')];
  for (const side of ['left', 'right'] as const) {
    const [shoulder, elbow, hand] = [at(`${side}UpperArm`), at(`${side}LowerArm`), at(`${side}Hand`)];
    if (!head || !hips || !shoulder || !elbow || !hand) continue;
    const up = head.clone().sub(hips).normalize();
    const out = hand.clone().sub(shoulder);
    const length = shoulder.distanceTo(elbow) + elbow.distanceTo(hand);
    if (out.dot(up) < -0.5 * length || !isBound(character, `${side}UpperArm`)) continue;
    out.addScaledVector(up, -out.dot(up)).setLength(0.28 * length);
    const effector = character.addEffector(`${side}Hand`);
    effector.target
      .copy(shoulder)
      .add(out)
      .addScaledVector(up, -0.93 * length);
    character.solve();
    effector.remove();
  }
}

/** True if a ball is still in the bind pose. */
function isBound(character: Character, role: Role): boolean {
  const { model, problem } = character;
  const { qIndex } = model.links[character.linkOf(role)]!;
  return Math.abs(problem.state.q[qIndex + 3]!) > 0.9999;
}
