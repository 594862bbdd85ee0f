// npm run long [-- PART [its own words]] [--short]: the checks of docs/reliability.md that take longer than `npm test`.
// Nothing named: all but `stress`, two at a time, with their times; --short: as much of each as CI has time for. A part's
// output is shown if it fails, and kept in build/long. A part alone takes its own words: `fuzz urdf --minutes 10`.
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builds } from './build.mjs';
import { fail, root, run, say } from './run.mjs';

/** The longest first: the command of each, and the words of its forms. */
const parts = {
  // The browser suite is in Chromium.
  engines: { command: ['long/engines.mjs'], short: ['firefox', 'webkit'], long: [] },
  sanitize: { command: ['test.mjs', 'sanitize'], short: [], long: [] },
  fuzz: { command: ['long/fuzz.mjs'], short: ['--fixed'], long: ['--minutes', '10'] },
  // What judges something at scale 1.
  soak: { command: ['long/soak.mjs'], short: ['core', 'workers'], long: ['--scale', '50'] },
  // Poses of arms that are built, and what is said of targets that they reach.
  proofs: { command: ['long/proofs.mjs'], long: ['--targets', '1000'] },
  threads: { command: ['test.mjs', 'threads'], long: [] },
  web: { command: ['test.mjs', 'node'], long: [] },
  // Only when named: hours.
  stress: { command: ['long/stress.mjs'] },
};

const [first, ...words] = process.argv.slice(2);
const isShort = first === '--short';
const env = { ...process.env, LIMBER_TRIALS: process.env.LIMBER_TRIALS ?? (isShort ? '' : 'all') };
function start(name, args, options) {
  const [script, ...own] = parts[name].command;
  return run(process.execPath, [`scripts/${script}`, ...own, ...args], { env, ...options });
}

async function all(form) {
  const waiting = Object.keys(parts).filter((name) => parts[name][form]);
  const folder = join(root, 'build/long');
  mkdirSync(folder, { recursive: true });
  // Here, because two parts at once must not build the same.
  const needed = ['asan', 'fuzz', 'wasm', 'package', ...(form === 'long' ? ['tsan'] : [])];
  for (const name of needed) await builds[name]();

  const count = { passed: 0, failed: 0 };
  async function work() {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      say(`${name} …`);
      const started = Date.now();
      const log = join(folder, `${name}.log`);
      const file = openSync(log, 'w');
      const code = await start(name, parts[name][form], { stdio: ['ignore', file, file] });
      closeSync(file);
      count[code === 0 ? 'passed' : 'failed'] += 1;
      if (code !== 0) console.error(readFileSync(log, 'utf8'));
      say(`${name}: ${code === 0 ? 'good' : 'FAILED'} after ${Math.round((Date.now() - started) / 1000)} s`);
    }
  }
  await Promise.all([work(), work()]);
  say(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 ? 0 : 1;
}

if (first !== undefined && !isShort && !Object.hasOwn(parts, first))
  fail(`unknown part "${first}"; known: ${Object.keys(parts).join(', ')}, or --short alone`, 2);
if (first === undefined || isShort) process.exitCode = await all(isShort ? 'short' : 'long');
else process.exitCode = await start(first, words);
