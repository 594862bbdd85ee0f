/** Writes motion as BVH, which most programs of animation read. */
import { Euler, MathUtils, Quaternion, Vector3 } from 'three';
import type { Character } from '../gltf/character.ts';
import { LimberError, show } from '../../describe/errors.ts';
import type { Link } from '../../core/any-model.ts';
import type { Trajectory } from '../../moves/trajectory.ts';
import { reserved } from './bvh.ts';
import { RobotBody } from './robot-body.ts';

export interface BVHOptions {
  /** Metres per unit of the file, such as 0.01 for centimetres; default 1. */
  readonly unit?: number;
  /** Frames per second; default: as many as the trajectory has. */
  readonly rate?: number;
}

type Body = Character | RobotBody;

class Joint {
  readonly children: Joint[] = [];
  /** From the parent, with all joints at zero. */
  readonly offset = new Vector3();
  /** Now; its axes are the world's at zero. */
  readonly place = new Vector3();
  readonly turn = new Quaternion();
  /** Inverse of its link's rotation at zero. */
  readonly back = new Quaternion();
  /** Where its bone ends, if it has no children. */
  readonly end = new Vector3();

  /** `link`: −1 for a root that carries several. `travels`: its place is written, not only its rotation. */
  constructor(
    readonly name: string,
    readonly link: number,
    readonly parent: Joint | undefined,
    readonly travels: boolean,
  ) {}
}

/** Poses of a body's links in axes whose up is +Y. */
class Poser {
  readonly #up: Quaternion | undefined;

  constructor(private readonly body: Body) {
    this.#up = body instanceof RobotBody ? body.up : undefined;
  }

