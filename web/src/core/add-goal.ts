import { copy } from '../describe/copy.ts';
import { coreTables } from '../describe/core-tables.ts';
import type { PoseDescription } from '../describe/description.ts';
import { packFields } from '../describe/fields.ts';
import { asObject } from '../describe/flatten.ts';
import { withoutShort } from '../describe/parameter.ts';
import type { GoalDescription, GoalFacts } from './goal.ts';
import { send, core, throwRaw } from './loader.ts';
import type { RawProblem } from './raw.ts';
import type { GoalType } from '../describe/core-names.ts';

/**
 * Adds a goal to the core's problem. Its target is still to be checked and written.
 *
 * @throws LimberError `unknownGoalType`, `unknownLink`, `badGoal`, `notFinite`, `notUnit`, `tooLarge`, or
 * `badDescription` for a wrong type or an unknown key.
 */
export function addGoal(description: GoalDescription, raw: RawProblem): GoalFacts & { target: unknown } {
  const { type } = (description ?? {}) as { type?: unknown };
  const parameters = core().tables.parameters.get(type as string) ?? [];
  const fields = [...coreTables.goal, ...parameters];
  // The core refuses an unknown type, whatever the other keys are.
  const shorts = parameters.flatMap(({ short }) => short?.name ?? []);
  const known = parameters.length > 0 ? [...fields.map(({ name }) => name), ...shorts] : undefined;
  const goal = withoutShort(asObject(description, 'goal', known), parameters, 'goal');
  const numbers: number[] = [];
  packFields(numbers, fields, goal, 'goal');
  send(numbers);
  if (!raw.addGoal()) throwRaw();
  return {
    type: goal.type as GoalType,
    link: goal.link as string,
    target: goal.target,
    priority: (goal.priority ?? 0) as number,
    targetLink: goal.targetLink as string | undefined,
    offset: copy((goal.offset ?? {}) as PoseDescription),
    parameters,
  };
}
