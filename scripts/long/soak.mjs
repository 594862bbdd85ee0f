// npm run long -- soak [NAME …] [--scale N]: repeats the same actions and watches the memory. NAME: files of
// tests/soak; without names: all. At scale 1 (the default) it takes minutes; the report is made at 100.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builds } from '../build.mjs';
import { emscriptenPackages } from '../emscripten.mjs';
import { ensureNodeModules } from '../node-modules.mjs';
import { ensurePackages, needs } from '../packages.mjs';
import { fail, nodeTool, readArguments, root } from '../run.mjs';

const { values, positionals } = readArguments(
  { options: { scale: { type: 'string', default: '1' } }, allowPositionals: true },
  'NAME --scale N',
);
if (!(Number(values.scale) > 0)) fail(`--scale is "${values.scale}"; give a number above 0`, 2);
const files = readdirSync(join(root, 'tests/soak'));
const known = files.flatMap((file) => file.match(/^(.+)\.test\.ts$/)?.[1] ?? []);
const unknown = positionals.find((name) => !known.includes(name));
if (unknown) fail(`unknown soak "${unknown}"; known: ${known.join(', ')}`, 2);

await ensurePackages(emscriptenPackages(), needs.browser);
await ensureNodeModules();
await builds.wasm();
process.env.LIMBER_SOAK = values.scale;
const chosen = (positionals.length > 0 ? positionals : known).map((name) => `tests/soak/${name}.test.ts`);
process.exitCode = await nodeTool('vitest/vitest.mjs', [
  'run',
  '--project=soak',
  '--project=soak-browser',
  ...chosen,
]);
