/** The digest's cases: problems with a few solves or steps each, as plain data that a native program can read too. */
import {
  Model,
  Problem,
  type GoalDescription,
  type ModelDescription,
  type ObstacleDescription,
  type SolveOptions,
} from 'limber';
import { hasPoint } from '../../web/src/core/goal.ts';
import { core } from '../../web/src/core/loader.ts';
import { addGoal, addLoop, coordinates, Draw, obstacles, options, rope, tree, withShapes } from './draw.ts';

export interface Case {
  readonly description: ModelDescription;
  readonly goals: readonly GoalDescription[];
  readonly obstacles: readonly ObstacleDescription[];
  readonly options: SolveOptions;
  /** Seconds per step; missing for solves. */
  readonly dt?: number;
  /** Numbers of all goals in turn, one row per solve or step. */
  readonly targets: readonly (readonly number[])[];
  /** Joint values for each solve, or for the first step only. */
  readonly starts: readonly (readonly number[])[];
}

/** Problems per group, and solves or steps per problem. */
const problems = 20;
const runs = 5;

interface Plan {
  readonly goals: readonly string[];
  readonly loops?: true;
  readonly obstacles?: true;
  readonly options: SolveOptions;
  readonly dt?: number;
}

/**
 * One line of the digest per group: every solver and `step` with every type of goal, with loops, among
 * obstacles, and by `find`.
 */
export function groups(): ReadonlyMap<string, Plan> {
  const { solvers, goalTypes } = core().tables;
  const plans = new Map<string, Plan>();
  for (const name of [...solvers, 'step']) {
    const isStep = name === 'step';
    const way = isStep ? { options: {}, dt: 0.02 } : { options: { solver: name } as SolveOptions };
    for (const type of goalTypes) plans.set(`${name} ${type}`, { goals: [type], ...way });
    plans.set(`${name} loops`, { goals: ['position'], loops: true, ...way });
    const options = { ...way.options, clearance: 0.01 };
    plans.set(`${name} obstacles`, { goals: ['position'], obstacles: true, ...way, options });
    if (!isStep)
      plans.set(`${name} find`, { goals: ['position'], options: { ...way.options, mode: 'find' } });
  }
  return plans;
}

/** Undefined if the drawn model has no joint for the goal. */
function makeCase(draw: Draw, plan: Plan, isRope: boolean): Case | undefined {
  const { tables } = core();
  const drawn = isRope ? rope(draw) : tree(draw, tables);
  const bare = plan.obstacles ? withShapes(draw, drawn) : drawn;
  using model = Model.from(bare);
  using problem = new Problem(model);
  // Goals and loops are met at first, so they are reachable.
  problem.state.q.set(coordinates(draw, model));
  problem.state.update();
  const types = draw.oneIn(4) ? [...plan.goals, draw.pick(tables.goalTypes)] : plan.goals;
  const goals = types.flatMap((type) => addGoal(draw, tables, problem, type) ?? []);
  const loops = plan.loops ? [addLoop(draw, problem)].flatMap((loop) => loop ?? []) : [];
  if (goals.length < types.length || (plan.loops && loops.length === 0)) return undefined;
  const targets = Array.from({ length: runs }, (_, run) =>
    problem.goals.flatMap((goal) => {
      const [first, ...rest] = goal.target;
      // Targets for steps move, if their type allows it.
      return [first! + (plan.dt && hasPoint(goal) ? 0.02 * run : 0), ...rest];
    }),
  );
  return {
    description: { ...bare, ...(loops.length > 0 ? { loops } : {}) },
    goals,
    obstacles: plan.obstacles ? obstacles(draw) : [],
    options: { ...options(draw, tables), ...plan.options },
    ...(plan.dt === undefined ? {} : { dt: plan.dt }),
    targets,
    starts: Array.from({ length: plan.dt ? 1 : runs }, () => coordinates(draw, model)),
  };
}

/** Cases of one group. */
export function* casesOf(group: string): Generator<Case> {
  const plan = groups().get(group)!;
  const draw = new Draw(group);
  for (let made = 0, i = 0; made < problems; ++i) {
    const next = makeCase(draw, plan, i % 2 === 1);
    if (!next) continue;
    made += 1;
    yield next;
  }
}
