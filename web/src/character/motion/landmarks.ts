/** Named points of a person, and a person who stands, built from the distances between them. */
import { Quaternion, Vector3 } from 'three';
import { LimberError, show } from '../../describe/errors.ts';
import { bad } from '../../describe/flatten.ts';
import { sides } from '../gltf/roles.ts';

export { sides };
const sided = [
  'Ear',
  'Shoulder',
  'Elbow',
  'Wrist',
  'Index',
  'Pinky',
  'Hip',
  'Knee',
  'Ankle',
  'Heel',
  'Toes',
] as const;

/**
 * Knuckles are `Index` and `Pinky`; `Toes` is the tip of the foot. The `forehead` is level with the ears, and
 * serves where there is no `nose`.
 */
export type Point = 'nose' | 'forehead' | `${(typeof sides)[number]}${(typeof sided)[number]}`;

export const points: readonly Point[] = [
  'nose',
  'forehead',
  ...sided.flatMap((part) => sides.map((side): Point => `${side}${part}`)),
];

/** A place in any unit of length, and how sure it is, from 0 to 1; default 1. Hidden if a number is NaN. */
export interface Landmark {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly visibility?: number;
}

/** A list or an object of landmarks; those that are not there are hidden. */
export type Landmarks = readonly (Landmark | undefined)[] | Readonly<Record<string, Landmark | undefined>>;

type Key = number | string;

/** Where each point is in the landmarks: an index or a key, or those of several, such as markers about a joint, whose
 * middle it is. */
export type PointNames = Readonly<Partial<Record<Point, Key | readonly Key[]>>>;

/** The 33 landmarks of MediaPipe Pose. */
export const mediapipe: PointNames = {
  nose: 0,
  leftEar: 7,
  rightEar: 8,
  leftShoulder: 11,
  rightShoulder: 12,
  leftElbow: 13,
  rightElbow: 14,
  leftWrist: 15,
  rightWrist: 16,
  leftPinky: 17,
  rightPinky: 18,
  leftIndex: 19,
  rightIndex: 20,
  leftHip: 23,
  rightHip: 24,
  leftKnee: 25,
  rightKnee: 26,
  leftAnkle: 27,
  rightAnkle: 28,
  leftHeel: 29,
  rightHeel: 30,
  leftToes: 31,
  rightToes: 32,
};

/** Without one of these there is no figure. */
const needed = ['Shoulder', 'Hip', 'Knee', 'Ankle'].flatMap((part) =>
  sides.map((side) => `${side}${part}` as Point),
);

/** The axis that is up; `-y`: a camera's axes, with y down and z away. */
export type Up = 'y' | '-y' | 'z';

/** Into axes whose up is +Y. `-y`: a camera's, with y down and z away. */
const intoUpY: Readonly<Record<Up, (x: number, y: number, z: number, out: Vector3) => Vector3>> = {
  y: (x, y, z, out) => out.set(x, y, z),
  '-y': (x, y, z, out) => out.set(x, -y, -z),
  z: (x, y, z, out) => out.set(x, z, -y),
};

/** A landmark of a point. */
interface Mark {
  readonly key: Key;
  readonly place: Vector3;
  /** From its point, when all of them were last seen; in the axes of the hips. Undefined until then. */
  offset?: Vector3;
  /** 0: it is hidden. */
  visibility: number;
}

/** Reads points by name. */
export class PointReader {
  readonly known: readonly Point[];
  /** How the hips were turned in the frame before. */
  readonly turn = new Quaternion();
  readonly #marks: ReadonlyMap<Point, readonly Mark[]>;

  /** @throws LimberError `badDescription` for an unknown or a missing point, another axis or visibility. */
  constructor(
    names: PointNames,
    readonly up: Up,
    readonly leastVisibility: number,
  ) {
    const unknown = Object.keys(names).find((name) => !points.includes(name as Point));
    if (unknown !== undefined) {
      const text = `options.names has ${show(unknown)}, which is no point; known: ${points.join(', ')}`;
      throw new LimberError('badDescription', text);
    }
    const keysOf = (point: Point) => [names[point] ?? []].flat() as readonly Key[];
    const missing = needed.filter((point) => keysOf(point).length === 0);
    if (missing.length > 0) {
      const text = `options.names lacks ${missing.join(', ')}; a figure cannot be read without`;
      throw new LimberError('badDescription', text);
    }
    const ups = Object.keys(intoUpY);
    if (!ups.includes(up)) bad('options.up', ups.map(show).join(', '), up);
    if (!(leastVisibility >= 0 && leastVisibility <= 1))
      bad('options.visibility', 'a number from 0 to 1', leastVisibility);
    this.known = points.filter((point) => keysOf(point).length > 0);
    const markOf = (key: Key): Mark => ({ key, place: new Vector3(), visibility: 0 });
    this.#marks = new Map(this.known.map((point) => [point, keysOf(point).map(markOf)]));
  }

