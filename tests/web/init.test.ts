/** init() loads once, however often and wrongly it is called. Each test has a fresh copy of the package. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { InitOptions, LimberError } from 'limber';
import { chain } from './support/models.ts';
import './support/silence.ts';

type Limber = typeof import('limber');

const wasmPath = fileURLToPath(new URL('../../web/wasm/limber.wasm', import.meta.url));
const bytes = readFileSync(wasmPath);
let limber: Limber;

beforeEach(async () => {
  vi.resetModules();
  limber = await import('limber');
});

/** Expects that the core works. */
function expectWorking(): void {
  using model = limber.Model.from(chain(3));
  using problem = new limber.Problem(model);
  problem.addGoal({ type: 'position', link: 'tool', target: [1, 1, 0] });
  expect(problem.solve().status).toBe('converged');
}

async function expectLoads(options?: InitOptions): Promise<void> {
  await limber.init(options);
  expectWorking();
}

async function expectLoadFailed(options: object, ...words: string[]): Promise<void> {
  const error: unknown = await limber.init(options).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(limber.LimberError);
  const { code, message, cause } = error as LimberError;
  expect(code).toBe('loadFailed');
  for (const word of [...words, 'wasmBinary', 'wasmUrl']) expect(message).toContain(word);
  // No details of how the core was built, which callers cannot change.
  expect(message).not.toContain('ASSERTIONS');
  expect(message).not.toContain('Aborted');
  expect(cause).toBeDefined();
  expect(() => limber.Model.from(chain(1))).toThrow(/init/);
}

describe('loads', () => {
  it('from beside the script', async () => {
    await expect(limber.init()).resolves.toBeUndefined();
    expectWorking();
  });

  it('once for all calls, at the same time and later', async () => {
    const compile = vi.spyOn(WebAssembly, 'compile');
    await Promise.all([limber.init(), limber.init({}), limber.init()]);
    await limber.init();
    await limber.init({ wasmBinary: new Uint8Array([1, 2, 3]) });
    expect(compile).toHaveBeenCalledOnce();
    compile.mockRestore();
    expectWorking();
  });

  it.each([
    ['a Uint8Array', () => new Uint8Array(bytes)],
    ['a part of a larger buffer', () => new Uint8Array([9, 9, ...bytes, 9]).subarray(2, 2 + bytes.length)],
    ['an ArrayBuffer', () => new Uint8Array(bytes).buffer],
  ])('from its bytes in %s', async (_, wasmBinary) => {
    await expectLoads({ wasmBinary: wasmBinary() });
  });

  it.each([
    ['a path', wasmPath],
    ['a file: address', pathToFileURL(wasmPath).href],
    ['a URL', pathToFileURL(wasmPath)],
  ])('from %s', async (_, wasmUrl) => {
    await expectLoads({ wasmUrl });
  });

  it('a compiled module, as on platforms that forbid to compile bytes and say so', async () => {
    const module = await WebAssembly.compile(new Uint8Array(bytes));
    const forbid = vi
      .spyOn(WebAssembly, 'compile')
      .mockRejectedValue(new WebAssembly.CompileError('Wasm code generation disallowed by embedder'));
    await expect(limber.init()).rejects.toThrow(
      /only WebAssembly that was compiled before .*init\(\{ module: wasm \}\)/,
    );
    await limber.init({ module });
    forbid.mockRestore();
    expectWorking();
  });

  it('two copies side by side, which know nothing of each other', async () => {
    await limber.init();
    const first = limber;
    vi.resetModules();
    limber = await import('limber');
    expect(() => limber.Model.from(chain(1))).toThrow(/init/);
    await limber.init();
    using foreign = first.Model.from(chain(1));
    expect(() => new limber.Problem(foreign)).toThrow(limber.LimberError);
    expectWorking();
  });
});

describe('fails', () => {
  const truncated = new Uint8Array(bytes.subarray(0, bytes.length >> 1));
  /** A valid but empty module. */
  const foreign = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

  it.each([
    ['bytes that are no WebAssembly', new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]), 'WebAssembly'],
    ['no bytes', new Uint8Array(0), 'empty'],
    ['half of the bytes', truncated, 'WebAssembly'],
    ['another module', foreign, 'another module'],
    ['a text', 'limber.wasm', 'wasmBinary must be'],
    ['an object', {}, 'wasmBinary must be'],
  ])('for %s, and later loads', async (_, wasmBinary, word) => {
    for (let i = 0; i < 2; ++i) await expectLoadFailed({ wasmBinary }, word);
    await expectLoads();
  });

  it('for a file that is not there, and later loads', async () => {
    await expectLoadFailed({ wasmUrl: '/nowhere/limber.wasm' }, '/nowhere/limber.wasm');
    await expectLoads({ wasmUrl: pathToFileURL(wasmPath) });
  });

  it('where WebAssembly has no SIMD, names the browsers that have it, and asks only after a failure', async () => {
    const reason = new WebAssembly.CompileError('Wasm SIMD unsupported');
    const compile = vi.spyOn(WebAssembly, 'compile').mockRejectedValueOnce(reason);
    const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValueOnce(false);
    await expect(limber.init()).rejects.toThrow(
      /: this platform's WebAssembly has no SIMD \(.*unsupported\); use Chrome .*, Safari 16\.4, .*newer$/,
    );
    const asked = validate.mock.calls[0]![0] as Uint8Array<ArrayBuffer>;
    await expectLoads();
    expect(validate).toHaveBeenCalledOnce();
    compile.mockRestore();
    validate.mockRestore();
    expect(WebAssembly.validate(asked)).toBe(true);
    if (process.arch !== 'x64') return;
    // V8 has no SIMD for older processors.
    const script = `console.log(WebAssembly.validate(Uint8Array.of(${asked.join()})))`;
    expect(String(execFileSync(process.execPath, ['--no-enable-sse4-1', '-e', script]))).toBe('false\n');
  });

  it('for all calls that shared the load', async () => {
    const both = [limber.init({ wasmBinary: new Uint8Array(1) }), limber.init()];
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expectLoads();
  });
});
