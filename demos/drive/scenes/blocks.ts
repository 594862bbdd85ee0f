/** Blocks that jaws carry: a block follows the tool while they are closed about it, and falls when they open. */
import type { Problem } from 'limber';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { type Props, readPoint } from '../led.ts';
import { isOn } from '../mat.ts';
import { ease, Thing } from '../thing.ts';
import { blocks, edge, gripped, grippedShare, hand, jaw, mat } from './arm.ts';

/** Metres from the middle of the jaws at which they take a block; radians within which they are closed about it. */
const [reach, slack] = [0.026, 0.03];

const tool = new Vector3();
const turn = new Quaternion();
const wanted = new Quaternion();
const offset = new Vector3();

export class Blocks implements Props {
  readonly #all: readonly Thing[];
  readonly #jaw: number;
  /** The block in the jaws, and its pose in the tool's frame. */
  #held: Thing | null = null;
  readonly #place = new Vector3();
  readonly #turn = new Quaternion();
  /** The jaws have been open since they closed last. */
  #wereOpen = true;

  constructor(private readonly problem: Problem) {
    const { model } = problem;
    this.#all = blocks.map((name) => new Thing(problem, name));
    this.#jaw = model.links[model.findLink(jaw)]!.qIndex;
  }

  /** Jaws cannot close while a block is between them. */
  get mostGrip(): number {
    readPoint(this.problem, hand, tool, turn);
    return this.#held || this.#nearest() ? grippedShare : 1;
  }

  get words(): string {
    if (this.#held) return `holds the ${this.#held.name}`;
    const there = this.#all.filter((block) => isOn(mat, block.read().place));
    const isStack = there.some(({ place }) => place.y > edge);
    if (there.length === 0) return 'the mat is empty';
    return there.length < 2
      ? `${there[0]!.name} on the mat`
      : isStack
        ? 'a stack on the mat'
        : 'both on the mat';
  }

  step(dt: number): boolean {
    const isClosed = this.problem.state.q[this.#jaw]! < gripped + slack;
    readPoint(this.problem, hand, tool, turn);
    for (const block of this.#all) block.read();
    if (isClosed && this.#wereOpen) this.#take(this.#nearest());
    if (!isClosed) this.#held = null;
    this.#wereOpen = !isClosed;
    let hasMoved = this.#carry();
    for (const block of this.#all) if (block !== this.#held && this.#fall(block, dt)) hasMoved = true;
    if (hasMoved) this.problem.state.update();
    return hasMoved;
  }

  forget(): void {
    this.#held = null;
    this.#wereOpen = true;
  }

  #nearest(): Thing | null {
    const away = (block: Thing): number => block.read().place.distanceTo(tool);
    const near = this.#all.filter((block) => away(block) < reach);
    return near.sort((a, b) => away(a) - away(b))[0] ?? null;
  }

  #take(block: Thing | null): void {
    this.#held = block;
    if (!block) return;
    block.speed = 0;
    wanted.copy(turn).invert();
    this.#place.subVectors(block.place, tool).applyQuaternion(wanted);
    this.#turn.multiplyQuaternions(wanted, block.turn);
  }

  /** The held block goes with the tool, and the jaws centre it. */
  #carry(): boolean {
    const block = this.#held;
    if (!block) return false;
    this.#place.multiplyScalar(1 - ease);
    this.#turn.slerp(nearestQuarter(this.#turn, wanted), ease);
    offset.copy(this.#place).applyQuaternion(turn).add(tool);
    wanted.multiplyQuaternions(turn, this.#turn);
    const moves = block.place.distanceTo(offset) > 1e-6 || block.turn.angleTo(wanted) > 1e-5;
    block.place.copy(offset);
    block.turn.copy(wanted);
    if (moves) block.write();
    return moves;
  }

  /** Falls onto the floor, or what is below. */
  #fall(block: Thing, dt: number): boolean {
    const falls = block.fall(this.#floorBelow(block), dt);
    if (falls) block.write();
    return falls;
  }

  #floorBelow(block: Thing): number {
    const isUnder = ({ place }: Thing): boolean =>
      Math.hypot(place.x - block.place.x, place.z - block.place.z) < 0.75 * edge &&
      place.y < block.place.y - edge / 2;
    const tops = this.#all
      .filter((each) => each !== block && isUnder(each))
      .map(({ place }) => place.y + edge);
    return Math.max(edge / 2, ...tops);
  }
}

const matrix = new Matrix4();
const axes = [new Vector3(), new Vector3(), new Vector3()] as const;

/** The quarter turns next to a turn: a block's sides lie on the jaws. */
function nearestQuarter(from: Quaternion, out: Quaternion): Quaternion {
  const [x, y, z] = axes;
  const toAxis = (v: Vector3, not?: Vector3): void => {
    const size = [v.x, v.y, v.z].map((each, k) => (not?.getComponent(k) ? 0 : Math.abs(each)));
    const k = size.indexOf(Math.max(...size));
    const sign = Math.sign(v.getComponent(k)) || 1;
    v.set(0, 0, 0).setComponent(k, sign);
  };
  toAxis(x.set(1, 0, 0).applyQuaternion(from));
  toAxis(y.set(0, 1, 0).applyQuaternion(from), x);
  z.crossVectors(x, y);
  return out.setFromRotationMatrix(matrix.makeBasis(x, y, z));
}
