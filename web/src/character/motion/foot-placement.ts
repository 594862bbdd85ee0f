/** Feet of an animated character on ground that is not level. */
import { Quaternion, Vector3 } from 'three';
import { disposeSymbol } from '../../core/disposable.ts';
import { asObject, bad } from '../../describe/flatten.ts';
import { LimberError } from '../../describe/errors.ts';
import { Character } from '../gltf/character.ts';
import type { Effector } from '../gltf/effector.ts';
import { type Ground, type GroundAt, groundUnder } from './ground.ts';

export interface FootPlacementOptions {
  /** The ground under a place; it is asked for under both feet in every frame. */
  readonly ground: GroundAt;
}

/** Seconds in which feet and hips take a step of the ground, such as a stair's. */
const [footTime, hipsTime] = [0.25, 0.6];
/** Ground under a foot is a slope, not a step, up to this rise per metre. The hips go by the normal alone. */
const steepest = 1;
const rounding = 1e-6;
/** Per second: how fast the hips sink for legs that are too short, by the most of the last one or two spans (seconds). */
const [sinking, span] = [5, 0.75];
/** Legs are no straighter than this or the animation's. */
const mostStraight = 0.995;
/** Longer pauses (seconds) and moves (metres) of the hips begin anew. */
const [longestPause, farthest] = [0.3, 1];

/** A height without steps: what is left of them goes to 0 by a quintic, from its present speed and acceleration. */
class Height {
  #off = 0;
  #speed = 0;
  #bend = 0;
  #left = 0;
  #last = NaN;
  #rate = 0;

  constructor(private readonly time: number) {}

  begin(): void {
    this.#last = NaN;
    this.#left = 0;
  }

