/** What the pages of one robot show and say of its rig. */
import type { SolverName } from 'limber';
import { degrees, describe, factsOf } from 'limber/bench';
import type { ArmSettings } from 'limber/element';
import type { ArmShape, View } from 'limber/three';
import { Box3 } from 'three';
import { rounded } from '../shell/picks.ts';
import { lookAt } from '../views/robot-view.ts';
import { isPreset } from './catalogue.ts';
import type { RobotPicks } from './picks.ts';
import type { Rig } from './rig.ts';

/** Margin around the robot for its thickness and for moving the goal, relative to its size. */
const room = 0.16;

/** Aims the camera at the whole robot. */
export function frame(view: View | null, { model, problem }: Rig, shape: ArmShape): void {
  const { poses } = problem.state;
  shape.update(poses);
  // The box is measured in the world.
  shape.updateMatrixWorld(true);
  if (view) lookAt(view, [poses], room * (model.reach || 1), new Box3().setFromObject(shape, true));
}

/** Sets a new goal for the present picks. */
export function aim(
  rig: Rig,
  { at, tip, orientation }: RobotPicks & { readonly orientation: boolean },
): void {
  rig.reachWith(tip.name, orientation);
  if (at.length >= rig.target.length) rig.target = at;
}

/** Distance, angle and a sentence. `atLimit`: names, told only at rest, because in motion they flicker. */
export function told(rig: Rig, atLimit: readonly string[]) {
  const { problem, resting, result, source } = rig;
  const facts = factsOf(problem, source.unit);
  const names = atLimit.length > 3 ? [`${atLimit.length} joints`] : atLimit;
  const news = resting && !facts.near && result?.status === 'unreachable' ? 'Out of reach' : '';
  const text = describe({ ...facts, atLimit: names, news });
  const words = names.length < atLimit.length ? text.replace('at its limit', 'at their limits') : text;
  return { distance: facts.away, angle: rig.angle === null ? '–' : degrees(rig.angle), words };
}

/** Goal and joints for the address. */
export const placeOf = ({ target, problem }: Rig) => ({ at: [...target], q: [...problem.state.q] });

/** The robot as an element; null: it is from a file, or exists on these pages only. */
export function asElement(
  { goal, problem, source }: Rig,
  { solver, limits }: { readonly solver: SolverName; readonly limits: boolean },
): Partial<ArmSettings> | null {
  if (!isPreset(source)) return null;
  const targets = Array.from(goal.target.subarray(0, 3), rounded);
  return { preset: source.name, solver, limits, targets, q: Array.from(problem.state.q, rounded) };
}
