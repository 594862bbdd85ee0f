import type { LinkDescription } from 'limber';
import { core } from '../../web/src/core/loader.ts';
import { toNumbers } from '../../web/src/describe/parameter.ts';
import {
  closures,
  type FrameDescription,
  type GoalDescription,
  type LoopDescription,
  type ModelDescription,
  type PoseGoal,
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

/** `links N` and the links. */
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

/** A joint's properties beyond `linkWords`: names with their numbers. */
function jointWords({ links }: ModelDescription): string[] {
  return links.flatMap(({ name, joint: { axis2, pitch, swing, twist, mimic } = { type: 'fixed' } }) => {
    const follows = mimic && [
      links.findIndex(({ name }) => name === mimic.link),
      mimic.multiplier,
      mimic.offset,
    ];
    const parts = Object.entries({
      axis2,
      pitch: pitch === undefined ? undefined : [pitch],
      swing: swing && [...swing.x, ...swing.y],
      twist,
      mimic: follows && [follows[0], follows[1] ?? 1, follows[2] ?? 0],
    });
    return parts.flatMap(([part, numbers]) =>
      numbers ? [`${word(name)} ${part} ${numbers.join(' ')}`] : [],
    );
  });
}

/** Parameters in the order of the core's table; those missing in a description keep their defaults. */
function goalWords(goal: GoalDescription): string {
  const { type, link, priority = 0 } = goal;
  const { offset, targetLink } = goal as PoseGoal;
  const given = core()
    .tables.parameters.get(type)!
    .flatMap((parameter) => {
      const value = (goal as unknown as Readonly<Record<string, unknown>>)[parameter.name];
      if (value === undefined) return [];
      const numbers = Array.from(toNumbers(parameter, value, parameter.name));
      return [[parameter.name, numbers.length, ...numbers].join(' ')];
    });
  const frame = frameWords({ ...offset, link: targetLink ?? null });
  return [type, word(link), priority, frame, given.length, ...given].join(' ');
}

const modes = ['track', 'find'];

/** Options as names and numbers, by the core's own table. */
function optionWords([name, value]: [string, unknown]): string {
  return `${name} ${name === 'mode' ? modes.indexOf(String(value)) : Number(value)}`;
}

/**
 * Input of `limber_bench solve`, documented in tests/bench/solve.cpp. With `way` a step, it begins at the
 * first start.
 */
export function nativeInput(
  description: ModelDescription,
  goals: readonly GoalDescription[],
  { solver = 'ccd', ...options }: SolveOptions,
  targets: readonly Numbers[],
  starts: readonly Numbers[],
  repeats: number,
  way = `solver ${solver}`,
): string {
  const entries = Object.entries(options);
  const joints = jointWords(description);
  return [
    ...linksWords(description),
    `joints ${joints.length}`,
    ...joints,
    `loops ${description.loops?.length ?? 0}`,
    ...(description.loops ?? []).map(loopWords),
    `goals ${goals.length}`,
    ...goals.map(goalWords),
    way,
    `options ${entries.length}`,
    ...entries.map(optionWords),
    `targets ${targets.length} repeats ${repeats}`,
    ...rowsWords(targets),
    `starts ${starts.length}`,
    ...rowsWords(starts),
  ].join('\n');
}
