// npm run bench [-- --only NAME] [--json FILE]: builds native and wasm, then runs tests/bench/*.bench.ts.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { builds } from './build.mjs';
import { emscriptenPackages } from './emscripten.mjs';
import { ensureNodeModules } from './node-modules.mjs';
import { ensurePackages, needs } from './packages.mjs';
import { fail, nodeTool, root } from './run.mjs';

function readFlags() {
  try {
    const options = { only: { type: 'string' }, json: { type: 'string' } };
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(`${error.message.split('. ')[0]}; known: --only NAME, --json FILE`, 2);
  }
}

const { only, json } = readFlags();
const known = readdirSync(join(root, 'tests/bench')).flatMap(
  (file) => file.match(/^(.+)\.bench\.ts$/)?.[1] ?? [],
);
if (only && !known.includes(only))
  fail(`unknown benchmark "${only}"; known: ${known.join(', ') || 'none'}`, 2);

ensurePackages(needs.native, needs.tests, emscriptenPackages());
ensureNodeModules();
await builds.native();
await builds.wasm();
const names = only ? [only] : known.sort();
const args = ['tests/bench/run.ts', json ? resolve(json) : '-', ...names];
process.exitCode = await nodeTool('tsx/dist/cli.mjs', args);
