/// <reference types="node" />
/** `limber solve`: all poses in which a robot's link is at its target. */
import { readFileSync } from 'node:fs';
import { LimberError, listed, show } from '../describe/errors.ts';
import { familyOf } from '../robots/family.ts';
import { Model } from '../core/model.ts';
import { Problem } from '../core/problem.ts';
import type { Solutions } from '../core/solutions.ts';
import { coordinateNames } from '../moves/trajectory.ts';
import { reasonOf, UsageError } from './reading.ts';
import { hasRoom, robotIn, roomOf, startIn, tipIn, type Warn } from './robot-options.ts';
import { bySearch, heldIn, type Held, type Slice, type SolutionList } from './solution-formats.ts';
import type { SolveCommand } from './solve-arguments.ts';

/** Returns a file's text; throws a UsageError if it cannot be read. */
export type ReadFile = (path: string) => string;

export const readFile: ReadFile = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
  }
};

/** @throws UsageError, including for an invalid robot or target, or if nothing reaches the target. */
export function solve(command: SolveCommand, read: ReadFile, warn: Warn): string {
  try {
    return command.format(listOf(command, read, warn));
  } catch (error) {
    if (error instanceof LimberError) throw new UsageError(error.message);
    throw error;
  }
}

function listOf(command: SolveCommand, read: ReadFile, warn: Warn): SolutionList {
  const description = robotIn(read(command.path), warn);
  const tip = tipIn(description, command.tip);
  const { pose } = command.pose;
  const room = roomOf(command.pose, command);
  using model = Model.from(description);
  using problem = new Problem(model);
  problem.addGoal({ type: 'pose', link: tip, target: pose, ...room });
  const held = place(problem, command);
  const { limits, most } = command;
  const all = problem.solutions({ limits, most, intervals: false });
  const isLoose = hasRoom(room);
  const found = isLoose && all.family === '' ? searched(problem, all, limits) : all;
  const { complete } = found;
  refuseNone(problem, found, limits, heldIn(held));
  const slice = sliceOf(model, found);
  const rows = (numbers: Float64Array, width: number): number[][] =>
    Array.from({ length: found.count }, (_, i) => [...numbers.subarray(i * width, (i + 1) * width)]);
  return {
    robot: model.name,
    tip,
    arm: familyOf(model, tip).description,
    family: found.family,
    pose,
    limits,
    // For seven hinges `complete` is that of the slice: there are poses outside it.
    complete: complete && !slice,
    ...(slice && { slice }),
    ...(held.length > 0 && { held }),
    isLoose,
    isCut: !complete && found.count === most,
    coordinates: coordinateNames(model),
    q: rows(found.q, model.nq),
    selfMotion: rows(found.selfMotion, model.nv),
  };
}

/** One pose, found by search: with axes left open, most arms have more poses than can be listed. */
function searched(problem: Problem, none: Solutions, limits: boolean): Solutions {
  const { status } = problem.solve({ mode: 'find', limits });
  return {
    ...none,
    count: Number(status === 'converged'),
    q: Float64Array.from(problem.state.q),
    selfMotion: new Float64Array(problem.model.nv),
    complete: status === 'unreachable',
    family: bySearch,
    reason: '',
  };
}

/** The slice of seven hinges that contains the nearest pose. */
function sliceOf({ links }: Model, found: Solutions): Slice | undefined {
  const { parameter, complete } = found;
  if (parameter === '') return undefined;
  const link = links.find(({ name }) => name === parameter);
  if (!link) return { parameter, complete };
  return { parameter: link.joint.name ?? link.name, value: found.at(0)[link.qIndex]!, complete };
}

/** Sets the joints to their start, and locks and returns those to hold. */
function place({ model, state, jointWeights }: Problem, { start, hold }: SolveCommand): Held[] {
  const from = startIn(model, start);
  if (from) state.q.set(from);
  state.update();
  return hold.map((name) => {
    const moving = model.links.filter(({ nv }) => nv > 0);
    const link = moving.find((each) => each.joint.name === name) ?? moving.find((each) => each.name === name);
    if (!link) {
      const known = moving.map((each) => each.joint.name ?? each.name);
      throw new UsageError(`--hold is ${show(name)}, which is not a moving joint; known: ${listed(known)}`);
    }
    jointWeights.fill(0, link.vIndex, link.vIndex + link.nv);
    const values = [...state.q.subarray(link.qIndex, link.qIndex + link.nq)];
    return { joint: link.joint.name ?? link.name, values };
  });
}

function refuseNone(problem: Problem, found: Solutions, limits: boolean, held: string): void {
  const { count, complete, reason, family } = found;
  if (family === '') {
    const hint = reason.includes('joint weight') ? ' (--hold JOINT sets that to 0)' : '';
    throw new UsageError(reason + hint);
  }
  if (count > 0) return;
  const beyond = limits ? problem.solutions({ limits: false, intervals: false }).count : 0;
  if (beyond > 0)
    throw new UsageError(
      `no pose within the limits reaches the target${held}; --no-limits shows ${beyond} beyond them`,
    );
  // Of too few joints; what else it says is said here.
  const why = /^the \d/.test(reason) ? `: ${reason.replace(' free, or', ' free (--free), or')}` : '';
  throw new UsageError(
    complete
      ? `no pose of the robot reaches the target${held}; that is certain${why}`
      : `no pose was found that reaches the target${held}, but some may be missing${why}`,
  );
}
