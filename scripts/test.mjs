// npm test [-- cpp node browser package]: sets up missing parts, builds, and runs the named suites; without
// names: all.
// npm test -- sanitize, npm test -- threads: the C++ tests with sanitizers, which only run when named.
// npm test -- quick: C++ with fewer random cases, and Node without the files that take longest.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { builds } from './build.mjs';
import { emscriptenPackages } from './emscripten.mjs';
import { ensurePackages, needs } from './packages.mjs';
import { gtestReports, projectsOf, vitestReport } from './reports.mjs';
import { collect, fail, nodeTool, root, say } from './run.mjs';

const cppNeeds = [...needs.native, ...needs.tests];
const packagesFor = {
  cpp: () => cppNeeds,
  sanitize: () => [...cppNeeds, ...needs.asan],
  threads: () => cppNeeds,
  node: emscriptenPackages,
  browser: () => [...emscriptenPackages(), ...needs.browser],
  package: () => [...emscriptenPackages(), ...needs.browser, ...cppNeeds, ...needs.urdf],
};
const suites = Object.keys(packagesFor);
const onlyNamed = ['sanitize', 'threads'];
/** CMake preset of a C++ suite. */
const presetOf = { cpp: 'native', sanitize: 'asan', threads: 'tsan' };
/** Node's files that `quick` leaves to the whole run: each of these takes several seconds. */
const slow = [
  ...[
    'batch',
    'command',
    'digest',
    'follower',
    'input-limits.alone',
    'linkages',
    'long-chain.alone',
    'methods',
  ],
  ...['itasc-pages', 'obstacles', 'readme', 'retarget', 'robot-body', 'robot-code', 'wander'],
];
const total = { passed: 0, failed: 0, skipped: 0 };
let good = true;

/** Adds a suite's counts. One that ran no test, or ended without naming its failure, has failed. */
function add(what, code, { passed, failed, skipped }, started) {
  const isEmpty = passed + failed === 0;
  if (isEmpty) say(`${what}: ran no test`);
  total.passed += passed;
  total.failed += failed || (code !== 0 || isEmpty ? 1 : 0);
  total.skipped += skipped;
  good &&= code === 0 && !isEmpty;
  const seconds = Math.round((Date.now() - started) / 1000);
  say(`${what}: ${passed} passed, ${failed} failed, ${skipped} skipped, in ${seconds} s`);
}

/** Empty when the runner ended before writing a report. */
function reportIn(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Quiet unless it fails, because something else may run beside it. */
async function testCpp(preset) {
  await builds[preset]();
  const started = Date.now();
  const reports = gtestReports(preset);
  for (const report of reports) rmSync(report, { force: true });
  const { code, text } = await collect('ctest', ['--preset', preset, '-j2', '--no-tests=error']);
  if (code !== 0) console.error(text);
  const groups = reports.flatMap((report) => reportIn(report).match(/<testsuite [^>]*>/g) ?? []);
  const count = (name) =>
    groups.reduce((sum, group) => sum + Number(group.match(new RegExp(` ${name}="(\\d+)"`))?.[1] ?? 0), 0);
  const [failed, skipped] = [count('failures'), count('skipped') + count('disabled')];
  add(`C++ (${preset})`, code, { passed: count('tests') - failed - skipped, failed, skipped }, started);
}

async function testWeb(names, filters = []) {
  const started = Date.now();
  const what = names.join(' and ');
  say(`testing ${what} …`);
  const report = vitestReport(...names);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = names.flatMap(projectsOf);
  const code = await nodeTool('vitest/vitest.mjs', ['run', ...chosen, ...reporters, ...filters]);
  const found = JSON.parse(reportIn(report) || '{}');
  const count = (name) => found[name] ?? 0;
  const counts = {
    passed: count('numPassedTests'),
    failed: count('numFailedTests'),
    skipped: count('numPendingTests') + count('numTodoTests'),
  };
  add(what, code, counts, started);
}

/**
 * Two cores carry two things at once: C++ is compiled and tested while npm, Emscripten and Node's tests go on. Then a
 * browser has the machine for itself.
 */
async function main(names) {
  const isQuick = names.length === 1 && names[0] === 'quick';
  const unknown = names.find((name) => !isQuick && !suites.includes(name));
  if (unknown) fail(`unknown suite "${unknown}"; known: ${suites.join(', ')}, or quick alone`, 2);
  const { LIMBER_SEED: seed } = process.env;
  if (seed !== undefined && !/^(\d+|random)$/.test(seed))
    fail(`LIMBER_SEED is "${seed}"; give a whole number, or "random"`, 2);
  if (isQuick) process.env.LIMBER_TRIALS ??= 'few';
  const wanted = isQuick ? ['cpp', 'node'] : names;
  const chosen = suites.filter((name) =>
    wanted.length === 0 ? !onlyNamed.includes(name) : wanted.includes(name),
  );
  const presets = chosen.flatMap((name) => presetOf[name] ?? []);
  const later = chosen.filter((name) => name === 'browser' || name === 'package');

  // All at once, so that someone who installs them by hand gets one list.
  await ensurePackages(...chosen.map((name) => packagesFor[name]()));
  mkdirSync(join(root, 'build'), { recursive: true });

  // One suite's failure should not hide the others' results.
  async function native() {
    for (const preset of presets) await testCpp(preset);
  }
  async function web() {
    if (chosen.length === presets.length) return;
    await builds.wasm();
    const filters = isQuick ? slow.map((name) => `--exclude=tests/web/**/${name}.test.ts`) : [];
    if (chosen.includes('node')) await testWeb(['node'], filters);
    if (later.includes('package')) await builds.package();
    if (later.length) await builds.pages();
  }
  await Promise.all([native(), web()]);
  if (later.length) await testWeb(later);
  say(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
  process.exitCode = good ? 0 : 1;
}

await main(process.argv.slice(2));
