// Runs the C++ tests on mutants. Each mutant is one source, compiled alone and linked with the output of
// `npm run build native`. Tests run from quickest to slowest and stop at the first failure; the slowest
// fiftieth is left out, which can only lower the share of noticed mutants. Time is CPU time, so that a busy
// machine notices nothing by chance.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { builds } from '../build.mjs';
import { fail, root, say } from '../run.mjs';
import { mutantsOf, spread } from './mutants.mjs';

const native = join(root, 'build/native');
const around = join(root, 'build/mutate');
/** Ends of the groups in which tests run, quickest first: shares, because a busy machine slows all. */
const groups = [0.7, 0.93, 0.98];
/** Seconds of CPU time. */
const mostToBuild = 120;

/** Exit code of a program limited to `seconds` of CPU time and 4 GB; its output is discarded. */
function limited(seconds, command, args) {
  const limits = `ulimit -c 0; ulimit -t ${Math.ceil(seconds)}; ulimit -v 4194304; exec "$@"`;
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', limits, 'sh', command, ...args], { cwd: native, stdio: 'ignore' });
    child.on('error', (error) => fail(`cannot run ${command}: ${error.message}`));
    // A mutant may crash, which counts as noticed, too.
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Filters of GoogleTest, from quick tests to slow ones, with the time of each group. */
async function timedGroups() {
  const report = join(around, 'tests.json');
  rmSync(report, { force: true });
  const code = await limited(3600, './limber_tests', [`--gtest_output=json:${report}`]);
  if (code !== 0) fail('the tests fail without any mutant: mend them first');
  const tests = JSON.parse(readFileSync(report, 'utf8')).testsuites.flatMap(({ name, testsuite }) =>
    testsuite.map((test) => ({ name: `${name}.${test.name}`, time: Number.parseFloat(test.time) })),
  );
  tests.sort((a, b) => a.time - b.time);
  const ends = groups.map((share) => Math.round(share * tests.length));
  const named = (some) => some.map(({ name }) => name);
  say(`left out, the slowest: ${named(tests.slice(ends.at(-1))).join(', ')}`);
  return ends.map((end, i) => {
    const chosen = tests.slice(ends[i - 1] ?? 0, end);
    const seconds = chosen.reduce((sum, { time }) => sum + time, 0);
    return { filter: named(chosen).join(':'), seconds };
  });
}

/** The compiler and its arguments for a source, without file names. */
function commandOf(file) {
  const commands = JSON.parse(readFileSync(join(native, 'compile_commands.json'), 'utf8'));
  const found = commands.find((each) => each.file === join(root, file));
  if (!found) fail(`${file} is not compiled natively`, 2);
  const [compiler, ...args] = found.command.split(' ').filter((arg) => arg && !/ccache$/.test(arg));
  return { compiler, flags: args.slice(0, args.indexOf('-o')) };
}

function objectsOfTests() {
  const folder = join(native, 'CMakeFiles/limber_tests.dir/tests/cpp');
  const sources = readdirSync(join(root, 'tests/cpp')).filter((name) => name.endsWith('.cpp'));
  return sources.map((name) => join(folder, `${name}.o`));
}

/** 'noticed', 'alive', or 'invalid' if it does not compile. */
async function judge(folder, { file, line, after }, tests) {
  const { compiler, flags } = commandOf(file);
  const mutant = join(folder, basename(file));
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  writeFileSync(mutant, lines.with(line - 1, after).join('\n'));
  const object = `${mutant}.o`;
  const program = join(folder, 'limber_tests');
  // -O1: compiled once and run once. -w: a mutant's unused variable is no finding. With assertions, so that
  // reading past an end is noticed.
  const beside = ['-iquote', join(root, dirname(file))];
  const asserts = ['-UNDEBUG', '-D_GLIBCXX_ASSERTIONS'];
  const compile = [...flags, ...asserts, ...beside, '-O1', '-w', '-o', object, '-c', mutant];
  if ((await limited(mostToBuild, compiler, compile)) !== 0) return 'invalid';
  // Before the archive, so that the archive's own object of this source is not used.
  const link = [...objectsOfTests(), object, 'liblimber.a', '-lgtest_main', '-lgtest', '-o', program];
  if ((await limited(mostToBuild, compiler, link)) !== 0) return 'invalid';
  for (const { filter, seconds } of tests) {
    const args = [`--gtest_filter=${filter}`, '--gtest_fail_fast', '--gtest_brief=1'];
    if ((await limited(5 * seconds + 5, program, args)) !== 0) return 'noticed';
  }
  return 'alive';
}

/** Every mutant of `files`, at most `most` per file, with its fate. */
export async function mutateCpp(files, { most, jobs, isWanted, reasonFor, tell }) {
  await builds.native();
  const queue = files.flatMap((file) => {
    const all = mutantsOf(readFileSync(join(root, file), 'utf8')).filter(({ line }) => isWanted(line));
    return spread(all, most).map((mutant) => ({ file, ...mutant }));
  });
  rmSync(around, { recursive: true, force: true });
  mkdirSync(around, { recursive: true });
  const tests = await timedGroups();
  say(`${queue.length} mutants of ${files.length} C++ files`);
  const results = [];
  const work = async (folder) => {
    if (!existsSync(folder)) mkdirSync(folder);
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const reason = reasonFor(mutant);
      const fate = reason ? 'accepted' : await judge(folder, mutant, tests);
      results.push({ ...mutant, fate });
      tell(results.at(-1), queue.length);
    }
  };
  await Promise.all(Array.from({ length: jobs }, (_, i) => work(join(around, `${i}`))));
  return results;
}
