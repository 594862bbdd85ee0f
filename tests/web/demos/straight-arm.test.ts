/** The straight arm with its target on its own axis: which solvers arrive, and what helps the others. */
import { expect, it } from 'vitest';
import { Model, Problem, solverNames } from 'limber';
import { Lab } from '../../../docs/figures/straight/lab.ts';
import { contenders, mostIterations, straightArm, trials } from '../../../docs/figures/straight/trials.ts';
import '../support/silence.ts';

const trial = (name: string) => trials.find((each) => each.name === name)!;
const contender = (name: string) => contenders(solverNames()).find((each) => each.name === name)!;
const tryIt = (solver: string, what: string) => {
  using lab = new Lab();
  return lab.try(contender(solver), trial(what))!;
};

/** Distance in metres from the effector to a trial's target, by forward kinematics, not by the solver. */
function distanceAt(q: Float64Array, what: string): number {
  using model = Model.from(straightArm.description);
  using problem = new Problem(model);
  problem.state.q.set(q);
  problem.state.update();
  const tip = 7 * model.findLink(straightArm.effectors[0]!);
  const [x, y, z] = problem.state.poses.subarray(tip, tip + 3);
  const [a, b, c] = trial(what).target;
  return Math.hypot(x! - a, y! - b, z! - c);
}

it('stands straight up, a metre long, the target half way', () => {
  using lab = new Lab();
  const [start] = lab.curve(contender('transpose'), trial('axis'));
  expect(start!.iterations).toBe(0);
  expect(distanceAt(start!.q, 'axis')).toBeCloseTo(0.5, 12);
  expect(lab.model.reach).toBeCloseTo(1, 12);
});

const arriving = ['ccd', 'transpose', 'pseudoinverse', 'dls', 'svd', 'sdls', 'lm'];
it.each([...arriving, 'transpose, stepSize:\u00a00.5'])('%s arrives in every trial', (solver) => {
  for (const { name } of trials) {
    // A flat weight is slow: from another start it needs more iterations than the others.
    if (name === 'find' && solver.includes(',')) continue;
    const { status, iterations, restarts, q } = tryIt(solver, name);
    expect([name, status]).toEqual([name, 'converged']);
    expect(distanceAt(q, name)).toBeLessThanOrEqual(1e-4);
    if (name === 'find') expect(iterations).toBeLessThanOrEqual(mostIterations);
    if (name === 'find' && solver !== 'ccd') expect(restarts).toBeGreaterThan(0);
    if (name !== 'find' && name !== 'annealing') expect(restarts).toBe(0);
  }
});

it('the transpose crawls: nearly all of its way takes it few of its iterations', () => {
  using lab = new Lab();
  const curve = lab.curve(contender('transpose'), trial('micrometre'));
  const end = curve.at(-1)!;
  expect(end.status).toBe('converged');
  const third = curve.filter(({ iterations }) => iterations <= end.iterations / 3).at(-1)!;
  expect(third.residual).toBeGreaterThan(0.49);
});

it('a curve begins at the start, goes on by iterations, and ends with the solve', () => {
  using lab = new Lab();
  for (const each of contenders(solverNames())) {
    const end = lab.try(each, trial('millimetre'));
    const curve = lab.curve(each, trial('millimetre'));
    expect(curve.length > 0).toBe(end !== null);
    if (!end) continue;
    expect(curve[0]!.iterations).toBe(0);
    expect(curve.at(-1)).toEqual(end);
    const iterations = curve.map((point) => point.iterations);
    expect(iterations).toEqual([...new Set(iterations)].sort((a, b) => a - b));
  }
});

it('fabrik stays on the axis, where all its lines lie', () => {
  const { status, q } = tryIt('fabrik', 'axis');
  expect(status).toBe('stalled');
  expect(distanceAt(q, 'axis')).toBeGreaterThan(0.05);
});

it('whatever solver there is: if it is stuck on the axis, annealing frees it, and find', () => {
  using lab = new Lab();
  for (const solver of solverNames()) {
    const start = lab.try(contender(solver), trial('axis'));
    if (!start || start.status === 'converged') continue;
    for (const what of ['annealing', 'find']) {
      expect(lab.try(contender(solver), trial(what))!.status, `${solver}, ${what}`).toBe('converged');
    }
  }
});
