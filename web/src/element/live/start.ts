import type { Vec3 } from '../../description.ts';
import { LimberError, show } from '../../errors.ts';
import type { Problem } from '../../problem.ts';
import { hand, placeFor, Run, tracks, type Track } from '../../presets/index.ts';
import { toolAxisOf } from '../../three/arm-layout.ts';
import type { ArmSettings } from '../attributes.ts';
import { ArmError } from '../events.ts';
import { placesNearby } from './rest.ts';
import type { Subject } from './subject.ts';

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
  if (!given || given.length === count) return;
  throw new LimberError('badOption', `${name} has ${given.length} numbers; this arm needs ${count}`);
}

/** @throws ArmError `unsupported`. */
export function checkSupport(problem: Problem, solver: ArmSettings['solver']): void {
  const answer = problem.supports(solver);
  if (answer === true) return;
  throw new ArmError('unsupported', `the solver ${solver} does not support this arm: ${answer}`);
}

const axisOf = ({ model }: Run, link: string): Vec3 =>
  toolAxisOf(model, model.links[model.findLink(link)]!).toArray();

/**
 * A run of the subject as the settings want it, with a goal for the direction after those for the points.
 *
 * @throws LimberError, ArmError for settings that it cannot have; nothing is left over then.
 */
export function makeRun(subject: Subject, settings: ArmSettings): Run {
  const { solver, hinges, limits, sweeps, direction } = settings;
  const options = { limits, maxIterations: sweeps };
  const run = new Run(subject, trackOf(settings.track), { solver, hinges, options });
  try {
    if (direction) {
      for (const link of subject.effectors) {
        const axis = subject.toolAxis ?? axisOf(run, link);
        run.problem.addGoal({ type: 'direction', link, axis, target: direction });
      }
    }
    checkSupport(run.problem, solver);
    checkCount('goals', settings.goals, run.targets.length);
    checkCount('q', settings.q, run.model.nq);
    return run;
  } catch (error) {
    run.dispose();
    throw error;
  }
}

/** Where targets are that nobody has placed: within reach, and off the effectors, so that the arm has to move. */
export function startTargets({ arm, model, problem }: Run): number[] {
  const places = placesNearby(problem, arm.effectors);
  if (places) return places;
  const { poses } = problem.state;
  return arm.effectors.flatMap((name) => {
    const first = 7 * model.findLink(name);
    return [...placeFor(poses.subarray(first, first + 3), poses.subarray(0, 3), model.reach).centre];
  });
}
