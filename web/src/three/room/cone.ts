import { Group, Quaternion, Vector3 } from 'three';
import type { Goal } from '../../core/goal.ts';
import { BallMark, type MarkMaterials } from '../motion-marks.ts';
import { edgeOf, endsOf, readerOf, type RoomEdge, type RoomMark } from './mark.ts';

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
  readonly twist: [number, number] | null;
  /** The parameter with the twist, and the index of its first number. */
  readonly twistIn: readonly [parameter: string, index: number];
}

/**
 * Room of an orientation, a direction or a gaze, drawn at the tool: the cone about the target in which its axis may be,
 * the sector of its twist, and needles at both.
 */
export class ConeMark implements RoomMark {
  readonly group = new Group();
  readonly edges: readonly RoomEdge[];
  readonly #radius: number;
  /** Tilt, twist, about, and within of a pose. */
  readonly #readers: readonly (() => ArrayLike<number>)[];
  /** Their numbers as drawn. */
  readonly #drawn = new Float64Array(17).fill(NaN);
  #mark: BallMark | null = null;
  #isAt: (name: string) => boolean = () => false;

  constructor(
    private readonly goal: Goal,
    size: number,
    private readonly materials: MarkMaterials,
  ) {
    this.#radius = part * size;
    this.#readers = ['tilt', 'twist', 'about', 'within'].map((name) => readerOf(goal, name));
    const room = this.#room();
    this.edges = [...this.#tiltEdges(room), ...this.#twistEdges(room)];
  }

  update(place: Vector3, turn: Quaternion): void {
    if (this.#hasChanged()) this.#show(this.#room());
    this.group.position.copy(place);
    this.#face(place, turn);
    this.#mark?.show(0, swung);
  }

  setHot(isAt: (name: string) => boolean): void {
    this.#isAt = isAt;
    this.#mark?.setHot(isAt('tilt'));
    this.#mark?.setHotTwist(twistNames.some(isAt));
  }

  /** The materials have it. */
  setPalette(): void {}

  dispose(): void {
    this.#mark?.dispose();
  }

  /** Room about the turning axes of a goal: its cone and twist, or the interval of one axis. */
  #room(): Room {
    const [tilt, twist, about, within] = this.#readers.map((read) => read());
    const pair = (numbers: ArrayLike<number>, index: number): [number, number] => [
      numbers[index] ?? 0,
      numbers[index + 1] ?? numbers[index] ?? 0,
    ];
    const swing = pair(tilt!, 0);
    const axis = [0, 1, 2].find((i) => this.goal.type === 'pose' && isDrawn(pair(within!, 6 + 2 * i)));
    const twistIn = axis === undefined ? (['twist', 0] as const) : (['within', 6 + 2 * axis] as const);
    const [least, most] = pair(axis === undefined ? twist! : within!, twistIn[1]);
    return {
      about: axis ?? about![0] ?? 2,
      tilt: swing.some((angle) => angle > 0) && swing.some((angle) => angle < Math.PI) ? swing : null,
      twist: isDrawn([least, most]) ? [least, Math.min(most, least + 2 * Math.PI)] : null,
      twistIn,
    };
  }

  #hasChanged(): boolean {
    let [at, changed] = [0, false];
    for (const read of this.#readers) {
      const numbers = read();
      for (let i = 0; i < numbers.length; i += 1, at += 1) {
        changed ||= this.#drawn[at] !== numbers[i];
        this.#drawn[at] = numbers[i]!;
      }
    }
    return changed;
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

  /** Edges that can be moved keep a needle, also where nothing is left of their room. */
  #show({ tilt, twist, about }: Room): void {
    if (this.#mark) this.group.remove(this.#mark.group);
    this.#mark?.dispose();
    this.#mark = null;
    if (!tilt && !twist && this.edges.length === 0) return;
    const swing = tilt && { x: ends(tilt[0]), y: ends(tilt[1]) };
    this.#mark = new BallMark(this.materials, this.#radius, { frame: frames[about]!, swing, twist });
    this.group.add(this.#mark.group);
    this.setHot(this.#isAt);
  }

  /** On the rim of the cone; a round one has one. */
  #tiltEdges({ tilt, about }: Room): RoomEdge[] {
    if (!tilt) return [];
    const { goal } = this;
    const isRound = tilt[0] === tilt[1];
    return (isRound ? [1] : [0, 1]).map((index) => {
      const placeAt = (angle: number, out: Vector3): void => {
        // A turn about X leads Z to −Y, one about Y leads it to X.
        out.set(0, 0, this.#radius).applyAxisAngle(index === 0 ? x : y, angle);
        this.#toRoom(out.applyQuaternion(frames[about]!));
      };
      const end = { goal, parameter: 'tilt', name: 'tilt', index: isRound ? 0 : index, turns: true, placeAt };
      const edge = edgeOf({ ...end, bounds: () => [0, Math.PI] }, 'most', null);
      return isRound ? { ...edge, write: (angle: number) => this.#writeTilt(angle) } : edge;
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
  #twistEdges({ twist, twistIn: [parameter, index], about }: Room): RoomEdge[] {
    if (!twist) return [];
    const name = parameter === 'twist' ? 'twist' : `r${'xyz'[about]}`;
    const placeAt = (angle: number, out: Vector3): void => {
      this.#mark!.placeOfTwist(angle, out);
      this.#toRoom(out);
    };
    return endsOf({ goal: this.goal, parameter, name, index, turns: true, placeAt });
  }
}

const twistNames = ['twist', 'rx', 'ry', 'rz'];
const isDrawn = ([least, most]: readonly [number, number]): boolean =>
  least !== most && Number.isFinite(most - least);
const ends = (angle: number): [number, number] => [-angle, angle];
const x = new Vector3(1, 0, 0);
const y = new Vector3(0, 1, 0);
const swung = new Quaternion();
const inverse = new Quaternion();
const wanted = new Vector3();
const pointed = new Vector3();
