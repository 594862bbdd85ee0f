import { init, Model, Problem } from 'limber';

await init(); // loads the solver, once

// An arm: three hinges and a hand.
// Each link says where it sits on its parent.
const model = Model.from({
  links: [
    {
      name: 'base',
      joint: { type: 'revolute', axis: [0, 1, 0], limits: [-3, 3] },
    },
    {
      name: 'upper',
      parent: 'base',
      origin: { position: [0, 0.3, 0] },
      joint: { type: 'revolute', axis: [1, 0, 0], limits: [-2, 2] },
    },
    {
      name: 'lower',
      parent: 'upper',
      origin: { position: [0, 0.5, 0] },
      joint: { type: 'revolute', axis: [1, 0, 0], limits: [-2.5, 2.5] },
    },
    { name: 'hand', parent: 'lower', origin: { position: [0, 0.4, 0] } },
  ],
});

// The goal: bring the origin of the link `hand`
// to a point of the world, in metres.
const problem = new Problem(model);
const goal = problem.addGoal({
  type: 'position',
  link: 'hand',
  target: [0.3, 0.6, 0.4],
});

const result = problem.solve();
console.log(result.status); // 'converged'
console.log(goal.distance < 1e-3); // true: remaining metres
console.log(problem.state.q.length); // 3 joint angles, in radians
