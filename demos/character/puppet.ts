import { type SolveOptions, type SolveResult, Trajectory } from 'limber';
import { Character, type CharacterOptions, type Effector, type Pole, type Role } from 'limber/gltf';
import { Vector3, type Object3D } from 'three';

/** Priorities: feet that stand, what the hand of the reader drags, what it has left somewhere. */
const standing = 0;
const dragged = 1;
const left = 2;

/** Effectors of a humanoid, and what the reader calls them. Feet are held at first. */
const humanoidPins: readonly (readonly [role: Role, label: string])[] = [
  ['leftHand', 'Left hand'],
  ['rightHand', 'Right hand'],
  ['head', 'Head'],
  ['hips', 'Hips'],
  ['leftFoot', 'Left foot'],
  ['rightFoot', 'Right foot'],
];
const humanoidPoles = [
  ['leftElbow', 'Left elbow'],
  ['rightElbow', 'Right elbow'],
  ['leftKnee', 'Left knee'],
  ['rightKnee', 'Right knee'],
] as const;
/** Effectors of anything else, at most. */
const mostTips = 8;

/** A point of the body that can be dragged. */
export interface Pin {
  readonly label: string;
  readonly effector: Effector;
  readonly isFoot: boolean;
  /** Stays where it was put; otherwise it goes where the body goes. */
  held: boolean;
}

export interface PolePin {
  readonly label: string;
  readonly pole: Pole;
}

/** Each frame a few steps: the body follows smoothly, and the page stays quick. */
const solveOptions: SolveOptions = { solver: 'lm', maxIterations: 12, restGain: 0.08, stallTolerance: 1e-4 };

/** Radians, metres: a smaller move in a frame is none. */
const stillness = 1e-4;

export interface PuppetOptions {
  readonly humanoid?: CharacterOptions['humanoid'];
  /** Where on a bone its handle is, in the bone's space. */
  readonly offsets?: Readonly<Partial<Record<Role, readonly [number, number, number]>>>;
}

/** A character with its pins and poles: what the page does with a skeleton. */
export class Puppet {
  readonly character: Character;
  readonly pins: readonly Pin[];
  poles: readonly PolePin[] = [];
  limits = true;
  /** Of every solve, besides the page's own. */
  options: SolveOptions = {};
  result: SolveResult | null = null;
  /** Microseconds of the last solve. */
  microseconds = 0;
  private taken: Pin | null = null;
  private leaving: Pin | null = null;

  constructor(
    readonly scene: Object3D,
    { humanoid = 'auto', offsets = {} }: PuppetOptions = {},
  ) {
    this.character = new Character(scene, { humanoid });
    const isHumanoid = this.character.humanoid.size > 0;
    if (isHumanoid) lowerArms(this.character);
    if (isHumanoid) this.character.root = 'free';
    this.character.restHere();
    this.pins = isHumanoid ? this.bodyPins(offsets) : this.tipPins();
    for (const pin of this.pins) this.hold(pin, pin.held);
  }

  get isHumanoid(): boolean {
    return this.character.humanoid.size > 0;
  }

  /** Metres from its place, of the worst of the feet that stand. */
  get slip(): number {
    const feet = this.pins.filter((pin) => pin.isFoot && pin.held && !this.isDragged(pin));
    return Math.max(0, ...feet.map(({ effector }) => effector.distance));
  }

  /** Keeps a point where it is, or lets it go where the body goes. */
  hold(pin: Pin, held: boolean): void {
    if (this.leaving === pin) this.leaving = null;
    pin.held = held;
    pin.effector.toBone();
    pin.effector.weight = held ? 1 : 0;
    pin.effector.priority = pin.isFoot ? standing : left;
  }

  /** The reader has taken a point. */
  take(pin: Pin): void {
    if (this.leaving && this.leaving !== pin) this.hold(this.leaving, true);
    if (!pin.held) this.hold(pin, true);
    pin.effector.priority = dragged;
    this.leaving = null;
    this.taken = pin;
  }

  /** The reader has let it go: once the body has come to rest, it stays where it got to. */
  letGo(pin: Pin): void {
    if (this.taken !== pin) return;
    this.taken = null;
    this.leaving = pin;
  }

