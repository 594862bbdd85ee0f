import type { Group, Quaternion, Vector3 } from 'three';
import type { Goal } from '../../core/goal.ts';
import type { Palette } from '../theme.ts';

/** An end of a goal's room that can be moved. */
export interface RoomEdge {
  /** Name of the parameter and its number: "x", "tilt"; and which end. */
  readonly name: string;
  readonly side: 'least' | 'most';
  /** Whether its number is in radians, else metres. */
  readonly turns: boolean;
  /** The number, counted from the target. */
  read(): number;
  /** Beyond the other end, it takes that along. @throws LimberError, and nothing has changed. */
  write(number: number): void;
  /** What the number may be. */
  range(): readonly [least: number, most: number];
  /** Moves `out` to where the end is drawn at a number: of a mark in its frame, of a `GoalRoom` in the world. */
  placeAt(number: number, out: Vector3): void;
}

/** The drawing of one part of a goal's room, in the frame of its target's link. */
export interface RoomMark {
  readonly group: Group;
  /** Those that can be moved when it is made. */
  readonly edges: readonly RoomEdge[];
  /** `place`, `turn`: of the tool in that frame. */
  update(place: Vector3, turn: Quaternion): void;
  /** Gives what is at an edge the warning colour. `isAt`: by names as in `goal.edges`. */
  setHot(isAt: (name: string) => boolean): void;
  setPalette(palette: Palette): void;
  dispose(): void;
}

/** Reads the numbers of one parameter; none if the goal has no such parameter. */
export function readerOf(goal: Goal, name: string): () => ArrayLike<number> {
  const place = goal.parameters.findIndex((each) => each.name === name);
  return place < 0 ? () => [] : () => goal.numbers(place);
}

interface End {
  readonly goal: Goal;
  readonly parameter: string;
  /** As in `goal.edges`. */
  readonly name: string;
  /** Index of the number in the parameter. */
  readonly index: number;
  readonly turns: boolean;
  readonly placeAt: (number: number, out: Vector3) => void;
  /** What the number may be besides. */
  readonly bounds?: () => readonly [least: number, most: number];
}

/** An end that is one number of a parameter. `other`: index of the interval's other end. */
export function edgeOf(end: End, side: 'least' | 'most', other: number | null): RoomEdge {
  const { goal, parameter, index, name, turns, placeAt, bounds = () => [-Infinity, Infinity] as const } = end;
  const place = goal.parameters.findIndex((each) => each.name === parameter);
  const numbers = () => goal.numbers(place);
  const sign = side === 'least' ? 1 : -1;
  return {
    ...{ name, side, turns, placeAt },
    read: () => numbers()[index]!,
    write(number) {
      const all = Array.from(numbers());
      all[index] = number;
      if (other !== null && sign * (number - all[other]!) > 0) all[other] = number;
      goal.writeNumbers(place, all);
    },
    range() {
      const [least, most] = bounds();
      if (other === null) return [least, most];
      const far = numbers()[other]!;
      return side === 'least' ? [least, Math.min(most, far)] : [Math.max(least, far), most];
    },
  };
}

/** The ends of an interval that can be moved: those of one that is neither exact nor open there. */
export function endsOf(end: End): RoomEdge[] {
  const { goal, index, parameter } = end;
  const numbers = readerOf(goal, parameter)();
  if (numbers[index] === numbers[index + 1]) return [];
  const ends: RoomEdge[] = [];
  if (Number.isFinite(numbers[index])) ends.push(edgeOf(end, 'least', index + 1));
  if (Number.isFinite(numbers[index + 1])) ends.push(edgeOf({ ...end, index: index + 1 }, 'most', index));
  return ends;
}
