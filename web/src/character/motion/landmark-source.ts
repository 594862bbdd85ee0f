/** Landmarks of a person, such as those of a camera, as a source of figures. */
import { MathUtils, Matrix4, Quaternion, Vector3 } from 'three';
import { LimberError } from '../../describe/errors.ts';
import { asObject } from '../../describe/flatten.ts';
import { OneEuro, oneEuroNames, type OneEuroOptions } from '../../numbers/one-euro.ts';
import { type Role, roles } from '../gltf/roles.ts';
import {
  type Landmarks,
  mediapipe,
  type Places,
  type Point,
  type PointNames,
  PointReader,
  sides,
  type Standing,
  standing,
  type Up,
} from './landmarks.ts';
import { Eased, type Kind } from './eased.ts';
import { bonesAt, split } from './person.ts';
import type { Figures } from './clip-source.ts';
import { figureSize, type FigureSource, SkeletonSource } from './skeleton-source.ts';
import { Travel } from './travel.ts';

export interface LandmarkOptions {
  /**
   * Where the points are in the landmarks, one or several each; default: `mediapipe`, the 33 of MediaPipe Pose. A
   * changed copy of it needs `up: '-y'`, `floor: true` and `travels: true`.
   */
  readonly names?: PointNames;
  /** Default `-y` for MediaPipe, else `y`. */
  readonly up?: Up;
  /** Whether heights count from the lowest foot, for landmarks without a floor; default: with MediaPipe's. */
  readonly floor?: boolean;
  /**
   * Whether a planted foot carries the person through the room, for landmarks that stay about the hips; it does while
   * both feet are seen, at least four times a second. If you have placed MediaPipe's in a room, give false. Default: with MediaPipe's.
   */
  readonly travels?: boolean;
  /** Whether hidden legs sit, with hips and knees bent by 90°, rather than stand. Default false. */
  readonly seated?: boolean;
  /** Whether points are smoothed by a One-Euro filter; it is about 50 ms late. Default false. */
  readonly filter?: boolean | OneEuroOptions;
  /** Landmarks less visible are hidden; default 0.5. */
  readonly visibility?: number;
}

const filtered = new Float64Array(3);

const optionNames = ['names', 'up', 'floor', 'travels', 'seated', 'filter', 'visibility'];

/** Seconds in which a hidden point stays with the hips, before it goes to where it is in a person at rest. */
const bridged = 0.3;
/** Seconds; after a longer gap all begins anew. */
const longest = 2;
/** Half-life in seconds with which hidden hips turn as the shoulders do: a glance leaves them. */
const turning = 0.5;
/** Limbs as straight as this have no plane; those bent by more have one. Radians. */
const [straight, bent] = [0.09, 0.35];
/** Share of the way from heel to tip at which toes begin, and from hips to neck at which the back does. */
const [ball, spine] = [0.73, 0.2];
const onLegs = /Hip|Knee|Ankle|Heel|Toes/;
/** Weight of a part that is hidden and only guessed. */
const guessed = 0.01;

/** A point in time; `place`: where it is seen, `offset`: from the hips, as it is drawn. */
interface Track {
  readonly point: Point;
  readonly place: Vector3;
  readonly raw: Vector3;
  readonly offset: Eased;
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
const upwards = new Vector3(0, 1, 0);
/** The angle about +Y by which something that goes to the left at rest is turned. */
const headingOf = ({ x, z }: Vector3) => Math.atan2(-z, x);

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
 * distances between them, so it needs no calibration, and they may be in any unit; lengths that the first frames hide
 * are estimated from the shoulders' width. A point goes where its landmarks are: through the room, if that is where
 * they are counted from, or if `travels`. A hidden point stays with the hips for 0.3 s, then goes to where it is in a person
 * at rest with hanging arms; `weight` tells. Hidden hips are straight below the shoulders. What comes back eases in.
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
  readonly #travel: Travel | undefined;
  /** Where hidden points are from the hips, and how high soles are. */
  readonly #still: Places;
  readonly #estimated: Standing['estimated'];
  readonly #trunk: number;
  readonly #tracks: ReadonlyMap<Point, Track>;
  readonly #planes = new Map<string, Plane>();
  /** From axes of a role's points to its rotation in figures. */
  readonly #inAxes = new Map<Role, Quaternion>();
  readonly #figure: Float64Array;
  readonly #hips: Eased;
  readonly #restTurn: Quaternion;
  #shoulders: Vector3 | undefined;
  /** Of the hips about +Y. */
  #heading = 0;
  /** Seconds; when the hips were last seen. */
  #seen = -Infinity;
  #time = NaN;
  /** Seconds between the last two frames. */
  #step = Infinity;
  /** Whether somebody was seen. */
  #isPlaced = false;

