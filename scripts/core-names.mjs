/* global WebAssembly */
// Writes web/src/core-names.ts from the tables of the module just built: the core's names that TypeScript needs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';

const file = join(root, 'web/src/core-names.ts');
const wasm = join(root, 'web/wasm');

/** [exported name, its docstring, the function of the core that lists the words] */
const lists = [
  ['JointType', 'Names of the joint types; `JointDescription` says what each needs.', 'jointTypeNames'],
  ['GoalType', 'Names of the types of goals.', 'goalTypeNames'],
  ['SolverName', 'Names of the solvers.', 'solverNames'],
  ['Mode', 'track: solve from the current pose, so that a smooth target is followed smoothly. find: restart from random poses within the limits until reached; keep the best.', 'modeNames'], // prettier-ignore
];

const kinds = { int: 'number', double: 'number', bool: 'boolean', Mode: 'Mode' };
const values = { infinity: 'Infinity', 'Mode::track': "'track'" };

/** The options as the header describes them: texts, types and defaults. */
function options() {
  const header = readFileSync(join(root, 'cpp/include/limber/solve.h'), 'utf8');
  const [, fields] = /struct SolveOptions \{(.*?)\n\};/s.exec(header);
  const members = [...fields.matchAll(/((?: +\/\/\/.*\n)+) +(\w+) (\w+) = (.+);/g)];
  return members.map(([, comment, kind, name, value]) => {
    const text = comment.replace(/\s*\/\/\/\s*/g, ' ').trim();
    const shown = value === 'automatic' ? '' : ` Default ${values[value] ?? value}.`;
    return `/** ${text}${shown} */\nreadonly ${name}?: ${kinds[kind]};`;
  });
}

async function load() {
  const { default: create } = await import(pathToFileURL(join(wasm, 'limber.js')).href);
  const compiled = await WebAssembly.compile(readFileSync(join(wasm, 'limber.wasm')));
  return create({
    instantiateWasm(imports, ready) {
      void WebAssembly.instantiate(compiled, imports).then((instance) => ready(instance, compiled));
      return {};
    },
  });
}

const quoted = (text) => text.split(' ').map((word) => `'${word}'`);

/** The file's correct contents. */
export async function words() {
  const core = await load();
  const types = lists.map(
    ([name, doc, list]) => `/** ${doc} */\nexport type ${name} = ${quoted(core[list]()).join(' | ')};\n`,
  );
  const statuses = `export const statuses = [${quoted(core.statusNames()).join(', ')}] as const;\n`;
  const codes = `export const coreErrorCodes = [${quoted(core.errorCodeNames()).join(', ')}] as const;\n`;
  const text = [
    "/** Words of the core. Written by `node scripts/build.mjs wasm` from the core's tables. */\n",
    ...types,
    `/** Every option has a default. */\nexport interface SolveOptions {
      /** Default 'lm', which supports every problem. */\nreadonly solver?: SolverName;\n${options().join('\n')}}\n`,
    `/** Ways in which a solve or step can end; a batch gives the index of a status in this list. */\n${statuses}`,
    '/** One of `statuses`. */\nexport type CoreStatus = (typeof statuses)[number];\n',
    `/** Codes of the core's errors. */\n${codes}`,
  ].join('\n');
  const prettier = await import('prettier');
  return prettier.format(text, { ...(await prettier.resolveConfig(file)), parser: 'typescript' });
}

export async function writeWords() {
  const text = await words();
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
