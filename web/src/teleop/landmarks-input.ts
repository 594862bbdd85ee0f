import { LimberError, show } from '../describe/errors.ts';
import { asObject, bad } from '../describe/flatten.ts';
import { lengthOf, turnFromAxes } from '../numbers/turns.ts';
import { gripOf, isFist } from './bare-hand.ts';
import { copySample, type Input, noSample, type Sample } from './input.ts';

/** A landmark of MediaPipe. */
export interface LandmarkLike {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export interface LandmarksOptions {
  /** Which hand it is, for the axes of its wrist; default 'right'. */
  readonly hand?: 'left' | 'right';
  /** Whether the picture in which it is found is mirrored; one that is only shown so is not. Default false. */
  readonly mirrored?: boolean;
  /** Radians that the picture's longer side spans, above 0 and below π; default 1.1 (63°), as of many webcams. */
  readonly fieldOfView?: number;
  /** Width by height of the picture, above 0; default 4 / 3. */
  readonly aspect?: number;
}

const none = 'no hand is seen';
const nowhere: LandmarkLike = { x: NaN, y: NaN, z: NaN };

/** The 21 landmarks of a hand, in MediaPipe’s order; none: it is not seen. */
export type Landmarks = ArrayLike<LandmarkLike> | null | undefined;

const count = 21;
/** Landmarks that are read by themselves. */
const [wrist, thumbTip, indexKnuckle, indexTip, ringKnuckle, ringTip, littleKnuckle] = [
  0, 4, 5, 8, 13, 16, 17,
];
/** Sum of squared slopes, and square metres, below which landmarks are in one place, or in one line. */
const [narrow, short] = [1e-6, 1e-6] as const;

/**
 * A bare hand before a camera, by the 21 landmarks of MediaPipe's Hand Landmarker. The wrist leads, a fist is the clutch,
 * thumb and index are the grip. In the reader's axes: X right, Y up, Z from the camera to the reader.
 *
 * Place. In the camera's axes, x right, y down, z ahead, landmark i is at Wᵢ + t: W are the world landmarks, metres from
 * the hand's middle, and t is sought. It is seen at (u, v), 0 to 1, hence along slopes a = (u − ½) w / f and
 * b = (v − ½) h / f, where half the longer side is f tan(fieldOfView / 2). With c = a W_z − W_x and d = b W_z − W_y:
 * t_x = a t_z + c and t_y = b t_z + d. By least squares, where ~ is the difference from the mean,
 * t_z = −Σ(ã c̃ + b̃ d̃) / Σ(ã² + b̃²): the hand's size by its apparent one. A wrong field of view scales t_z alone.
 *
 * Turn. As a headset's wrist: Z from the middle of the knuckles of index and little finger to the wrist, Y out of the
 * back of the hand, X to the right: from a right hand's index to its little finger, and from a left one's little finger.
 *
 * Axes. The reader faces the camera: (X, Y, Z) = (−x, −y, z). In a mirrored picture both kinds of landmarks have −x for x.
 */
export class LandmarksInput implements Input {
  readonly #mirror: 1 | -1;
  readonly #side: 1 | -1;
  /** Slopes by u − ½ and v − ½. */
  readonly #wide: number;
  readonly #high: number;
  readonly #slopes = new Float64Array(2 * count);
  readonly #world = new Float64Array(3 * count);
  readonly #seen: Sample = noSample();
  /** X, Y, Z of the wrist. */
  readonly #axes = [new Float64Array(3), new Float64Array(3), new Float64Array(3)] as const;
  readonly #turn = this.#seen.pose.subarray(3);

