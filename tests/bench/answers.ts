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

/** One solver's way with one target: from `start` on until it stops. */
export interface Attempt {
  /** Everything that is not to be timed. */
  place(index: number): void;
  /** Returns its iterations. */
  solve(index: number): number;
  /** Joint values as the benchmark's kinematics has them. */
  read(): ArrayLike<number>;
}

/** Solves `count` targets `repeats` times; of each keeps the fastest run and the first answer. */
export function measure(count: number, repeats: number, attempt: Attempt): Answers {
  const answers = noAnswers();
  for (let repeat = 0; repeat < repeats; ++repeat) {
    for (let i = 0; i < count; ++i) {
      attempt.place(i);
      const start = performance.now();
      const iterations = attempt.solve(i);
      const spent = 1000 * (performance.now() - start);
      answers.timesUs[i] = Math.min(answers.timesUs[i] ?? Infinity, spent);
      if (repeat > 0) continue;
      answers.iterations.push(iterations);
      const q = attempt.read();
      for (let k = 0; k < q.length; ++k) answers.q.push(q[k]!);
    }
  }
  return answers;
}
