// npm run mutate [-- FILES] [--most N] [--jobs N] [--lines A-B]: makes small mistakes in cpp/src and web/src,
// one at a time, and lists those that no test notices. Without names: the files that changed since main.
// `--most`: the number of mutants per C++ file, evenly spread. `--lines`: only mutants on these lines. Fails
// if less than 90 % are noticed; tests/mutation/accepted.json gives reasons for those that cannot be.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ensureNodeModules } from './node-modules.mjs';
import { fail, read, readArguments, root, say } from './run.mjs';

const enough = 0.9;
const options = {
  most: { type: 'string', default: 'Infinity' },
  jobs: { type: 'string', default: '1' },
  lines: { type: 'string' },
};

function positive(name, text) {
  const value = Number(text);
  if (!(value >= 1)) fail(`--${name} is "${text}"; give a number from 1`, 2);
  return value;
}

function changedFiles() {
  const base = read('git', ['merge-base', 'main', 'HEAD'])?.trim();
  if (!base) fail('git knows no branch main to compare with; name the files', 2);
  return (read('git', ['diff', '--name-only', base]) ?? '').split('\n');
}

const isCpp = (file) => /^cpp\/src\/.*\.cpp$/.test(file);
const isTypeScript = (file) => /^web\/src\/.*(?<!\.d)\.ts$/.test(file);

const { values, positionals } = readArguments(
  { options, allowPositionals: true },
  'FILES --most N --jobs N --lines A-B',
);
const most = positive('most', values.most);
const jobs = positive('jobs', values.jobs);
const [first, last = first] = values.lines?.split('-').map((text) => positive('lines', text)) ?? [];
const lines = first === undefined ? undefined : `${first}-${last}`;
const named = positionals.map((file) => relative(root, resolve(file)));
const wrong = named.find((file) => !existsSync(join(root, file)) || !(isCpp(file) || isTypeScript(file)));
if (wrong !== undefined) fail(`${wrong} is no source in cpp/src or web/src`, 2);
const files = (named.length > 0 ? named : changedFiles()).filter((file) => existsSync(join(root, file)));

const reasons = JSON.parse(readFileSync(join(root, 'tests/mutation/accepted.json'), 'utf8'));
/**
 * Finds a reason by the text of the line, so that it survives edits above; where a line occurs several times,
 * `above` may identify it by the line before.
 */
function reasonFor({ file, line, before, after }) {
  const above = readFileSync(join(root, file), 'utf8').split('\n')[line - 2]?.trim();
  const found = reasons.find(
    (each) =>
      each.file === file &&
      each.before === before.trim() &&
      each.after === after.trim() &&
      (each.above ?? above) === above,
  );
  return found?.reason;
}

function tell({ file, line, before, after, fate }, left) {
  if (fate !== 'alive') return;
  console.log(`${file}:${line} lives, ${left} to go\n  - ${before.trim()}\n  + ${after.trim()}`);
}

function table(results) {
  const rows = [...new Set(results.map(({ file }) => file))].map((file) => {
    const count = (fate) => results.filter((each) => each.file === file && each.fate === fate).length;
    return { file, noticed: count('noticed'), alive: count('alive'), accepted: count('accepted') };
  });
  console.log('| file | mutants | noticed | not | accepted |\n| --- | ---: | ---: | ---: | ---: |');
  for (const { file, noticed, alive, accepted } of rows)
    console.log(`| \`${file}\` | ${noticed + alive + accepted} | ${noticed} | ${alive} | ${accepted} |`);
}

ensureNodeModules();
const cpp = files.filter(isCpp);
const typescript = files.filter(isTypeScript);
const results = [];
const started = Date.now();
if (cpp.length > 0) {
  const { mutateCpp } = await import('./mutate/cpp.mjs');
  const isWanted = (line) => first === undefined || (line >= first && line <= last);
  results.push(...(await mutateCpp(cpp, { most, jobs, isWanted, reasonFor, tell })));
}
if (typescript.length > 0) {
  const { mutateTypeScript } = await import('./mutate/typescript.mjs');
  results.push(...(await mutateTypeScript(typescript, { jobs, lines, reasonFor, tell })));
}
const valid = results.filter(({ fate }) => fate !== 'invalid');
if (valid.length === 0) {
  say('no mutants: nothing has changed in cpp/src or web/src; name files');
  process.exit(0);
}
writeFileSync(join(root, 'build/mutants.json'), JSON.stringify(valid));
table(valid);
const alive = valid.filter(({ fate }) => fate === 'alive').length;
const judged = valid.filter(({ fate }) => fate !== 'accepted').length;
const share = judged > 0 ? 1 - alive / judged : 1;
const minutes = ((Date.now() - started) / 60000).toFixed(1);
say(`${judged - alive} of ${judged} noticed, ${(100 * share).toFixed(1)} %, in ${minutes} minutes`);
if (share < enough)
  fail(`less than ${100 * enough} %: write tests, or reasons into tests/mutation/accepted.json`);