  /** @throws LimberError `badOption`, `badDescription`. */
  constructor(options: LandmarksOptions = {}) {
    asObject(options, 'options', ['hand', 'mirrored', 'fieldOfView', 'aspect']);
    const { hand = 'right', mirrored = false, fieldOfView = 1.1, aspect = 4 / 3 } = options;
    if (hand !== 'left' && hand !== 'right') bad('options.hand', 'left or right', hand);
    if (typeof mirrored !== 'boolean') bad('options.mirrored', 'true or false', mirrored);
    for (const [name, value, most] of [
      ['fieldOfView', fieldOfView, Math.PI],
      ['aspect', aspect, Infinity],
    ] as const)
      if (!(value > 0 && value < most))
        throw new LimberError(
          'badOption',
          `options.${name} is ${show(value)}; give a number above 0 and below ${most}`,
        );
    Object.assign(this.#seen, { time: NaN, lost: none });
    this.#mirror = mirrored ? -1 : 1;
    this.#side = hand === 'right' ? 1 : -1;
    const longer = 2 * Math.tan(fieldOfView / 2);
    this.#wide = longer * Math.min(1, aspect);
    this.#high = longer / Math.max(1, aspect);
  }

  /**
   * Takes one hand of a result: its `landmarks` and `worldLandmarks`; undefined if none is seen. `time`: that of the
   * picture, milliseconds.
   */
  update(landmarks: Landmarks, worldLandmarks: Landmarks, time: number): void {
    const seen = this.#seen;
    seen.time = time / 1000;
    seen.lost = this.#take(landmarks, worldLandmarks);
    if (seen.lost) seen.held = false;
  }

  /** Returns why it cannot. */
  #take(image: Landmarks, world: Landmarks): string {
    if (!image || !world) return none;
    for (const { length } of [image, world])
      if (length !== count) return `the hand has ${length} landmarks, not ${count}`;
    this.#copy(image, world);
    if (!(this.#world.every(Number.isFinite) && this.#slopes.every(Number.isFinite)))
      return 'its landmarks are not finite';
    const fault = this.#readTurn() || this.#readPlace();
    if (fault) return fault;
    const knuckle = this.#between(ringKnuckle, wrist);
    this.#seen.held = isFist(this.#between(ringTip, wrist), knuckle, this.#seen.held);
    this.#seen.grip = gripOf(this.#between(thumbTip, indexTip));
    return '';
  }

  #copy(image: ArrayLike<LandmarkLike>, world: ArrayLike<LandmarkLike>): void {
    for (let i = 0; i < count; ++i) {
      const [seen, { x, y, z }] = [image[i] ?? nowhere, world[i] ?? nowhere];
      this.#slopes[2 * i] = this.#mirror * this.#wide * (seen.x - 0.5);
      this.#slopes[2 * i + 1] = this.#high * (seen.y - 0.5);
      this.#world.set([this.#mirror * x, y, z], 3 * i);
    }
  }

  /** Place of the wrist: W₀ + t. */
  #readPlace(): string {
    const [w, n] = [this.#world, count];
    let [sa, sb, sc, sd, squares, products] = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < n; ++i) {
      const [a, b, z] = [this.#slopes[2 * i]!, this.#slopes[2 * i + 1]!, w[3 * i + 2]!];
      const [c, d] = [a * z - w[3 * i]!, b * z - w[3 * i + 1]!];
      sa += a;
      sb += b;
      sc += c;
      sd += d;
      squares += a * a + b * b;
      products += a * c + b * d;
    }
    squares -= (sa * sa + sb * sb) / n;
    if (!(squares > narrow)) return 'its landmarks are in one place';
    const z = ((sa * sc + sb * sd) / n - products) / squares;
    if (!(z > 0)) return 'its landmarks and world landmarks are not those of one hand';
    const { pose } = this.#seen;
    pose[0] = -(w[0]! + (sc + sa * z) / n);
    pose[1] = -(w[1]! + (sd + sb * z) / n);
    pose[2] = w[2]! + z;
    return '';
  }

  #readTurn(): string {
    const [x, y, z] = this.#axes;
    for (let k = 0; k < 3; ++k) {
      const sign = k < 2 ? -1 : 1;
      const [from, index, little] = [wrist, indexKnuckle, littleKnuckle].map((i) => this.#world[3 * i + k]!);
      x[k] = sign * this.#side * (little! - index!);
      z[k] = sign * (from! - (index! + little!) / 2);
    }
    cross(z, x, y);
    cross(y, z, x);
    for (const axis of this.#axes) {
      const length = lengthOf(axis);
      if (!(length > short)) return 'its knuckles and wrist are in one line';
      for (let k = 0; k < 3; ++k) axis[k] = axis[k]! / length;
    }
    turnFromAxes(x, y, z, this.#turn);
    return '';
  }

  /** Metres. */
  #between(i: number, j: number): number {
    const [w, a, b] = [this.#world, 3 * i, 3 * j];
    return Math.hypot(w[a]! - w[b]!, w[a + 1]! - w[b + 1]!, w[a + 2]! - w[b + 2]!);
  }

  read(_: number, sample: Sample): void {
    copySample(this.#seen, sample);
  }
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>, out: Float64Array): void {
  for (let k = 0; k < 3; ++k) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    out[k] = a[i]! * b[j]! - a[j]! * b[i]!;
  }
}
