// npm test [-- cpp node browser package]: sets up missing parts, builds, and runs the named suites; without
// names: all.
// npm test -- sanitize: the C++ tests with sanitizers, which only run when named.
// npm test -- quick: C++, and the Node tests that finish within a minute once all is built.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { builds } from './build.mjs';
import { emscriptenPackages } from './emscripten.mjs';
import { ensureNodeModules } from './node-modules.mjs';
import { ensurePackages, needs } from './packages.mjs';
import { fail, nodeTool, root, run, say } from './run.mjs';

const packagesFor = {
  cpp: () => [...needs.native, ...needs.tests],
  sanitize: () => [...needs.native, ...needs.tests, ...needs.asan],
  node: emscriptenPackages,
  browser: () => [...emscriptenPackages(), ...needs.browser],
  package: () => [...emscriptenPackages(), ...needs.browser, ...packagesFor.cpp(), ...needs.urdf],
};
const suites = Object.keys(packagesFor);
/** CMake presets of a C++ suite. */
const presetsOf = { cpp: ['native'], sanitize: ['asan', 'tsan'] };
/** Tests that `quick` leaves to the whole run: each of these takes seconds by itself. */
const slow = [
  ...['dispose', 'long-chain', 'command', 'batch', 'move', 'readme', 'methods', 'linkages', 'properties'],
  ...['input-limits', 'digest'],
];
const ctestReport = join(root, 'build/ctest.xml');
const vitestReport = join(root, 'build/vitest.json');
const total = { passed: 0, failed: 0, skipped: 0 };

function add(passed, failed, skipped) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

/** Empty when the runner ended before writing a report. */
function reportIn(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function testCpp(preset) {
  await builds[preset]();
  say(`testing C++ (${preset}) …`);
  rmSync(ctestReport, { force: true });
  const code = await run('ctest', [
    '--preset',
    preset,
    '-j2',
    '--no-tests=error',
    '--output-junit',
    ctestReport,
  ]);
  const suite = reportIn(ctestReport).match(/<testsuite[^>]*>/)?.[0] ?? '';
  const count = (name) => Number(suite.match(new RegExp(`${name}="(\\d+)"`))?.[1] ?? 0);
  const skipped = count('skipped') + count('disabled');
  add(count('tests') - count('failures') - skipped, count('failures'), skipped);
  return code === 0;
}

async function testWeb(projects, filters = []) {
  await builds.wasm();
  if (projects.includes('package')) await builds.package();
  say(`testing the package in ${projects.join(' and ')} …`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const chosen = projects.map((name) => `--project=${name}`);
  const code = await nodeTool('vitest/vitest.mjs', ['run', ...chosen, ...reporters, ...filters]);
  const count = (name) => JSON.parse(reportIn(vitestReport) || '{}')[name] ?? 0;
  add(count('numPassedTests'), count('numFailedTests'), count('numPendingTests') + count('numTodoTests'));
  return code === 0;
}

async function main(names) {
  const isQuick = names.length === 1 && names[0] === 'quick';
  const unknown = names.find((name) => !isQuick && !suites.includes(name));
  if (unknown) fail(`unknown suite "${unknown}"; known: ${suites.join(', ')}, or quick alone`, 2);
  const wanted = isQuick ? ['cpp', 'node'] : names;
  const chosen = suites.filter((name) => (wanted.length === 0 ? name !== 'sanitize' : wanted.includes(name)));
  const web = chosen.filter((name) => !presetsOf[name]);

  // All at once, so that someone who installs them by hand gets one list.
  ensurePackages(...chosen.map((name) => packagesFor[name]()));
  if (web.length) ensureNodeModules();
  mkdirSync(join(root, 'build'), { recursive: true });
  rmSync(vitestReport, { force: true });

  // One suite's failure should not hide the others' results.
  let good = true;
  for (const preset of chosen.flatMap((name) => presetsOf[name] ?? []))
    good = (await testCpp(preset)) && good;
  const filters = isQuick ? slow.map((name) => `--exclude=tests/web/**/${name}.test.ts`) : [];
  if (web.length) good = (await testWeb(web, filters)) && good;
  say(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
  process.exitCode = good ? 0 : 1;
}

await main(process.argv.slice(2));
