/** Says of a batch's rows where in the goal's room they are, and of those not reached whether a pose exists. */
import type { CoreStatus } from '../describe/core-names.ts';
import { init } from '../core/init.ts';
import type { GoalEdge, Room } from '../core/goal.ts';
import { Model } from '../core/model.ts';
import { Problem } from '../core/problem.ts';
import { disposeSymbol } from '../core/disposable.ts';
import { fromURDF } from '../robots/urdf/index.ts';
import type { BatchCommand } from './batch-arguments.ts';
import type { PoseRoom } from './robot-options.ts';
import { readFile } from './solve.ts';

/** `none` is proven; `beyond limits`: a pose exists only there. */
export type PoseFact = 'found' | 'exists' | 'beyond limits' | 'none' | 'unknown';

export type Prove = (target: readonly number[], status: CoreStatus) => PoseFact;

/**
 * Where the arm begins, in the world, and the metres from there that the link cannot exceed: the lengths of all
 * links between. A slide has no end but its limits, beyond which there may be poses, too.
 */
function armTo(
  { model, state }: Problem,
  tip: string,
): { base: readonly number[]; length: number; joints: number } {
  let [length, below, first, joints] = [0, 0, model.findLink(tip), 0];
  for (let i = first; i >= 0; i = model.links[i]!.parent) {
    const { origin, motions } = model.links[i]!;
    if (motions.length > 0) {
      if (motions.some(({ v }) => v.some((each) => each !== 0))) below = Infinity;
      [length, first] = [below, i];
      joints += motions.filter(({ mimics }) => !mimics).length;
    }
    below += Math.hypot(...origin.position);
  }
  return { base: [...state.poses.subarray(7 * first, 7 * first + 3)], length: length * (1 + 1e-9), joints };
}

/** How far from its target a tool may be along an axis. */
const farthest = ([least, most]: Room = [0, 0]): number => Math.max(-(least ?? -Infinity), most ?? Infinity);

/** The robot and goal of a batch, in this thread. `tip` must be given. */
export async function makeWitness({ robot, tip, room }: BatchCommand & { readonly room: PoseRoom }) {
  await init();
  const model = Model.from(fromURDF(readFile(robot)));
  const problem = new Problem(model);
  const goal = problem.addGoal({ type: 'pose', link: tip!, ...room });
  return {
    problem,
    goal,
    /** The edges of the goal's room at joint values. */
    edgesAt(target: readonly number[], q: ArrayLike<number>): readonly GoalEdge[] {
      goal.target.set(target);
      problem.state.q.set(q);
      problem.state.update();
      return goal.edges;
    },
    [disposeSymbol]() {
      problem.dispose();
      model.dispose();
    },
  };
}
export type Witness = Awaited<ReturnType<typeof makeWitness>>;

export function makeProver(
  { problem, goal }: Witness,
  { tip, room, options }: BatchCommand & { readonly room: PoseRoom },
) {
  const { model } = problem;
  const beside = (['x', 'y', 'z'] as const).map((axis) => farthest(room.within?.[axis]));
  const arm = armTo(problem, tip!);
  const tolerance = Number(options.tolerance ?? 1e-4 * model.size);
  const prove: Prove = (target, status) => {
    if (status === 'converged') return 'found';
    if (!target.every(Number.isFinite)) return 'unknown';
    const away = Math.hypot(...arm.base.map((each, i) => target[i]! - each));
    if (away > arm.length + Math.hypot(...beside) + tolerance) return 'none';
    goal.target.set(target);
    problem.state.reset();
    problem.state.update();
    const within = problem.solutions({ most: 1, intervals: false });
    if (within.count > 0) return 'exists';
    const proven = status === 'unreachable' || problem.solve({ mode: 'find' }).status;
    if (proven === 'converged') return 'exists';
    const beyond = problem.solutions({ limits: false, most: 1, intervals: false });
    if (beyond.count > 0) return 'beyond limits';
    return beyond.complete || proven === true || proven === 'unreachable' ? 'none' : 'unknown';
  };
  /** Rows by what was said of them. */
  const counts = new Map<PoseFact, number>();
  return {
    prove: ((target, status) => {
      const fact = prove(target, status);
      counts.set(fact, (counts.get(fact) ?? 0) + 1);
      return fact;
    }) satisfies Prove,
    /** How many of the rows that were not reached stay without a proof; '' if none does. */
    left(): string {
      const unknown = counts.get('unknown') ?? 0;
      const all = [...counts.values()].reduce((sum, each) => sum + each, 0) - (counts.get('found') ?? 0);
      if (unknown === 0) return '';
      const { family, reason } = problem.solutions({ most: 1, intervals: false });
      const why = `${arm.joints} joints${family === '' ? `; ${reason}` : ''}`;
      return `${unknown} of ${all} that were not reached stay unknown: ${why}`;
    },
  };
}
