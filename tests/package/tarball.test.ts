/**
 * Contents of the npm package: complete, nothing superfluous, and approved by publint and arethetypeswrong.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, inject, it } from 'vitest';
import { manifestOf, root, runIn } from './folders.ts';

const packed = inject('packed');
const manifest = manifestOf(root);
const inGit = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => existsSync(join(root, path)));

/** Reasons for files in the tarball; a file without one does not belong there. */
const reasons: Record<string, (path: string) => boolean> = {
  'what npm always takes': (path) => ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'].includes(path),
  'what licences of others ask for': (path) => path === 'NOTICE.md',
  'the door of the command': (path) => path === 'bin/limber.js',
  'a module of ours, or its types': (path) => {
    const source = /^web\/dist\/(.+?)(\.d)?\.[jt]s$/.exec(path)?.[1];
    return source !== undefined && ['ts', 'tsx'].some((end) => inGit.includes(`web/src/${source}.${end}`));
  },
  'the core, and the module around it': (path) => /^web\/wasm\/(carried\.js|limber\.(js|wasm))$/.test(path),
  'the element for a script tag': (path) => /^web\/dist\/embed\/[\w./-]+\.(js|wasm|json|html)$/.test(path),
};

it('lists only what belongs', () => {
  const belongs = (path: string): boolean => Object.values(reasons).some((fits) => fits(path));
  expect(packed.files.filter((path) => !belongs(path))).toEqual([]);
  for (const [reason, fits] of Object.entries(reasons))
    expect(
      packed.files.some((path) => fits(path)),
      reason,
    ).toBe(true);
});

it('has every module of ours', () => {
  const wanted = inGit.flatMap((path) => /^web\/src\/(.+)(?<!\.d)\.tsx?$/.exec(path)?.[1] ?? []);
  const missing = wanted.flatMap((name) =>
    [`web/dist/${name}.js`, `web/dist/${name}.d.ts`].filter((path) => !packed.files.includes(path)),
  );
  expect(missing).toEqual([]);
});

it('has the core, carried, as a file, and with its loader', () => {
  const wasm = packed.files.filter((path) => path.startsWith('web/wasm/'));
  const wanted = ['carried.js', 'limber.js', 'limber.wasm'];
  expect(wasm.sort()).toEqual(wanted.map((name) => `web/wasm/${name}`).sort());
});

it('names no folder of the machine that built it, so that another builds the same bytes', () => {
  // Emscripten compiles in a separate root, where only the repository's folder keeps its name.
  const folder = root.replace(/\/$/, '');
  const naming = packed.files.filter((path) => readFileSync(join(root, path)).includes(folder));
  expect(naming).toEqual([]);
});

it('has what every entry names, with types for each that is code', () => {
  const entries = Object.entries(manifest.exports);
  expect(entries.length).toBeGreaterThan(8);
  for (const [name, target] of entries) {
    const files = typeof target === 'string' ? [target] : Object.values(target);
    for (const file of files) expect(packed.files, name).toContain(file.replace(/^\.\//, ''));
    if (typeof target !== 'string') expect(Object.keys(target), name).toContain('types');
  }
});

it('has types that name only packages which come with it or which it asks for', () => {
  const { dependencies, peerDependencies } = manifest;
  // The package itself in an example, and types of the command.
  const known = ['limber', 'node:util', ...Object.keys({ ...dependencies, ...peerDependencies })];
  const named = packed.files
    .filter((path) => path.endsWith('.d.ts'))
    .flatMap((path) => [
      ...readFileSync(join(root, path), 'utf8').matchAll(/(?:from|import\(?) ?['"](\w[^'"]*|@[^'"]*)/g),
    ])
    .map(([, name]) => /^(@\w[^/]*\/)?[^/]+/.exec(name!)![0]);
  expect(named).toContain('three');
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

it('has nothing built in git, and is built before it is packed', () => {
  const tracked = execFileSync('git', ['ls-files', 'web/dist', 'web/wasm', 'build', '*.wasm', '*.tgz'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(tracked).toBe('');
  expect(manifest.scripts.prepack).toBe('node scripts/build.mjs wasm package');
});

it('is clean for publint', async () => {
  const tarball = Uint8Array.from(readFileSync(packed.tarball)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

/** arethetypeswrong's report on each entry and resolution mode, in its own terms. */
interface TypesReport {
  analysis: { entrypoints: Record<string, { resolutions: Record<string, Resolution | undefined> }> };
}
interface Resolution {
  resolution?: { fileName: string; isTypeScript: boolean };
  visibleProblems?: readonly number[];
}

it('is clean for arethetypeswrong', async () => {
  const cli = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  // Only code has types.
  const [files, names] = split(Object.keys(manifest.exports), (name) => name.endsWith('.wasm'));
  const excluded = files.map((name) => name.replace('./', ''));
  const attw = ['--profile', 'esm-only', '--format', 'json', '--exclude-entrypoints', ...excluded];
  // It exits with an error if it finds a problem.
  const said = await runIn(root, process.execPath, cli, packed.tarball, ...attw);
  const { entrypoints } = (JSON.parse(said) as TypesReport).analysis;
  expect(Object.keys(entrypoints).sort()).toEqual(names.sort());
  for (const [name, { resolutions }] of Object.entries(entrypoints)) {
    for (const kind of ['node16-esm', 'bundler']) {
      expect(resolutions[kind]?.resolution, `${name} by ${kind}`).toMatchObject({ isTypeScript: true });
      expect(resolutions[kind]?.visibleProblems, `${name} by ${kind}`).toEqual([]);
    }
  }
});

function split<T>(all: readonly T[], fits: (each: T) => boolean): [T[], T[]] {
  return [all.filter(fits), all.filter((each) => !fits(each))];
}

it('is installed by lock files that name no registry, so that they hold on every machine', () => {
  const locks = inGit.filter((path) => path.endsWith('package-lock.json'));
  expect(locks.length).toBeGreaterThan(2);
  for (const path of locks) {
    const text = readFileSync(join(root, path), 'utf8');
    expect(text, path).not.toContain('"resolved": "http');
    expect(text, path).toContain('"integrity"');
  }
});
