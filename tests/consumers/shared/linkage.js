import { init, Model, Problem } from 'limber/constraints';

/** A four-bar linkage: a tree of three hinges, closed by a fourth. */
const fourBar = {
  links: [
    { name: 'crank', joint: { type: 'revolute' } },
    {
      name: 'coupler',
      parent: 'crank',
      origin: { position: [0.3, 0, 0] },
      joint: { type: 'revolute' },
    },
    { name: 'rocker', origin: { position: [0.8, 0, 0] }, joint: { type: 'revolute' } },
  ],
  loops: [
    {
      a: { link: 'coupler', position: [0.9, 0, 0] },
      b: { link: 'rocker', position: [0.7, 0, 0] },
      free: 'revolute',
    },
  ],
};

/** Turns the crank to 1 rad. `options`: those of init. */
export async function turnCrank(options) {
  await init(options);
  const problem = new Problem(Model.from(fourBar));
  problem.state.q.set([0.5, 0.8, 1.9]);
  problem.addGoal({ type: 'joint', link: 'crank', target: [1] });
  const { status } = problem.solve({ angleTolerance: 1e-9 });
  return [status, problem.loops[0].distance < 1e-12, [...problem.state.q]];
}
