import { Group, Quaternion, Vector3 } from 'three';
import type { Goal } from '../../core/goal.ts';
import type { JointMotion } from '../joint-motions.ts';
import { BallMark, type MarkMaterials } from '../motion-marks.ts';
import { edgeOf, endsOf, numbersOf, type RoomEdge, type RoomMark } from './mark.ts';

/** Radius of a cone, as a fraction of the exhibit's size. */
const part = 0.2;
const z = new Vector3(0, 0, 1);
/** Turns Z onto an axis of the tool, and X and Y onto the next two. */
const frames = [
  new Quaternion(0.5, 0.5, 0.5, 0.5),
  new Quaternion(-0.5, -0.5, -0.5, 0.5),
  new Quaternion(),
] as const;

/** A swing and a twist; null: none, or any. */
interface Room {
  readonly about: number;
  readonly tilt: readonly [number, number] | null;
  readonly twist: readonly [number, number] | null;
  /** The parameter with the twist, and the index of its first number. */
  readonly twistIn: readonly [parameter: string, index: number];
}

const isDrawn = ([least, most]: readonly number[]): boolean => least !== most && most! - least! < 2 * Math.PI;

/** Room about the turning axes of a goal: its cone and twist, or the interval of one axis. */
function roomOf(goal: Goal): Room {
  const pair = (name: string, index: number): [number, number] => {
    const numbers = numbersOf(goal, name);
    return [numbers[index] ?? 0, numbers[index + 1] ?? numbers[index] ?? 0];
  };
  const tilt = pair('tilt', 0);
  const swing = tilt.some((angle) => angle > 0) && tilt.some((angle) => angle < Math.PI) ? tilt : null;
  const axis = [0, 1, 2].find((i) => goal.type === 'pose' && isDrawn(pair('within', 6 + 2 * i)));
  const twistIn = axis === undefined ? (['twist', 0] as const) : (['within', 6 + 2 * axis] as const);
  const twist = pair(twistIn[0], twistIn[1]);
  const about = axis ?? numbersOf(goal, 'about')[0] ?? 2;
  return { about, tilt: swing, twist: isDrawn(twist) ? twist : null, twistIn };
}

/**
 * Room of an orientation, a direction or a gaze, drawn at the tool: the cone about the target in which its axis may be,
 * the sector of its twist, and needles at both.
 */
export class ConeMark implements RoomMark {
  readonly group = new Group();
  readonly names = new Set(['tilt', 'twist', 'rx', 'ry', 'rz']);
  readonly edges: readonly RoomEdge[];
  readonly #radius: number;
  #mark: BallMark | null = null;
  #room: Room | null = null;
  #hot = false;

  constructor(
    private readonly goal: Goal,
    size: number,
    private readonly materials: MarkMaterials,
  ) {
    this.#radius = part * size;
    this.edges = [...this.#tiltEdges(), ...this.#twistEdges()];
  }

  update(place: Vector3, turn: Quaternion): void {
    this.#show(roomOf(this.goal));
    const { group } = this;
    group.position.copy(place);
    this.#face(place, turn);
    this.#mark?.show(0, swung);
  }

  setHot(hot: boolean): void {
    this.#hot = hot;
    this.#mark?.setHot(hot);
  }

  /** The materials have it. */
  setPalette(): void {}

  dispose(): void {
    this.#mark?.dispose();
  }

  /** Turns the group to the target, and stores the tool's turn from it in `swung`. */
  #face(place: Vector3, turn: Quaternion): void {
    const { goal, group } = this;
    const { target, type } = goal;
    if (type === 'pose' || type === 'orientation') {
      group.quaternion.fromArray(target, type === 'pose' ? 3 : 0).normalize();
      swung.copy(group.quaternion).invert().multiply(turn);
      return;
    }
    if (type !== 'direction' && type !== 'lookAt') return;
    wanted.fromArray(target);
    if (type === 'lookAt') wanted.sub(place);
    group.quaternion.setFromUnitVectors(z, wanted.normalize());
    pointed.fromArray(goal.axis).normalize().applyQuaternion(turn);
    swung.setFromUnitVectors(z, pointed.applyQuaternion(inverse.copy(group.quaternion).invert()));
  }

  #toRoom(point: Vector3): void {
    point.applyQuaternion(this.group.quaternion).add(this.group.position);
  }

  /** Draws another room than before. */
  #show(room: Room): void {
    if (JSON.stringify(room) === JSON.stringify(this.#room)) return;
    this.#room = room;
    if (this.#mark) this.group.remove(this.#mark.group);
    this.#mark?.dispose();
    this.#mark = null;
    const { tilt, twist, about } = room;
    if (!tilt && !twist) return;
    const swing = tilt && { x: ends(tilt[0]), y: ends(tilt[1]) };
    const motion = { frame: frames[about]!, swing, twist } as unknown as JointMotion;
    this.#mark = new BallMark(this.materials, this.#radius, motion);
    this.#mark.setHot(this.#hot);
    this.group.add(this.#mark.group);
  }

  /** On the rim of the cone; a round one has one. */
  #tiltEdges(): RoomEdge[] {
    const { goal } = this;
    const { tilt, about } = roomOf(goal);
    if (!tilt) return [];
    const made = numbersOf(goal, 'tilt').length === 1 || tilt[0] === tilt[1] ? [1] : [0, 1];
    return made.map((index) => {
      const placeAt = (angle: number, out: Vector3): void => {
        // A turn about X leads Z to −Y, one about Y leads it to X.
        out
          .set(0, 0, this.#radius)
          .applyAxisAngle(index === 0 ? x : y, angle)
          .applyQuaternion(frames[about]!);
        this.#toRoom(out);
      };
      const end = { goal, parameter: 'tilt', name: 'tilt', side: 'most', turns: true, placeAt } as const;
      const edge = edgeOf({ ...end, index: made.length > 1 ? index : 0, range: [0, Math.PI] });
      return made.length > 1 ? edge : { ...edge, write: (angle) => this.#writeTilt(angle) };
    });
  }

  #writeTilt(angle: number): void {
    const { goal } = this;
    const place = goal.parameters.findIndex(({ name }) => name === 'tilt');
    goal.writeNumbers(
      place,
      Array.from(goal.numbers(place), () => angle),
    );
  }

  /** On the arc at the end of the cone's needle. */
  #twistEdges(): RoomEdge[] {
    const { goal } = this;
    const { twist, twistIn, about } = roomOf(goal);
    if (!twist) return [];
    const [parameter, index] = twistIn;
    const name = parameter === 'twist' ? 'twist' : `r${'xyz'[about]}`;
    const placeAt = (angle: number, out: Vector3): void => {
      this.#mark?.placeOfTwist(angle, out);
      this.#toRoom(out);
    };
    return endsOf({ goal, parameter, name, index, turns: true, placeAt });
  }
}

const ends = (angle: number): [number, number] => [-angle, angle];
const x = new Vector3(1, 0, 0);
const y = new Vector3(0, 1, 0);
const swung = new Quaternion();
const inverse = new Quaternion();
const wanted = new Vector3();
const pointed = new Vector3();
