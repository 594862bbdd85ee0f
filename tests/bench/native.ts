import type { LinkDescription } from 'limber';
import {
  closures,
  type FrameDescription,
  type GoalDescription,
  type LoopDescription,
  type ModelDescription,
  type SolveOptions,
} from 'limber';

type Numbers = ArrayLike<number>;

/** A name as one word. */
function word(name: string): string {
  return name.replaceAll(/\s/g, '_');
}

function linkWords({ name, parent, origin, joint }: LinkDescription): string {
  const position = origin?.position ?? [0, 0, 0];
  const rotation = origin?.rotation ?? [0, 0, 0, 1];
  const limits = (joint?.limits ?? []).flat() as readonly number[];
  const words = [word(name), parent ? word(parent) : '-', joint?.type ?? 'fixed', ...position, ...rotation];
  return [...words, ...(joint?.axis ?? [0, 0, 1]), limits.length / 2, ...limits].join(' ');
}

/** `links N` and what follows. */
export function linksWords({ links }: ModelDescription): string[] {
  return [`links ${links.length}`, ...links.map(linkWords)];
}

export function rowsWords(rows: readonly Numbers[]): string[] {
  return rows.map((row) => Array.from(row).join(' '));
}

function frameWords({ link, position, rotation }: FrameDescription): string {
  return [link ? word(link) : '-', ...(position ?? [0, 0, 0]), ...(rotation ?? [0, 0, 0, 1])].join(' ');
}

function loopWords({ a, b, free = 'fixed' }: LoopDescription): string {
  const axes = typeof free === 'string' ? closures[free] : free;
  return [frameWords(a), frameWords(b), axes.length, ...axes].join(' ');
}

function goalWords(goal: GoalDescription): string {
  const axis = goal.type === 'direction' ? goal.axis : undefined;
  return [goal.type, word(goal.link), ...(axis ?? [1, 0, 0])].join(' ');
}

const modes = ['track', 'find'];

/** Options with a number each, as the core's own table has them. */
function optionWords([name, value]: [string, unknown]): string {
  return `${name} ${name === 'mode' ? modes.indexOf(String(value)) : Number(value)}`;
}

/** The words that `limber_bench solve` reads (tests/bench/solve.cpp). */
export function nativeInput(
  description: ModelDescription,
  goals: readonly GoalDescription[],
  { solver = 'ccd', ...options }: SolveOptions,
  targets: readonly Numbers[],
  starts: readonly Numbers[],
  repeats: number,
): string {
  const entries = Object.entries(options);
  return [
    ...linksWords(description),
    `loops ${description.loops?.length ?? 0}`,
    ...(description.loops ?? []).map(loopWords),
    `goals ${goals.length}`,
    ...goals.map(goalWords),
    `solver ${solver}`,
    `options ${entries.length}`,
    ...entries.map(optionWords),
    `targets ${targets.length} repeats ${repeats}`,
    ...rowsWords(targets),
    `starts ${starts.length}`,
    ...rowsWords(starts),
  ].join('\n');
}
