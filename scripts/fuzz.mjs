// npm run fuzz [-- NAME] [--minutes N]: builds the fuzzers of tests/fuzz and runs one, or each in turn, for N minutes (1)
// from the corpus beside it. What breaks a law is written to build/fuzz; what teaches something new stays in
// build/fuzz/corpus for the next run. `npm run fuzz -- NAME FILE` plays one input.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { builds } from './build.mjs';
import { ensurePackages, needs } from './packages.mjs';
import { fail, root, run, say } from './run.mjs';

function readArguments() {
  try {
    return parseArgs({ options: { minutes: { type: 'string', default: '1' } }, allowPositionals: true });
  } catch (error) {
    return fail(`${error.message.split('. ')[0]}; known: NAME FILE --minutes N`, 2);
  }
}

const { values, positionals } = readArguments();
const [wanted, input] = positionals;
const minutes = Number(values.minutes);
if (!(minutes > 0)) fail(`--minutes is "${values.minutes}"; give a number above 0`, 2);
const known = readdirSync(join(root, 'tests/fuzz')).flatMap((file) => file.match(/^(.+)\.cpp$/)?.[1] ?? []);
if (wanted && !known.includes(wanted)) fail(`unknown fuzzer "${wanted}"; known: ${known.join(', ')}`, 2);
if (input && !existsSync(input)) fail(`there is no file ${input}`, 2);

ensurePackages(needs.native, needs.fuzz);
await builds.fuzz();
let good = true;
for (const name of wanted ? [wanted] : known) {
  const program = join(root, 'build/fuzz', `fuzz_${name}`);
  const found = join(root, 'build/fuzz/corpus', name);
  mkdirSync(found, { recursive: true });
  const seeds = [join(root, 'tests/fuzz/corpus', name)].filter((folder) => existsSync(folder));
  const limits = ['-max_len=2048', '-timeout=10', '-rss_limit_mb=2048', '-print_final_stats=1'];
  const args = input
    ? [resolve(input)]
    : [
        ...limits,
        `-max_total_time=${Math.round(60 * minutes)}`,
        `-artifact_prefix=${name}-`,
        found,
        ...seeds,
      ];
  say(`fuzzing ${name} …`);
  good = (await run(program, args, { cwd: join(root, 'build/fuzz') })) === 0 && good;
}
process.exitCode = good ? 0 : 1;
