/** Landmarks of a person, such as those of a camera, as a source of figures. */
import { MathUtils, Matrix4, Quaternion, Vector3 } from 'three';
import { LimberError } from '../../describe/errors.ts';
import { type Role, roles } from '../gltf/roles.ts';
import {
  type Landmarks,
  mediapipe,
  type Places,
  type Point,
  type PointNames,
  PointReader,
  sides,
  standing,
  type Up,
} from './landmarks.ts';
import { OneEuro } from './one-euro.ts';
import { bonesAt, split } from './person.ts';
import type { Figures } from './clip-source.ts';
import { figureSize, type FigureSource, SkeletonSource } from './skeleton-source.ts';

export interface LandmarkOptions {
  /**
   * Where the points are in the landmarks, one or several each; default: `mediapipe`, the 33 of MediaPipe Pose. A
   * changed copy of it needs `up: '-y'` and `floor: true`.
   */
  readonly names?: PointNames;
  /** Default `-y` for MediaPipe, else `y`. */
  readonly up?: Up;
  /** Whether heights count from the lowest foot, for landmarks without a floor; default: with MediaPipe's. */
  readonly floor?: boolean;
  /** Whether points are smoothed by a One-Euro filter; at rest it is 60 ms late. Default false. */
  readonly filter?: boolean;
  /** Landmarks less visible are hidden; default 0.5. */
  readonly visibility?: number;
}

/** Seconds in which a hidden point stays with the hips, before it goes to where it is in a person who stands. */
const bridged = 0.3;
const halfLife = 0.2;
/** Limbs as straight as this have no plane; those bent by more have one. Radians. */
const [straight, bent] = [0.09, 0.35];
/** Share of the way from heel to tip at which toes begin, and from hips to neck at which the back does. */
const [ball, spine] = [0.73, 0.2];
/** Weight of a part that is hidden and only guessed. */
const guessed = 0.01;

/** A point in time; `offset`: from the hips, last seen. */
interface Track {
  readonly point: Point;
  readonly place: Vector3;
  readonly offset: Vector3;
  readonly filter: OneEuro | undefined;
  visibility: number;
  /** Seconds; when last seen. */
  seen: number;
}

/** A limb's plane: the normal of its two bones. */
interface Plane {
  readonly normal: Vector3;
  readonly along: Vector3;
}

/** First, middle and end of limbs, as points and as parts of a body. */
const limbs = [
  { at: ['Shoulder', 'Elbow', 'Wrist'], parts: ['UpperArm', 'LowerArm', 'Hand'] },
  { at: ['Hip', 'Knee', 'Ankle'], parts: ['UpperLeg', 'LowerLeg', 'Foot'] },
] as const;

const middle = (a: Vector3, b: Vector3) => a.clone().add(b).multiplyScalar(0.5);

/** Rotation of axes: z along the first direction, x in the plane of both; undefined if there is none. */
function axes(along: Vector3, beside: Vector3): Quaternion | undefined {
  const z = along.clone().normalize();
  const x = beside.clone().addScaledVector(z, -beside.dot(z));
  if (!(x.length() > 1e-9)) return undefined;
  x.normalize();
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, z.clone().cross(x), z));
}

