/** Lets trusted frames of a hand pass, filtered. */
import { places, OneEuro, type OneEuroOptions, turns, type Space } from '../numbers/one-euro.ts';
import { lengthOf } from '../numbers/turns.ts';
import { isGrip, type Sample } from './input.ts';

/** m/s and rad/s that no hand exceeds. */
const fastest = [5, 20] as const;
/** Seconds for which faster frames are held. */
const longestHold = 0.15;
/** Seconds between two samples, as the filter sees them. */
const [shortest, longest] = [0.002, 0.1];
/** Seconds without a sample after which the hand's way is unknown, and after which it is silent. */
const [gap, silence] = [0.25, 0.5];
/** How far from 1 a quaternion's length may be. */
const notUnit = 1e-3;

/** A radian of a turn shakes as a quarter of a metre does: hands' noise is 2 mm and half a degree. */
const units = [1, 4] as const;
const settings: OneEuroOptions = { minCutoff: 0.3, maxCutoff: 14, beta: 120, restSpeed: 0.12, hold: 0.3 };

/**
 * passed: `by` is its motion; new: a first frame, from which motions count; held: too fast, or too long after the last;
 * lost: not trusted.
 */
export type Passage = 'passed' | 'new' | 'held' | 'lost';

/** Place or turn of a hand. */
class Half {
  /** Since the last frame that passed. */
  readonly by: Float64Array;
  /** Filtered. */
  readonly value: Float64Array;
  readonly #last: Float64Array;
  readonly #now: Float64Array;
  readonly #filter: OneEuro | null;

  constructor(
    private readonly space: Space,
    private readonly most: number,
    unit: number,
    options: OneEuroOptions | null,
    by: Float64Array,
    value: Float64Array,
  ) {
    this.#filter = options && new OneEuro(unit, { ...settings, ...options }, space);
    this.#last = new Float64Array(space.width);
    this.#now = new Float64Array(space.width);
    this.by = by;
    this.value = value;
  }

  begin(seen: Float64Array): void {
    this.#last.set(seen);
    this.value.set(seen);
    this.#filter?.begin(seen);
  }

  /** `dt`: seconds since the last frame. */
  isTooFast(seen: Float64Array, dt: number): boolean {
    this.space.between(this.#last, seen, this.by);
    const way = lengthOf(this.by);
    this.by.fill(0);
    return way > this.most * dt;
  }

  pass(seen: Float64Array, dt: number): void {
    this.#last.set(seen);
    this.#now.set(seen);
    this.#filter?.apply(this.#now, dt);
    this.space.between(this.value, this.#now, this.by);
    this.value.set(this.#now);
  }
}

export class Gate {
  /** Filtered pose of the hand. */
  readonly pose = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  /** Its motion in this frame: metres and a rotation vector; zero unless the frame has passed. */
  readonly by = new Float64Array(6);
  /** Why it is held or lost. */
  reason = '';
  /** Whether half a second has passed between the last two samples, or since the last; also if nobody asked. */
  isSilent = false;
  readonly #halves: readonly [Half, Half];
  #time = NaN;
  #source = 0;
  #quiet = 0;
  #held = 0;
  #isLate = false;
  #isOn = false;

  /** `filter`: settings that differ from the usual ones; null: none. */
  constructor(filter: OneEuroOptions | null) {
    const half = (i: 0 | 1, space: Space, from: number, to: number): Half =>
      new Half(
        space,
        fastest[i],
        units[i],
        filter,
        this.by.subarray(3 * i, 3 * i + 3),
        this.pose.subarray(from, to),
      );
    this.#halves = [half(0, places, 0, 3), half(1, turns, 3, 7)];
  }

  /** `place` and `turn`: views of the sample's pose. `dt`: seconds since the last call. */
  pass(sample: Sample, place: Float64Array, turn: Float64Array, dt: number): Passage {
    this.by.fill(0);
    const isNew = sample.time !== this.#time && Number.isFinite(sample.time);
    this.#quiet += dt;
    this.isSilent = this.#quiet > silence;
    if (isNew) this.#quiet = 0;
    this.reason = this.isSilent ? silenceOf(dt) : sample.lost || faultOf(sample);
    if (this.reason) {
      this.#isOn = false;
      return 'lost';
    }
    if (sample.source !== this.#source) this.#isOn = false;
    this.#source = sample.source;
    const isAgain = !isNew && this.#isOn;
    const passage = isAgain ? this.#again() : this.#pass(sample.time, place, turn, dt);
    if (passage === 'held')
      this.reason = this.#isLate ? `its frames are more than ${gap} s apart` : 'the hand has jumped';
    return passage;
  }

  #again(): Passage {
    return this.#held > 0 || this.#isLate ? 'held' : 'passed';
  }

  #pass(time: number, place: Float64Array, turn: Float64Array, dt: number): Passage {
    const since = time - this.#time;
    // A clock that runs backwards is not asked.
    const h = since > 0 ? Math.min(Math.max(since, shortest), longest) : dt;
    this.#time = time;
    this.#isLate = this.#isOn && since > gap;
    const [ofPlace, ofTurn] = this.#halves;
    if (this.#isOn && !this.#isLate) {
      if (!(ofPlace.isTooFast(place, h) || ofTurn.isTooFast(turn, h))) {
        this.#held = 0;
        ofPlace.pass(place, h);
        ofTurn.pass(turn, h);
        return 'passed';
      }
      this.#held += h;
      if (this.#held <= longestHold) return 'held';
    }
    this.#held = 0;
    this.#isOn = true;
    ofPlace.begin(place);
    ofTurn.begin(turn);
    return this.#isLate ? 'held' : 'new';
  }
}

const silenceOf = (dt: number): string =>
  dt > silence
    ? `a step took ${dt.toFixed(1)} s, more than half a second`
    : 'nothing has come for half a second';

/** Why a sample cannot be one; '' if it can. */
function faultOf({ pose, twist, time, grip }: Sample): string {
  if (!Number.isFinite(time)) return 'its time is not finite';
  if (!pose.every(Number.isFinite)) return 'its pose is not finite';
  if (!twist.every(Number.isFinite)) return 'its twist is not finite';
  if (!isGrip(grip)) return `its grip is ${String(grip)}, not from 0 to 1`;
  const length = Math.hypot(pose[3]!, pose[4]!, pose[5]!, pose[6]!);
  return Math.abs(length - 1) > notUnit ? 'its quaternion has not the length 1' : '';
}
