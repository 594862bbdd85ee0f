// All poses of an arm in closed form: their number and the time for them.
import { init, Model, Problem, type Solutions } from 'limber';
import { analyticCases, goalOf, type Case } from './analytic-arms.ts';
import { append, measure, noAnswers, type Answers } from './answers.ts';
import { Kinematics, poseError } from './kinematics.ts';
import { nativeInput } from './native.ts';
import { Random } from './random.ts';
import type { Context, Row } from './run.ts';
import { statistics } from './statistics.ts';
import { atLeast, atMost, rounded, type Line, type Reach } from './table.ts';

export const name = 'analytic';

const defaultCount = 2000;
const repeats = 3;
/** Metres relative to the reach, and radians. */
const tolerance = 1e-9;
/** Radians within which two poses count as one. Near singularities a pose is less certain than its residual. */
const one = 1e-4;

export const note = `Random targets that the arm can have, and the same three times as far off, from the zero pose, without limits. found: the pose
that a target was taken from is among its solutions, and each of them meets the target within ${tolerance} of the reach and in
radians, by the benchmark's own kinematics; out of reach: none, and that is said to be certain. Times in µs over all targets, of each
the least of ${repeats} runs.`;

interface Posed {
  readonly model: Model;
  readonly arm: Case['arms'][number];
  readonly kinematics: Kinematics;
  readonly poses: number[][];
  readonly targets: number[][];
}

type Way = 'reached' | 'out of reach';

function posedOf(arm: Case['arms'][number], count: number, random: Random, way: Way): Posed {
  const kinematics = new Kinematics(arm);
  const model = Model.from(arm);
  const poses = Array.from({ length: count }, () =>
    kinematics.moving.map(() => random.between(-Math.PI, Math.PI)),
  );
  const targets = poses.map((q) => {
    const { position, rotation } = kinematics.tip(q);
    if (way === 'out of reach') position.normalize().multiplyScalar(3 * model.reach);
    return [...position.toArray(), ...rotation.normalize().toArray()];
  });
  return { model, arm, kinematics, poses, targets };
}

function byNative(context: Context, { arm, targets }: Posed): Answers & { statuses: number[] } {
  const input = nativeInput(arm, [goalOf(arm)], {}, targets, [], repeats, 'solutions');
  return context.runNative('limber_bench', ['solve'], input) as Answers & { statuses: number[] };
}

/** Sets `found` for each target. */
function byWasm(posed: Posed, found: boolean[]): Answers {
  using problem = new Problem(posed.model);
  const goal = problem.addGoal(goalOf(posed.arm));
  const options = { limits: false };
  const place = (i: number): void => {
    problem.state.reset();
    goal.target.set(posed.targets[i]!);
  };
  const answers = measure(
    posed.targets.length,
    { repeats },
    { place, solve: () => problem.solutions(options).count, read: () => [] },
  );
  posed.targets.forEach((_, i) => {
    place(i);
    found.push(isRight(posed, problem.solutions(options), i));
  });
  return answers;
}

function isRight({ kinematics, model, poses, targets }: Posed, solutions: Solutions, i: number): boolean {
  if (!solutions.complete) return false;
  const [x, y, z, ...turn] = targets[i]!;
  const tip = kinematics.tip(poses[i]!);
  const wanted = {
    position: tip.position.clone().set(x!, y!, z),
    rotation: tip.rotation.clone().fromArray(turn),
  };
  const isFar = wanted.position.length() > 2 * model.reach;
  let isAmong = isFar;
  for (let k = 0; k < solutions.count; ++k) {
    const q = solutions.at(k);
    const error = poseError(kinematics.tip(q), wanted);
    const most = Math.max(...error.map((each, row) => Math.abs(each) / (row < 3 ? model.reach : 1)));
    if (isFar || most > tolerance) return false;
    const turns = poses[i]!.map((value, row) => (value - q[row]!) / (2 * Math.PI));
    isAmong ||= turns.every((each) => 2 * Math.PI * Math.abs(each - Math.round(each)) < one);
  }
  return isAmong;
}

const worst = (values: readonly number[]): number => values.reduce((most, each) => Math.max(most, each), 0);

function rowOf(
  each: Case,
  way: Way,
  build: 'native' | 'wasm',
  answers: Answers,
  found: readonly boolean[],
): Row {
  const wantedUs = way === 'reached' ? each.wantedUs?.[build] : build === 'wasm' ? 10 : undefined;
  const { meanIterations: solutions, solved, ...rest } = statistics(answers, found);
  return {
    bench: name,
    case: `${each.name}, ${way}`,
    arm: each.name,
    way,
    solver: 'solutions',
    build,
    found: solved,
    solutions,
    mostSolutions: worst(answers.iterations),
    ...rest,
    worstUs: worst(answers.timesUs),
    ...(wantedUs === undefined ? {} : { wantedUs }),
  };
}

function measureCase(context: Context, each: Case, way: Way, count: number): Row[] {
  const random = new Random(1);
  const [native, wasm, found]: [Answers, Answers, boolean[]] = [noAnswers(), noAnswers(), []];
  for (const arm of each.arms) {
    const posed = posedOf(arm, Math.ceil(count / each.arms.length), random, way);
    append(wasm, byWasm(posed, found));
    append(native, byNative(context, posed));
    posed.model.dispose();
  }
  // Both builds must find the same number; otherwise the native one is not accepted.
  const same = found.map((isGood, i) => isGood && native.iterations[i] === wasm.iterations[i]);
  return [rowOf(each, way, 'native', native, same), rowOf(each, way, 'wasm', wasm, found)];
}

export async function run(context: Context): Promise<Row[]> {
  await init();
  const count = context.targets ?? defaultCount;
  const cases = analyticCases(context.robots);
  // Warm-up: compiled code is slow in its first run.
  for (const each of cases) measureCase(context, each, 'reached', 100);
  return cases.flatMap((each) => [
    ...measureCase(context, each, 'reached', count),
    ...measureCase(context, each, 'out of reach', count),
  ]);
}

export function table(rows: readonly Row[]): Line[] {
  const cases = [...new Set(rows.map((row) => row.case))];
  return cases.map((each) => {
    const [native, wasm] = ['native', 'wasm'].map((build) =>
      rows.find((row) => row.case === each && row.build === build),
    ) as [Row, Row];
    return {
      arm: native.arm,
      target: native.way,
      'found %': 100 * Number(wasm.found),
      solutions: rounded(wasm.solutions),
      most: wasm.mostSolutions,
      'native µs': rounded(native.meanUs),
      p99: rounded(native.p99Us),
      worst: rounded(native.worstUs),
      'wasm µs': rounded(wasm.meanUs),
      'p99 ': rounded(wasm.p99Us),
      'worst ': rounded(wasm.worstUs),
    };
  });
}

export function reach(rows: readonly Row[]): Reach[] {
  const cases = [...new Set(rows.map((row) => row.case))];
  return cases.flatMap((each) => {
    const here = rows.filter((row) => row.case === each);
    const timed = here.flatMap(({ build, wantedUs, meanUs }) =>
      wantedUs === undefined ? [] : [atMost(name, `${each}: µs ${build}`, Number(wantedUs), Number(meanUs))],
    );
    return [
      atLeast(name, `${each}: found`, 1, Math.min(...here.map(({ found }) => Number(found)))),
      ...timed,
    ];
  });
}
