/** A person of lines, and what it does: a skeleton and animations, all made in code. Metres, z forward, y up. */
import type { Vec3 } from 'limber';
import {
  AnimationClip,
  Bone,
  Euler,
  MathUtils,
  Matrix4,
  Quaternion,
  QuaternionKeyframeTrack,
  Vector3,
  VectorKeyframeTrack,
} from 'three';

type BoneLine = readonly [name: string, parent: string, at: Vec3];
type Side = 'Left' | 'Right';
const sides: readonly Side[] = ['Left', 'Right'];
const signOf = (side: Side) => (side === 'Left' ? 1 : -1);

/** A T-pose, in world places; legs are longer and arms shorter than our figure's. */
const middle: readonly BoneLine[] = [
  ['Hips', '', [0, 1.02, 0]],
  ['Spine', 'Hips', [0, 1.13, 0]],
  ['Chest', 'Spine', [0, 1.27, 0]],
  ['Neck', 'Chest', [0, 1.53, 0]],
  ['Head', 'Neck', [0, 1.62, 0.01]],
];
const left: readonly BoneLine[] = [
  ['Shoulder', 'Chest', [0.04, 1.47, 0]],
  ['Arm', 'Shoulder', [0.17, 1.47, 0]],
  ['ForeArm', 'Arm', [0.43, 1.47, 0]],
  ['Hand', 'ForeArm', [0.66, 1.47, 0]],
  ['UpLeg', 'Hips', [0.1, 0.98, 0]],
  ['Leg', 'UpLeg', [0.1, 0.53, 0]],
  ['Foot', 'Leg', [0.1, 0.085, 0]],
  ['ToeBase', 'Foot', [0.1, 0.02, 0.13]],
];
const lines: readonly BoneLine[] = [
  ...middle,
  ...sides.flatMap((side) =>
    left.map(([name, parent, [x, y, z]]): BoneLine => [
      side + name,
      middle.some(([each]) => each === parent) ? parent : side + parent,
      [signOf(side) * x, y, z],
    ]),
  ),
];
const upperArm = 0.26;
const foreArm = 0.23;
const thigh = 0.45;
const shin = 0.445;
const ankle = 0.085;

const placeAtRest = new Map(lines.map(([name, , at]) => [name, new Vector3(...at)]));

export function makePerson(): Bone {
  const bones = new Map<string, Bone>();
  for (const [name, parent] of lines) {
    const bone = new Bone();
    bone.name = name;
    bone.position.copy(placeAtRest.get(name)!);
    if (parent) bone.position.sub(placeAtRest.get(parent)!);
    bones.get(parent)?.add(bone);
    bones.set(name, bone);
  }
  return bones.get('Hips')!;
}

/** A foot on the floor. */
interface Stand {
  readonly x: number;
  readonly z: number;
  /** Radians, as of everything that turns. */
  readonly yaw: number;
}

/** A foot goes to another stand. */
interface Swing {
  readonly side: Side;
  readonly from: number;
  readonly to: Stand;
}

/** What the person does besides its steps; all parts are 0 or absent in a person that stands. */
interface Posture {
  /** Metres by which the hips go down and back. */
  readonly down?: number;
  readonly back?: number;
  /** The trunk, forward and to the left. */
  readonly lean?: number;
  readonly twist?: number;
  /** Places of the hands, and how far they are from hanging to there (0 … 1). */
  readonly hands?: Readonly<Partial<Record<Side, readonly [at: Vec3, part: number]>>>;
}

/** Something to do. */
export interface Act {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly seconds: number;
  readonly swings: readonly Swing[];
  posture(time: number, ball: Vec3): Posture;
}

/** Seconds between two swings, and of each. */
const beat = 0.55;
const swingTime = 0.42;
/** Metres of a swing when it walks. */
const stride = 0.64;
/** How the stairs go: places of the feet are this far apart. */
export const tread = stride / 2;

