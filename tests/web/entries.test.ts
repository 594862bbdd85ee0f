/** The package's entries: each has its row in the README, and former names go on working for a release. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './support/readme.ts';

/** What each former name means now, below web/src. */
const former: Record<string, string> = {
  family: 'robots/family',
  fit: 'three/fit/index',
  gltf: 'character/gltf/index',
  motion: 'character/motion/index',
  pool: 'worker/index',
  presets: 'robots/presets/index',
  run: 'robots/run/index',
  urdf: 'robots/urdf/index',
};

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, unknown> };
const builtAs = (path: string) => ({ types: `./web/dist/${path}.d.ts`, default: `./web/dist/${path}.js` });

it.each(Object.entries(former))('limber/%s is a file of one line', (name, path) => {
  expect(read(`web/src/former/${name}.ts`)).toBe(`export * from '../${path}.ts';\n`);
  expect(exports[`./${name}`]).toEqual(builtAs(`former/${name}`));
});

it('has no other former names', () => {
  const files = readdirSync(join(root, 'web/src/former')).map((file) => file.replace('.ts', ''));
  expect(files.sort()).toEqual(Object.keys(former).sort());
});

it('has fourteen others, all in the README', () => {
  const entries = Object.keys(exports).filter((name) => !Object.hasOwn(former, name.slice(2)));
  // One is a script of its own, one is the WebAssembly.
  const documented = entries.filter((name) => !/thread$|\.wasm$/.test(name));
  expect(documented).toHaveLength(14);
  for (const name of documented) expect(read('README.md')).toContain(`\`${name.replace('.', 'limber')}\``);
});