  read(link: number, place: Vector3, turn: Quaternion): void {
    const { poses } = this.body.problem.state;
    place.fromArray(poses, 7 * link);
    turn.fromArray(poses, 7 * link + 3);
    if (!this.#up) return;
    place.applyQuaternion(this.#up);
    turn.premultiply(this.#up);
  }
}

/** The joints that move, or carry others that do, from the root on; the others end bones. The body is at zero. */
function jointsOf({ model }: Body, poser: Poser): Joint[] {
  const moves = new Set<number>();
  for (const { index, motions } of model.links)
    for (let at = index; motions.length > 0 && at >= 0 && !moves.has(at); at = model.links[at]!.parent)
      moves.add(at);
  const roots = model.links.filter(({ index, parent }) => parent < 0 && moves.has(index));
  const names = new Set(roots.length === 1 ? [] : ['root']);
  const nameOf = (link: Link) => {
    const plain = link.name.replaceAll(reserved, '_') || 'joint';
    let name = plain;
    for (let i = 2; names.has(name); i += 1) name = `${plain}_${i}`;
    names.add(name);
    return name;
  };
  const all: Joint[] = [];
  const byLink = new Map<number, Joint>();
  if (roots.length !== 1) all.push(new Joint('root', -1, undefined, false));
  for (const link of model.links) {
    const parent = byLink.get(link.parent) ?? (roots.length === 1 ? undefined : all[0]);
    if (!moves.has(link.index)) {
      poser.read(link.index, place, turn);
      if (parent?.end.lengthSq() === 0) parent.end.subVectors(place, parent.place);
      continue;
    }
    const travels = link.parent < 0 || link.motions.some(({ v, isBall }) => !isBall && Math.hypot(...v) > 0);
    const joint = new Joint(nameOf(link), link.index, parent, travels);
    poser.read(joint.link, joint.place, turn);
    joint.back.copy(turn).conjugate();
    if (parent) joint.offset.subVectors(joint.place, parent.place);
    parent?.children.push(joint);
    byLink.set(link.index, joint);
    all.push(joint);
  }
  for (const joint of all) if (joint.end.lengthSq() === 0) joint.end.copy(joint.offset).multiplyScalar(0.5);
  return all;
}

const decimal = (number: number): string => String(Number(number.toFixed(6)));

function hierarchy(joint: Joint, scale: number, out: string[]): void {
  const numbers = (at: Vector3) => at.toArray().map((each) => decimal(each * scale)).join(' '); // prettier-ignore
  const places = joint.travels ? 'Xposition Yposition Zposition ' : '';
  out.push(`${joint.parent ? 'JOINT' : 'ROOT'} ${joint.name}`, '{', `OFFSET ${numbers(joint.offset)}`);
  out.push(`CHANNELS ${joint.travels ? 6 : 3} ${places}Zrotation Xrotation Yrotation`);
  for (const child of joint.children) hierarchy(child, scale, out);
  if (joint.children.length === 0) out.push('End Site', '{', `OFFSET ${numbers(joint.end)}`, '}');
  out.push('}');
}

/**
 * A rotation G since zero and a place p, in the world: a joint's rotation in its parent is Gₚ⁻¹ G, and its place
 * Gₚ⁻¹ (p − pₚ), of which the offset is a part.
 */
function frame(joints: readonly Joint[], poser: Poser, scale: number): string {
  const numbers: string[] = [];
  for (const joint of joints) {
    const { parent, offset, travels } = joint;
    if (joint.link >= 0) {
      poser.read(joint.link, joint.place, joint.turn);
      joint.turn.multiply(joint.back);
    }
    back.copy(parent?.turn ?? still).conjugate();
    if (travels) {
      place.copy(joint.place);
      if (parent) place.sub(parent.place).applyQuaternion(back).sub(offset);
      for (const each of place.toArray()) numbers.push(decimal(each * scale));
    }
    angles.setFromQuaternion(turn.multiplyQuaternions(back, joint.turn), 'ZXY');
    for (const each of [angles.z, angles.x, angles.y]) numbers.push(decimal(each * MathUtils.RAD2DEG));
  }
  return numbers.join(' ');
}

/** `toBVH` in pieces, without the last line's end: all before the first frame, then a line per frame. @internal */
export function* linesOfBVH(
  trajectory: Trajectory,
  body: Body,
  { unit = 1, rate }: BVHOptions = {},
): Generator<string> {
  trajectory.checkFits(body.model);
  for (const [name, number] of Object.entries({ unit, rate: rate ?? 1 }))
    if (!(number > 0 && number < Infinity))
      throw new LimberError('badTrajectory', `options.${name} is ${show(number)}; give a number above 0`);
  const { times, length, duration } = trajectory;
  const step = rate !== undefined ? 1 / rate : length > 1 && duration > 0 ? duration / (length - 1) : 1 / 30;
  const frames = length === 0 ? 0 : Math.floor(duration / step + 1e-6) + 1;
  const { state } = body.problem;
  const before = state.q.slice();
  const poser = new Poser(body);
  try {
    state.q.fill(0);
    state.update();
    const joints = jointsOf(body, poser);
    const lines = ['HIERARCHY'];
    hierarchy(joints[0]!, 1 / unit, lines);
    lines.push('MOTION', `Frames: ${frames}`, `Frame Time: ${step}`);
    yield lines.join('\n');
    for (let i = 0; i < frames; i += 1) {
      trajectory.at(times[0]! + i * step, state.q);
      state.update();
      yield frame(joints, poser, 1 / unit);
    }
  } finally {
    state.q.set(before);
    state.update();
  }
}

/**
 * A motion of `retargetClip` as BVH: the body's joints at zero as its tree, +Y up, in metres. Links that never move,
 * such as fingers, are left out.
 *
 * @throws LimberError `badTrajectory` for a trajectory of another body.
 */
export function toBVH(trajectory: Trajectory, body: Character | RobotBody, options?: BVHOptions): string {
  return `${[...linesOfBVH(trajectory, body, options)].join('\n')}\n`;
}

const place = new Vector3();
const turn = new Quaternion();
const back = new Quaternion();
const still = new Quaternion();
const angles = new Euler();
