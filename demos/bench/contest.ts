/** Judges every contender's answers, then times them in turn. */
import { Vector3 } from 'three';
import { isSolved } from '../../tests/bench/judge.ts';
import type { Case } from '../../tests/bench/position-cases.ts';
import { quantile } from '../../tests/bench/statistics.ts';
import { contenders, type Runner } from './contenders.ts';
import type { ArmName } from './picks.ts';
import { caseOf, type Progress, type Standing, targetCount } from './task.ts';

const roundCount = 7;
/** Least milliseconds of a contender's turn, and before the first: browsers compile what runs often. */
const [turn, warmUp] = [40, 150];

/** The targets that the answers miss, by forward kinematics of the benchmark's own, within joint limits. */
function judge({ kinematics, targets, tolerance }: Case, runner: Runner): Standing {
  const q = runner.answers();
  const missed = targets.flatMap((target, i) => {
    const wanted = { position: new Vector3().fromArray(target) };
    const within = { distance: tolerance, angle: Infinity };
    return isSolved(kinematics, q, i * kinematics.nq, wanted, within) ? [] : [i];
  });
  return { count: targets.length, tolerance, missed, us: NaN };
}

/** Microseconds per target of passes for at least `ms`. */
function time(runner: Runner, ms: number): number {
  const start = performance.now();
  let [passes, spent] = [0, 0];
  while (spent < ms) {
    runner.pass();
    passes += 1;
    spent = performance.now() - start;
  }
  return (1000 * spent) / (passes * targetCount);
}

/** The state after each turn. */
export async function* contest(arm: ArmName): AsyncGenerator<Progress> {
  const task = caseOf(arm);
  const runners = await Promise.all(contenders.map((contender) => contender.ready(task)));
  const standings = runners.map((runner) => judge(task, runner));
  const times = runners.map((): number[] => []);
  const turns = (roundCount + 1) * runners.length;
  let done = 0;
  for (let round = 0; round <= roundCount; round += 1) {
    const order = runners.map((_, i) => (round % 2 === 0 ? i : runners.length - 1 - i));
    for (const i of order) {
      const us = time(runners[i]!, round === 0 ? warmUp : turn);
      if (round > 0) times[i]!.push(us);
      standings[i]!.us = times[i]!.length > 0 ? quantile(times[i]!, 0.5) : NaN;
      yield { standings, done: ++done / turns };
    }
  }
}
