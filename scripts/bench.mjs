// npm run bench [-- --only NAME] [--json FILE] [--robots FILE] [--targets N]: builds wasm, and native for
// benchmarks that run it; then runs tests/bench/*.bench.ts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { builds } from './build.mjs';
import { emscriptenPackages } from './emscripten.mjs';
import { ensureNodeModules } from './node-modules.mjs';
import { ensurePackages, needs, offerPackages } from './packages.mjs';
import { fail, nodeTool, readArguments, root } from './run.mjs';

const known = '--only NAME, --json FILE, --robots FILE, --targets N';

const text = { type: 'string' };
const { only, json, robots, targets } = readArguments(
  { options: { only: text, json: text, robots: text, targets: text } },
  known,
).values;
const names = readdirSync(join(root, 'tests/bench'))
  .flatMap((file) => file.match(/^(.+)\.bench\.ts$/)?.[1] ?? [])
  .sort();
if (only && !names.includes(only)) fail(`unknown benchmark "${only}"; known: ${names.join(', ')}`, 2);
if (robots && !existsSync(robots)) fail(`--robots: there is no file ${robots}`, 2);
if (targets && !/^[1-9]\d*$/.test(targets))
  fail(`--targets is "${targets}"; give a whole number from 1 up`, 2);
const chosen = only ? [only] : names;
const runsNative = chosen.some((name) =>
  readFileSync(join(root, `tests/bench/${name}.bench.ts`), 'utf8').includes('runNative'),
);

await ensurePackages(...(runsNative ? [needs.native, needs.tests] : []), emscriptenPackages());
if (runsNative) await offerPackages('their rows will be missing', needs.peers);
await ensureNodeModules();
if (runsNative) await builds.native();
await builds.wasm();
const flags = Object.entries({ json: json && resolve(json), robots: robots && resolve(robots), targets });
const args = flags.flatMap(([name, value]) => (value ? [`--${name}`, value] : []));
process.exitCode = await nodeTool('tsx/dist/cli.mjs', ['tests/bench/run.ts', ...args, ...chosen]);