const home = (side: Side): Stand => ({ x: 0.1 * signOf(side), z: 0, yaw: 0 });
const ease = (part: number) => MathUtils.smootherstep(part, 0, 1);
/** From 0 to 1 and, later, back. */
const inAndOut = (time: number, [a, b, c, d]: readonly [number, number, number, number]) =>
  ease((time - a) / (b - a)) - ease((time - c) / (d - c));

const sideOf = (i: number): Side => (i % 2 === 0 ? 'Left' : 'Right');

const walk: readonly Swing[] = Array.from({ length: 7 }, (_, i) => ({
  side: sideOf(i),
  from: 0.6 + i * beat,
  to: { ...home(sideOf(i)), z: Math.min(i + 1, 6) * tread },
}));

/** Round in a circle: the inner foot begins. */
const turn: readonly Swing[] = Array.from({ length: 9 }, (_, i) => {
  const yaw = Math.min(i + 1, 8) * (Math.PI / 4);
  const x = 0.1 * signOf(sideOf(i));
  return { side: sideOf(i), from: 0.5 + i * beat, to: { x: x * Math.cos(yaw), z: -x * Math.sin(yaw), yaw } };
});

export const acts: readonly Act[] = [
  {
    name: 'walk',
    title: 'Walk',
    text: 'Seven steps forward. Feet stand still while they carry.',
    seconds: 5,
    swings: walk,
    posture: () => ({ lean: 0.04 }),
  },
  {
    name: 'turn',
    title: 'Turn',
    text: 'Once round, in steps of 45°.',
    seconds: 6,
    swings: turn,
    posture: () => ({}),
  },
  {
    name: 'reach',
    title: 'Reach',
    text: 'The right hand goes to the blue cube, which you can drag.',
    seconds: 4,
    swings: [],
    posture(time, ball) {
      const part = inAndOut(time, [0.3, 1.5, 2.3, 3.6]);
      const low = MathUtils.clamp(1.3 - ball[1], 0, 0.8);
      return {
        lean: part * (0.1 + 0.7 * low),
        twist: 0.45 * part,
        down: 0.15 * low * part,
        back: 0.12 * low * part,
        hands: { Right: [ball, part] },
      };
    },
  },
  {
    name: 'sit',
    title: 'Sit',
    text: 'Down as if on a chair, hands together, and up again.',
    seconds: 5,
    swings: [],
    posture(time) {
      const part = inAndOut(time, [0.4, 1.7, 3, 4.5]);
      const late = inAndOut(time, [0.8, 1.9, 2.8, 4]);
      const lean = 0.28 * part + 0.5 * part * (1 - part) * 2;
      const hand = (x: number): readonly [Vec3, number] => [[x, 0.78, 0.16], late];
      return { down: 0.46 * part, back: 0.3 * part, lean, hands: { Left: hand(0.03), Right: hand(-0.03) } };
    },
  },
];

interface FootPose extends Stand {
  readonly y: number;
  /** Toes down. */
  readonly pitch: number;
}

/** A foot's pose: it stands whenever no swing is under way. */
function footAt({ swings }: Act, side: Side, time: number): FootPose {
  let stand = home(side);
  for (const { side: own, from, to } of swings) {
    if (own !== side || time <= from) continue;
    const part = Math.min(1, (time - from) / swingTime);
    if (part === 1) {
      stand = to;
      continue;
    }
    const way = ease(part);
    const mix = (key: keyof Stand) => MathUtils.lerp(stand[key], to[key], way);
    const lift = Math.sin(Math.PI * part) ** 2;
    const pitch = 0.5 * lift * Math.cos(Math.PI * part);
    return { x: mix('x'), z: mix('z'), yaw: mix('yaw'), y: ankle + 0.09 * lift, pitch };
  }
  return { ...stand, y: ankle, pitch: 0 };
}

/** Means over a beat make even motions of jerky ones. */
const averaged = (at: (time: number) => number, time: number): number => {
  const parts = 22;
  let sum = 0;
  for (let i = 0; i < parts; i += 1) sum += at(time + beat * ((i + 0.5) / parts - 0.5));
  return sum / parts;
};

