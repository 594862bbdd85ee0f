/** Formats of the poses found by `limber solve`. */
import { csvLine } from '../moves/csv.ts';
import { printable } from '../describe/errors.ts';
import { align, fold, width } from './align.ts';

/** A slice of the curves of poses that seven hinges have: the poses that share one value. */
export interface Slice {
  /** The joint, or 'swivel', whose value is that of the first pose. */
  readonly parameter: string;
  /** Radians. */
  readonly value?: number;
  /** True if the slice has no other poses. */
  readonly complete: boolean;
}

/** A joint held at its value. */
export interface Held {
  readonly joint: string;
  readonly values: readonly number[];
}

/** The list of poses to print. */
export interface SolutionList {
  readonly robot: string;
  readonly tip: string;
  /** Description of the arm in words. */
  readonly arm: string;
  readonly family: string;
  /** Metres, quaternion x y z w. */
  readonly pose: readonly number[];
  readonly limits: boolean;
  /** True if there are no other poses. */
  readonly complete: boolean;
  /** The slice, for seven hinges. */
  readonly slice?: Slice;
  /** Joints held by `--hold`. */
  readonly held?: readonly Held[];
  /** True if the target has room: a pose is of one target inside. */
  readonly isLoose: boolean;
  /** True if more poses were found than requested. */
  readonly isCut: boolean;
  /** A name with unit for each number of a row of `q`. */
  readonly coordinates: readonly string[];
  /** One row per pose, the nearest to the start first. */
  readonly q: readonly (readonly number[])[];
  /** One row per pose: the direction in which it can move without leaving the target, or zeros. */
  readonly selfMotion: readonly (readonly number[])[];
}

export type SolutionFormat = (list: SolutionList) => string;

const movesOn = (direction: readonly number[]): boolean => direction.some((each) => each !== 0);

const rounded = (value: number): string => String(Number(value.toFixed(6)));

/** ' with a held at 1, b held at 2', or ''. */
export const heldIn = (held: readonly Held[]): string =>
  held.length === 0
    ? ''
    : ` with ${held.map(({ joint, values }) => `${joint} held at ${values.map(rounded).join(' ')}`).join(', ')}`;

/** The family of a pose that was searched for. */
export const bySearch = 'search';

/** Tells whether there may be other poses. */
function othersThan({ complete, isLoose, slice, isCut, selfMotion }: SolutionList): string {
  if (isLoose && !complete) return 'the target leaves room, so there are others';
  if (isCut) return '--most N shows more';
  if (slice) {
    const { parameter, value } = slice;
    const where =
      value === undefined ? `with the same ${parameter}` : `with ${parameter} at ${rounded(value)}`;
    const all = slice.complete ? 'there are no others' : 'some may be missing';
    return `${where} ${all}, and with other values the poses go on along curves`;
  }
  if (!complete) return 'some may be missing';
  return selfMotion.some(movesOn) ? 'there are no others but along the self-motion' : 'there are no others';
}

/** Letters per line of a column's name. */
const nameWidth = 11;

/** Names in several lines, the last beside the numbers; columns beyond the width follow below. */
function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const parts = names.map((name) => fold(name, nameWidth, '[ _]').split('\n'));
  const height = Math.max(...parts.map(({ length }) => length));
  const header = Array.from({ length: height }, (_, i) =>
    parts.map((lines) => lines[i - height + lines.length] ?? ''),
  );
  const perBlock = Math.floor((width - 4) / (nameWidth + 2));
  const blocks: string[] = [];
  for (let first = 1; first < names.length; first += perBlock) {
    const cut = (row: readonly string[]) => [row[0]!, ...row.slice(first, first + perBlock)];
    blocks.push(align([...header, ...rows].map(cut)));
  }
  return blocks.join('\n\n');
}

function toTable(list: SolutionList): string {
  const { robot, tip, arm, family, limits, held = [], coordinates, q, selfMotion } = list;
  // A zero's sign is useless to readers.
  const number = (value: number): string => value.toFixed(6).replace(/^-(0\.0+)$/, '$1');
  const anyMoves = selfMotion.some(movesOn);
  const header = ['', ...coordinates.map(printable), ...(anyMoves ? ['self-motion'] : [])];
  const rows = q.map((row, i) => [
    String(i + 1),
    ...row.map(number),
    ...(anyMoves ? [movesOn(selfMotion[i]!) ? 'yes' : ''] : []),
  ]);
  const count = `${q.length} ${q.length === 1 ? 'pose' : 'poses'}${limits ? ' within the limits' : ''}`;
  return [
    fold(printable(`robot ${robot}, tip ${tip}: ${arm}`)),
    '',
    table(header, rows),
    '',
    fold(printable(`${count}${heldIn(held)}, by ${family}; ${othersThan(list)}`)),
  ].join('\n');
}

function toCsv({ coordinates, q, selfMotion }: SolutionList): string {
  const rows = q.map((row, i) => [...row, Number(movesOn(selfMotion[i]!))]);
  return [[...coordinates, 'self-motion'], ...rows].map(csvLine).join('').trimEnd();
}

const toJson = ({ isCut: _, isLoose: __, ...list }: SolutionList): string => JSON.stringify(list);

/** Formats, one line each. */
export const solutionFormats: Readonly<Record<string, SolutionFormat>> = {
  table: toTable,
  csv: toCsv,
  json: toJson,
};
