// Runs the C++ tests on mutants, in a copy of the sources of its own. Tests are run from the quickest to the slowest and
// end with the first failure; those that take longer than `longest` by themselves are left out, which can only lower the
// share of the killed. Time is the processor's, so that a busy machine kills nothing.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages, needs } from '../packages.mjs';
import { fail, root, say } from '../run.mjs';
import { mutantsOf, spread } from './mutants.mjs';

const around = join(root, 'build/mutate');
/** Seconds; the groups in which tests are run. */
const groups = [0.02, 0.3];
const longest = 3;
/** Seconds of the processor. */
const mostToBuild = 120;

/** Exit code of a program that may use `seconds` of the processor and 4 GB; its output goes nowhere. */
function limited(folder, seconds, command, args) {
  const limits = `ulimit -t ${seconds}; ulimit -v 4194304; exec "$@"`;
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', limits, 'sh', command, ...args], { cwd: folder, stdio: 'ignore' });
    child.on('error', (error) => fail(`cannot run ${command}: ${error.message}`));
    child.on('exit', (code) => resolve(code));
  });
}

/** A copy of what the C++ tests are built from; what has not changed keeps its time, so that nothing is built twice. */
function copySources(tree) {
  for (const path of ['cpp', 'cmake', 'tests/cpp', 'tests/fixtures', 'CMakeLists.txt']) {
    const filter = (from, to) =>
      !existsSync(to) || !/\.\w+$/.test(from) || !readFileSync(from).equals(readFileSync(to));
    cpSync(join(root, path), join(tree, path), { recursive: true, filter });
  }
}

/** -O1 because a mutant is compiled once and run once; -w because a mutant's unused variable is no finding. */
const configure = ['-G', 'Ninja', '-B', 'build', '-DCMAKE_BUILD_TYPE=None', '-DCMAKE_CXX_FLAGS=-O1 -DNDEBUG -w'];
const build = ['--build', 'build', '-j1', '--target', 'limber_tests'];

async function prepare(tree) {
  mkdirSync(tree, { recursive: true });
  copySources(tree);
  say(`building ${tree} …`);
  for (const args of [configure, build])
    if ((await limited(tree, 36000, 'cmake', args)) !== 0) fail(`cannot build the tests in ${tree}`);
}

/** Filters of GoogleTest, from quick tests to slow ones, and how long each group takes. */
async function timedGroups(tree) {
  const report = join(tree, 'tests.json');
  rmSync(report, { force: true });
  const code = await limited(tree, 3600, 'build/limber_tests', [`--gtest_output=json:${report}`]);
  if (code !== 0) fail('the tests fail without any mutant: mend them first');
  const tests = JSON.parse(readFileSync(report, 'utf8')).testsuites.flatMap(({ name, testsuite }) =>
    testsuite.map((test) => ({ name: `${name}.${test.name}`, time: Number.parseFloat(test.time) })),
  );
  const bounds = [...groups, longest];
  const left = tests.filter(({ time }) => time > longest).map(({ name }) => name);
  if (left.length > 0) say(`left out, longer than ${longest} s: ${left.join(', ')}`);
  return bounds.flatMap((most, i) => {
    const chosen = tests.filter(({ time }) => time > (bounds[i - 1] ?? -1) && time <= most);
    const seconds = chosen.reduce((sum, { time }) => sum + time, 0);
    return chosen.length > 0 ? [{ filter: chosen.map(({ name }) => name).join(':'), seconds }] : [];
  });
}

/** 'killed', 'survived', or 'invalid' for what does not compile. */
async function judge(tree, file, text, tests) {
  const path = join(tree, file);
  const before = readFileSync(path);
  writeFileSync(path, text);
  try {
    if ((await limited(tree, mostToBuild, 'cmake', build)) !== 0) return 'invalid';
    for (const { filter, seconds } of tests) {
      const args = [`--gtest_filter=${filter}`, '--gtest_fail_fast', '--gtest_brief=1'];
      if ((await limited(tree, Math.ceil(5 * seconds) + 5, 'build/limber_tests', args)) !== 0)
        return 'killed';
    }
    return 'survived';
  } finally {
    writeFileSync(path, before);
  }
}

/** Every mutant of `files`, at most `most` of each, with what became of it. */
export async function mutateCpp(files, { most, jobs, lines, accepted, tell }) {
  ensurePackages(needs.native, needs.tests);
  const queue = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const all = mutantsOf(source).filter(({ line }) => !lines || lines.includes(line));
    return spread(all, most).map((mutant) => ({ file, source, ...mutant }));
  });
  say(`${queue.length} mutants of ${files.length} C++ files`);
  const results = [];
  const work = async (tree) => {
    await prepare(tree);
    const tests = await timedGroups(tree);
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const { file, source, line, after } = mutant;
      const text = source.split('\n').with(line - 1, after).join('\n');
      const reason = accepted(mutant);
      const fate = reason ? 'accepted' : await judge(tree, file, text, tests);
      results.push({ ...mutant, fate, reason });
      tell(results.at(-1), queue.length);
    }
  };
  await Promise.all(Array.from({ length: jobs }, (_, i) => work(join(around, `tree${i}`))));
  return results;
}
