// Buss and Kim's two trees: tracking errors of each method at one step per frame.
import { init, Model, Problem, type SolveOptions, type SolverName } from 'limber';
import { trees, type BussTree } from './buss-trees.ts';
import { Kinematics } from './kinematics.ts';
import type { Context, Row } from './run.ts';
import { mean } from './statistics.ts';
import { atLeast, type Line, type Reach } from './table.ts';

export const name = 'buss';

const steps = 2000;
/** Step of the program's clock. */
const timeStep = 0.005;
/** Amplitude in radians of the joints whose motion generates the reachable targets. */
const swing = 0.5;

export const note = `Mean distance of effectors from their targets after each of ${steps} steps, in the program's units (bones of 0.4 to 0.9).
The program's own targets leave the reach for a good part of the time; the reachable ones are where the effectors of
the same tree are while joint i swings as ${swing} sin((3 + i mod 6) t + i). Both start at the pose of all zeros and go by ${timeStep}
of t a step. λ 0.6 and 1.1; steps up to 30° (transpose), 5° (pseudoinverse), 45°; singular values below 0.01 of the
largest dropped; SDLS sees errors up to 0.4. reference: as given with the survey's constants; which targets are behind
it is not told. The public program's trees have 7 and 25 hinges.`;

const degrees = Math.PI / 180;

interface Method {
  readonly solver: SolverName;
  /** Published mean errors for the two trees. */
  readonly references: readonly [number, number];
  options(tree: BussTree, reach: number): SolveOptions;
}

const methods: readonly Method[] = [
  { solver: 'transpose', references: [0.033, 0.199], options: () => ({ maxStep: 30 * degrees }) },
  {
    solver: 'pseudoinverse',
    references: [0.0032, 0.0119],
    options: () => ({ maxStep: 5 * degrees, truncation: 0.01 }),
  },
  {
    solver: 'dls',
    references: [0.0012, 0.0146],
    options: ({ lambda }, reach) => ({ maxStep: 45 * degrees, damping: lambda / reach, maxError: Infinity }),
  },
  {
    solver: 'sdls',
    references: [0.0042, 0.006],
    options: (_, reach) => ({ maxStep: 45 * degrees, maxError: 0.4 / reach }),
  },
];

/** Writes the targets at a time, three numbers per effector. */
type Motion = (time: number, into: Float64Array) => void;

function placesOf({ description, effectors }: BussTree): number[] {
  return effectors.map((effector) => description.links.findIndex((link) => link.name === effector));
}

function motionsOf(tree: BussTree): [string, Motion][] {
  const arm = new Kinematics(tree.description);
  const places = placesOf(tree);
  const reachable: Motion = (time, into) => {
    const poses = arm.poses(arm.moving.map((_, i) => swing * Math.sin((3 + (i % 6)) * time + i)));
    places.forEach((place, i) => poses[place]!.position.toArray(into as unknown as number[], 3 * i));
  };
  return [
    ["the program's targets", (time, into) => into.set(tree.targets(time).flat())],
    ['reachable targets', reachable],
  ];
}

/** Mean distance of all effectors after each step. */
function follow(tree: BussTree, model: Model, options: SolveOptions, motion: Motion): number[] {
  using problem = new Problem(model);
  const goals = tree.effectors.map((link) => problem.addGoal({ type: 'position', link }));
  const arm = new Kinematics(tree.description);
  const places = placesOf(tree);
  const wanted = new Float64Array(3 * goals.length);
  return Array.from({ length: steps }, (_, step) => {
    motion(step * timeStep, wanted);
    goals.forEach((goal, i) => goal.target.set(wanted.subarray(3 * i, 3 * i + 3)));
    problem.solve(options);
    const poses = arm.poses(problem.state.q);
    return mean(
      places.map((place, i) => {
        const { x, y, z } = poses[place]!.position;
        return Math.hypot(x - wanted[3 * i]!, y - wanted[3 * i + 1]!, z - wanted[3 * i + 2]!);
      }),
    );
  });
}

export async function run(_: Context): Promise<Row[]> {
  await init();
  return trees.flatMap((tree, which) => {
    using model = Model.from(tree.description);
    const base = { maxIterations: 1, tolerance: 0, stallTolerance: 0 };
    return motionsOf(tree).flatMap(([motion, move]) =>
      methods.map((method): Row => {
        const options = { ...base, ...method.options(tree, model.reach), solver: method.solver };
        const errors = follow(tree, model, options, move);
        const meanError = mean(errors);
        return {
          bench: name,
          case: `${tree.name}, ${motion}`,
          tree: tree.name,
          motion,
          solver: method.solver,
          build: 'wasm',
          joints: model.nv,
          steps,
          meanError,
          lastError: errors.at(-1)!,
          reference: method.references[which]!,
          toReference: meanError / method.references[which]!,
        };
      }),
    );
  });
}

export function table(rows: readonly Row[]): Line[] {
  return rows.map(({ case: title, solver, joints, meanError, lastError, reference, toReference }) => ({
    case: title,
    joints,
    solver,
    'mean error': meanError,
    'at the end': lastError,
    reference,
    'to reference': toReference,
  }));
}

export function reach(rows: readonly Row[]): Reach[] {
  const of = (solver: string): number =>
    Number(
      rows.find(
        (row) => row.tree === 'four effectors' && row.motion === 'reachable targets' && row.solver === solver,
      )?.meanError,
    );
  return [atLeast(name, 'dls / sdls, four effectors, reachable targets', 1, of('dls') / of('sdls'))];
}
