/** Memory over a long session: disposed objects are freed at once, forgotten ones in time. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { init, Model, Problem, type Goal } from 'limber';
import { heapSize, usedMemory } from './support/heap.ts';
import { zigzag } from './support/models.ts';
import './support/silence.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Enough calls that the smallest loss per call shows in JavaScript's memory, whose compiled code comes and goes. */
const count = 10_000;
/** Smallest possible loss there, in bytes. */
const smallest = 8;

beforeAll(() => init());

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Bytes of JavaScript objects in use. */
function usedByScript(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

interface Loss {
  /** Bytes per call. */
  core: number;
  script: number;
  /** Growth of the core's memory in bytes. */
  growth: number;
}

async function lossOf(make: () => void): Promise<Loss> {
  // Warm up, so that the engine's finaliser tables have their final size.
  for (let i = 0; i < count / 5; ++i) make();
  const [core, script, size] = [usedMemory(), usedByScript(), heapSize()];
  for (let i = 0; i < count; ++i) {
    make();
    // Finalisers run between tasks, as in an application.
    if (i % 10_000 === 0) await nextTask();
  }
  const growth = heapSize() - size;
  await nextTask();
  const scriptNow = usedByScript();
  return { core: (usedMemory() - core) / count, script: (scriptNow - script) / count, growth };
}

describe(`${count.toLocaleString('en')} made and disposed`, () => {
  let model: Model;
  let problem: Problem;
  const description = zigzag(3);

  beforeAll(() => {
    model = Model.from(description);
    problem = new Problem(model);
    return () => {
      problem.dispose();
      model.dispose();
    };
  });

  const makers: Record<string, () => void> = {
    models: () => Model.from(description).dispose(),
    problems: () => new Problem(model).dispose(),
    goals: () => problem.removeGoal(problem.addGoal({ type: 'pose', link: 'tool' })),
    obstacles: () => problem.removeObstacle(problem.addObstacle({ type: 'box', size: [1, 1, 1] })),
    'problems with goals, solved': () => {
      const each = new Problem(model);
      each.addGoal({ type: 'position', link: 'tool', target: [1, 1, 1] });
      each.solve({ maxIterations: 1 });
      void each.state.q;
      each.dispose();
    },
  };

  it.each(Object.keys(makers))('%s leave nothing behind', async (name) => {
    let loss = await lossOf(makers[name]!);
    // Compiled code comes and goes by hundreds of kilobytes; real losses repeat every time.
    for (let again = 0; again < 2 && loss.script >= smallest; ++again) loss = await lossOf(makers[name]!);
    const { core, script, growth } = loss;
    const figures = [core, script].map((bytes) => bytes.toFixed(3).padStart(8));
    say(
      `${name.padEnd(28)} ${figures[0]} bytes of the core, ${figures[1]} of JavaScript lost each; grown by ${growth}`,
    );
    // Less if objects forgotten before are finalised meanwhile.
    expect(core).toBeLessThanOrEqual(0);
    expect(script).toBeLessThan(smallest);
    expect(growth).toBe(0);
  });
});

describe('forgotten ones', () => {
  /** Objects per collection. */
  const batch = 2000;

  const makers: Record<string, (model: Model) => unknown> = {
    models: () => Model.from(zigzag(6)),
    problems: (model) => new Problem(model),
    'problems with goals and loops': (model) => {
      const problem = new Problem(model);
      problem.addLoop({ a: { link: 'tool' }, b: {} });
      return problem.addGoal({ type: 'pose', link: 'tool' });
    },
  };

  async function forget(make: () => void): Promise<void> {
    for (let i = 0; i < batch; ++i) make();
    collect();
    // Finalisers run in tasks of their own.
    for (let i = 0; i < 3; ++i) await nextTask();
  }

  it.each(Object.keys(makers))('%s are reclaimed', async (name) => {
    using model = Model.from(zigzag(20));
    const make = (): void => void makers[name]!(model);
    const before = usedMemory();
    for (let i = 0; i < batch; ++i) make();
    const each = (usedMemory() - before) / batch;
    for (let i = 0; i < 5; ++i) await forget(make);
    const size = heapSize();
    // More than fits: if nothing were reclaimed, the memory would grow.
    for (let forgotten = 0; forgotten < 1.2 * size; forgotten += batch * each) await forget(make);
    say(
      `${name.padEnd(28)} ${each.toFixed(0).padStart(8)} bytes each, forgotten; grown by ${heapSize() - size}`,
    );
    expect(heapSize()).toBe(size);
  });

  it('live as long as a view of theirs, a goal, a state or a result', async () => {
    using model = Model.from(zigzag(4));
    const make = (): Problem => {
      const problem = new Problem(model);
      problem.addGoal({ type: 'position', link: 'tool', target: [1, 2, 1] });
      problem.solve();
      return problem;
    };
    const expected = [...make().state.q];
    const held = ((): [Float64Array, Goal, Problem['state'], ReturnType<Problem['solve']>] => {
      const [, goal, state] = [make().state.q, make().goals[0]!, make().state];
      return [make().state.q, goal, state, make().solve()];
    })();
    for (let i = 0; i < 20; ++i) {
      collect();
      await nextTask();
      // Reuses freed memory and overwrites it.
      const other = new Problem(model);
      other.state.q.fill(7);
      other.addGoal({ type: 'position', link: 'tool', target: [7, 7, 7] });
    }
    const [q, goal, state, result] = held;
    expect([...q]).toEqual(expected);
    expect([...goal.target]).toEqual([1, 2, 1]);
    expect([...state.q]).toEqual(expected);
    expect(result.status).toBe('converged');
  });

  it('are not freed twice, whether disposed before or collected after', async () => {
    using model = Model.from(zigzag(3));
    for (let i = 0; i < 200; ++i) {
      const problem = new Problem(model);
      if (i % 2) problem.dispose();
    }
    for (let i = 0; i < 5; ++i) {
      collect();
      await nextTask();
    }
    using problem = new Problem(model);
    problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 1] });
    expect(problem.solve().status).toBe('converged');
  });
});
