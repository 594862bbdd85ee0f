/** A character that is moved by pins: points of it that are held, dragged and let go. */
import { Vector3 } from 'three';
import type { Vec3 } from '../description.ts';
import type { Character } from '../gltf/character.ts';
import type { Effector } from '../gltf/effector.ts';
import type { Pole } from '../gltf/pole.ts';
import { hasPoint, type Goal, type GoalDescription } from '../goal.ts';
import type { SolveOptions } from '../options.ts';
import type { SolveResult } from '../result.ts';
import { bodyPins, limbs, standAtEase, type PinOffsets } from './body.ts';
import { RestRule } from './rest-rule.ts';

/** What a pin is at: an effector, or the point of a goal. */
export type PinPoint = Pick<Effector, 'target' | 'distance' | 'weight' | 'priority' | 'toBone'>;

/** A point that can be dragged. */
export interface Pin {
  /** Names it for readers. */
  readonly label: string;
  /** As it was given: a role or a name. */
  readonly bone: string;
  readonly effector: PinPoint;
  readonly isFoot: boolean;
  /** Stays where it was put; otherwise it goes where the body goes. Change it by `hold`. */
  held: boolean;
}

/** A pin of a puppet. */
export interface PinDescription {
  /** A role (`leftHand`) or a name. */
  readonly bone: string;
  /** Names it for readers; default: see `PuppetOptions`. */
  readonly label?: string;
  /** Where on the bone, in the bone's own space; default its origin. */
  readonly offset?: Vec3;
  /** Keeps the bone's orientation, too; default: of feet. */
  readonly orientation?: boolean;
  /** Whether it is held at first; default true. */
  readonly held?: boolean;
}

export interface PuppetOptions {
  /**
   * Default: those of a whole body. A humanoid stands at ease, its hips are free, its feet are held, and hands, head and
   * hips go along until they are dragged; of anything else the ends of its longest branches go along.
   */
  readonly pins?: readonly PinDescription[];
  /** Where on their bones the pins of a whole body are, by role. */
  readonly offsets?: PinOffsets;
  /** Goals; those with a point in the world get a pin, too. */
  readonly goals?: readonly GoalDescription[];
  /** Names pins that have no name; default: by their bones. */
  readonly labelOf?: (bone: string) => string;
  /** Priorities of feet, of what is dragged, and of what was left somewhere; default 0, 1, 2. */
  readonly priorities?: readonly [feet: number, dragged: number, left: number];
  /** Weight of a foot that is held, beside the 1 of all others; default 1. */
  readonly footWeight?: number;
  /** Whether what was let go out of reach stays where it got to, and not where the hand left it; default true. */
  readonly settles?: boolean;
}

/** The point of a goal; weight and priority stay those of its description. */
export class GoalPoint implements PinPoint {
  readonly target = new Vector3();
  weight = 1;
  priority = 0;
  readonly #sent = new Vector3();

  constructor(private readonly goal: Goal) {
    this.#sent.copy(this.target.fromArray(goal.target));
  }

  get distance(): number {
    return this.goal.distance;
  }

  toBone(): void {}

