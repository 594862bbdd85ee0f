import { csvLine } from '../../web/src/moves/csv.ts';
import type { Racer } from './racer.ts';

const outcome = ['status', 'iterations', 'restarts', 'residual', 'microseconds', 'largestStepRadians'];
const point = ['pointIterations', 'pointMicroseconds', 'pointResidual'];
const heads = ['race', 'solver', ...outcome, ...point];

/**
 * One line per point of a curve, with its solver's outcome; one line for an unsupported solver. `race`: its
 * picks.
 */
export function toCsv(race: string, racers: readonly Racer[]): string {
  const lines = racers.flatMap(({ name, reason, outcome, curve }) => {
    if (reason !== null) return [[race, name, `unsupported: ${reason}`, ...Array<string>(8).fill('')]];
    if (!outcome) return [];
    const { status, iterations, restarts, residual, us, largestStep } = outcome;
    const head = [race, name, status, iterations, restarts, residual, us ?? '', largestStep ?? ''];
    return curve.map((each) => [...head, each.iterations, each.us ?? '', each.residual]);
  });
  return [heads, ...lines].map(csvLine).join('');
}
