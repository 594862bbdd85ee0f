/** Engines without SIMD: they are told apart, get the other module, and answer the same. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, vi } from 'vitest';
import { hasSimd } from '../../web/src/simd.ts';

const scalarPath = fileURLToPath(new URL('../../web/wasm/limber-scalar.wasm', import.meta.url));

type Limber = typeof import('limber');
type Presets = typeof import('limber/presets');

beforeEach(() => vi.resetModules());

/** Every number that the solvers leave on a robot, a chain and a tree. */
function answers({ Model, Problem, solverNames }: Limber, { robots, arms }: Presets): number[] {
  const numbers: number[] = [];
  for (const description of [robots.panda, robots.ur5, ...arms.map((arm) => arm.description)]) {
    const model = Model.from(description);
    for (const solver of solverNames()) {
      const problem = new Problem(model);
      const tip = model.links.at(-1)!.name;
      problem.addGoal({ type: 'position', link: tip, target: [0.3, -0.2, 0.4] });
      if (problem.supports(solver) !== true) continue;
      problem.solve({ solver, mode: 'find', maxRestarts: 3, maxIterations: 60 });
      numbers.push(...problem.state.q);
    }
  }
  return numbers;
}

async function answersOf(wasmBinary?: Uint8Array): Promise<number[]> {
  vi.resetModules();
  const limber = await import('limber');
  await limber.init(wasmBinary ? { wasmBinary } : {});
  return answers(limber, await import('limber/presets'));
}

it('is known for an engine of today', () => {
  expect(hasSimd()).toBe(true);
});

it('answers bit for bit as the module with SIMD', async () => {
  const scalar = await answersOf(readFileSync(scalarPath));
  expect(scalar.length).toBeGreaterThan(500);
  expect(scalar).toEqual(await answersOf());
});

it('is carried, too, and taken by itself', async () => {
  const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  const compile = vi.spyOn(WebAssembly, 'compile');
  const limber = await import('limber');
  await limber.init();
  const [bytes] = compile.mock.calls[0]!;
  expect(Buffer.compare(Buffer.from(bytes as Uint8Array), readFileSync(scalarPath))).toBe(0);
  expect(limber.solverNames()).toContain('lm');
  validate.mockRestore();
  compile.mockRestore();
});

it('is streamed, too', async () => {
  const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  const limber = await import('limber/wasm');
  await limber.init();
  expect(limber.solverNames()).toContain('lm');
  validate.mockRestore();
});

it('a compiled module is taken as it is, and anything else refused', async () => {
  const module = await WebAssembly.compile(readFileSync(scalarPath));
  const limber = await import('limber');
  await expect(limber.init({ module: {} })).rejects.toThrow(/WebAssembly.Module/);
  await expect(limber.init({ wasmURL: 'x' } as never)).rejects.toThrow(
    /wasmURL is unknown; known: wasmBinary/,
  );
  await limber.init({ module });
  expect(limber.solverNames()).toContain('lm');
});
