// The entry that streams limber.wasm, which the bundler finds through `new URL(…, import.meta.url)`.
import { init, Model, Problem } from 'limber/wasm';
import { description } from './description.js';

async function solve() {
  await init();
  const problem = new Problem(Model.from(description));
  problem.addGoal({ type: 'position', link: 'hand', target: [0.3, 0.6, 0.4] });
  const { status } = problem.solve();
  return { first: [status, [...problem.state.q]] };
}

solve()
  .catch(({ code, message }) => ({ error: `${code}: ${message}` }))
  .then((results) => (document.documentElement.dataset.results = JSON.stringify(results)));
