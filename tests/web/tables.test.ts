/** The words of the TypeScript types against the core's tables. Each Record names every member, or it does not compile. */
import { beforeAll, expect, it } from 'vitest';
import {
  errorCodes,
  init,
  Model,
  poseAxes,
  Problem,
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
const goalTypes: Record<GoalType, number> = { position: 3, orientation: 4, pose: 7, direction: 3 };
const solvers: Record<SolverName, true> = {
  ccd: true,
  fabrik: true,
  curl: true,
  transpose: true,
  pseudoinverse: true,
  dls: true,
  svd: true,
  sdls: true,
  lm: true,
  autodiff: true,
};
const modes: Record<Mode, true> = { track: true, find: true };
const statuses: Record<Status, true> = {
  converged: true,
  stalled: true,
  maxIterations: true,
  notFinite: true,
  unreachable: true,
  unsupported: true,
};
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
  using model = Model.from(chain(1));
  using problem = new Problem(model);
  for (const [type, size] of Object.entries(goalTypes)) {
    const goal = problem.addGoal({ type, link: 'tool' } as GoalDescription);
    expect(goal.type).toBe(type);
    expect(goal.target).toHaveLength(size);
  }
});

it('has the solvers of the core, and each says whether it supports a problem', () => {
  expect(sorted(Object.keys(solvers))).toEqual(sorted(core().tables.solvers));
  using model = Model.from(chain(2));
  using problem = new Problem(model);
  problem.addGoal({ type: 'position', link: 'tool' });
  for (const solver of Object.keys(solvers) as SolverName[]) {
    const answer = problem.supports(solver);
    expect(answer === true || answer.length > 0).toBe(true);
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

it('numbers the free axes of a pose as the core does: slides, then turns', () => {
  expect(poseAxes.map((axis) => axes[axis])).toEqual([0, 1, 2, 3, 4, 5]);
});
