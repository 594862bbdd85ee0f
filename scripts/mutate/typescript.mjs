// Runs Stryker on files of web/src, with the tests that run in Node. Where tests/mutation/nearest.json names
// the nearest tests, only those run, because every mutant reloads the files of all its tests. That can only
// lower the share.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builds } from '../build.mjs';
import { fail, nodeTool, root, say } from '../run.mjs';

const folder = join(root, 'build/mutate-web');
const nearest = JSON.parse(readFileSync(join(root, 'tests/mutation/nearest.json'), 'utf8'));

/** The nearest tests of a source; null: all. */
const testsOf = (file) =>
  nearest.find(({ sources }) => sources.some((each) => file.startsWith(each)))?.tests ?? null;

/** Stryker counts lines from 1 and columns from 0 in its report. */
function mutantsIn(report) {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ location: { start, end }, replacement, status }) => {
      const before = lines[start.line - 1];
      const last = lines[end.line - 1];
      const after = before.slice(0, start.column - 1) + replacement + last.slice(end.column - 1);
      return { file, line: start.line, before, after, status };
    });
  });
}

const fates = { Killed: 'noticed', Timeout: 'noticed', Survived: 'alive', NoCoverage: 'alive' };

/** Every mutant of `files`, with its fate. */
export async function mutateTypeScript(files, options) {
  await builds.wasm();
  const results = [];
  for (const tests of new Set(files.map(testsOf))) {
    const some = files.filter((file) => testsOf(file) === tests);
    results.push(...(await mutateWith(tests, some, options)));
  }
  return results;
}

async function mutateWith(tests, files, { jobs, lines, reasonFor, tell }) {
  mkdirSync(folder, { recursive: true });
  const report = join(folder, 'stryker.json');
  const config = join(folder, 'stryker.config.json');
  rmSync(report, { force: true });
  const options = {
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts' },
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate: lines === undefined ? files : files.map((file) => `${file}:${lines}`),
    coverageAnalysis: 'perTest',
    concurrency: jobs,
    reporters: ['json', 'progress'],
    jsonReporter: { fileName: report },
    // Texts are for people; tests check that they name culprit and remedy, not each word.
    mutator: { excludedMutations: ['StringLiteral'] },
    tempDirName: join('build/mutate-web', 'stryker'),
    ignorePatterns: ['build', '.git', 'docs/site/reference'],
    timeoutMS: 20_000,
    allowConsoleColors: false,
    disableTypeChecks: false,
  };
  writeFileSync(config, JSON.stringify(options, null, 2));
  say(`Stryker on ${files.join(', ')} …`);
  const env = { ...process.env, LIMBER_MUTANTS_MEET: tests?.join(',') ?? '' };
  const code = await nodeTool('@stryker-mutator/core/bin/stryker.js', ['run', config], { env });
  if (code !== 0) fail('Stryker did not come to its end');
  return mutantsIn(JSON.parse(readFileSync(report, 'utf8'))).flatMap(({ status, ...mutant }) => {
    const reason = fates[status] === 'alive' ? reasonFor(mutant) : undefined;
    const fate = reason ? 'accepted' : (fates[status] ?? 'invalid');
    tell({ ...mutant, fate }, 0);
    return [{ ...mutant, fate }];
  });
}
