/** The project's own commands refuse wrong words before they build anything. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

function run(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr: stderr.trim() };
}

it.each([
  ['test.mjs', 'suite', /known: cpp, .*package, or quick alone$/],
  ['build.mjs', 'build', /known: native, .*wasm/],
  ['long.mjs', 'part', /known: engines, .*, or --short alone$/],
])('%s names the %ss that it knows', (script, what, known) => {
  const { status, stdout, stderr } = run([`scripts/${script}`, 'nonsense']);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^limber: unknown ${what} "nonsense"; `));
  expect(stderr).toMatch(known);
});

it.each(['', 'x', '-1', '1.5'])('a LIMBER_SEED of "%s" is refused', (LIMBER_SEED) => {
  const { status, stdout, stderr } = run(['scripts/test.mjs', 'cpp'], { LIMBER_SEED });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe(`limber: LIMBER_SEED is "${LIMBER_SEED}"; give a whole number, or "random"`);
});

it('includes from a floor above, and folders that are no floor, are named', async () => {
  const { includeFaultsIn } = (await import(new URL('../../scripts/imports.mjs', import.meta.url).href)) as {
    includeFaultsIn: (includes: Map<string, string[]>, floors: string[]) => string[];
  };
  const faultsOf = (file: string, path: string) =>
    includeFaultsIn(new Map([[file, [path]]]), ['model', 'solvers', 'solve']);
  expect(faultsOf('solve/a.cpp', 'model/b.h')).toEqual([]);
  expect(faultsOf('model/a.h', 'limber/b.h')).toEqual([]);
  expect(faultsOf('solvers/a.cpp', 'solvers/lm/b.h')).toEqual([]);
  expect(faultsOf('solvers/lm/a.cpp', 'solvers/b.h')).toEqual([expect.stringContaining('solvers/b.h')]);
  expect(faultsOf('model/a.h', 'solve/b.h')).toEqual([expect.stringContaining('solve/b.h')]);
  expect(faultsOf('other/a.h', 'model/b.h')).toEqual([expect.stringContaining('other/a.h')]);
});

it('imports in a circle, of another page, past an entry, and of more than data are named', async () => {
  const { circleIn, faultsIn } = (await import(
    new URL('../../scripts/imports.mjs', import.meta.url).href
  )) as {
    circleIn: (graph: Map<string, string[]>) => string[] | undefined;
    faultsIn: (graph: Map<string, string[]>, pages: string[], exceptions: string[]) => string[];
  };
  const [a, b, c] = ['web/src/a.ts', 'web/src/b.ts', 'web/src/c.ts'];
  expect(
    circleIn(
      new Map([
        [a, [b]],
        [b, [c]],
        [c, []],
      ]),
    ),
  ).toBeUndefined();
  expect(
    circleIn(
      new Map([
        [a, [b]],
        [b, [c]],
        [c, [b]],
      ]),
    ),
  ).toEqual([b, c, b]);
  const page = new Map([
    ['demos/x/page.ts', ['demos/x/own.ts', 'demos/shell/y.ts', 'demos/z/page.ts', a, b]],
  ]);
  expect(faultsIn(page, ['demos/x', 'demos/z'], [b])).toEqual([
    expect.stringContaining('demos/z/page.ts'),
    expect.stringContaining(a),
  ]);
});
