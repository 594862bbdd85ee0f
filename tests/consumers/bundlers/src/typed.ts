// Types of every entry in a strict project; three's types are those of the version under test.
import {
  init,
  Model,
  Problem,
  type ModelDescription,
  type SolveResult,
  type StepOptions,
  type StepResult,
} from 'limber';
import { Character } from 'limber/character';
import { fromURDF, robots } from 'limber/robots';
import { ArmShape, GoalHandle, JointOverlay, View } from 'limber/three';
import { WorkerProblem, type WorkerResult } from 'limber/worker';
import { Scene, Vector3 } from 'three';

export async function tried(host: HTMLElement, description: ModelDescription): Promise<SolveResult> {
  await init();
  const model = Model.from(description);
  const problem = new Problem(model);
  const goal = problem.addGoal({ type: 'position', link: 'hand', target: [0, 1, 0] });
  const view = new View(host, { orbit: true });
  const arm = new ArmShape(model);
  view.add(arm);
  view.add(new JointOverlay(model));
  new Scene().add(arm);
  new GoalHandle(view, {
    position: [0, 1, 0],
    size: 0.1,
    onChange: (position: Vector3) => position.toArray(goal.target),
  });
  arm.update(problem.state.poses);
  return problem.solve();
}

export async function elsewhere(urdf: string): Promise<WorkerResult> {
  const problem = await WorkerProblem.create(fromURDF(urdf));
  const shown = new ArmShape(problem.model);
  shown.update(problem.state.poses);
  return problem.solve({ solver: 'lm' });
}

/** Loops, goals on other links, and steps in time. */
export function closed(description: ModelDescription, options: StepOptions): [SolveResult, StepResult] {
  const loops = [{ a: { link: 'hand' }, b: { position: [0, 1, 0] }, free: 'ball' }] as const;
  const problem = new Problem(Model.from({ ...description, loops }));
  const goal = problem.addGoal({
    type: 'distance',
    link: 'hand',
    side: 'inside',
    target: [0, 0, 0, 1],
    gain: 10,
  });
  goal.side = 'outside';
  for (const each of problem.goals) if (each.type === 'lookAt') each.axis = [0, 1, 0];
  return [problem.solve({ solver: 'maximal' }), problem.step(1 / 60, options)];
}

export const others = [Character, robots.panda];