  /** `before`: the ground's height where the last one was, as it is seen now. A difference up to `slack` is none. */
  next(height: number, before: number, slack: number, seconds: number): number {
    this.#settle(seconds);
    const begins = Number.isNaN(this.#last);
    const rate = begins || seconds === 0 ? 0 : (height - before) / seconds;
    const step = this.#last - before;
    if (Math.abs(step) > slack) {
      this.#off += step + (this.#rate - rate) * seconds;
      this.#speed += this.#rate - rate;
      this.#left = this.time;
    }
    this.#last = height;
    this.#rate = rate;
    return height + this.#off;
  }

  #settle(seconds: number): void {
    const [t, x, v, a] = [this.#left, this.#off, this.#speed, this.#bend];
    this.#left = Math.max(0, t - seconds);
    if (this.#left === 0) {
      this.#off = this.#speed = this.#bend = 0;
      return;
    }
    const s = seconds;
    const c = -(3 * a * t * t + 12 * v * t + 20 * x) / (2 * t ** 3);
    const d = (3 * a * t * t + 16 * v * t + 30 * x) / (2 * t ** 4);
    const e = -(a * t * t + 6 * v * t + 12 * x) / (2 * t ** 5);
    this.#off = x + s * (v + s * (a / 2 + s * (c + s * (d + s * e))));
    this.#speed = v + s * (a + s * (3 * c + s * (4 * d + s * 5 * e)));
    this.#bend = a + s * (6 * c + s * (12 * d + s * 20 * e));
  }
}

const legOf = (side: 'left' | 'right') => [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`] as const;

/** A leg, as the animation has it. */
class Leg {
  readonly effector: Effector;
  readonly height = new Height(footTime);
  readonly root = new Vector3();
  readonly ankle = new Vector3();
  /** Ball of the foot, or the ankle. */
  readonly ball = new Vector3();
  readonly #last = new Vector3();
  readonly #normal = new Vector3(0, 1, 0);
  /** Rise per metre along x, height, rise per metre along z. */
  readonly #plane = new Vector3();
  /** The length that the leg may have. */
  length = 0;
  missed = 0;
  readonly #links: readonly number[];

  constructor(
    readonly character: Character,
    side: 'left' | 'right',
  ) {
    const roles = legOf(side);
    const ball = character.humanoid.has(`${side}Toes`) ? (`${side}Toes` as const) : roles[2];
    this.#links = [...roles, ball].map((role) => character.linkOf(character.humanoid.get(role)!));
    this.effector = character.addEffector(`${side}Foot`);
  }

  read(): void {
    const { poses } = this.character.problem.state;
    this.root.fromArray(poses, 7 * this.#links[0]!);
    between.fromArray(poses, 7 * this.#links[1]!);
    this.ankle.fromArray(poses, 7 * this.#links[2]!);
    this.ball.fromArray(poses, 7 * this.#links[3]!);
    const whole = this.root.distanceTo(between) + between.distanceTo(this.ankle);
    this.length = Math.max(mostStraight * whole, this.root.distanceTo(this.ankle));
  }

  /** Aims at the ground. */
  stand({ height, normal: [nx, ny, nz] }: Required<Ground>, seconds: number): void {
    const { x, z } = this.ball;
    this.#plane.set(-nx / ny, height, -nz / ny);
    const gone = Math.hypot(x - this.#last.x, z - this.#last.z);
    const risen = this.height.next(height, this.under(this.#last), steepest * gone, seconds);
    this.#last.copy(this.ball);
    normal.set(nx, ny, nz).normalize();
    this.#normal.lerp(normal, 1 - Math.exp((-4 * seconds) / footTime)).normalize();
    tilt.setFromUnitVectors(up, this.#normal);
    const { target, targetOrientation } = this.effector;
    this.effector.toBone();
    targetOrientation.premultiply(tilt);
    way.subVectors(this.ball, this.ankle);
    target.add(way).sub(way.applyQuaternion(tilt));
    target.y += risen;
  }

  /** Height of the ground under a place, as this foot sees it. */
  under({ x, z }: Vector3): number {
    return this.#plane.y + this.#plane.x * (x - this.ball.x) + this.#plane.z * (z - this.ball.z);
  }

  /** How far the hips, which have risen, must sink for the leg to reach. */
  lack(risen: number): number {
    const { target } = this.effector;
    const [x, y, z] = [this.root.x - target.x, this.root.y + risen - target.y, this.root.z - target.z];
    return Math.max(0, y - Math.sqrt(Math.max(0, this.length ** 2 - x * x - z * z)));
  }

  /** Brings the target within reach of hips that have risen. */
  shorten(risen: number): void {
    const { target } = this.effector;
    between.copy(this.root).setY(this.root.y + risen);
    way.subVectors(target, between);
    const far = way.length() - this.length;
    this.missed = Math.max(0, far);
    if (far > 0) target.addScaledVector(way, -far / way.length());
  }
}

/**
 * Keeps the feet of a character on the ground while an animation moves it: they rise with the ground under them and
 * lie along it, the hips rise with both, and sink where a leg would be too short. On level ground the animation stays as
 * it is.
 *
 * @example
 * const feet = new FootPlacement(character, { ground: (x, z) => ({ height: 0.2 * z, normal: [0, 1, -0.2] }) });
 * mixer.update(seconds);
 * feet.step(seconds); // instead of character.read() and character.solve(); other effectors are met, too
 */
export class FootPlacement {
  readonly #legs: readonly [Leg, Leg];
  readonly #hips = new Vector3();
  readonly #height = new Height(hipsTime);
  readonly #ground: GroundAt;
  /** The most that a leg has lacked in this span, and in the one before. */
  readonly #lacks = new Float64Array(2);
  #age = 0;
  #sunk = 0;
  #speed = 0;

  /**
   * @throws LimberError `unknownLink` for a character without legs or hips; `badDescription` for another character or
   *   option.
   */
  constructor(
    readonly character: Character,
    options: FootPlacementOptions,
  ) {
    if (!(character instanceof Character))
      bad('the character', 'a Character, as in new Character(gltf.scene)', character);
    asObject(options, 'options', ['ground']);
    if (typeof options.ground !== 'function') bad('options.ground', 'a function of x and z', options.ground);
    this.#ground = options.ground;
    const needed = [...legOf('left'), ...legOf('right'), 'hips'] as const;
    const missing = needed.find((role) => !character.humanoid.has(role));
    if (missing)
      throw new LimberError(
        'unknownLink',
        `the character has no ${missing}; give it by role as its option humanoid`,
      );
    this.#legs = [new Leg(character, 'left'), new Leg(character, 'right')];
    this.#hips.setScalar(NaN);
  }

  /**
   * Reads the animation's pose, and solves for it on the ground.
   *
   * @param seconds since the last step. After more than 0.3 s, or where the hips have jumped by a metre, it begins anew.
   * @throws LimberError `badDescription` for a ground or seconds that are not finite, and where the character's root is
   *   not `fixed`; as `character.read`.
   */
  step(seconds: number): void {
    if (!(seconds >= 0 && seconds < Infinity))
      bad('seconds', 'a number of seconds since the last step', seconds);
    const { character } = this;
    if (character.root !== 'fixed')
      bad("the character's root", "'fixed' (its default), because feet place the hips", character.root);
    character.read();
    const at = 7 * character.linkOf(character.humanoid.get('hips')!);
    hips.fromArray(character.problem.state.poses, at);
    const moved = Math.hypot(hips.x - this.#hips.x, hips.z - this.#hips.z);
    const since = moved < farthest && seconds <= longestPause ? seconds : Infinity;
    for (const leg of this.#legs) leg.read();
    const [left, right] = this.#legs;
    // Before anything is kept: a ground that is refused leaves the feet as they were.
    const ofLeft = groundUnder(this.#ground, left.ball.x, left.ball.z);
    const ofRight = groundUnder(this.#ground, right.ball.x, right.ball.z);
    if (since === Infinity) for (const each of [this.#height, left.height, right.height]) each.begin();
    left.stand(ofLeft, since);
    right.stand(ofRight, since);
    const under = (left.under(hips) + right.under(hips)) / 2;
    const before = (left.under(this.#hips) + right.under(this.#hips)) / 2;
    const risen = this.#height.next(under, before, rounding, seconds);
    this.#hips.copy(hips);
    const by = risen - this.#sink(Math.max(left.lack(risen), right.lack(risen)), since);
    for (const leg of this.#legs) leg.shorten(by);
    if (by !== 0) character.lift(by);
    character.solve();
  }

  /** Follows the most that the legs have lacked lately, because the next step will lack it, too. */
  #sink(lack: number, seconds: number): number {
    if (seconds === Infinity) {
      this.#lacks.fill(lack);
      this.#age = this.#speed = 0;
      return (this.#sunk = lack);
    }
    this.#age += seconds;
    if (this.#age > span) {
      this.#lacks.set([0, this.#lacks[0]!]);
      this.#age = 0;
    }
    this.#lacks[0] = Math.max(this.#lacks[0]!, lack);
    const most = Math.max(this.#lacks[0], this.#lacks[1]!);
    const off = this.#sunk - most;
    const change = (this.#speed + sinking * off) * seconds;
    const fading = Math.exp(-sinking * seconds);
    this.#sunk = most + (off + change) * fading;
    this.#speed = (this.#speed - sinking * change) * fading;
    return this.#sunk;
  }

  /** Metres by which a foot is off its place: above it where a leg is too short until the hips have sunk. */
  missed(side: 'left' | 'right'): number {
    const { missed, effector } = this.#legs[side === 'left' ? 0 : 1];
    return missed + effector.distance;
  }

  dispose(): void {
    for (const { effector } of this.#legs) effector.remove();
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}

const up = new Vector3(0, 1, 0);
const hips = new Vector3();
const between = new Vector3();
const way = new Vector3();
const normal = new Vector3();
const tilt = new Quaternion();