  /**
   * Writes a point's place. Returns its visibility, or 0 if it is hidden, as it is with a part of its marks until they
   * were once seen together.
   */
  read(landmarks: Landmarks, point: Point, out: Vector3): number {
    const marks = this.#marks.get(point)!;
    for (const mark of marks) this.#see(landmarks as Readonly<Record<string, Landmark>>, mark);
    const seen = marks.filter(isSeen);
    const isWhole = seen.length === marks.length;
    if (seen.length === 0 || !(isWhole || seen[0]!.offset)) return 0;
    out.set(0, 0, 0);
    for (const { place, offset } of seen) {
      out.add(place);
      // A point does not jump when some of its landmarks come or go.
      if (!isWhole) out.sub(moved.copy(offset!).applyQuaternion(this.turn));
    }
    out.divideScalar(seen.length);
    return Math.min(...seen.map(({ visibility }) => visibility));
  }

  /** Takes the turn of the hips in the frame that was read, and where its marks are about their points. */
  turned(turn: Quaternion): void {
    this.turn.copy(turn);
    back.copy(turn).conjugate();
    for (const marks of this.#marks.values()) {
      if (!marks.every(isSeen)) continue;
      middle.set(0, 0, 0);
      for (const { place } of marks) middle.addScaledVector(place, 1 / marks.length);
      for (const mark of marks)
        (mark.offset ??= new Vector3()).subVectors(mark.place, middle).applyQuaternion(back);
    }
  }

  #see(landmarks: Readonly<Record<Key, Landmark | undefined>>, mark: Mark): void {
    const { x, y, z, visibility = 1 } = landmarks[mark.key] ?? hidden;
    intoUpY[this.up](x, y, z, mark.place);
    mark.visibility = visibility >= this.leastVisibility && Number.isFinite(x + y + z) ? visibility : 0;
  }
}

const hidden: Landmark = { x: 0, y: 0, z: 0, visibility: 0 };
const isSeen = ({ visibility }: Mark) => visibility > 0;
const middle = new Vector3();
const moved = new Vector3();
const back = new Quaternion();

export type Places = ReadonlyMap<Point, Vector3>;

/** How far a point of the face is below the ears, as a share of how far it is before them. */
const faces = [
  ['nose', 0.2],
  ['forehead', 0],
] as const;
/** Sizes of a hand as shares of the forearm's length: from the wrist to the knuckles, and half their breadth. */
const [palm, halfPalm] = [0.36, 0.12];
/**
 * Lengths as shares of a person's height (Drillis and Contini 1966, as in Winter's Biomechanics and Motor Control of
 * Human Movement). The head's are rounded, and the ankle is put at a quarter of the sole.
 */
const shares = {
  shoulders: 0.259,
  hips: 0.191,
  trunk: 0.288,
  thigh: 0.245,
  shin: 0.246,
  upperArm: 0.186,
  forearm: 0.146,
  ears: 0.085,
  head: 0.115,
  face: 0.065,
  sole: 0.152,
  ankle: 0.039,
};

const median = (of: readonly number[]) => [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)];

/** Distances between points: medians over frames and both sides; undefined if never seen. */
function measurer(reader: PointReader, frames: readonly (Landmarks | undefined)[]) {
  const seen = frames.map((landmarks = {}) => {
    const places = new Map<string, Vector3>();
    for (const point of reader.known) {
      const place = new Vector3();
      if (reader.read(landmarks, point, place) > 0) places.set(point, place);
    }
    for (const part of sided) {
      const [left, right] = [places.get(`left${part}`), places.get(`right${part}`)];
      if (left && right) places.set(`mid${part}`, left.clone().add(right).multiplyScalar(0.5));
    }
    return places;
  });
  /** `*` stands for both sides. */
  return (from: string, to: string): number | undefined => {
    const pairs = sides.map((side) => [from.replace('*', side), to.replace('*', side)] as const);
    const lengths = seen.flatMap((places) =>
      pairs.flatMap(([a, b]) =>
        places.has(a) && places.has(b) ? [places.get(a)!.distanceTo(places.get(b)!)] : [],
      ),
    );
    return median(lengths);
  };
}

/** A person who stands on height 0 and looks along +Z. */
export interface Standing {
  /** With arms to this side; it is given for the left one. `seated`: hips and knees bend by 90°. */
  at(arms: Vector3, seated?: boolean): Places;
  /** Lengths of first and second bone by a limb's first point, where they are estimated. */
  readonly estimated: ReadonlyMap<'Shoulder' | 'Hip', readonly [number, number]>;
}

/**
 * A person with the same distances. Those that are hidden in all frames are estimated from the shoulders' width.
 *
 * @throws LimberError `badDescription` if no frame shows both shoulders.
 */
