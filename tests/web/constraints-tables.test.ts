/** The words of `limber/constraints` against the tables of its core. Each Record names every member, or it does not compile. */
import { beforeAll, expect, it } from 'vitest';
import { errorCodes as treeErrorCodes } from 'limber';
import {
  chainJoints,
  closures,
  errorCodes,
  init,
  Model,
  poseAxes,
  Problem,
  solverNames,
  type ChainJoint,
  type ClosureName,
  type ErrorCode,
  type GoalDescription,
  type PoseAxis,
  type SolveOptions,
  type SolverName,
  type StepOptions,
} from 'limber/constraints';
import { core } from '../../web/src/loader.ts';
import { fourBar, nearlyClosed } from './linkage-models.ts';
import { chain } from './models.ts';
import './silence.ts';

/** How many numbers the target of each has. */
const goalTypes: Record<GoalDescription['type'], number> = {
  position: 3,
  orientation: 4,
  pose: 7,
  direction: 3,
  distance: 4,
  lookAt: 3,
  joint: 1,
  slide: 1,
  chain: 6,
};
/** Whether it takes a problem with a closed loop. */
const solvers: Record<SolverName, boolean> = {
  ccd: false,
  fabrik: false,
  curl: false,
  transpose: true,
  pseudoinverse: true,
  dls: true,
  svd: true,
  sdls: true,
  lm: true,
  autodiff: false,
  maximal: true,
  itasc: true,
};
/** Beside those of every solver: the defaults that the types document; undefined: what follows from something else. */
const stepOptions: Record<Exclude<keyof StepOptions, keyof TreeOptions>, unknown> = {
  gain: 20,
  substeps: 4,
  minTimeStep: 0.01,
  maxTimeStep: 0.06,
  maxVelocity: 50,
  feedForward: true,
  selective: false,
  dampingRange: undefined,
};
type TreeOptions = import('limber').SolveOptions;
const treeOptions: Record<keyof TreeOptions, true> = {
  solver: true,
  maxIterations: true,
  tolerance: true,
  angleTolerance: true,
  stallTolerance: true,
  limits: true,
  maxStep: true,
  annealing: true,
  annealingAmplitude: true,
  seed: true,
  mode: true,
  maxRestarts: true,
  patience: true,
  damping: true,
  maxError: true,
  truncation: true,
  stepSize: true,
  meanOverGoals: true,
  restGain: true,
};
/** Those of the package that no core knows. */
const ownCodes: ErrorCode[] = [
  'badDescription',
  'badUrdf',
  'badTrajectory',
  'notInitialised',
  'loadFailed',
  'disposed',
  'workerFailed',
];
/** Rows that each leaves: six less its free axes. */
const closureRows: Record<ClosureName, number> = {
  fixed: 6,
  revolute: 5,
  prismatic: 5,
  cylindrical: 4,
  planar: 3,
  ball: 3,
};
const joints: Record<ChainJoint, number> = { transX: 0, transY: 1, transZ: 2, rotX: 3, rotY: 4, rotZ: 5 };

const sorted = (words: Iterable<string>): string[] => [...words].sort();

beforeAll(() => init());

it('has the error codes of the larger core, which are those of limber', () => {
  expect(errorCodes).toEqual([...core().tables.errorCodes, ...ownCodes]);
  expect(errorCodes).toEqual(treeErrorCodes);
  expect(errorCodes).toContain('badLoop');
});

it('has the goal types of the core, and all of them can be added', () => {
  expect(sorted(Object.keys(goalTypes))).toEqual(sorted(core().tables.goalTypes));
  using model = Model.from(chain(2, (i) => ({ type: i ? 'prismatic' : 'revolute' })));
  using problem = new Problem(model);
  for (const [type, size] of Object.entries(goalTypes)) {
    const link = { joint: 'link0', slide: 'link1' }[type] ?? 'tool';
    const goal = problem.addGoal({ type, link } as GoalDescription);
    expect(goal.type).toBe(type);
    expect(goal.target).toHaveLength(size);
    // What is added is reached: the target is where the tool is.
    expect([goal.distance, goal.angle]).toEqual([expect.closeTo(0, 9), expect.closeTo(0, 7)]);
  }
});

it('has the solvers of the core, and each says whether it takes a loop, and does what it says', () => {
  expect(sorted(Object.keys(solvers))).toEqual(sorted(solverNames()));
  using model = Model.from(fourBar());
  for (const [solver, takes] of Object.entries(solvers) as [SolverName, boolean][]) {
    using problem = new Problem(model);
    problem.state.q.set(nearlyClosed);
    const answer = problem.supports(solver);
    expect([solver, answer === true]).toEqual([solver, takes]);
    const { status, reason } = problem.solve({ solver });
    expect([solver, status]).toEqual([solver, takes ? 'converged' : 'unsupported']);
    expect(reason).toBe(answer === true ? '' : answer);
    if (takes) expect(problem.loops[0]!.distance).toBeLessThan(1e-8);
  }
});

it('has the options of the core, with the defaults that the types document', () => {
  const { options } = core().tables;
  const names = [...Object.keys(treeOptions), ...Object.keys(stepOptions)];
  expect(sorted(names)).toEqual(sorted(['solver', ...options.map(({ name }) => name)]));
  for (const { name, default: value, min } of options) {
    if (!Object.hasOwn(stepOptions, name)) continue;
    const documented = stepOptions[name as keyof typeof stepOptions];
    if (documented === undefined) expect(value, name).toBeLessThan(min);
    else expect(value, name).toBe(Number(documented));
  }
});

it('takes each of its options in a solve, at either end of its range', () => {
  using model = Model.from(fourBar());
  using problem = new Problem(model);
  const own = core().tables.options.filter(({ name }) => name in stepOptions);
  for (const { name, kind, min, max } of own) {
    for (const end of [min, Math.min(max, 1e6)]) {
      const value = kind === 'boolean' ? end === 1 : end;
      const options = { solver: 'itasc', maxIterations: 2, [name]: value } as SolveOptions;
      expect(() => problem.solve(options), `${name} ${end}`).not.toThrow();
    }
  }
});

it('numbers the joints of a chain and the axes of a loop as the core does: slides, then turns', () => {
  expect(chainJoints.map((each) => joints[each])).toEqual([0, 1, 2, 3, 4, 5]);
  const axes: Record<PoseAxis, number> = { x: 0, y: 1, z: 2, rx: 3, ry: 4, rz: 5 };
  expect(poseAxes.map((each) => axes[each])).toEqual([0, 1, 2, 3, 4, 5]);
  expect(sorted(Object.keys(closureRows))).toEqual(sorted(Object.keys(closures)));
  for (const [name, rows] of Object.entries(closureRows))
    expect(6 - closures[name as ClosureName].length).toBe(rows);
});
