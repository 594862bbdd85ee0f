/** A whole mechanism as JSON: links, loops and constraints. */
import {
  LimberError,
  Model,
  Problem,
  type Goal,
  type GoalDescription,
  type LinkDescription,
  type LoopDescription,
  type ModelDescription,
} from 'limber';
import { poseOf } from './frames.ts';

/** The input of `Model.from`, plus a problem's own parts: open loops and goals. */
interface EditedMechanism extends Omit<ModelDescription, 'loops'> {
  readonly loops?: readonly (LoopDescription & { readonly closed?: boolean })[];
  readonly goals?: readonly GoalDescription[];
}

function linksOf({ links }: Problem['model']): LinkDescription[] {
  return links.map(({ name, parent, origin, joint, shapes }) => ({
    name,
    ...(parent >= 0 && { parent: links[parent]!.name }),
    origin: poseOf(origin),
    joint,
    ...(shapes.length > 0 && { shapes }),
  }));
}

/** Describes the loops in their present state, with these goals. */
export function describeMechanism(
  { model, loops }: Problem,
  goals: readonly GoalDescription[],
): EditedMechanism {
  const own = loops.map(({ description, closed }) => ({ ...description, ...(!closed && { closed }) }));
  return {
    ...(model.name !== '' && { name: model.name }),
    links: linksOf(model),
    ...(own.length > 0 && { loops: own }),
    ...(goals.length > 0 && { goals }),
  };
}

/** JSON with one line per link, loop and goal. */
export function toJson(mechanism: EditedMechanism): string {
  const parts = Object.entries(mechanism).map(([key, value]: [string, unknown]) => {
    const lines = Array.isArray(value) ? value.map((each) => `    ${JSON.stringify(each)}`) : [];
    const text = Array.isArray(value) ? `[\n${lines.join(',\n')}\n  ]` : JSON.stringify(value);
    return `  ${JSON.stringify(key)}: ${text}`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function bad(path: string, wanted: string): never {
  throw new LimberError('badDescription', `${path} must be ${wanted}`);
}

/** Parses the text; `check` finds out whether a model can be built from it. @throws LimberError. */
export function fromJson(text: string): EditedMechanism {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new LimberError('badDescription', `this is not JSON: ${why}`);
  }
  if (!isObject(value)) bad('description', 'an object');
  if (value.goals !== undefined && !Array.isArray(value.goals)) bad('goals', 'an array');
  return value as unknown as EditedMechanism;
}

/** The part for `Model.from`. @throws LimberError where `closed` is neither true nor false. */
export function modelOf({ goals: _, ...description }: EditedMechanism): ModelDescription {
  const { loops } = description;
  if (!Array.isArray(loops)) return description;
  const own = loops.map((loop: unknown, i) => {
    if (!isObject(loop)) return loop;
    const { closed = true, ...rest } = loop;
    return typeof closed === 'boolean' ? rest : bad(`loops[${i}].closed`, 'true or false');
  });
  return { ...description, loops: own as LoopDescription[] };
}

/** Adds its goals; errors name the goal's index. */
export function addGoals(problem: Problem, goals: readonly GoalDescription[] = []): Goal[] {
  return goals.map((goal, i) => {
    try {
      return problem.addGoal(goal);
    } catch (error) {
      if (!(error instanceof LimberError)) throw error;
      throw new LimberError(error.code, `goals[${i}]: ${error.message}`, { cause: error });
    }
  });
}

/** Sorts keys, so that their order does not matter. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return keys.map((key) => [key, sorted(value[key])]);
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** Whether two goals want the same, apart from targets and weights. */
export function isSameWish(a: GoalDescription, b: GoalDescription): boolean {
  const wish = ({ target: _, weight: __, ...rest }: GoalDescription) => rest;
  return isSame(wish(a), wish(b));
}

/**
 * Builds all of it and throws it away. Returns whether its links are those of `model`.
 *
 * @throws LimberError for any error.
 */
export function check(mechanism: EditedMechanism, model: Problem['model']): boolean {
  const own = Model.from(modelOf(mechanism));
  try {
    const problem = new Problem(own);
    try {
      addGoals(problem, mechanism.goals);
    } finally {
      problem.dispose();
    }
    return isSame(linksOf(own), linksOf(model));
  } finally {
    own.dispose();
  }
}

/** Opens the loops that the description marks as open. */
export function openLoops({ loops }: Problem, { loops: wanted = [] }: EditedMechanism): void {
  wanted.forEach(({ closed = true }, i) => {
    const loop = loops[i];
    if (loop && loop.closed !== closed) loop.closed = closed;
  });
}

/** Replaces the loops of the problem in place. */
export function replaceLoops(problem: Problem, mechanism: EditedMechanism): void {
  for (const loop of [...problem.loops]) problem.removeLoop(loop);
  for (const loop of modelOf(mechanism).loops ?? []) problem.addLoop(loop);
  openLoops(problem, mechanism);
}