/** Places and axes of all parts that the points tell. */
function read(at: Places, planes: ReadonlyMap<string, Plane>) {
  const places = new Map<Role, Vector3>();
  const turns = new Map<Role, Quaternion | undefined>();
  const [leftHip, rightHip] = [at.get('leftHip')!, at.get('rightHip')!];
  const [leftShoulder, rightShoulder] = [at.get('leftShoulder')!, at.get('rightShoulder')!];
  const [hips, neck] = [middle(leftHip, rightHip), middle(leftShoulder, rightShoulder)];
  const up = neck.clone().sub(hips);
  const chest = axes(up, leftShoulder.clone().sub(rightShoulder));
  places.set('hips', hips).set('spine', hips.clone().lerp(neck, spine)).set('neck', neck);
  turns.set('hips', axes(up, leftHip.clone().sub(rightHip))).set('spine', chest);
  const [leftEar, rightEar] = [at.get('leftEar'), at.get('rightEar')];
  const face = at.get('nose') ?? at.get('forehead');
  if (leftEar && rightEar) places.set('head', middle(leftEar, rightEar));
  const ahead = face && places.get('head') && face.clone().sub(places.get('head')!);
  const head = ahead ? axes(ahead, leftEar!.clone().sub(rightEar!)) : chest;
  if (places.has('head')) turns.set('head', head);
  for (const side of sides) {
    for (const { at: ends, parts } of limbs) {
      const [a, b, c] = ends.map((end) => at.get(`${side}${end}`));
      const plane = planes.get(side + ends[0]);
      if (!a || !b || !c || !plane) continue;
      const [upper, lower, end] = parts.map((part): Role => `${side}${part}`);
      places.set(upper!, a).set(lower!, b).set(end!, c);
      const own = axes(c.clone().sub(b), plane.normal);
      turns
        .set(upper!, axes(b.clone().sub(a), plane.normal))
        .set(lower!, own)
        .set(end!, own);
    }
    const [wrist, index, pinky] = [at.get(`${side}Wrist`), at.get(`${side}Index`), at.get(`${side}Pinky`)];
    if (wrist && index && pinky)
      turns.set(`${side}Hand`, axes(middle(index, pinky).sub(wrist), index.clone().sub(pinky)));
    const [ankle, heel, tip] = [at.get(`${side}Ankle`)!, at.get(`${side}Heel`), at.get(`${side}Toes`)];
    if (!heel || !tip) continue;
    const sole = axes(tip.clone().sub(heel), ankle.clone().sub(heel));
    places.set(`${side}Toes`, heel.clone().lerp(tip, ball));
    turns.set(`${side}Foot`, sole).set(`${side}Toes`, sole);
  }
  return { places, turns };
}

/** The points by which a role is seen. */
function pointsOf(role: Role): readonly string[] {
  const [side, part] = split(role);
  const limb = limbs.find(({ parts }) => (parts as readonly string[]).includes(part));
  if (limb)
    return limb.at
      .slice(0, (limb.parts as readonly string[]).indexOf(part) === 0 ? 2 : 3)
      .map((end) => side + end);
  if (part === 'Toes') return [`${side}Heel`, `${side}Toes`];
  if (part === 'head') return ['leftEar', 'rightEar'];
  return (part === 'hips' ? ['Hip'] : ['Hip', 'Shoulder']).flatMap((end) => sides.map((each) => each + end));
}

/**
 * Landmarks of a person, such as a camera's or the markers of a studio, for a `Follower`. Its person at rest has the
 * distances between them, so it needs no calibration, and they may be in any unit. A point goes where its landmarks
 * are: through the room, if that is where they are counted from. A hidden point stays with the hips for 0.3 s, then
 * goes to where it is in a person who stands with hanging arms; `weight` tells.
 *
 * @example
 * const source = new LandmarkSource([found.worldLandmarks[0]]);
 * const follower = new Follower(body, source);
 * source.take(found.worldLandmarks[0], now / 1000);
 * follower.step(now / 1000);
 */
export class LandmarkSource implements FigureSource {
  readonly rest: Float64Array;
  readonly #reader: PointReader;
  readonly #floor: boolean;
  readonly #hanging: Places;
  readonly #tracks: ReadonlyMap<Point, Track>;
  readonly #planes = new Map<string, Plane>();
  /** From axes of a role's points to its rotation in figures. */
  readonly #inAxes = new Map<Role, Quaternion>();
  readonly #figure: Float64Array;
  readonly #hips = new Vector3();
  readonly #restTurn: Quaternion;
  #shoulders: Vector3 | undefined;
  #time = -Infinity;

