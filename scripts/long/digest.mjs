// npm run long -- digest [[--write] node20 node22 node24 chromium firefox webkit native]: 10,000 solves, hashed in
// groups and compared with tests/digest/digest.json (--write: the first engine named writes it). Without
// names: all. Node's releases come from the npm registry into build/digest, browsers from Debian. native:
// reports how many digits agree.
import { builds } from '../build.mjs';
import { emscriptenPackages } from '../emscripten.mjs';
import { ensureNodeModules } from '../node-modules.mjs';
import { ensurePackages, needs } from '../packages.mjs';
import { fail, nodeTool, readArguments } from '../run.mjs';

const browsers = ['chromium', 'firefox', 'webkit'];
const known = ['node20', 'node22', 'node24', ...browsers, 'native'];

const { values, positionals } = readArguments(
  { options: { write: { type: 'boolean' } }, allowPositionals: true },
  `--write ${known.join(' ')}`,
);
const unknown = positionals.find((name) => !known.includes(name));
if (unknown) fail(`unknown engine "${unknown}"; known: ${known.join(', ')}`, 2);
const chosen = positionals.length ? positionals : known;

const packagesOf = (name) => needs[name] ?? [];
await ensurePackages(
  emscriptenPackages(),
  ...chosen.map(packagesOf),
  chosen.includes('native') ? needs.tests : [],
);
await ensureNodeModules();
await builds.wasm();
if (chosen.includes('native')) await builds.native();
const flags = values.write ? ['--write'] : [];
process.exitCode = await nodeTool('tsx/dist/cli.mjs', ['tests/digest/main.ts', ...flags, ...chosen]);
