// npm run long -- stress [--suites cpp,node] [--times N] [--load N]: finds tests that fail by chance. Each suite runs N
// times beside a load of N processes that only compute. Then each file that failed runs ten times alone: no other
// file, no load. One line per run to build/long/stress.csv; runs that it has of the present commit are not repeated,
// so a killed run goes on where it stopped. Without words it takes hours.
import * as fs from 'node:fs';
import { join, relative } from 'node:path';
import { spawn } from 'node:child_process';
import { gtestReports, projectsOf, vitestReport } from '../reports.mjs';
import { fail, read, readArguments, root, run, say } from '../run.mjs';

/** How often each suite runs, unless --times says otherwise. */
const usual = { cpp: 10, node: 10, browser: 3, package: 3 };
const timesAlone = 10;
const columns = ['commit', 'suite', 'alone', 'run', 'load', 'seconds', 'passed', 'failed', 'names'];
/** In place of a name, where a run failed without naming one. */
const unnamed = '(none)';
const folder = join(root, 'build/long');
const table = join(folder, 'stress.csv');
/** What a suite's run leaves. */
const reportsOf = (suite) => (suite === 'cpp' ? gtestReports('native') : [vitestReport(suite)]);

const text = { type: 'string' };
const { values } = readArguments(
  { options: { suites: text, times: text, load: { ...text, default: '4' } } },
  '--suites cpp,node --times N --load N',
);
const suites = values.suites?.split(',') ?? Object.keys(usual);
const unknown = suites.find((name) => !Object.hasOwn(usual, name));
if (unknown !== undefined) fail(`unknown suite "${unknown}"; known: ${Object.keys(usual).join(', ')}`, 2);
if (!/^[1-9]\d*$/.test(values.times ?? '1'))
  fail(`--times is "${values.times}"; give a whole number from 1 up`, 2);
if (!/^\d+$/.test(values.load)) fail(`--load is "${values.load}"; give a whole number`, 2);

const commit = read('git', ['describe', '--always', '--dirty', '--exclude=*'])?.trim();
if (!commit) fail('this is not a clone of git, so it cannot be told what is tested');
fs.mkdirSync(folder, { recursive: true });
if (!fs.existsSync(table)) fs.writeFileSync(table, `${columns.join()}\n`);
/** All runs of this commit; changes without a commit have no name by which they could be known again. */
const runs = commit.endsWith('-dirty') ? [] : readTable().filter((row) => row.commit === commit);

function readTable() {
  const lines = fs.readFileSync(table, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [columns[i], value])));
}

// A run that was stopped is no failure: it gets no line. After this event, in which run() stops its program.
process.on('SIGTERM', () => process.nextTick(() => process.exit(1)));

/** Processes that take their share of the cores until they are stopped, or until this process is gone. */
function startLoad(count) {
  const program = `while (process.ppid === ${process.pid}) for (let i = 0; i < 1e7; i++);`;
  const busy = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', program], { stdio: 'ignore' }),
  );
  return () => busy.forEach((each) => each.kill());
}

/** Names of the C++ tests that failed: tests are what can be run alone. */
function failedTests() {
  const files = reportsOf('cpp').filter((file) => fs.existsSync(file));
  const cases = files.flatMap((file) => fs.readFileSync(file, 'utf8').split('<testcase').slice(1));
  const attribute = (tag, name) => tag.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1] ?? '';
  return cases
    .filter((each) => each.includes('<failure'))
    .map((each) => [attribute(each, 'classname'), attribute(each, 'name')])
    .map(([suite, name]) => (name.includes('.') ? name : `${suite}.${name}`));
}

function vitestResult(suite) {
  const [report] = reportsOf(suite);
  if (!fs.existsSync(report)) return { passed: 0, failed: 0, names: [] };
  const told = JSON.parse(fs.readFileSync(report, 'utf8'));
  const files = told.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(root, name));
  return { passed: told.numPassedTests, failed: told.numFailedTests, names: files };
}

/** The command that runs a whole suite, and what its output and reports say. */
const whole = (suite) => ({
  args: ['scripts/test.mjs', suite],
  result: (said) => {
    const [, passed = 0, failed = 0] = [...said.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1) ?? [];
    return { passed, failed, names: suite === 'cpp' ? failedTests() : vitestResult(suite).names };
  },
});

/** The same for one C++ test, or one file of another suite. */
function single(suite, name) {
  if (suite !== 'cpp') {
    const projects = projectsOf(suite);
    const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportsOf(suite)[0]}`];
    return {
      args: ['node_modules/vitest/vitest.mjs', 'run', ...projects, name, ...report],
      result: () => vitestResult(suite),
    };
  }
  return {
    command: 'build/native/limber_tests',
    args: [`--gtest_filter=${name}`],
    result: (said) => {
      const passed = Number(said.match(/\[ {2}PASSED {2}\] (\d+)/)?.[1] ?? 0);
      return { passed, failed: passed ? 0 : 1, names: passed ? [] : [name] };
    },
  };
}

/** Runs a suite, or one name of it, unless the table has this run; writes its line. */
async function once(suite, alone, number, load) {
  const key = { commit, suite, alone, run: String(number), load: String(load) };
  if (runs.some((row) => Object.keys(key).every((name) => row[name] === key[name]))) return;
  const { command = process.execPath, args, result } = alone ? single(suite, alone) : whole(suite);
  for (const report of reportsOf(suite)) fs.rmSync(report, { force: true });
  const log = join(folder, `stress-${[suite, alone, number].join(' ').replace(/[^\w.]+/g, '-')}.log`);
  const output = fs.openSync(log, 'w');
  const started = Date.now();
  const stop = startLoad(load);
  const code = await run(command, args, { stdio: ['ignore', output, output] });
  stop();
  fs.closeSync(output);
  const told = result(fs.readFileSync(log, 'utf8'));
  const good = code === 0 && Number(told.failed) === 0;
  const names = told.names.length || good ? told.names : [unnamed];
  const failed = good ? 0 : Math.max(1, told.failed);
  const seconds = Math.round((Date.now() - started) / 1000);
  const row = { ...key, seconds, passed: told.passed, failed, names: names.join(' ').replaceAll(',', ';') };
  runs.push(row);
  fs.appendFileSync(table, `${columns.map((name) => row[name]).join()}\n`);
  const what = `${suite}${alone ? ` ${alone}, alone` : ''}, run ${number}`;
  say(
    `${what}: ${told.passed} passed, ${failed} failed in ${seconds} s${good ? '' : `: ${row.names}; see ${log}`}`,
  );
}

for (const suite of suites)
  for (let i = 1; i <= Number(values.times ?? usual[suite]); i += 1)
    await once(suite, '', i, Number(values.load));
const suspects = suites.map((suite) => {
  const names = runs
    .filter((row) => row.suite === suite && !row.alone)
    .flatMap((row) => row.names.split(' '));
  return [suite, new Set(names.filter((name) => name && name !== unnamed))];
});
for (const [suite, names] of suspects)
  for (const name of names) for (let i = 1; i <= timesAlone; i += 1) await once(suite, name, i, 0);

const chosen = runs.filter((row) => suites.includes(row.suite));
const good = chosen.filter((row) => Number(row.failed) === 0).length;
say(`runs of ${commit}: ${good} passed, ${chosen.length - good} failed; see ${table}`);
process.exitCode = good === chosen.length ? 0 : 1;
