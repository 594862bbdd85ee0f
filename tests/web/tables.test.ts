/** The words of the TypeScript types against the core's tables. Each Record names every member, or it does not compile. */
import { beforeAll, expect, it } from 'vitest';
import {
  chainJoints,
  closures,
  defaultSolver,
  errorCodes,
  init,
  Model,
  poseAxes,
  Problem,
  type ChainJoint,
  type ClosureName,
  type ErrorCode,
  type GoalDescription,
  type GoalType,
  type JointType,
  type Mode,
  type PoseAxis,
  type SolveOptions,
  type SolverName,
  type Status,
} from 'limber';
import { core } from '../../web/src/loader.ts';
import { fourBar, nearlyClosed } from './linkage-models.ts';
import { chain } from './models.ts';
import './silence.ts';

const jointTypes: Record<JointType, true> = {
  fixed: true,
  revolute: true,
  continuous: true,
  prismatic: true,
  helical: true,
  universal: true,
  cylindrical: true,
  planar: true,
  ball: true,
  free: true,
};
/** How many numbers the target of each has. */
const goalTypes: Record<GoalType, number> = {
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
const modes: Record<Mode, true> = { track: true, find: true };
const statuses: Record<Status, true> = {
  converged: true,
  stalled: true,
  maxIterations: true,
  notFinite: true,
  unreachable: true,
  unsupported: true,
  following: true,
};
/** The defaults that the types document; undefined: what follows from something else. */
const solveOptions: Record<keyof Required<SolveOptions>, unknown> = {
  solver: 'ccd',
  maxIterations: 100,
  tolerance: undefined,
  angleTolerance: undefined,
  stallTolerance: 1e-6,
  limits: true,
  maxStep: undefined,
  annealing: 0,
  annealingAmplitude: 1,
  seed: 1,
  mode: 0,
  maxRestarts: 100,
  patience: 5,
  damping: undefined,
  maxError: undefined,
  truncation: undefined,
  stepSize: undefined,
  meanOverGoals: false,
  restGain: 0,
  gain: 20,
  substeps: 4,
  minTimeStep: 0.01,
  maxTimeStep: 0.06,
  maxVelocity: 50,
  feedForward: true,
  selective: false,
  maxDamping: undefined,
  dampingRange: undefined,
};
/** Those of the package that the core does not know. */
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
const axes: Record<PoseAxis, number> = { x: 0, y: 1, z: 2, rx: 3, ry: 4, rz: 5 };

const sorted = (words: Iterable<string>): string[] => [...words].sort();

beforeAll(() => init());

it('has the error codes of the core, and a few of its own', () => {
  expect(errorCodes).toEqual([...core().tables.errorCodes, ...ownCodes]);
  expect(new Set(errorCodes).size).toBe(errorCodes.length);
});

it('has the joint types of the core, and all of them build', () => {
  expect(sorted(Object.keys(jointTypes))).toEqual(sorted(core().tables.jointTypes));
  for (const type of Object.keys(jointTypes) as JointType[]) {
    using model = Model.from(chain(1, () => ({ type })));
    expect(model.links[0]!.joint.type).toBe(type);
  }
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
  expect(sorted(Object.keys(solvers))).toEqual(sorted(core().tables.solvers));
  using model = Model.from(fourBar());
  const raw = new (core().module.Problem)(model.raw);
  expect(raw.defaultSolver()).toBe(defaultSolver);
  raw.delete();
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

it('has the statuses of the core', () => {
  expect(sorted(Object.keys(statuses))).toEqual(sorted(core().tables.statuses));
});

it('has the modes of the core', () => {
  expect(Object.keys(modes)).toEqual(core().tables.modes);
});

it('has the options of the core and the solver, with the defaults that the types document', () => {
  const { options } = core().tables;
  expect(sorted(Object.keys(solveOptions))).toEqual(sorted(['solver', ...options.map(({ name }) => name)]));
  for (const { name, default: value } of options) {
    const documented = solveOptions[name as keyof SolveOptions];
    if (documented !== undefined) expect(value, name).toBe(Number(documented));
  }
});

it('takes each of its options in a solve, at either end of its range', () => {
  using model = Model.from(fourBar());
  using problem = new Problem(model);
  for (const { name, kind, min, max } of core().tables.options) {
    for (const end of [min, Math.min(max, 1e6)]) {
      const value = { boolean: end === 1, mode: core().tables.modes[end] }[kind] ?? end;
      const options = { solver: 'itasc', maxIterations: 2, [name]: value } as SolveOptions;
      expect(() => problem.solve(options), `${name} ${end}`).not.toThrow();
    }
  }
});

it('numbers free axes and joints of a chain as the core does: slides, then turns', () => {
  expect(poseAxes.map((axis) => axes[axis])).toEqual([0, 1, 2, 3, 4, 5]);
  expect(chainJoints.map((each) => joints[each])).toEqual([0, 1, 2, 3, 4, 5]);
  expect(sorted(Object.keys(closureRows))).toEqual(sorted(Object.keys(closures)));
  for (const [name, rows] of Object.entries(closureRows))
    expect(6 - closures[name as ClosureName].length).toBe(rows);
});
