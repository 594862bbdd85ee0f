/** How the poses that `limber solve` has found are written. */
import { csvLine } from '../csv.ts';
import { printable } from '../errors.ts';
import { align } from './align.ts';

/** Poses, kept. */
export interface SolutionList {
  readonly robot: string;
  readonly tip: string;
  /** In words, what the arm is. */
  readonly arm: string;
  readonly family: string;
  /** Metres, quaternion x y z w. */
  readonly pose: readonly number[];
  readonly limits: boolean;
  readonly complete: boolean;
  /** More were found than asked for. */
  readonly isCut: boolean;
  /** A name for each number of a row of `q`, with its unit. */
  readonly coordinates: readonly string[];
  /** One row per pose, the nearest to the start first. */
  readonly q: readonly (readonly number[])[];
  /** One row per pose: the direction in which it can move on without leaving the target, or zeros. */
  readonly selfMotion: readonly (readonly number[])[];
}

export type SolutionFormat = (list: SolutionList) => string;

const movesOn = (direction: readonly number[]): boolean => direction.some((each) => each !== 0);

function toTable({
  robot,
  tip,
  arm,
  family,
  limits,
  complete,
  isCut,
  coordinates,
  q,
  selfMotion,
}: SolutionList) {
  // A zero's sign is no use to a reader.
  const number = (value: number): string => value.toFixed(6).replace(/^-(0\.0+)$/, '$1');
  const anyMoves = selfMotion.some(movesOn);
  const header = ['', ...coordinates.map(printable), ...(anyMoves ? ['self-motion'] : [])];
  const rows = q.map((row, i) => [
    String(i + 1),
    ...row.map(number),
    ...(anyMoves ? [movesOn(selfMotion[i]!) ? 'yes' : ''] : []),
  ]);
  const others = complete ? 'there are no others' : isCut ? '--most N shows more' : 'some may be missing';
  return [
    printable(`robot ${robot}, tip ${tip}: ${arm}`),
    '',
    align([header, ...rows]),
    '',
    `${q.length} ${q.length === 1 ? 'pose' : 'poses'}${limits ? ' within the limits' : ''}, by ${family}; ${others}`,
  ].join('\n');
}

function toCsv({ coordinates, q, selfMotion }: SolutionList): string {
  const rows = q.map((row, i) => [...row, Number(movesOn(selfMotion[i]!))]);
  return [[...coordinates, 'self-motion'], ...rows].map(csvLine).join('').trimEnd();
}

const toJson = ({ isCut: _, ...list }: SolutionList): string => JSON.stringify(list);

/** A new format is one line here. */
export const solutionFormats: Readonly<Record<string, SolutionFormat>> = {
  table: toTable,
  csv: toCsv,
  json: toJson,
};