export function standing(reader: PointReader, frames: readonly (Landmarks | undefined)[]): Standing {
  const between = measurer(reader, frames);
  const shouldersWidth = between('leftShoulder', 'rightShoulder');
  if (!(shouldersWidth! > 0)) {
    const text = 'no frame shows both shoulders, from which hidden lengths are estimated; give one that does';
    throw new LimberError('badDescription', text);
  }
  const guess = (part: keyof typeof shares) => (shares[part] / shares.shoulders) * shouldersWidth!;
  const length = (from: string, to: string, part: keyof typeof shares): number => {
    const seen = between(from, to);
    return seen !== undefined && seen > 0 ? seen : guess(part);
  };
  const hipsWidth = length('leftHip', 'rightHip', 'hips');
  const trunk = length('midHip', 'midShoulder', 'trunk');
  const estimated = new Map<'Shoulder' | 'Hip', readonly [number, number]>();
  const [thigh, shin] = [length('*Hip', '*Knee', 'thigh'), length('*Knee', '*Ankle', 'shin')];
  const [upperArm, lowerArm] = [
    length('*Shoulder', '*Elbow', 'upperArm'),
    length('*Elbow', '*Wrist', 'forearm'),
  ];
  if (!(between('*Hip', '*Knee')! > 0 && between('*Knee', '*Ankle')! > 0))
    estimated.set('Hip', [thigh, shin]);
  if (!(between('*Shoulder', '*Elbow')! > 0 && between('*Elbow', '*Wrist')! > 0))
    estimated.set('Shoulder', [upperArm, lowerArm]);
  const [toIndex, toPinky] = [between('*Wrist', '*Index'), between('*Wrist', '*Pinky')];
  const [headHeight, headWidth] = [
    length('midShoulder', 'midEar', 'head'),
    length('leftEar', 'rightEar', 'ears'),
  ];
  const face = faces.find(([point]) => reader.known.includes(point));
  const faceLength = face && length('midEar', face[0], 'face');
  const hasFeet = ['Heel', 'Toes'].every((part) => reader.known.includes(`left${part}` as Point));
  const foot = hasFeet
    ? (footOf(between('*Heel', '*Toes'), between('*Ankle', '*Heel'), between('*Ankle', '*Toes')) ?? {
        behind: guess('sole') / 4,
        before: 0.75 * guess('sole'),
        height: guess('ankle'),
      })
    : undefined;
  const at = (arms: Vector3, seated = false): Places => {
    const places = new Map<Point, Vector3>();
    const ankle = foot?.height ?? 0;
    const hips = ankle + shin + (seated ? 0 : thigh);
    const ahead = seated ? thigh : 0;
    for (const side of sides) {
      const sign = side === 'left' ? 1 : -1;
      const put = (part: (typeof sided)[number], x: number, y: number, z: number) => {
        if (reader.known.includes(`${side}${part}`))
          places.set(`${side}${part}`, new Vector3(sign * x, y, z));
      };
      const aside = hipsWidth / 2;
      put('Hip', aside, hips, 0);
      put('Knee', aside, ankle + shin, ahead);
      put('Ankle', aside, ankle, ahead);
      if (foot) {
        put('Heel', aside, 0, ahead - foot.behind);
        put('Toes', aside, 0, ahead + foot.before);
      }
      const shoulder = new Vector3(shouldersWidth! / 2, hips + trunk, 0);
      put('Shoulder', shoulder.x, shoulder.y, 0);
      const elbow = shoulder.clone().addScaledVector(arms, upperArm);
      const wrist = elbow.clone().addScaledVector(arms, lowerArm);
      put('Elbow', elbow.x, elbow.y, elbow.z);
      put('Wrist', wrist.x, wrist.y, wrist.z);
      const [index, pinky] = [toIndex, toPinky].map((toTip) =>
        wrist.clone().addScaledVector(arms, toTip ?? palm * lowerArm),
      );
      put('Index', index!.x, index!.y, index!.z + halfPalm * lowerArm);
      put('Pinky', pinky!.x, pinky!.y, pinky!.z - halfPalm * lowerArm);
      put('Ear', headWidth / 2, hips + trunk + headHeight, 0);
    }
    if (face && faceLength !== undefined) {
      const [point, drop] = face;
      const before = faceLength / Math.hypot(1, drop);
      places.set(point, new Vector3(0, hips + trunk + headHeight - drop * before, before));
    }
    return places;
  };
  return { at, estimated };
}

/** The triangle of heel, toes and ankle with its sole level. */
function footOf(sole: number | undefined, toHeel: number | undefined, toToes: number | undefined) {
  if (sole === undefined || toHeel === undefined || toToes === undefined || !(sole > 0)) return undefined;
  const behind = (toHeel ** 2 - toToes ** 2 + sole ** 2) / (2 * sole);
  const height = Math.sqrt(Math.max(0, toHeel ** 2 - behind ** 2));
  return { behind, before: sole - behind, height };
}