  /**
   * @param first frames that show the person, in any pose: lengths are medians over them.
   * @throws LimberError `badDescription` for names that are unknown or missing, and for a person who is not seen
   *   whole in any frame.
   */
  constructor(first: readonly Landmarks[], options: LandmarkOptions = {}) {
    const { names = mediapipe, filter = false, visibility = 0.5 } = options;
    const isCamera = names === mediapipe;
    this.#floor = options.floor ?? isCamera;
    this.#reader = new PointReader(names, options.up ?? (isCamera ? '-y' : 'y'), visibility);
    const stand = standing(this.#reader, first);
    const tee = stand(new Vector3(1, 0, 0));
    this.#hanging = stand(new Vector3(0.2, -1, 0).normalize());
    for (const side of sides) {
      // Along the bone × where it bends: arms to the front, legs to the back.
      this.#begin(`${side}Shoulder`, new Vector3(0, side === 'left' ? -1 : 1, 0));
      this.#begin(`${side}Hip`, new Vector3(1, 0, 0));
    }
    this.rest = this.#makeRest(tee);
    this.#figure = this.rest.slice();
    this.#restTurn = read(tee, this.#planes).turns.get('hips')!;
    const hips = middle(tee.get('leftHip')!, tee.get('rightHip')!);
    this.#hips.copy(hips);
    const leg = hips.y - tee.get('leftAnkle')!.y;
    this.#tracks = new Map(
      [...this.#hanging].map(([point, place]) => [
        point,
        {
          point,
          place: place.clone(),
          offset: place.clone().sub(hips),
          filter: filter ? new OneEuro(leg) : undefined,
          visibility: 0,
          seen: -Infinity,
        },
      ]),
    );
  }

  #begin(limb: string, normal: Vector3): void {
    this.#planes.set(limb, { normal, along: new Vector3() });
  }

  #makeRest(tee: Places): Float64Array {
    const { places, turns } = read(tee, this.#planes);
    const bones = bonesAt(places);
    const { rest } = new SkeletonSource(bones.get('hips')!, { humanoid: Object.fromEntries(bones) });
    for (const [role, turn] of turns) {
      if (!turn) continue;
      const own = new Quaternion().fromArray(rest, 7 * roles.indexOf(role) + 3);
      this.#inAxes.set(role, turn.clone().conjugate().multiply(own));
    }
    return rest;
  }

  /**
   * Takes the landmarks of a frame; undefined if nobody is seen. `time`: seconds.
   *
   * @throws LimberError `badTrajectory` for a time that is not finite.
   */
  take(landmarks: Landmarks | undefined, time: number): void {
    if (!Number.isFinite(time))
      throw new LimberError('badTrajectory', `the time of landmarks is ${time}; give seconds`);
    const dt = time - this.#time;
    const isNew = !(dt >= 0 && dt <= bridged);
    for (const track of this.#tracks.values()) {
      track.visibility = this.#reader.read(landmarks ?? {}, track.point, place);
      if (track.visibility === 0) continue;
      track.place.copy(place);
      if (isNew) track.filter?.begin(track.place);
      else track.filter?.apply(track.place, dt);
    }
    this.#findHips();
    for (const track of this.#tracks.values()) {
      if (isNew) track.seen = Math.min(track.seen, time);
      this.#follow(track, time, isNew ? 0 : dt);
    }
    this.#time = time;
    this.#write();
  }

  #at(point: Point): Vector3 {
    return this.#tracks.get(point)!.place;
  }

  #sees(...these: readonly Point[]): boolean {
    return these.every((point) => this.#tracks.get(point)!.visibility > 0);
  }

  /** The middle of the hips; if they are hidden, they go with the shoulders. */
  #findHips(): void {
    const shoulders = this.#sees('leftShoulder', 'rightShoulder')
      ? middle(this.#at('leftShoulder'), this.#at('rightShoulder'))
      : undefined;
    if (this.#sees('leftHip', 'rightHip'))
      this.#hips.copy(this.#at('leftHip')).add(this.#at('rightHip')).multiplyScalar(0.5);
    else if (shoulders && this.#shoulders) this.#hips.add(shoulders).sub(this.#shoulders);
    this.#shoulders = shoulders ?? this.#shoulders;
  }

  /** A hidden point: `offset` from the hips stays, then halves its way to that of a person who stands. */
  #follow(track: Track, time: number, dt: number): void {
    if (track.visibility > 0) {
      track.offset.subVectors(track.place, this.#hips);
      track.seen = time;
      return;
    }
    if (time - track.seen > bridged) {
      const still = this.#hanging.get(track.point)!.clone();
      still.sub(middle(this.#hanging.get('leftHip')!, this.#hanging.get('rightHip')!));
      track.offset.lerp(still.applyQuaternion(this.#reader.turn), 1 - 2 ** (-dt / halfLife));
    }
    track.place.addVectors(this.#hips, track.offset);
    track.filter?.begin(track.place);
  }

  /** The normal is the limb's own where it is bent, and goes with the limb where it is straight. */
  #turnPlane(limb: string, [a, b, c]: readonly [Vector3, Vector3, Vector3]): void {
    const { normal, along } = this.#planes.get(limb)!;
    const [upper, lower] = [b.clone().sub(a), c.clone().sub(b)];
    const now = upper.clone().normalize();
    if (along.lengthSq() > 0) normal.applyQuaternion(new Quaternion().setFromUnitVectors(along, now));
    along.copy(now);
    const own = upper.cross(lower);
    const angle = Math.atan2(own.length(), now.dot(lower) * b.distanceTo(a));
    const share = MathUtils.smoothstep(angle, straight, bent);
    if (share === 0) return;
    const mixed = normal
      .clone()
      .multiplyScalar(1 - share)
      .addScaledVector(own.normalize(), share);
    if (mixed.length() > 1e-3) normal.copy(mixed.normalize());
  }

  #write(): void {
    const at = new Map([...this.#tracks].map(([point, track]) => [point, track.place.clone()]));
    for (const side of sides)
      for (const { at: ends } of limbs) {
        const [a, b, c] = ends.map((end) => at.get(`${side}${end}`));
        if (a && b && c) this.#turnPlane(side + ends[0], [a, b, c]);
      }
    if (this.#floor) this.#drop(at);
    const { places, turns } = read(at, this.#planes);
    const hips = turns.get('hips');
    if (hips) this.#reader.turned(hips.clone().multiply(this.#restTurn.clone().conjugate()));
    for (const [role, own] of places) {
      const i = roles.indexOf(role);
      own.toArray(this.#figure, 7 * i);
      const [turn, inAxes] = [turns.get(role), this.#inAxes.get(role)];
      if (turn && inAxes)
        turn
          .clone()
          .multiply(inAxes)
          .toArray(this.#figure, 7 * i + 3);
      this.#figure[7 * roles.length + i] = this.#visibilityOf(role);
    }
    this.#writeNeck();
    this.#figure[figureSize - 1] = this.#time;
  }

  #visibilityOf(role: Role): number {
    const seen = pointsOf(role).map((point) => this.#tracks.get(point as Point)?.visibility ?? 1);
    return Math.max(guessed, Math.min(...seen));
  }

  /** The neck turns half as far from the back as the head. */
  #writeNeck(): void {
    const turnOf = (role: Role) => {
      const from = 7 * roles.indexOf(role) + 3;
      const rest = new Quaternion().fromArray(this.rest, from).conjugate();
      return new Quaternion().fromArray(this.#figure, from).multiply(rest);
    };
    const from = 7 * roles.indexOf('neck') + 3;
    const turn = turnOf('spine').slerp(
      turnOf(this.rest[7 * roles.length + roles.indexOf('head')] ? 'head' : 'spine'),
      0.5,
    );
    turn.multiply(new Quaternion().fromArray(this.rest, from)).toArray(this.#figure, from);
  }

  /** Puts the lowest foot on height 0. */
  #drop(at: Places): void {
    let lowest = Infinity;
    for (const [point, place] of at)
      if (/Ankle|Heel|Toes/.test(point))
        lowest = Math.min(lowest, place.y - Math.max(0, this.#hanging.get(point)!.y));
    for (const place of at.values()) place.y -= lowest;
  }

  /** How well a part is seen, from 0 to 1; 0.01 for a part that is only guessed. */
  weight(role: Role): number {
    return this.#figure[7 * roles.length + roles.indexOf(role)]!;
  }

  /** Writes the figure of the last `take`, whose time it keeps. */
  read(figure: Float64Array): void {
    figure.set(this.#figure);
  }
}

const place = new Vector3();

/** Frames over which lengths are measured: as many as a median needs. */
const measured = 200;

/**
 * Reads recorded landmarks, such as the markers of a studio, for `retargetFigures`. `times`: seconds.
 *
 * @throws LimberError as `LandmarkSource` and its `take`; `badTrajectory` unless there is a time per frame.
 */
export function readLandmarks(
  frames: readonly Landmarks[],
  times: ArrayLike<number>,
  options: LandmarkOptions = {},
): Figures {
  if (times.length !== frames.length)
    throw new LimberError('badTrajectory', `there are ${times.length} times for ${frames.length} frames`);
  const step = Math.max(1, Math.ceil(frames.length / measured));
  const source = new LandmarkSource(
    frames.filter((_, i) => i % step === 0),
    options,
  );
  const figures = new Float64Array(figureSize * frames.length);
  frames.forEach((frame, i) => {
    source.take(frame, times[i]!);
    source.read(figures.subarray(figureSize * i, figureSize * (i + 1)));
  });
  return { rest: source.rest, frames: figures, times: Float64Array.from(times) };
}
