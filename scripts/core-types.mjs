/* global Buffer, WebAssembly */
// Writes core-names.ts, core-tables.ts and raw.ts of web/src from the module just built: the core's names, its tables
// of fields, and the types of its bound functions.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { root } from './run.mjs';

const modules = join(root, 'build/wasm/modules');

/** Loads the core. `bindings` receives what embind registers: the core itself keeps no types. */
async function load(bindings) {
  const { default: create } = await import(pathToFileURL(join(modules, 'limber.js')).href);
  const compiled = await WebAssembly.compile(readFileSync(join(modules, 'limber.wasm')));
  return create({
    instantiateWasm(imports, ready) {
      const memory = () => Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
      const record = (table) => {
        for (const [key, each] of Object.entries(table)) {
          const note = bindings[each.name?.replace('__embind_register_', '')];
          if (note) table[key] = (...values) => (note(memory().buffer, ...values), each(...values));
        }
      };
      Object.values(imports).forEach(record);
      const instance = new WebAssembly.Instance(compiled, imports);
      ready(instance, compiled);
      return instance.exports;
    },
  });
}

/** The core's tables: the code of a JavaScript object. */
async function tablesCode() {
  const compiled = await WebAssembly.compile(readFileSync(join(modules, 'tables.wasm')));
  // What it imports is for files and the clock, which it does not use.
  const imports = {};
  for (const { module, name } of WebAssembly.Module.imports(compiled))
    (imports[module] ??= {})[name] = () => 0;
  const { exports } = await WebAssembly.instantiate(compiled, imports);
  exports._initialize?.();
  const bytes = new Uint8Array(exports.memory.buffer, exports.tables());
  const text = Buffer.from(bytes.subarray(0, bytes.indexOf(0))).toString();
  return `{${text.replace(/\binf\b/g, 'Infinity')}}`;
}

/** Receivers of embind's registrations, and the TypeScript that they amount to. */
function recordTypes() {
  const types = new Map();
  const classes = new Map();
  const constructors = [];
  const functions = [];
  const textAt = (buffer, at) => {
    const bytes = new Uint8Array(buffer, at);
    return Buffer.from(bytes.subarray(0, bytes.indexOf(0))).toString();
  };
  /** Types by number, the answer's first; resolved when all are known. */
  const signature = (buffer, count, at, first) => {
    const ids = Array.from(new Uint32Array(buffer, at, count));
    return (isConstructor = false) => {
      const [answer, ...values] = ids.map((id) => types.get(id) ?? 'never');
      const given = values
        .slice(first)
        .map((type, i) => `${String.fromCharCode(97 + i)}: ${type.replace(' | null', '')}`);
      return isConstructor
        ? `new (${given}) => ${answer.replace(' | null', '')}`
        : `(${given.join(', ')}): ${answer}`;
    };
  };
  const simple = (type) => (_, id) => types.set(id, type);
  const receivers = {
    void: simple('void'),
    bool: simple('boolean'),
    integer: simple('number'),
    float: simple('number'),
    std_string: simple('string'),
    class(buffer, id, pointer, constPointer, ...rest) {
      const name = textAt(buffer, rest[7]);
      types.set(id, `Raw${name}`);
      for (const each of [pointer, constPointer]) types.set(each, `Raw${name} | null`);
      classes.set(id, { name, methods: [] });
    },
    class_constructor: (buffer, id, count, at) => constructors.push([id, signature(buffer, count, at, 0)]),
    class_function: (buffer, id, name, count, at) =>
      classes.get(id).methods.push([textAt(buffer, name), signature(buffer, count, at, 1)]),
    function: (buffer, name, count, at) =>
      functions.push([textAt(buffer, name), signature(buffer, count, at, 0)]),
  };
  const methods = (list) => list.map(([name, type]) => `${name}${type()};\n`).join('');
  const text = () =>
    [
      '/** The compiled core as exposed by embind; cpp/bindings explains its functions. Written by `node scripts/build.mjs wasm`. */\n',
      ...Array.from(
        classes.values(),
        (each) => `export interface Raw${each.name} {\n${methods(each.methods)}delete(): void;\n}\n`,
      ),
      'export interface RawModule {\n/** Emscripten replaces it whenever the memory grows. */\nHEAPF64: Float64Array;',
      ...constructors.map(([id, type]) => `${classes.get(id).name}: ${type(true)};`),
      `${methods(functions)}}\n`,
    ].join('\n');
  return { receivers, text };
}

const quoted = (words) => words.map((word) => `'${word}'`);

/** [exported name, its docstring, the words] */
const listsOf = ({ jointTypes, goals, solvers, options }) => [
  ['JointType', 'Names of the joint types; `JointDescription` says what each needs.', jointTypes],
  ['GoalType', 'Names of the types of goals.', Object.keys(goals)],
  ['SolverName', 'Names of the solvers.', solvers],
  ['Mode', 'track: solve from the current pose, so that a smooth target is followed smoothly. find: restart from random poses within the limits until reached; keep the best.', options.find(({ name }) => name === 'mode').words], // prettier-ignore
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

function namesOf(tables) {
  const types = listsOf(tables).map(
    ([name, doc, words]) => `/** ${doc} */\nexport type ${name} = ${quoted(words).join(' | ')};\n`,
  );
  const statuses = `export const statuses = [${quoted(tables.statuses).join(', ')}] as const;\n`;
  const codes = `export const coreErrorCodes = [${quoted(tables.errorCodes).join(', ')}] as const;\n`;
  return [
    "/** Words of the core. Written by `node scripts/build.mjs wasm` from the core's tables. */\n",
    ...types,
    `/** Every option has a default. */\nexport interface SolveOptions {
      /** Default 'lm', which supports every problem. */\nreadonly solver?: SolverName;\n${options().join('\n')}}\n`,
    `/** Ways in which a solve or step can end; a batch gives the index of a status in this list. */\n${statuses}`,
    '/** One of `statuses`. */\nexport type CoreStatus = (typeof statuses)[number];\n',
    `/** Codes of the core's errors. */\n${codes}`,
  ].join('\n');
}

const tablesOf = (code) =>
  [
    "/** The core's tables. Written by `node scripts/build.mjs wasm`. */",
    "import type { CoreTables } from './tables.ts';\n",
    `export const coreTables: CoreTables = ${code};`,
  ].join('\n');

/** Paths and their correct contents. */
export async function generated() {
  const { receivers, text } = recordTypes();
  await load(receivers);
  const prettier = await import('prettier');
  const format = async (path, content, more = {}) => {
    const file = join(root, path);
    const options = { ...(await prettier.resolveConfig(file)), parser: 'typescript', ...more };
    return [file, await prettier.format(content, options)];
  };
  const code = await tablesCode();
  const tables = runInNewContext(`(${code})`);
  // These are in core-names.ts.
  const fields = code.replace(/\berrorCodes: *\[[^\]]*\],?/, '');
  return Promise.all([
    format('web/src/describe/core-names.ts', namesOf(tables)),
    // A field per line.
    format('web/src/describe/core-tables.ts', tablesOf(fields), { printWidth: 240 }).then(([file, text]) => [
      file,
      text.replace('export', '// prettier-ignore\nexport'),
    ]),
    format('web/src/core/raw.ts', text()),
  ]);
}

export async function writeGenerated() {
  for (const [file, text] of await generated())
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
