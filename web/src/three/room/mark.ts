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
  /** @throws LimberError, and nothing has changed. */
  write(number: number): void;
  /** What the number may be. */
  range(): readonly [least: number, most: number];
  /** Moves `out` to where the end is drawn at a number: of a mark in its frame, of a `GoalRoom` in the world. */
  placeAt(number: number, out: Vector3): void;
}

/** The drawing of one part of a goal's room, in the frame of its target's link. */
export interface RoomMark {
  readonly group: Group;
  readonly edges: readonly RoomEdge[];
  /** As in `goal.edges`. */
  readonly names: ReadonlySet<string>;
  /** `place`, `turn`: of the tool in that frame. */
  update(place: Vector3, turn: Quaternion): void;
  /** Sets or clears the warning colour. */
  setHot(hot: boolean): void;
  setPalette(palette: Palette): void;
  dispose(): void;
}

/** The numbers of one parameter; none if the goal has no such parameter. */
export function numbersOf(goal: Goal, name: string): ArrayLike<number> {
  const place = goal.parameters.findIndex((each) => each.name === name);
  return place < 0 ? [] : goal.numbers(place);
}

interface End {
  readonly goal: Goal;
  readonly parameter: string;
  /** As in `goal.edges`. */
  readonly name: string;
  /** Index of the number in the parameter. */
  readonly index: number;
  readonly side: 'least' | 'most';
  readonly turns: boolean;
  readonly placeAt: (number: number, out: Vector3) => void;
  /** What the number may be; default: up to the other end. */
  readonly range?: readonly [least: number, most: number];
}

/** An end that is one number of a parameter. */
export function edgeOf({ goal, parameter, index, side, range, placeAt, name, turns }: End): RoomEdge {
  const place = goal.parameters.findIndex((each) => each.name === parameter);
  const numbers = () => goal.numbers(place);
  return {
    ...{ name, side, turns, placeAt },
    read: () => numbers()[index]!,
    write(number) {
      const all = Array.from(numbers());
      all[index] = number;
      goal.writeNumbers(place, all);
    },
    range() {
      if (range) return range;
      return side === 'least' ? [-Infinity, numbers()[index + 1]!] : [numbers()[index - 1]!, Infinity];
    },
  };
}

/** The ends of an interval that can be moved: those of one that is neither exact nor open there. */
export function endsOf(end: Omit<End, 'side'>): RoomEdge[] {
  const numbers = numbersOf(end.goal, end.parameter);
  const { index } = end;
  if (numbers[index] === numbers[index + 1]) return [];
  const ends: RoomEdge[] = [];
  if (Number.isFinite(numbers[index])) ends.push(edgeOf({ ...end, side: 'least' }));
  if (Number.isFinite(numbers[index + 1])) ends.push(edgeOf({ ...end, index: index + 1, side: 'most' }));
  return ends;
}
