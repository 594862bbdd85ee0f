/** What any solver of a benchmark leaves to be judged; one place a target. */
export interface Answers {
  /** Of several runs the fastest. */
  timesUs: number[];
  iterations: number[];
  /** Joint values, target after target. */
  q: number[];
}

export function noAnswers(): Answers {
  return { timesUs: [], iterations: [], q: [] };
}

export function append(to: Answers, more: Answers): void {
  to.timesUs.push(...more.timesUs);
  to.iterations.push(...more.iterations);
  for (const value of more.q) to.q.push(value);
}

/** One solver's way with one target: from its start on until it stops. */
export interface Attempt {
  /** Everything that is not to be timed. */
  place(index: number): void;
  /** Returns its iterations; NaN where the solver does not tell. */
  solve(index: number): number;
  /** Joint values as the benchmark's kinematics has them. */
  read(): ArrayLike<number>;
}

/** How often each target is solved, and for how long the first round goes on. */
export interface Rounds {
  readonly repeats: number;
  /** Milliseconds after which the slow are let off: then `fewest` targets are enough, or one. Default: never. */
  readonly limitMs?: number;
}

const fewest = 10;
const lastChance = 5;

/** Solves `count` targets, or as many as the rounds allow; of each keeps the fastest run and the first answer. */
export function measure(count: number, { repeats, limitMs = Infinity }: Rounds, attempt: Attempt): Answers {
  const answers = noAnswers();
  const began = performance.now();
  for (let i = 0; i < count; ++i) {
    const elapsed = performance.now() - began;
    if (i > 0 && elapsed > (i < fewest ? lastChance : 1) * limitMs) break;
    answers.timesUs.push(time(i, attempt, answers.iterations));
    const q = attempt.read();
    for (let k = 0; k < q.length; ++k) answers.q.push(q[k]!);
  }
  for (let repeat = 1; repeat < repeats; ++repeat) {
    if (performance.now() - began > lastChance * limitMs) break;
    answers.timesUs.forEach((least, i) => (answers.timesUs[i] = Math.min(least, time(i, attempt))));
  }
  return answers;
}

/** Microseconds. */
function time(index: number, attempt: Attempt, iterations?: number[]): number {
  attempt.place(index);
  const start = performance.now();
  const count = attempt.solve(index);
  const spent = 1000 * (performance.now() - start);
  iterations?.push(count);
  return spent;
}
