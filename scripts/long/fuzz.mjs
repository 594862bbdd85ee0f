// npm run long -- fuzz [NAME] [--minutes N] [--seed S] [--fixed]: runs one fuzzer of tests/fuzz, or all, two at a
// time. For N minutes each, 1 by default. --fixed: a number of inputs, the same ones in every run: up to
// half a minute for each fuzzer.
// NAME.cpp uses libFuzzer; it is built first, and starts from the corpus beside it. Inputs that break a law
// are written to build/fuzz; those that cover new code stay in build/fuzz/corpus for the next run.
// `npm run long -- fuzz NAME FILE` replays one input.
// NAME.fuzz.ts uses fast-check, with its own seed: it prints the seed and the smallest input that breaks a
// law.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawn } from 'node:child_process';
import { builds } from '../build.mjs';
import { emscriptenPackages } from '../emscripten.mjs';
import { ensureNodeModules } from '../node-modules.mjs';
import { ensurePackages } from '../packages.mjs';
import { fail, readArguments, root, run, say } from '../run.mjs';

const folder = join(root, 'tests/fuzz');
const results = join(root, 'build/fuzz');
const options = {
  minutes: { type: 'string', default: '1' },
  seed: { type: 'string' },
  fixed: { type: 'boolean', default: false },
};
/** Inputs of a fixed run: for a fuzzer in C++, and in TypeScript as a multiple of those that a law names. */
const fixed = { inputs: 10_000, times: 10 };

const { values, positionals } = readArguments(
  { options, allowPositionals: true },
  'NAME FILE --minutes N --seed S --fixed',
);
const [wanted, input] = positionals;
/**
 * Seconds of wall time after which one input counts as hanging. Generous in fixed runs, for busy machines.
 */
const patience = values.fixed ? 1200 : 120;
const minutes = Number(values.minutes);
if (!(minutes > 0)) fail(`--minutes is "${values.minutes}"; give a number above 0`, 2);
const seed = Number(values.seed ?? (values.fixed ? 1 : Date.now() % 2 ** 31));
if (!Number.isInteger(seed)) fail(`--seed is "${values.seed}"; give a whole number`, 2);
const named = (ending) =>
  readdirSync(folder).flatMap((file) => (file.endsWith(ending) ? file.slice(0, -ending.length) : []));
const [native, scripted] = [named('.cpp'), named('.fuzz.ts')];
const known = [...new Set([...native, ...scripted])];
if (wanted && !known.includes(wanted)) fail(`unknown fuzzer "${wanted}"; known: ${known.join(', ')}`, 2);
if (input && !existsSync(input)) fail(`there is no file ${input}`, 2);
mkdirSync(results, { recursive: true });

function runNative(name) {
  const found = join(results, 'corpus', name);
  mkdirSync(found, { recursive: true });
  const seeds = [join(folder, 'corpus', name)].filter((each) => existsSync(each));
  const limits = ['-max_len=2048', `-timeout=${patience}`, '-rss_limit_mb=2048', '-print_final_stats=1'];
  const all = [...limits, `-artifact_prefix=${name}-`];
  const program = join(root, 'build/asan', `fuzz_${name}`);
  if (input) return run(program, [resolve(input)], { cwd: results });
  const time = `-max_total_time=${Math.round(60 * minutes)}`;
  if (!values.fixed) return run(program, [...all, time, found, ...seeds], { cwd: results });
  const env = { ...process.env, LIMBER_FIXED: '1' };
  return run(program, [...all, `-runs=${fixed.inputs}`, '-len_control=0', ...seeds], { cwd: results, env });
}

/** Exits with 1 where a law is broken, or one input takes too long. */
function runScripted(name) {
  const [last, tried] = ['last', 'tried'].map((what) => join(results, `${name}.${what}`));
  for (const file of [last, tried]) rmSync(file, { force: true });
  const amount = values.fixed ? '--fixed' : `--minutes ${minutes}`;
  say(`again: npm run long -- fuzz ${name} ${amount} --seed ${seed}`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config=tests/fuzz/vitest.config.ts', `tests/fuzz/${name}.fuzz.ts`];
  const env = {
    ...process.env,
    LIMBER_SEED: String(seed),
    LIMBER_FUZZ: name,
    ...(values.fixed ? { LIMBER_FUZZ_TIMES: String(fixed.times) } : { LIMBER_FUZZ_MINUTES: String(minutes) }),
  };
  return new Promise((ended) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
    const watch = setInterval(() => {
      if (!existsSync(last) || Date.now() - statSync(last).mtimeMs < 1000 * patience) return;
      console.error(`limber: one input takes more than ${patience} s: ${readFileSync(last, 'utf8')}`);
      child.kill('SIGKILL');
    }, 5000);
    child.on('exit', (code) => {
      clearInterval(watch);
      if (existsSync(tried)) console.log(readFileSync(tried, 'utf8').trimEnd());
      ended(code ?? 1);
    });
  });
}

const chosen = wanted ? [wanted] : known;
if (chosen.some((name) => native.includes(name))) await builds.fuzz();
if (!input && chosen.some((name) => scripted.includes(name))) {
  await ensurePackages(emscriptenPackages());
  await ensureNodeModules();
  await builds.wasm();
}
/** [name, function that runs it] */
const waiting = [
  ...native.map((name) => [name, runNative]),
  ...(input ? [] : scripted).map((name) => [name, runScripted]),
].filter(([name]) => chosen.includes(name));
let good = true;
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, start] = next;
    say(`fuzzing ${name} …`);
    good = (await start(name)) === 0 && good;
  }
}
await Promise.all([work(), work()]);
process.exitCode = good ? 0 : 1;
