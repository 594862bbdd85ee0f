// npm run long -- engines [chromium firefox webkit]: the core of the browser suite over the built pages in the
// engines named; without names: all. LIMBER_UPDATE=1 writes the results to docs/engines.json and
// docs/compatibility.md.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { builds } from '../build.mjs';
import { emscriptenPackages } from '../emscripten.mjs';
import { ensureNodeModules } from '../node-modules.mjs';
import { ensurePackages, needs } from '../packages.mjs';
import { fail, nodeTool, root } from '../run.mjs';

const known = ['chromium', 'firefox', 'webkit'];
const named = process.argv.slice(2);
const unknown = named.find((name) => !known.includes(name));
if (unknown) fail(`unknown engine "${unknown}"; known: ${known.join(', ')}`, 2);
const chosen = named.length ? known.filter((name) => named.includes(name)) : known;

await ensurePackages(emscriptenPackages(), ...chosen.map((name) => needs[name]));
await ensureNodeModules();
await builds.wasm();
// The pages include the element for embed code.
if (!existsSync(join(root, 'web/dist/embed'))) await builds.package();
await builds.pages();
await builds.docs();
process.exitCode = await nodeTool('vitest/vitest.mjs', ['run', '--project=engines'], {
  env: { ...process.env, LIMBER_ENGINES: chosen.join(' ') },
});
