/** A solver's answers for the judge; one entry per target. */
export interface Answers {
  /** Fastest of several runs. */
  timesUs: number[];
  iterations: number[];
  /** Joint values of all targets in turn. */
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

/** One solver's attempt at one target, from its start until it stops. */
export interface Attempt {
  /** Preparation that is not timed. */
  place(index: number): void;
  /** Returns the iterations, or NaN if the solver does not report them. */
  solve(index: number): number;
  /** Joint values in the order of the benchmark's kinematics. */
  read(): ArrayLike<number>;
}

/** Keeps each target's fastest run and first answer. */
export function measure(count: number, repeats: number, attempt: Attempt): Answers {
  const answers = noAnswers();
  for (let i = 0; i < count; ++i) {
    answers.timesUs.push(time(i, attempt, answers.iterations));
    const q = attempt.read();
    for (let k = 0; k < q.length; ++k) answers.q.push(q[k]!);
  }
  for (let repeat = 1; repeat < repeats; ++repeat)
    answers.timesUs.forEach((least, i) => (answers.timesUs[i] = Math.min(least, time(i, attempt))));
  return answers;
}

/** Time of one run in microseconds. */
function time(index: number, attempt: Attempt, iterations?: number[]): number {
  attempt.place(index);
  const start = performance.now();
  const count = attempt.solve(index);
  const spent = 1000 * (performance.now() - start);
  iterations?.push(count);
  return spent;
}
