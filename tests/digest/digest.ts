/**
 * All bits of many answers as one hash per group: the same in every engine; otherwise the differing group is
 * named.
 */
import { Model, Problem } from 'limber';
import { casesOf, groups, type Case } from './cases.ts';

/** Result of one run. */
export interface Answer {
  readonly status: string;
  readonly q: readonly number[];
  /** Iterations and restarts, or substeps and velocities; residuals of goals and loops; poses. */
  readonly more: readonly number[];
}

/** Solves a case, or steps through it. */
export function* answersOf({
  description,
  goals,
  obstacles,
  options,
  dt,
  targets,
  starts,
}: Case): Generator<Answer> {
  using model = Model.from(description);
  using problem = new Problem(model);
  const added = goals.map((goal) => problem.addGoal(goal));
  for (const obstacle of obstacles) problem.addObstacle(obstacle);
  for (const [run, numbers] of targets.entries()) {
    if (starts[run]) problem.state.q.set(starts[run]);
    let first = 0;
    for (const { target } of added) {
      target.set(numbers.slice(first, first + target.length));
      first += target.length;
    }
    yield dt === undefined ? solved(problem, options) : stepped(problem, dt, options);
  }
}

function left({ state, goals, loops }: Problem): number[] {
  return [...goals, ...loops].flatMap(({ distance, angle }) => [distance, angle]).concat(...state.poses);
}

function solved(problem: Problem, options: Case['options']): Answer {
  const { status, iterations, restarts } = problem.solve(options);
  return { status, q: [...problem.state.q], more: [iterations, restarts, ...left(problem)] };
}

function stepped(problem: Problem, dt: number, { solver: _, mode: __, ...options }: Case['options']): Answer {
  const { status, substeps } = problem.step(dt, options);
  return { status, q: [...problem.state.q], more: [substeps, ...problem.velocities, ...left(problem)] };
}

export interface Line {
  /** First 64 bits of SHA-256. */
  readonly digest: string;
  /** Number of runs that the solver supports. */
  readonly solves: number;
}

async function hash(answers: readonly Answer[]): Promise<string> {
  const words = answers.map(({ status }) => status).join(' ');
  const numbers = Float64Array.from(answers.flatMap(({ q, more }) => [...q, ...more]));
  const text = new TextEncoder().encode(words);
  const bytes = new Uint8Array(text.length + numbers.byteLength);
  bytes.set(text);
  bytes.set(new Uint8Array(numbers.buffer), text.length);
  const sum = new DataView(await crypto.subtle.digest('SHA-256', bytes));
  return sum.getBigUint64(0).toString(16).padStart(16, '0');
}

/** Digest of all groups, or of the chosen ones. Call it after `init`. */
export async function digest(
  isChosen: (group: string) => boolean = () => true,
): Promise<Record<string, Line>> {
  const lines: Record<string, Line> = {};
  for (const group of groups().keys()) {
    if (!isChosen(group)) continue;
    const answers = [...casesOf(group)].flatMap((each) => [...answersOf(each)]);
    const solves = answers.filter(({ status }) => status !== 'unsupported').length;
    lines[group] = { digest: await hash(answers), solves };
  }
  return lines;
}