const isStepping = ({ swings }: Act, time: number): number =>
  swings.length > 0 && time > swings[0]!.from && time < swings.at(-1)!.from + beat ? 1 : 0;

/** The rotation that brings a bone's direction, and the axis about which its limb bends, from rest to here. */
function turnTo(restWay: Vector3, restSide: Vector3, way: Vector3, axis: Vector3): Quaternion {
  const rest = new Quaternion().setFromRotationMatrix(axesOf(restWay, restWay.clone().cross(restSide)));
  return new Quaternion().setFromRotationMatrix(axesOf(way, axis)).multiply(rest.conjugate());
}

function axesOf(way: Vector3, axis: Vector3): Matrix4 {
  const y = way.clone().normalize();
  return new Matrix4().makeBasis(axis, y, axis.clone().cross(y));
}

/** The normal of a limb's plane: unlike a single bone, the whole limb never points where its joint does. */
const axisOf = (from: Vector3, to: Vector3, side: Vector3) => to.clone().sub(from).cross(side).normalize();

/** The joint between two lengths, by the law of cosines; `side`: where it points. */
function bend(from: Vector3, to: Vector3, a: number, b: number, side: Vector3): Vector3 {
  const way = to.clone().sub(from);
  const c = Math.min(way.length(), 0.9995 * (a + b));
  way.normalize();
  const along = (a * a + c * c - b * b) / (2 * c);
  const across = side.clone().addScaledVector(way, -side.dot(way)).normalize();
  return from
    .clone()
    .addScaledVector(way, along)
    .addScaledVector(across, Math.sqrt(Math.max(0, a * a - along * along)));
}

const down = new Vector3(0, -1, 0);
const forward = new Vector3(0, 0, 1);
const backward = new Vector3(0, 0, -1);

/** World rotations of all bones and the place of the hips, at a time. */
class Moment {
  readonly turns = new Map<string, Quaternion>();
  readonly places = new Map<string, Vector3>();

  constructor(act: Act, time: number, ball: Vec3) {
    const posture = act.posture(time, ball);
    const feet = { Left: footAt(act, 'Left', time), Right: footAt(act, 'Right', time) };
    const middleOf = (key: keyof Stand) =>
      averaged((t) => (footAt(act, 'Left', t)[key] + footAt(act, 'Right', t)[key]) / 2, time);
    const yaw = middleOf('yaw');
    const going = averaged((t) => isStepping(act, t), time);
    const bob = averaged((t) => Math.cos((2 * Math.PI * (t - 0.6)) / beat - 0.6), time);
    const low = 0.02 + 0.07 * going + 0.02 * going * bob + (posture.down ?? 0);
    const back = posture.back ?? 0;
    const hips = new Vector3(
      middleOf('x') - back * Math.sin(yaw),
      1.02 - low,
      middleOf('z') - back * Math.cos(yaw),
    );
    const turnOf = (lean: number, twist: number) =>
      new Quaternion().setFromEuler(new Euler(lean, yaw + twist, 0, 'YXZ'));
    const { lean = 0, twist = 0 } = posture;
    this.places.set('Hips', hips);
    this.turns.set('Hips', turnOf(0.35 * lean, 0.25 * twist));
    this.#put('Spine', 'Hips', turnOf(0.7 * lean, 0.6 * twist));
    this.#put('Chest', 'Spine', turnOf(lean, twist));
    this.#put('Neck', 'Chest', turnOf(0.6 * lean, 0.7 * twist));
    this.#put('Head', 'Neck', turnOf(0.3 * lean, 0.4 * twist));
    for (const side of sides) {
      this.#leg(side, feet[side], yaw);
      this.#arm(side, feet, yaw, posture);
    }
  }

