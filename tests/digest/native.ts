/** The same cases in the native core, whose sums may be rounded differently: how many digits agree. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { init } from 'limber';
import { core } from '../../web/src/loader.ts';
import { nativeInput } from '../bench/native.ts';
import { root } from '../package/folders.ts';
import { casesOf, groups, type Case } from './cases.ts';
import { answersOf, type Answer } from './digest.ts';

/** Joint values that differ by less (radians or metres) count as equal. */
const tolerance = 1e-9;
/** Allowed share of runs beyond: some face a decision that the last digit may determine, such as a limit. */
const mostBeyond = 0.05;

interface Answers {
  readonly statuses: readonly number[];
  readonly q: readonly number[];
}

/** Shortens searches, whose course depends on the last digit. */
const short = (each: Case): Case => ({ ...each, options: { ...each.options, ...brief } });
const brief = { maxIterations: 3, annealing: 0, maxRestarts: 0 };

function nativeAnswers(cases: readonly Case[]): Answers[] {
  const input = cases.map(({ description, goals, options, targets, starts, dt }) =>
    nativeInput(description, goals, options, targets, starts, 1, dt === undefined ? undefined : `step ${dt}`),
  );
  const program = join(root, 'build/native/limber_bench');
  const { status, stdout, stderr } = spawnSync(program, ['solve'], {
    input: input.join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return JSON.parse(`[${stdout.replaceAll(/\}\s*\{/g, '},{')}]`) as Answers[];
}

/** Largest difference of two answers' joint values. */
function difference(ours: Answer, q: readonly number[]): number {
  return Math.max(0, ...ours.q.map((each, i) => Math.abs(each - q[i]!)));
}

/** Reports the differences; returns whether they are small. */
export async function compareNative(): Promise<boolean> {
  await init();
  const { statuses } = core().tables;
  const differences: number[] = [];
  let others = 0;
  for (const group of groups().keys()) {
    const cases = [...casesOf(group)].map(short);
    // The native program does not support shapes.
    if (cases.some(({ obstacles }) => obstacles.length > 0)) continue;
    const theirs = nativeAnswers(cases);
    let worst = 0;
    for (const [i, each] of cases.entries()) {
      const { statuses: ended, q } = theirs[i]!;
      for (const [run, ours] of [...answersOf(each)].entries()) {
        const far = difference(ours, q.slice(run * ours.q.length, (run + 1) * ours.q.length));
        differences.push(far);
        worst = Math.max(worst, far);
        if (statuses[ended[run]!] !== ours.status) others += 1;
      }
    }
    if (worst > tolerance) console.log(`  ${group}: ${worst.toExponential(1)}`);
  }
  const beyond = differences.filter((each) => !(each <= tolerance)).length;
  const equal = differences.filter((each) => each === 0).length;
  console.log(
    `native: of ${differences.length} runs ${equal} equal bit for bit, ${beyond} farther than ${tolerance} apart, ` +
      `${others} ended otherwise`,
  );
  return beyond <= mostBeyond * differences.length;
}
