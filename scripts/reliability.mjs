// npm run reliability [-- PART …]: the short forms of the checks in docs/reliability.md beyond `npm test`,
// two at a time, with their times. A part's output is kept in build/reliability, and shown if it fails.
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builds } from './build.mjs';
import { fail, root, run, say } from './run.mjs';

/** The longest first. */
const parts = {
  engines: ['engines'],
  sanitize: ['test', 'sanitize'],
  fuzz: ['fuzz', '--fixed'],
  soak: ['soak'],
};

const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(parts, name));
if (unknown) fail(`unknown part "${unknown}"; known: ${Object.keys(parts).join(', ')}`, 2);
const waiting = Object.keys(parts).filter((name) => named.length === 0 || named.includes(name));
const folder = join(root, 'build/reliability');
mkdirSync(folder, { recursive: true });
// Built here, because two parts at once must not build the same files.
for (const name of ['asan', 'fuzz', 'tsan', 'wasm', 'package']) await builds[name]();

const count = { passed: 0, failed: 0 };
async function work() {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    say(`${name} …`);
    const started = Date.now();
    const log = join(folder, `${name}.log`);
    const file = openSync(log, 'w');
    const [script, ...words] = parts[name];
    const code = await run(process.execPath, [`scripts/${script}.mjs`, ...words], {
      stdio: ['ignore', file, file],
    });
    closeSync(file);
    count[code === 0 ? 'passed' : 'failed'] += 1;
    if (code !== 0) console.error(readFileSync(log, 'utf8'));
    say(`${name}: ${code === 0 ? 'good' : 'FAILED'} after ${Math.round((Date.now() - started) / 1000)} s`);
  }
}
await Promise.all([work(), work()]);
say(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
