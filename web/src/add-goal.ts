import { copy } from './copy.ts';
import type { PoseDescription } from './description.ts';
import { asObject, asPose, asString } from './flatten.ts';
import { asPriority, type GoalDescription, type GoalFacts } from './goal.ts';
import { core, throwRaw } from './loader.ts';
import { toNumbers } from './parameter.ts';
import type { RawProblem } from './raw.ts';
import type { GoalType } from './core-names.ts';

/** Keys of a description that are not parameters. */
const otherKeys = ['type', 'link', 'target', 'offset', 'priority', 'targetLink'];

/**
 * Adds a goal to the core's problem. Its target is still to be checked and written.
 *
 * @throws LimberError `unknownGoalType`, `unknownLink`, `badGoal`, `notFinite`, `notUnit`, `tooLarge`, or
 * `badDescription` for a wrong type or an unknown key.
 */
export function addGoal(description: GoalDescription, raw: RawProblem): GoalFacts & { target: unknown } {
  const { type } = (description ?? {}) as { type?: unknown };
  // The core refuses an unknown type, whatever the other keys are.
  const parameters = core().tables.parameters.get(type as string);
  const keys = parameters?.map(({ name }) => name) ?? Object.keys(description ?? {});
  try {
    const goal = asObject(description, 'goal', [...otherKeys, ...keys]);
    const facts = {
      type: asString(goal.type, 'goal.type') as GoalType,
      link: asString(goal.link, 'goal.link'),
      target: goal.target,
      priority: asPriority(goal.priority ?? 0, 'goal.priority'),
      targetLink: goal.targetLink === undefined ? undefined : asString(goal.targetLink, 'goal.targetLink'),
      parameters: parameters ?? [],
    };
    raw.setOffset(...asPose(goal.offset ?? {}, 'goal.offset'));
    const offset = copy((goal.offset ?? {}) as PoseDescription);
    raw.setPriority(facts.priority);
    if (facts.targetLink !== undefined) raw.setTargetLink(facts.targetLink);
    let weight = 1;
    for (const parameter of facts.parameters) {
      const { name, count } = parameter;
      if (goal[name] === undefined) continue;
      const numbers = toNumbers(parameter, goal[name], `goal.${name}`);
      if (name === 'weight') weight = numbers[0]!;
      else if (name === 'gain') raw.setGain(numbers[0]!);
      else for (let place = 0; place < count; ++place) raw.setNumber(name, count, place, numbers[place]!);
    }
    if (raw.addGoal(facts.type, facts.link, weight) < 0) throwRaw(raw);
    return { ...facts, offset };
  } finally {
    // Values left over after an error must not go to the next goal.
    raw.clearNext();
  }
}
