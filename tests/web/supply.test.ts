/**
 * Third-party code in the package: listed, licensed, and named in NOTICE.md; and how the package is
 * published.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { allowed, bundled, complaintsOf, noticesOf, shipped } from '../../scripts/licences/parts.mjs';
import { packageOf, shipsOnly } from '../../scripts/licences/plugin.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  dependencies: object;
  files: string[];
  publishConfig: object;
};

it('lists every part with an allowed licence, and NOTICE.md is up to date', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/licences.mjs')], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  for (const name of ['@rgrove/parse-xml', 'three', 'Eigen', 'musl', 'uplot'])
    expect(stdout).toContain(`  ${name} `);
});

it('complains of a licence that is not allowed, and of a package without one', () => {
  const part = { name: 'x', version: '1.0.0', source: '' };
  expect(complaintsOf([{ ...part, license: 'MIT' }])).toEqual([]);
  expect(complaintsOf([{ ...part, license: 'GPL-3.0-only' }])).toEqual(['x 1.0.0 is under GPL-3.0-only']);
  expect(complaintsOf([{ ...part, license: 'unknown' }])).toEqual(['x 1.0.0 is under unknown']);
  expect(allowed.filter((name) => /GPL|SSPL|BUSL|-NC/.test(name))).toEqual([]);
});

it('takes what npm installs with the package, and what that needs, from the lock file', () => {
  const entry = { version: '1.0.0', license: 'MIT' };
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
  lock.packages['node_modules/new'] = entry;
  lock.packages['node_modules/new/node_modules/below'] = { ...entry, license: 'GPL-2.0' };
  const { installed } = shipped(lock);
  expect(installed.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...Object.keys(manifest.dependencies), 'new', 'new/node_modules/below']),
  );
  expect(complaintsOf(installed)).toHaveLength(1);
});

it('has one dependency at run time, which docs/design.md justifies', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['@rgrove/parse-xml']);
  expect(read('docs/design.md')).toContain('@rgrove/parse-xml');
});

it('bundles no package that is not listed', () => {
  expect(packageOf('/a/node_modules/vitepress/node_modules/@vue/shared/index.js?x')).toBe('@vue/shared');
  expect(packageOf('/a/web/src/index.ts')).toBeUndefined();
  const build = (id: string): string => {
    let said = 'nothing';
    const context = { error: (text: string) => (said = text) };
    const hook = shipsOnly('package').generateBundle as (options: object, bundle: object) => void;
    hook.call(context, {}, { 'a.js': { moduleIds: [id] } });
    return said;
  };
  expect(build('/a/node_modules/three/src/Three.js')).toBe('nothing');
  expect(build('/a/node_modules/left-pad/index.js')).toMatch(/left-pad would ship unlisted/);
});

it('every font of the pages is listed', () => {
  const fonts = read('demos/plugins/fonts.ts').match(/@fontsource-variable\/[\w-]+/g) ?? [];
  expect(fonts.length).toBeGreaterThan(1);
  for (const font of fonts) expect(bundled.pages).toContain(font);
});

it('gives the texts that licences ask for', () => {
  const notice = read('NOTICE.md');
  expect(manifest.files).toContain('NOTICE.md');
  expect(notice).toMatch(/Mozilla\s+Public License 2\.0 \(https:\/\/mozilla\.org\/MPL\/2\.0\/\)/);
  for (const holder of ['three.js authors', 'Ryan Grove', 'Rich Felker', 'Emscripten authors'])
    expect(notice).toContain(holder);
  expect(noticesOf('this site', shipped().pages)).toContain('SIL OPEN FONT LICENSE');
});

it('compiles without the parts of Eigen that are not under the MPL', () => {
  expect(read('cmake/wasm.cmake')).toContain('EIGEN_MPL2_ONLY');
});

it('is published with provenance, and installed here as the lock files say', () => {
  expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
  const scripts = readdirSync(join(root, 'scripts')).filter((name) => name.endsWith('.mjs'));
  for (const name of scripts) expect(read(`scripts/${name}`), name).not.toMatch(/'npm', \['(?!ci')/);
});
