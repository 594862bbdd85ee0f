import { init, Model, Problem } from 'limber';
import { robots } from 'limber/robots';

await init();
const problem = new Problem(Model.from(robots.panda));
const goal = problem.addGoal({ type: 'pose', link: 'effector' });
goal.target.set([0.3, -0.4, 0.5, 1, 0, 0, 0]); // metres, quaternion
const { status } = problem.solve({ solver: 'lm', mode: 'find' });
console.log(status, problem.state.q); // converged, seven joint angles
