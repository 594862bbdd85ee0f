import type { GoalDescription, LinkDescription, ModelDescription, SolveOptions } from 'limber';

/** What any solver of a benchmark leaves to be judged; one place a target. */
export interface Answers {
  /** Of several runs the fastest. */
  timesUs: number[];
  iterations: number[];
  /** Joint values, target after target. */
  q: number[];
}

/** A name as one word. */
function word(name: string): string {
  return name.replaceAll(/\s/g, '_');
}

function linkWords({ name, parent, origin, joint }: LinkDescription): string {
  const position = origin?.position ?? [0, 0, 0];
  const rotation = origin?.rotation ?? [0, 0, 0, 1];
  const limits = (joint?.limits ?? []) as readonly number[];
  const words = [word(name), parent ? word(parent) : '-', joint?.type ?? 'fixed', ...position, ...rotation];
  return [...words, ...(joint?.axis ?? [0, 0, 1]), limits.length / 2, ...limits].join(' ');
}

function goalWords(goal: GoalDescription): string {
  const axis = goal.type === 'direction' ? goal.axis : undefined;
  return [goal.type, word(goal.link), ...(axis ?? [1, 0, 0])].join(' ');
}

/** The words that `limber_bench solve` reads (tests/bench/solve.cpp). */
export function nativeInput(
  { links }: ModelDescription,
  goals: readonly GoalDescription[],
  solver: string,
  options: SolveOptions,
  targets: readonly (readonly number[])[],
  repeats: number,
): string {
  const entries = Object.entries(options).filter(([name]) => name !== 'solver');
  return [
    `links ${links.length}`,
    ...links.map(linkWords),
    `goals ${goals.length}`,
    ...goals.map(goalWords),
    `solver ${solver}`,
    `options ${entries.length}`,
    ...entries.map(([name, value]) => `${name} ${Number(value)}`),
    `targets ${targets.length} repeats ${repeats}`,
    ...targets.map((numbers) => numbers.join(' ')),
  ].join('\n');
}