  isDragged(pin: Pin): boolean {
    return this.taken === pin || this.leaving === pin;
  }

  /** Whether a point is where it is to be. */
  isReached({ effector }: Pin): boolean {
    return effector.distance <= 1e-3 * this.character.model.reach;
  }

  showPoles(on: boolean): void {
    for (const { pole } of this.poles) pole.remove();
    this.poles = [];
    if (!on) return;
    this.poles = humanoidPoles.flatMap(([joint, label]) =>
      this.character.findBone(joint) ? [{ label, pole: this.character.addPole(joint) }] : [],
    );
    for (const { pole } of this.poles) putAway(pole);
  }

  /** One solve. Returns whether there is more to do. */
  step(): boolean {
    const { q } = this.character.problem.state;
    const start = q.slice();
    const before = performance.now();
    this.result = this.character.solve({ ...solveOptions, limits: this.limits, ...this.options });
    this.microseconds = 1000 * (performance.now() - before);
    const moved = q.reduce((most, each, i) => Math.max(most, Math.abs(each - start[i]!)), 0);
    // The rest posture may draw it on for ever, by less than anybody sees.
    const isMoving = this.result.status === 'maxIterations' && moved > stillness;
    if (this.leaving && !isMoving) this.hold(this.leaving, true);
    for (const { effector, held } of this.pins) if (!held) effector.toBone();
    return isMoving;
  }

  /** After something else has written the bones: all points are where they are now. */
  follow(): void {
    this.character.read();
    for (const pin of this.pins) pin.effector.toBone();
    for (const { pole } of this.poles) putAway(pole);
  }

  /** The pose in which it came; feet are held again, all else is let go. */
  reset(): void {
    const { rest, state } = this.character.problem;
    state.q.set(rest);
    state.update();
    this.character.write();
    for (const pin of this.pins) this.hold(pin, pin.isFoot);
    for (const { pole } of this.poles) putAway(pole);
  }

  newTrajectory(): Trajectory {
    return new Trajectory(this.character.model);
  }

  dispose(): void {
    this.character.dispose();
  }

  private bodyPins(offsets: NonNullable<PuppetOptions['offsets']>): Pin[] {
    const { humanoid } = this.character;
    return humanoidPins.flatMap(([role, label]): Pin[] => {
      const bone = humanoid.get(role);
      if (!bone) return [];
      const isFoot = role.endsWith('Foot');
      const offset = offsets[role];
      // Hips that are pulled down squat: without an orientation to keep, the trunk would fold forward instead.
      const orientation = isFoot || role === 'hips';
      const effector = this.character.addEffector(bone, { orientation, ...(offset && { offset }) });
      return [{ label, effector, isFoot, held: isFoot }];
    });
  }

  /** Ends of the longest branches. */
  private tipPins(): Pin[] {
    const { links } = this.character.model;
    const parents = new Set(links.map(({ parent }) => parent));
    const lengths: number[] = [];
    for (const { parent, origin } of links)
      lengths.push(parent < 0 ? 0 : lengths[parent]! + Math.hypot(...origin.position));
    const tips = links.filter(({ index }) => !parents.has(index) && lengths[index]! > 0);
    tips.sort((a, b) => lengths[b.index]! - lengths[a.index]!);
    return tips.slice(0, mostTips).map(({ name }) => {
      const effector = this.character.addEffector(name);
      return { label: name, effector, isFoot: false, held: false };
    });
  }
}

/**
 * Files hold characters as they were bound to their skin, with their arms out to the sides: nobody stands like that. One
 * that comes in a pose of its own keeps it.
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

/** Whether a ball is where it was when the skin was bound. */
function isBound(character: Character, role: Role): boolean {
  const { model, problem } = character;
  const { qIndex } = model.links[character.linkOf(role)]!;
  return Math.abs(problem.state.q[qIndex + 3]!) > 0.9999;
}

const scratch = new Vector3();

/** A pole lies some way off its elbow, so that a small move of it turns the elbow little. */
function putAway(pole: Pole): void {
  pole.toBone();
  pole.position(scratch);
  const away = pole.target.clone().sub(scratch);
  if (away.length() > 1e-6) pole.target.copy(scratch).addScaledVector(away, 0.6);
}
