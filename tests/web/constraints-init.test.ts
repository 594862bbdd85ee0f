/** One page, one core: which `init` loads it, in which order, and what the larger one does for `limber`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fourBar, nearlyClosed } from './linkage-models.ts';
import { chain, zigzag } from './models.ts';
import './silence.ts';

type Limber = typeof import('limber');
type Constraints = typeof import('limber/constraints');

const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../../web/wasm/${name}.wasm`, import.meta.url));
const path = pathOf('limber-constraints');
const bytes = readFileSync(path);
const smaller = readFileSync(pathOf('limber'));

let limber: Limber;
let constraints: Constraints;

/** A page that has loaded nothing yet: both entries, which share what is behind them. */
async function freshPage(): Promise<void> {
  vi.resetModules();
  limber = await import('limber');
  constraints = await import('limber/constraints');
}

beforeEach(freshPage);

function expectLoops(): void {
  using model = constraints.Model.from(fourBar());
  using problem = new constraints.Problem(model);
  problem.state.q.set(nearlyClosed);
  expect(problem.solve().status).toBe('converged');
  expect(problem.loops[0]!.distance).toBeLessThan(1e-12);
}

function expectTrees(): void {
  using model = limber.Model.from(zigzag(3));
  using problem = new limber.Problem(model);
  problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 1] });
  expect(problem.solve().status).toBe('converged');
}

async function expectRefused(load: Promise<void>, ...words: string[]): Promise<void> {
  const cause: unknown = await load.then(
    () => 'loaded',
    (error: unknown) => error,
  );
  expect(cause).toBeInstanceOf(limber.LimberError);
  const { code, message } = cause as InstanceType<Limber['LimberError']>;
  expect([code, ...words.filter((word) => !message.includes(word))]).toEqual(['loadFailed']);
}

describe('loads', () => {
  it('by itself, and serves limber, too', async () => {
    await constraints.init();
    expectLoops();
    expectTrees();
    await limber.init();
    expectLoops();
    expectTrees();
  });

  it('once for all calls of both', async () => {
    const instantiate = vi.spyOn(WebAssembly, 'instantiate');
    await Promise.all([constraints.init(), limber.init(), constraints.init()]);
    expect(instantiate).toHaveBeenCalledOnce();
    instantiate.mockRestore();
    expectLoops();
  });

  it.each([
    ['its bytes', { wasmBinary: new Uint8Array(bytes) }],
    ['a path', { wasmUrl: path }],
    ['an address', { wasmUrl: pathToFileURL(path) }],
  ])('from %s', async (_, options) => {
    await constraints.init(options);
    expectLoops();
  });

  it('from a compiled module', async () => {
    await constraints.init({ module: await WebAssembly.compile(bytes) });
    expectLoops();
  });

  it('without SIMD', async () => {
    const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    await constraints.init();
    validate.mockRestore();
    expectLoops();
    // Its opcodes begin with 0xfd; no function of a module without has a v128 local or result.
    const { hasSimd } = await import('../../web/src/simd.ts');
    expect(hasSimd()).toBe(true);
  });
});

describe('is refused', () => {
  it('where limber is loaded, which goes on; another page can have it', async () => {
    await limber.init();
    for (let i = 0; i < 2; ++i)
      await expectRefused(constraints.init(), '`limber`', 'call init of `limber/constraints` first');
    expectTrees();
    await freshPage();
    await constraints.init();
    expectLoops();
  });

  it('where limber is being loaded', async () => {
    const [first, second] = await Promise.allSettled([limber.init(), constraints.init()]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    expectTrees();
  });

  it('with the file of limber, and the other way round, and loads after that', async () => {
    await expectRefused(
      constraints.init({ wasmBinary: new Uint8Array(smaller) }),
      'another module',
      'wasmBinary',
    );
    await constraints.init();
    expectLoops();
    await freshPage();
    await expectRefused(limber.init({ wasmBinary: new Uint8Array(bytes) }), 'another module', 'wasmBinary');
    await limber.init();
    expectTrees();
  });

  it('for what is no WebAssembly, and loads after that', async () => {
    await expectRefused(constraints.init({ wasmBinary: new Uint8Array([1, 2, 3]) }), 'WebAssembly');
    await expectRefused(constraints.init({ wasmUrl: '/nowhere/limber-constraints.wasm' }), '/nowhere/');
    await constraints.init();
    expectLoops();
  });

  it('before init, by all that needs it', async () => {
    const codeOf = (use: () => unknown): unknown => {
      try {
        return use();
      } catch (error) {
        expect((error as Error).message).toContain('await init()');
        return (error as { code: string }).code;
      }
    };
    expect(codeOf(() => constraints.Model.from(fourBar()))).toBe('notInitialised');
    expect(codeOf(() => constraints.solverNames())).toBe('notInitialised');
    await constraints.init();
    expectLoops();
  });
});

describe('of trees', () => {
  /** Every number that the solvers which both have leave. */
  async function answers(load: () => Promise<void>, entry: () => Limber): Promise<number[]> {
    await freshPage();
    await load();
    const { Model, Problem } = entry();
    const { robots } = await import('limber/presets');
    const numbers: number[] = [];
    for (const description of [robots.panda, robots.ur5, zigzag(6), chain(5, () => ({ type: 'ball' }))]) {
      using model = Model.from(description);
      for (const solver of [
        'ccd',
        'fabrik',
        'curl',
        'transpose',
        'pseudoinverse',
        'dls',
        'svd',
        'sdls',
        'lm',
        'autodiff',
      ] as const) {
        using problem = new Problem(model);
        problem.addGoal({ type: 'position', link: model.links.at(-1)!.name, target: [0.3, -0.2, 0.4] });
        if (problem.supports(solver) !== true) continue;
        problem.solve({ solver, mode: 'find', maxRestarts: 3, maxIterations: 60 });
        numbers.push(...problem.state.q);
      }
    }
    return numbers;
  }

  it('answers bit for bit as limber does', async () => {
    const alone = await answers(
      () => limber.init(),
      () => limber,
    );
    expect(alone.length).toBeGreaterThan(200);
    const larger = await answers(
      () => constraints.init(),
      () => limber,
    );
    expect(larger).toEqual(alone);
    const own = await answers(
      () => constraints.init(),
      () => constraints,
    );
    expect(own).toEqual(alone);
  });
});