  /** Before a solve; a target that the goal was given meanwhile counts, too. */
  send(): void {
    const { goal, target } = this;
    if (target.equals(this.#sent)) target.fromArray(goal.target);
    else target.toArray(goal.target);
    this.#sent.copy(target);
  }
}

/** Feet that stand, what is dragged, what was left somewhere. */
const ranks = [0, 1, 2] as const;

/** A pole with its name for readers. */
export interface PolePin {
  readonly label: string;
  readonly pole: Pole;
}

/** A character with its pins and poles, solved once per frame until it rests. */
export class Puppet {
  readonly pins: readonly Pin[];
  poles: readonly PolePin[] = [];
  /** Of the last solve. */
  result: SolveResult | null = null;
  readonly #options: PuppetOptions;
  readonly #rest: RestRule;
  readonly #start: Float64Array;
  readonly #held: readonly boolean[];
  #taken: Pin | null = null;
  #leaving: Pin | null = null;

  /** Owns the character. @throws LimberError for pins or goals that do not fit. */
  constructor(
    readonly character: Character,
    options: PuppetOptions = {},
  ) {
    this.#options = options;
    const { goals = [], offsets = {} } = options;
    if (!options.pins) standAtEase(character);
    const pins = options.pins ?? bodyPins(character, offsets);
    this.pins = [
      ...pins.map((pin) => this.#effectorPin(pin)),
      ...goals.flatMap((goal) => this.#goalPin(goal)),
    ];
    this.#held = this.pins.map(({ held }) => held);
    this.#start = character.problem.state.q.slice();
    this.#rest = new RestRule(character.problem);
    for (const pin of this.pins) this.#hold(pin, pin.held);
  }

  get isHumanoid(): boolean {
    return this.character.humanoid.size > 0;
  }

  /** Nothing will move before something changes. */
  get resting(): boolean {
    return this.#rest.resting;
  }

  /** Something was changed: it is solved again. */
  wake(): void {
    this.#rest.wake();
  }

  /** Keeps a point where it is, or lets it go where the body goes. */
  hold(pin: Pin, held: boolean): void {
    this.#hold(pin, held);
    this.wake();
  }

  /** The hand has taken a point, which is held from then on. */
  take(pin: Pin): void {
    if (this.#leaving && this.#leaving !== pin) this.hold(this.#leaving, true);
    if (!pin.held) this.hold(pin, true);
    const { priorities: [, dragged] = ranks } = this.#options;
    pin.effector.priority = dragged;
    this.#leaving = null;
    this.#taken = pin;
    this.wake();
  }

  /** The hand moves it (metres, world); taken first, if it was not. */
  move(pin: Pin, place: Vector3): void {
    if (!this.isDragged(pin)) this.take(pin);
    pin.effector.target.copy(place);
    this.wake();
  }

  /** The hand has let it go. */
  letGo(pin: Pin): void {
    if (this.#taken !== pin) return;
    this.#taken = null;
    if (this.#options.settles ?? true) this.#leaving = pin;
    this.wake();
  }

  /** The hand has it, or it is on its way to where the hand left it. */
  isDragged(pin: Pin): boolean {
    return this.#taken === pin || this.#leaving === pin;
  }

  /** Shows poles for elbows and knees, or takes them away. */
  showPoles(on: boolean): void {
    for (const { pole } of this.poles) pole.remove();
    const { character } = this;
    this.poles = limbs.flatMap(([joint, label]) =>
      on && character.findBone(joint) ? [{ label, pole: character.addPole(joint) }] : [],
    );
    for (const { pole } of this.poles) putAway(pole);
    this.wake();
  }

  /** One solve. Returns whether there is more to do. */
  step(options: SolveOptions = {}): boolean {
    this.#rest.begin();
    for (const { effector } of this.pins) if (effector instanceof GoalPoint) effector.send();
    this.result = this.character.solve(options);
    const goesOn = this.#rest.end(this.result.status);
    if (this.#leaving && !goesOn) this.#hold(this.#leaving, true);
    for (const { effector, held } of this.pins) if (!held) effector.toBone();
    return goesOn;
  }

  /** Stands so, without solving; pins stay. */
  stand(q: ArrayLike<number>): void {
    const { problem } = this.character;
    problem.state.q.set(q);
    problem.state.update();
    this.character.write();
  }

  /** After something else has written the bones: all points are where they are now. */
  follow(): void {
    this.character.read();
    for (const { effector } of this.pins) effector.toBone();
    for (const { pole } of this.poles) putAway(pole);
  }

  /** The pose in which it came; what was held at first is held again, all else is let go. */
  reset(): void {
    this.stand(this.#start);
    this.pins.forEach((pin, i) => this.#hold(pin, this.#held[i]!));
    this.wake();
    for (const { pole } of this.poles) putAway(pole);
  }

  dispose(): void {
    this.character.dispose();
  }

  #labelOf(bone: string): string {
    return this.#options.labelOf?.(bone) ?? bone;
  }

  #hold(pin: Pin, held: boolean): void {
    if (this.#leaving === pin) this.#leaving = null;
    const { footWeight = 1, priorities: [feet, , left] = ranks } = this.#options;
    pin.held = held;
    pin.effector.toBone();
    pin.effector.weight = !held ? 0 : pin.isFoot ? footWeight : 1;
    pin.effector.priority = pin.isFoot ? feet : left;
  }

  #effectorPin({ bone, held = true, label, offset, orientation }: PinDescription): Pin {
    const { character } = this;
    const effector = character.addEffector(bone, {
      ...(offset && { offset }),
      ...(orientation !== undefined && { orientation }),
    });
    const isFoot = (['leftFoot', 'rightFoot'] as const).some(
      (role) => character.humanoid.get(role) === effector.bone,
    );
    return { bone, label: label ?? this.#labelOf(bone), effector, isFoot, held };
  }

  #goalPin(description: GoalDescription): Pin[] {
    const goal = this.character.addGoal(description);
    if (!hasPoint(goal)) return [];
    const { link } = description;
    const label = this.#labelOf(link);
    return [{ bone: link, label, effector: new GoalPoint(goal), isFoot: false, held: true }];
  }
}

const scratch = new Vector3();

/** A pole lies some way off its elbow, so that a small move of it turns the elbow little. */
function putAway(pole: Pole): void {
  pole.toBone();
  pole.position(scratch);
  const away = pole.target.clone().sub(scratch);
  if (away.length() > 1e-6) pole.target.copy(scratch).addScaledVector(away, 0.6);
}
