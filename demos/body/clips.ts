/** A person of lines, and what it does: a skeleton and animations, all made in code. Metres, z forward, y up. */
import type { Vec3 } from 'limber';
import type { HandRule } from 'limber/character';
import * as three from 'three';
import { AnimationClip, type Bone, MathUtils, type Object3D, Quaternion, Vector3 } from 'three';
import { type BoneLine, makeBones } from '../views/bones.ts';

const sides = ['Left', 'Right'] as const;
type Side = (typeof sides)[number];
const signOf = (side: Side) => (side === 'Left' ? 1 : -1);

/** A T-pose, in world places; legs are longer and arms shorter than the figure's. */
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
const ankle = 0.085;

const makeBody = () => makeBones(middle, left, sides);
export const makePerson = (): Bone => makeBody().get('Hips')!;

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
  /** Default `auto`. */
  readonly hands?: HandRule;
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
    hands: 'place',
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

const down = new Vector3(0, -1, 0);
const forward = new Vector3(0, 0, 1);
const backward = new Vector3(0, 0, -1);

/** The frame of a bone along `way`, in a limb that bends about `axis`. */
function frameOf(way: Vector3, axis: Vector3): Quaternion {
  const y = way.clone().normalize();
  const basis = new three.Matrix4().makeBasis(axis, y, axis.clone().cross(y));
  return new Quaternion().setFromRotationMatrix(basis);
}

/** The joint between two lengths, by the law of cosines; `side`: where it points. */
function bend(from: Vector3, to: Vector3, a: number, b: number, side: Vector3): Vector3 {
  const way = to.clone().sub(from);
  const c = Math.min(way.length(), 0.9995 * (a + b));
  way.normalize();
  const along = (a * a + c * c - b * b) / (2 * c);
  const across = side.clone().addScaledVector(way, -side.dot(way)).normalize();
  const height = Math.sqrt(Math.max(0, a * a - along * along));
  return from.clone().addScaledVector(way, along).addScaledVector(across, height);
}

const euler = (lean: number, yaw: number) =>
  new Quaternion().setFromEuler(new three.Euler(lean, yaw, 0, 'YXZ'));

/** How an act steps at a time: its feet, and the hips above them. */
function gaitAt(act: Act, time: number) {
  const feet = { Left: footAt(act, 'Left', time), Right: footAt(act, 'Right', time) };
  const middleOf = (key: keyof Stand) =>
    averaged((t) => (footAt(act, 'Left', t)[key] + footAt(act, 'Right', t)[key]) / 2, time);
  const going = averaged((t) => isStepping(act, t), time);
  const bob = averaged((t) => Math.cos((2 * Math.PI * (t - 0.6)) / beat - 0.6), time);
  const low = 0.02 + 0.07 * going + 0.02 * going * bob;
  return { time, feet, low, x: middleOf('x'), z: middleOf('z'), yaw: middleOf('yaw') };
}

/** Frames per second. */
const rate = 30;
type Gait = ReturnType<typeof gaitAt>;
const gaits = new Map<Act, readonly Gait[]>();

/** At all frames; the same wherever the ball is. */
function gaitsOf(act: Act): readonly Gait[] {
  const count = Math.round(act.seconds * rate) + 1;
  const all = gaits.get(act) ?? Array.from({ length: count }, (_, i) => gaitAt(act, i / rate));
  gaits.set(act, all);
  return all;
}

/** The person as it acts. */
class Actor {
  readonly bones = makeBody();

  /** How its bones are turned in the world. */
  readonly #turns = new Map<Object3D, Quaternion>();

  /** Stands as the act has it at a time. */
  pose(act: Act, { time, feet, low, x, yaw, z }: Gait, ball: Vec3): void {
    const posture = act.posture(time, ball);
    const { back = 0, down = 0, lean = 0, twist = 0 } = posture;
    const hips = this.bones.get('Hips')!;
    hips.position.set(x - back * Math.sin(yaw), 1.02 - low - down, z - back * Math.cos(yaw));
    this.#turn('Hips', euler(0.35 * lean, yaw + 0.25 * twist));
    this.#turn('Spine', euler(0.7 * lean, yaw + 0.6 * twist));
    this.#turn('Chest', euler(lean, yaw + twist));
    this.#turn('Neck', euler(0.6 * lean, yaw + 0.7 * twist));
    this.#turn('Head', euler(0.3 * lean, yaw + 0.4 * twist));
    for (const side of sides) {
      this.#leg(side, feet[side], yaw);
      this.#arm(side, feet[side === 'Left' ? 'Right' : 'Left'], yaw, posture);
    }
  }