  /** Places a bone on its parent, and turns it. */
  #put(name: string, parent: string, turn: Quaternion): Vector3 {
    const offset = placeAtRest.get(name)!.clone().sub(placeAtRest.get(parent)!);
    const place = offset.applyQuaternion(this.turns.get(parent)!).add(this.places.get(parent)!);
    this.places.set(name, place);
    this.turns.set(name, turn);
    return place;
  }

  #leg(side: Side, { x, y, z, yaw, pitch }: FootPose, ahead: number): void {
    const hip = this.#put(`${side}UpLeg`, 'Hips', new Quaternion());
    const knees = new Vector3(0.12 * signOf(side), 0, 1).applyAxisAngle(down, -(yaw + ahead) / 2);
    const foot = new Vector3(x, y, z);
    const knee = bend(hip, foot, thigh, shin, knees);
    const axis = axisOf(hip, foot, knees);
    const along = (from: Vector3, to: Vector3) => turnTo(down, forward, to.clone().sub(from), axis);
    this.turns.set(`${side}UpLeg`, along(hip, knee));
    this.#put(`${side}Leg`, `${side}UpLeg`, along(knee, foot));
    const flat = new Quaternion().setFromEuler(new Euler(pitch, yaw, 0, 'YXZ'));
    this.#put(`${side}Foot`, `${side}Leg`, flat);
    this.#put(`${side}ToeBase`, `${side}Foot`, flat);
  }

  /** Hanging arms swing with the other foot. */
  #arm(side: Side, feet: Readonly<Record<Side, FootPose>>, yaw: number, { hands }: Posture): void {
    const chest = this.turns.get('Chest')!;
    const sign = signOf(side);
    this.#put(`${side}Shoulder`, 'Chest', chest);
    const shoulder = this.#put(`${side}Arm`, `${side}Shoulder`, new Quaternion());
    const other = feet[side === 'Left' ? 'Right' : 'Left'];
    const hips = this.places.get('Hips')!;
    const swing = (other.x - hips.x) * Math.sin(yaw) + (other.z - hips.z) * Math.cos(yaw);
    const hanging = new Vector3(0.07 * sign, -0.465 + 0.25 * swing * swing, 0.05 + 0.65 * swing)
      .applyAxisAngle(down, -yaw)
      .add(shoulder);
    const [at, part] = hands?.[side] ?? [[0, 0, 0], 0];
    const hand = hanging.lerp(new Vector3(...at), part);
    const points = new Vector3(0.5 * sign, -0.3 * part, -1).applyQuaternion(chest);
    const elbow = bend(shoulder, hand, upperArm, foreArm, points);
    const rest = new Vector3(sign, 0, 0);
    const axis = axisOf(shoulder, hand, points);
    const along = (from: Vector3, to: Vector3) => turnTo(rest, backward, to.clone().sub(from), axis);
    this.turns.set(`${side}Arm`, along(shoulder, elbow));
    this.#put(`${side}ForeArm`, `${side}Arm`, along(elbow, hand));
    this.#put(`${side}Hand`, `${side}ForeArm`, along(elbow, hand));
  }
}

/** Frames per second. */
const rate = 30;

/** The act as an animation of the person; `ball`: where the hand reaches. */
export function makeClip(act: Act, ball: Vec3): AnimationClip {
  const times = Array.from({ length: Math.round(act.seconds * rate) + 1 }, (_, i) => i / rate);
  const moments = times.map((time) => new Moment(act, time, ball));
  const turns = lines.map(([name, parent]) => {
    const last = new Quaternion();
    const values = moments.flatMap((moment) => {
      const local = (moment.turns.get(parent)?.clone().conjugate() ?? new Quaternion()).multiply(
        moment.turns.get(name)!,
      );
      // A quaternion and its opposite are one rotation: the nearer one follows.
      if (local.dot(last) < 0) local.set(-local.x, -local.y, -local.z, -local.w);
      return last.copy(local).toArray();
    });
    return new QuaternionKeyframeTrack(`${name}.quaternion`, times, values);
  });
  const places = moments.flatMap((moment) => moment.places.get('Hips')!.toArray());
  return new AnimationClip(act.name, act.seconds, [
    new VectorKeyframeTrack('Hips.position', times, places),
    ...turns,
  ]);
}