  /**
   * @param first frames that show the person, in any pose: lengths are medians over them. Undefined: nobody is seen.
   * @throws LimberError `badDescription` for names that are unknown or missing, another option, and if no frame shows both shoulders;
   *   `badOption` for a setting of the filter that is out of its range.
   */
  constructor(first: readonly (Landmarks | undefined)[], options: LandmarkOptions = {}) {
    asObject(options, 'options', optionNames);
    const { names = mediapipe, filter = false, visibility = 0.5, seated = false } = options;
    if (typeof filter !== 'boolean') asObject(filter, 'options.filter', oneEuroNames);
    const isCamera = names === mediapipe;
    this.#floor = options.floor ?? isCamera;
    this.#reader = new PointReader(names, options.up ?? (isCamera ? '-y' : 'y'), visibility);
    const person = standing(this.#reader, first);
    this.#estimated = person.estimated;
    const tee = person.at(new Vector3(1, 0, 0));
    for (const side of sides) {
      // Along the bone × where it bends: arms to the front, legs to the back.
      this.#begin(`${side}Shoulder`, new Vector3(0, side === 'left' ? -1 : 1, 0));
      this.#begin(`${side}Hip`, new Vector3(1, 0, 0));
    }
    this.rest = this.#makeRest(tee);
    this.#figure = this.rest.slice();
    this.#restTurn = read(tee, this.#planes).turns.get('hips')!;
    const hips = tee.get('leftHip')!.y;
    const leg = hips - tee.get('leftAnkle')!.y;
    this.#trunk = tee.get('leftShoulder')!.y - hips;
    this.#hips = new Eased(leg);
    if (options.travels ?? isCamera) this.#travel = new Travel(leg);
    this.#still = person.at(new Vector3(0.2, -1, 0).normalize(), seated);
    const sits = this.#still.get('leftHip')!.y;
    for (const each of this.#still.values()) each.y -= sits;
    this.#tracks = new Map(
      [...this.#still.keys()].map((point) => [
        point,
        {
          point,
          place: new Vector3(),
          raw: new Vector3(),
          offset: new Eased(leg),
          filter: filter ? new OneEuro(leg, filter === true ? {} : filter) : undefined,
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
   * Takes the landmarks of a frame; undefined if nobody is seen. `time`: seconds. All begins anew, with nothing eased,
   * if it goes back, after a gap of 2 s, and where the hips leap by more than a leg. If it goes back, a person who
   * `travels` does, too. After a gap of more than 0.3 s the feet are found anew: those who are seen less often stay where
   * they are.
   *
   * @throws LimberError `badTrajectory` for a time that is not finite.
   */
  take(landmarks: Landmarks | undefined, time: number): void {
    if (!Number.isFinite(time))
      throw new LimberError('badTrajectory', `the time of landmarks is ${time}; give seconds`);
    const passed = time - this.#time;
    if (passed < 0) this.#travel?.way.set(0, 0, 0);
    const isGap = passed > bridged;
    // What comes back after a gap takes the first step of its way.
    let dt = passed >= 0 && passed <= longest ? Math.min(passed, isGap ? this.#step : passed) : undefined;
    if (passed > 0) this.#step = passed;
    for (const track of this.#tracks.values()) this.#see(track, landmarks ?? {}, isGap ? undefined : dt);
    if (isGap) {
      for (const { offset } of this.#tracks.values()) offset.hold();
      this.#hips.hold();
      this.#travel?.restart();
    }
    this.#seen = this.#sees('leftHip', 'rightHip') ? time : Math.min(this.#seen, time);
    const kind = this.#findHips(time, dt);
    const isElsewhere = !this.#isPlaced || hipsGoal.distanceTo(this.#hips.at) > this.#hips.leg;
    if (kind !== 'held' && isElsewhere) dt = undefined;
    if (kind === 'held') this.#hips.hold(hipsGoal);
    else this.#hips.follow(hipsGoal, kind, dt);
    this.#isPlaced ||= kind !== 'held';
    for (const track of this.#tracks.values()) this.#follow(track, time, dt);
    this.#time = time;
    this.#write(dt);
  }

  /** Reads a point. `dt`: seconds for its filter; undefined if that begins anew. */
  #see(track: Track, landmarks: Landmarks, dt: number | undefined): void {
    const wasSeen = track.visibility > 0;
    track.visibility = this.#reader.read(landmarks, track.point, track.raw);
    if (track.visibility === 0) return;
    track.place.copy(track.raw);
    if (!track.filter) return;
    track.raw.toArray(filtered);
    if (wasSeen && dt !== undefined) track.filter.apply(filtered, dt);
    else track.filter.begin(filtered);
    track.place.fromArray(filtered);
  }

  #at(point: Point): Vector3 {
    return this.#tracks.get(point)!.place;
  }

  #sees(...these: readonly Point[]): boolean {
    return these.every((point) => this.#tracks.get(point)!.visibility > 0);
  }

  /**
   * Writes the middle of the hips, and finds their heading. If they are hidden, they go with the shoulders, and are
   * soon straight below them. `dt`: undefined if all begins anew.
   */
  #findHips(time: number, dt: number | undefined): Kind | 'held' {
    const [neck, last] = [this.#middleOf('Shoulder'), this.#shoulders];
    this.#shoulders = neck ?? last;
    hipsGoal.copy(this.#hips.at);
    const seen = this.#middleOf('Hip');
    if (seen) {
      this.#heading = headingOf(this.#across('Hip'));
      hipsGoal.copy(seen);
      return 'seen';
    }
    if (!neck) return 'held';
    if (time - this.#seen <= bridged) {
      if (last) hipsGoal.add(neck).sub(last);
      return 'held';
    }
    const across = this.#across('Shoulder');
    const away = headingOf(across) - this.#heading;
    const part = dt === undefined ? 1 : 1 - 2 ** (-dt / turning);
    this.#heading += part * Math.atan2(Math.sin(away), Math.cos(away));
    // Half-way between upright and square to the shoulders, which rise with an arm.
    const down = across
      .multiplyScalar(across.y / 2)
      .sub(upwards)
      .setLength(this.#trunk);
    hipsGoal.copy(neck).add(down);
    return 'guessed';
  }

  /** From right to left, of length 1. */
  #across(part: 'Shoulder' | 'Hip'): Vector3 {
    return this.#at(`left${part}`)
      .clone()
      .sub(this.#at(`right${part}`))
      .normalize();
  }

  #middleOf(part: 'Shoulder' | 'Hip'): Vector3 | undefined {
    return this.#sees(`left${part}`, `right${part}`)
      ? middle(this.#at(`left${part}`), this.#at(`right${part}`))
      : undefined;
  }

  /** A hidden point: `offset` from the hips stays, then goes to that of a person at rest. */
  #follow(track: Track, time: number, dt: number | undefined): void {
    const { offset, point } = track;
    const isSeen = track.visibility > 0;
    track.seen = isSeen ? time : Math.min(track.seen, time);
    if (!isSeen && time - track.seen <= bridged) offset.hold();
    else if (isSeen) offset.follow(goal.subVectors(track.place, this.#hips.at), 'seen', dt);
    else {
      goal.copy(this.#still.get(point)!);
      if (dt === undefined || onLegs.test(point)) goal.applyAxisAngle(upwards, this.#heading);
      else goal.applyQuaternion(this.#reader.turn);
      offset.follow(goal, 'guessed', dt);
    }
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

  /** Estimated lengths of limbs are kept, as the rest pose has them. */
  #fit(at: ReadonlyMap<string, Vector3>): void {
    for (const [limb, lengths] of this.#estimated)
      for (const side of sides) {
        const ends =
          limb === 'Hip' ? ['Knee', 'Ankle', 'Heel', 'Toes'] : ['Elbow', 'Wrist', 'Index', 'Pinky'];
        const [first, second, ...rest] = ends.map((end) => at.get(side + end));
        if (!first || !second) continue;
        let from = at.get(side + limb)!;
        const bones = [first.clone().sub(from), second.clone().sub(first)];
        const was = second.clone();
        [first, second].forEach((end, i) => {
          end.copy(bones[i]!.setLength(lengths[i]!)).add(from);
          from = end;
        });
        for (const each of rest) each?.add(second).sub(was);
      }
  }

  /** Where points are drawn, about the hips and then in the room. `dt`: undefined if all begins anew. */
  #drawn(dt: number | undefined): Map<Point, Vector3> {
    const at = new Map([...this.#tracks].map(([point, { offset }]) => [point, offset.at.clone()]));
    this.#fit(at);
    const base = this.#hips.at.clone();
    if (this.#travel) {
      if (dt === undefined) this.#travel.restart();
      else if (dt > 0) this.#travel.step(this.#soles(), this.#time, dt);
      base.setX(this.#travel.way.x).setZ(this.#travel.way.z);
    }
    if (this.#floor) {
      const heights = [...at]
        .filter(([point]) => this.#isSole(point))
        .map(([point, each]) => this.#over(point, each));
      base.y = -Math.min(...heights);
    }
    for (const each of at.values()) each.add(base);
    return at;
  }

  /** Points of the soles that are seen, about the hips, before any filter: their velocities are fitted. */
  #soles(): Map<Point, Vector3> {
    const soles = new Map<Point, Vector3>();
    if (!this.#sees('leftHip', 'rightHip')) return soles;
    const [left, right] = [this.#tracks.get('leftHip')!.raw, this.#tracks.get('rightHip')!.raw];
    for (const { point, raw } of this.#tracks.values()) {
      if (!this.#sees(point) || !this.#isSole(point)) continue;
      const place = raw.clone().sub(left).add(raw).sub(right).multiplyScalar(0.5);
      soles.set(point, place.setY(this.#over(point, place)));
    }
    return soles;
  }

  /** Whether a point is on a sole, or as near as there is one. */
  #isSole(point: Point): boolean {
    return (this.#tracks.has('leftHeel') ? /Heel|Toes/ : /Ankle/).test(point);
  }

  /** How high a point of a foot is over one that stands, counted from the hips' height. */
  #over(point: Point, { y }: Vector3): number {
    const low = this.#still.get('leftHeel') ?? this.#still.get('leftAnkle')!;
    return y - Math.max(0, this.#still.get(point)!.y - low.y);
  }

  #write(dt: number | undefined): void {
    const at = this.#drawn(dt);
    for (const side of sides)
      for (const { at: ends } of limbs) {
        const [a, b, c] = ends.map((end) => at.get(`${side}${end}`));
        if (a && b && c) this.#turnPlane(side + ends[0], [a, b, c]);
      }
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

  /** How well a part is seen, from 0 to 1; 0.01 for a part that is only guessed. */
  weight(role: Role): number {
    return this.#figure[7 * roles.length + roles.indexOf(role)]!;
  }

  /** Writes the figure of the last `take`, whose time it keeps. */
  read(figure: Float64Array): void {
    figure.set(this.#figure);
  }
}

const goal = new Vector3();
const hipsGoal = new Vector3();

/** Frames over which lengths are measured: as many as a median needs. */
const measured = 200;

/**
 * Reads recorded landmarks, such as the markers of a studio, for `retargetFigures`. `times`: seconds. Nobody is seen in a
 * frame that is undefined.
 *
 * @throws LimberError as `LandmarkSource` and its `take`; `badTrajectory` unless there is a time per frame.
 */
export function readLandmarks(
  frames: readonly (Landmarks | undefined)[],
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
