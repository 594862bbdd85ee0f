import type { Racer } from './racer.ts';

const columns = [
  'race',
  'solver',
  'status',
  'iterations',
  'restarts',
  'residual',
  'microseconds',
  'largestStepRadians',
  'pointIterations',
  'pointMicroseconds',
  'pointResidual',
];

type Cell = string | number | null;

function cell(value: Cell): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * One line per point of a curve, with its solver's outcome; one line for an unsupported solver. `race`: its
 * picks.
 */
export function toCsv(race: string, racers: readonly Racer[]): string {
  const lines = racers.flatMap(({ name, reason, outcome, curve }): Cell[][] => {
    if (reason !== null) return [[race, name, `unsupported: ${reason}`, ...columns.slice(3).map(() => null)]];
    if (!outcome) return [];
    const { status, iterations, restarts, residual, us, largestStep } = outcome;
    const head = [race, name, status, iterations, restarts, residual, us, largestStep];
    return curve.map((point) => [...head, point.iterations, point.us, point.residual]);
  });
  return [columns, ...lines].map((line) => line.map(cell).join(',')).join('\r\n') + '\r\n';
}
