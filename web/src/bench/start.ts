import type { ModelDescription, Vec3 } from '../describe/description.ts';
import { LimberError, show } from '../describe/errors.ts';
import type { Problem } from '../core/problem.ts';
import type { SolveOptions } from '../core/options.ts';
import {
  compareFromHere,
  hand,
  placeFor,
  tracks,
  type Track,
  withCapsules,
} from '../robots/presets/index.ts';
import { Run } from '../robots/run/index.ts';
import { toolAxisOf } from '../three/arm-layout.ts';
import type { SolverName } from '../describe/core-names.ts';
import type { ExhibitSettings, WholeArm } from './exhibit.ts';
import { placesNearby } from './rest.ts';

/** @throws LimberError `badOption`. */
function trackOf(name: string): Track {
  const all = [...tracks, hand];
  const found = all.find((track) => track.name === (name || hand.name));
  if (found) return found;
  const known = all.map((track) => track.name).join(', ');
  throw new LimberError('badOption', `track ${show(name)} is unknown; known: ${known}`);
}

/** @throws LimberError `badOption`. */
export function checkCount(name: string, given: readonly number[] | null, count: number): void {
  if (!given) return;
  const odd = given.findIndex((each) => !Number.isFinite(each));
  if (odd >= 0) throw new LimberError('badOption', `${name} has ${show(given[odd])}; give finite numbers`);
  if (given.length === count) return;
  throw new LimberError('badOption', `${name} has ${given.length} numbers; this arm needs ${count}`);
}

/** @throws LimberError `unsupported`. */
export function checkSupport(problem: Problem, solver: SolverName): void {
  const answer = problem.supports(solver);
  if (answer === true) return;
  throw new LimberError('unsupported', `the solver ${solver} does not support this arm: ${answer}`);
}

const axisOf = ({ model }: Run, link: string): Vec3 =>
  toolAxisOf(model, model.links[model.findLink(link)]!).toArray();

/** Options of every solve. */
export function solveOptions({ limits, maxIterations, obstacles, clearance }: ExhibitSettings): SolveOptions {
  const kept = clearance ?? (obstacles ? 0 : null);
  return { limits, maxIterations, ...(kept !== null && { clearance: kept }) };
}

/** The arm's description, with added shapes if it needs clearance and has none. */
function shaped({ description }: WholeArm, { obstacles, clearance }: ExhibitSettings): ModelDescription {
  const hasShapes = description.links.some(({ collision = [] }) => collision.length > 0);
  return hasShapes || (!obstacles && clearance === null) ? description : withCapsules(description);
}

/**
 * Coarse shapes are assumed clear at the arm's initial pose, and when they have this much room as a fraction
 * of its size.
 */
const room = 0.02;

/**
 * Fraction of the way back to its first pose per iteration for a redundant arm; otherwise it drifts into
 * corners.
 */
const restGain = 0.1;

/** True for a redundant arm: a hand drags one point, and the first pose was chosen. */
function isFree({ track, goals, model }: Run, { q }: WholeArm): boolean {
  return (
    track === hand && q !== undefined && goals.length === 1 && goals[0]!.type === 'position' && model.nv > 3
  );
}

/**
 * A run of the arm with the goals and loops of the settings; goals for the direction come last.
 *
 * @throws LimberError for settings that do not fit; everything made so far is freed.
 */
export function makeRun(arm: WholeArm, settings: ExhibitSettings): Run {
  const { solver, hinges, direction, goals, loops, obstacles, tips } = settings;
  const options = solveOptions(settings);
  const description = shaped(arm, settings);
  const whole = {
    ...arm,
    description: loops ? { ...description, loops } : description,
    effectors: goals && !tips ? [] : arm.effectors,
    goals: goals ?? arm.goals ?? [],
  };
  const run = new Run(whole, trackOf(settings.track), { solver, hinges, options });
  try {
    for (const link of direction ? run.effectors : []) {
      const axis = arm.toolAxis ?? axisOf(run, link);
      run.problem.addGoal({ type: 'direction', link, axis, target: direction! });
    }
    if (options.clearance !== undefined) compareFromHere(run.problem, room * run.model.size);
    for (const each of obstacles ?? []) run.problem.addObstacle(each);
    checkSupport(run.problem, settings.step ? 'itasc' : solver);
    checkCount('targets', settings.targets, run.targets.length);
    checkCount('q', settings.q, run.model.nq);
    if (isFree(run, arm)) {
      run.problem.rest.set(run.q);
      run.options = { ...run.options, restGain };
    }
    return run;
  } catch (error) {
    run.dispose();
    throw error;
  }
}

/** Default targets: within reach, but away from the effectors, so that the arm has to move. */
export function startTargets({ effectors, model, problem }: Run): number[] {
  const places = placesNearby(problem, effectors);
  if (places) return places;
  const { poses } = problem.state;
  return effectors.flatMap((name) => {
    const first = 7 * model.findLink(name);
    return [...placeFor(poses.subarray(first, first + 3), poses.subarray(0, 3), model.reach).centre];
  });
}
