/** Independent links with `maximal`: scattered and assembled, and joints that do not quite fit. */
import { Matrix4, Quaternion, Vector3 } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { init, Model, Problem } from 'limber';
import { crankRocker, fourBar, freudenstein, nearlyClosed } from './support/linkage-models.ts';
import { matrixDifference, stateMatrix, worldMatrices } from './support/matrices.ts';
import './support/silence.ts';

const quaternion = new Quaternion();
const exact = { solver: 'maximal', tolerance: 1e-10, angleTolerance: 1e-10, maxIterations: 300 } as const;

beforeAll(() => init());

/** A straight four-bar, a tenth of a metre too short to close. */
const short = { crank: 0.2, coupler: 0.3, rocker: 0.2, ground: 0.8 };

function solved(use: (problem: Problem, model: Model) => void, bar = crankRocker, q = nearlyClosed): void {
  using model = Model.from(fourBar(bar));
  using problem = new Problem(model);
  problem.state.q.set(q);
  problem.state.update();
  use(problem, model);
}

describe('what fits', () => {
  it('goes all round with its crank, to the bits of Freudenstein’s equation', () =>
    solved((problem) => {
      const goal = problem.addGoal({ type: 'joint', link: 'crank' });
      for (let k = 0; k <= 48; ++k) {
        goal.target[0] = nearlyClosed[0]! + (2 * Math.PI * k) / 48;
        expect(problem.solve(exact).status).toBe('converged');
        expect(Math.abs(freudenstein(crankRocker, problem.state.q))).toBeLessThan(1e-9);
        expect(Math.max(...problem.misfits)).toBeLessThan(1e-9);
        expect(problem.loops[0]!.distance).toBeLessThan(1e-9);
      }
    }));

  it('has poses and coordinates that say the same', () =>
    solved((problem, model) => {
      problem.addGoal({
        type: 'position',
        link: 'coupler',
        offset: { position: [0.4, 0.2, 0] },
        target: [0.4, 0.5, 0],
      });
      problem.solve(exact);
      for (const [i, world] of worldMatrices(model, problem.state.q).entries())
        expect(matrixDifference(stateMatrix(problem.state.poses, i), world)).toBeLessThan(1e-8);
    }));

  it('ends where lm with loops ends, where one answer is', () =>
    solved((problem) => {
      const goal = problem.addGoal({ type: 'joint', link: 'crank', target: [1.1] });
      problem.solve({ ...exact, solver: 'lm' });
      const wanted = [...problem.state.q];
      problem.state.q.set(nearlyClosed);
      problem.solve(exact);
      for (const [i, q] of problem.state.q.entries()) expect(Math.abs(q - wanted[i]!)).toBeLessThan(1e-8);
      expect(goal.angle).toBeLessThan(1e-9);
    }));

  it('is put together again after its links were thrown about', () =>
    solved((problem) => {
      const { poses } = problem.state;
      // Each link is moved, and turned by 20° about its own axis.
      for (let i = 0; i < 3; ++i) {
        const turn = new Matrix4().makeRotationAxis(new Vector3(i, 1, 0.3).normalize(), 0.35);
        const moved = stateMatrix(poses, i).multiply(turn);
        const [at, rotation, scale] = [new Vector3(), new Vector3(), new Vector3()];
        moved.decompose(at, quaternion, scale);
        rotation.set(0.1 * i - 0.1, 0.08, 0.12 - 0.1 * i);
        poses.set([...at.add(rotation).toArray(), ...quaternion.toArray()], 7 * i);
      }
      problem.state.place();
      expect(problem.loops[0]!.distance).toBeGreaterThan(0.01);
      expect(problem.solve(exact).status).toBe('converged');
      expect(Math.max(...problem.misfits)).toBeLessThan(1e-9);
      expect(Math.abs(freudenstein(crankRocker, problem.state.q))).toBeLessThan(1e-9);
    }));
});

describe('what does not fit', () => {
  const straight = [0, 0, Math.PI];

  it('shares a gap evenly among joints of equal weight', () =>
    solved(
      (problem) => {
        expect(problem.solve(exact).status).not.toBe('converged');
        // Three joints and the loop in series.
        const gaps = [0, 1, 2].map((i) => problem.misfits[2 * i]!);
        for (const gap of [...gaps, problem.loops[0]!.distance]) expect(gap).toBeCloseTo(0.1 / 4, 5);
        for (const i of [0, 1, 2]) expect(problem.misfits[2 * i + 1]).toBeLessThan(1e-6);
      },
      short,
      straight,
    ));

  it('leaves less of it to what is stiffer', () =>
    solved(
      (problem) => {
        problem.fitWeights[1] = 4;
        problem.solve(exact);
        const [first, stiff, third] = [0, 1, 2].map((i) => problem.misfits[2 * i]!);
        expect(first! + stiff! + third! + problem.loops[0]!.distance).toBeCloseTo(0.1, 6);
        expect(first).toBeCloseTo(third!, 6);
        expect(first! / stiff!).toBeGreaterThan(3);
      },
      short,
      straight,
    ));

  it('is told by misfits after maximal alone', () =>
    solved(
      (problem) => {
        problem.solve(exact);
        expect(Math.max(...problem.misfits)).toBeGreaterThan(0.01);
        problem.solve({ solver: 'lm' });
        expect(Math.max(...problem.misfits)).toBe(0);
      },
      short,
      straight,
    ));
});