  /** Turns a bone to where it is in the world. */
  #turn(name: string, turn: Quaternion): void {
    const bone = this.bones.get(name)!;
    this.#turns.set(bone, turn);
    bone.quaternion.copy(turn);
    // Shoulders are never turned.
    let above = bone.parent;
    while (above && !this.#turns.has(above)) above = above.parent;
    if (above) bone.quaternion.premultiply(this.#turns.get(above)!.clone().conjugate());
  }

  #placeOf(name: string): Vector3 {
    return this.bones.get(name)!.getWorldPosition(new Vector3());
  }

  /** Bends a limb so that it ends at a place, its joint pointing to a side; `rest`: its way and side at rest. */
  #limb(
    [upper, lower, end]: readonly [string, string, string],
    to: Vector3,
    side: Vector3,
    rest: readonly [Vector3, Vector3],
  ): void {
    const [a, b] = [lower, end].map((name) => this.bones.get(name)!.position.length());
    const from = this.#placeOf(upper);
    const joint = bend(from, to, a!, b!, side);
    // Unlike a single bone, the whole limb never points where its joint does.
    const axis = to.clone().sub(from).cross(side).normalize();
    const undone = frameOf(rest[0], rest[0].clone().cross(rest[1])).conjugate();
    this.#turn(upper, frameOf(joint.clone().sub(from), axis).multiply(undone));
    this.#turn(lower, frameOf(to.clone().sub(joint), axis).multiply(undone));
  }

  #leg(side: Side, { x, y, z, yaw, pitch }: FootPose, ahead: number): void {
    const knees = new Vector3(0.12 * signOf(side), 0, 1).applyAxisAngle(down, -(yaw + ahead) / 2);
    this.#limb([`${side}UpLeg`, `${side}Leg`, `${side}Foot`], new Vector3(x, y, z), knees, [down, forward]);
    this.#turn(`${side}Foot`, euler(pitch, yaw));
  }

  /** Hanging arms swing with the other foot. */
  #arm(side: Side, other: FootPose, yaw: number, { hands }: Posture): void {
    const sign = signOf(side);
    const hips = this.#placeOf('Hips');
    const swing = (other.x - hips.x) * Math.sin(yaw) + (other.z - hips.z) * Math.cos(yaw);
    const hand = new Vector3(0.07 * sign, -0.465 + 0.25 * swing * swing, 0.05 + 0.65 * swing)
      .applyAxisAngle(down, -yaw)
      .add(this.#placeOf(`${side}Arm`));
    const [at, part] = hands?.[side] ?? [[0, 0, 0], 0];
    hand.lerp(new Vector3(...at), part);
    const chest = this.#turns.get(this.bones.get('Chest')!)!;
    const elbow = new Vector3(0.5 * sign, -0.3 * part, -1).applyQuaternion(chest);
    const rest = [new Vector3(sign, 0, 0), backward] as const;
    this.#limb([`${side}Arm`, `${side}ForeArm`, `${side}Hand`], hand, elbow, rest);
  }
}

const actor = new Actor();

/** The act as an animation of the person; `ball`: where the hand reaches. */
export function makeClip(act: Act, ball: Vec3): AnimationClip {
  const gaits = gaitsOf(act);
  const times = gaits.map(({ time }) => time);
  const places: number[] = [];
  const turns = new Map(
    [...actor.bones].map(([name, bone]) => [name, { bone, values: [] as number[], last: new Quaternion() }]),
  );
  for (const gait of gaits) {
    actor.pose(act, gait, ball);
    places.push(...actor.bones.get('Hips')!.position.toArray());
    for (const { bone, last, values } of turns.values()) {
      const { x, y, z, w } = bone.quaternion;
      // A quaternion and its opposite are one rotation: the nearer one follows.
      const sign = bone.quaternion.dot(last) < 0 ? -1 : 1;
      values.push(...last.set(sign * x, sign * y, sign * z, sign * w).toArray());
    }
  }
  return new AnimationClip(act.name, act.seconds, [
    new three.VectorKeyframeTrack('Hips.position', times, places),
    ...[...turns].map(
      ([name, { values }]) => new three.QuaternionKeyframeTrack(`${name}.quaternion`, times, values),
    ),
  ]);
}
