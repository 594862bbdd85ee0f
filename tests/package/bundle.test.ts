/** `limber` bundled by esbuild: forbidden code, and sizes. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { install } from './pack.ts';
import { columns, peers, readFigures, version, writeFigures } from './figures.ts';
import { entries, root } from './folders.ts';

let folder = '';
beforeAll(async () => {
  folder = await install('bundlers', inject('packed'));
});

/** Bundles and minifies a program. */
function bundle(program: string, ...flags: string[]): string {
  const file = join(folder, 'src/bundled.js');
  writeFileSync(file, program);
  const esbuild = join(folder, 'node_modules/esbuild/bin/esbuild');
  const args = [file, '--bundle', '--minify', '--format=esm', '--log-level=warning', ...flags];
  return execFileSync(esbuild, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26, stdio: 'pipe' });
}

/** Bytes after `gzip -9`; zlib's own result is slightly larger. */
const gzip = (content: Buffer): number => execFileSync('gzip', ['-9', '-c'], { input: content }).length;

/** Uses all exports of an entry, so that tree shaking removes nothing. */
const whole = (entry: string): string => `import * as limber from '${entry}'; globalThis.limber = limber;`;

describe('the code of limber', () => {
  const entry = 'limber';
  /** [forbidden feature, pattern that finds it] */
  const forbidden = {
    'import.meta': /\bimport\.meta\b/,
    'modules of Node':
      /["'`]node:|\b(from|import|require)\s*\(?\s*["'`](module|fs|path|url|worker_threads)\b/,
    require: /\brequire\s*\(|\bcreateRequire\b/,
    'code out of text': /\bnew\s+Function\b|\beval\s*\(|\bFunction\s*\(\s*["'`]/,
  };
  let code = '';

  beforeAll(() => {
    code = bundle(whole(entry));
    expect(code).toContain('WebAssembly');
  });

  it.each(Object.entries(forbidden))('has no %s', (_, pattern) => {
    expect(pattern.exec(code)?.[0]).toBeUndefined();
  });

  it('would be caught', () => {
    const samples = [
      'import.meta.url',
      'import"node:fs"',
      'await import("module")',
      'require("fs")',
      'new Function("return this")',
      'eval("1")',
    ];
    for (const sample of samples)
      expect(
        Object.values(forbidden).some((pattern) => pattern.test(sample)),
        sample,
      ).toBe(true);
  });

  it('has no top-level await', () => {
    // Older module systems cannot wait, so esbuild refuses top-level await in them.
    expect(bundle(whole(entry), '--format=iife')).toBeTruthy();
    expect(() => bundle('await 0; export {};', '--format=iife')).toThrow(/[Tt]op-level await/);
  });

  it('touches nothing of the page: neither when it is imported nor when it is used', () => {
    const program = bundle(
      `import { init, Model } from '${entry}';
       const before = Object.getOwnPropertyNames(globalThis).join();
       globalThis.tried = init().then(() => {
         Model.from({ links: [{ name: 'a', joint: { type: 'revolute' } }] }).dispose();
         const own = Object.getOwnPropertyNames(globalThis).filter((name) => name !== 'tried').join();
         console.log(own === before ? 'untouched' : own);
       });`,
    );
    const file = join(folder, 'src/touch.mjs');
    writeFileSync(file, program);
    // Node has none of a page's globals, so reading one would be an error.
    const said = execFileSync(process.execPath, [file], { encoding: 'utf8' });
    expect(said.trim()).toBe('untouched');
  });

  it('leaves nothing even for those who do not know that it may be left out', () => {
    const said = bundle(`import '${entry}';`, '--ignore-annotations=false', '--tree-shaking=true');
    expect(said.trim()).toBe('');
  });
});

it('leaves nothing of an entry that is only imported, except for the element', () => {
  const imports = entries
    .filter((entry) => !entry.includes('element'))
    .map(
      (entry, i) => `import '${entry}'; import {} from '${entry}'; import * as unused${i} from '${entry}';`,
    );
  expect(imports.length).toBeGreaterThan(15);
  expect(bundle(imports.join('\n')).trim()).toBe('');
});

it.each(['limber/worker', 'limber/reach'])('%s leaves the core to the worker', (entry) => {
  const code = bundle(`export * from '${entry}';`);
  expect(code).toContain('./thread.js');
  expect(code).not.toContain('WebAssembly');
});

describe('sizes', () => {
  /** Files that a script imports immediately. */
  function withImports(at: string, name: string, found = new Set<string>()): Set<string> {
    found.add(name);
    const code = readFileSync(join(at, name), 'utf8');
    for (const [, path] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      if (!found.has(path!)) withImports(at, path!, found);
    return found;
  }
  const bytesOf = (at: string, names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + gzip(readFileSync(join(at, name))), 0);

  const embed = join(root, 'web/dist/embed');
  /** All files that a page with an arm fetches; URDF, meshes and characters have separate files. */
  const usualEmbed = (): Set<string> =>
    withImports(embed, 'limber-arm-live.js', withImports(embed, 'limber-arm.js'));

  /** Size of a single entry. */
  function alone(entry: string, ...flags: string[]): number {
    const name = entry.replaceAll('/', '-');
    const at = join(folder, 'dist', name);
    bundle(`export * from '${entry}';`, '--splitting', `--outdir=${at}`, `--entry-names=${name}`, ...flags);
    return bytesOf(at, withImports(at, `${name}.js`));
  }

  const budget: Record<string, { limit: number; measure: () => number }> = {
    // Putting people's motion onto bodies costs 10 kB, room of goals 3.
    limber: { limit: 228_000, measure: () => alone('limber') },
    'element without three': {
      limit: 30_000,
      measure: () => bytesOf(embed, withImports(embed, 'limber-arm.js')),
    },
    // The core grew by the proofs of offset wrists, by solves that do not jump, and by motion.
    'embed with three': { limit: 389_000, measure: () => bytesOf(embed, usualEmbed()) },
  };

  it.each(Object.keys(budget))('%s', (name) => {
    const { limit, measure } = budget[name]!;
    const bytes = measure();
    process.stdout.write(`${name.padEnd(24)} ${bytes} of ${limit} bytes, gzip -9\n`);
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThanOrEqual(limit);
  });

  it('of this version have a row in docs/figures.csv', () => {
    const external = peers.map((name) => `--external:${name}`);
    const bytes = (entry: string): number =>
      entry.endsWith('.wasm') ? bytesOf(join(root, 'web/wasm'), ['limber.wasm']) : alone(entry, ...external);
    if (process.env.LIMBER_UPDATE) writeFigures(bytes);
    const written = readFigures();
    expect(written.columns, 'stale: LIMBER_UPDATE=1 npm test -- package').toEqual(columns);
    expect(written.rows.map((row) => row.version)).toContain(version);
  });
});
