/** What a README promises: its blocks of code and its command lines, taken out so that a test can try them. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Block {
  language: string;
  code: string;
  /** Of its first line of code in the text, from 1. */
  line: number;
}

/** Fenced blocks, indented ones in lists too. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: (Block & { indent: number }) | undefined;
  for (const [i, text] of markdown.split('\n').entries()) {
    const fence = /^(\s*)```\s*(\w*)/.exec(text);
    if (fence && open) {
      blocks.push(open);
      open = undefined;
    } else if (fence) {
      open = { language: fence[2]!, code: '', line: i + 2, indent: fence[1]!.length };
    } else if (open) {
      open.code += `${text.slice(open.indent)}\n`;
    }
  }
  if (open) throw new Error(`the block at line ${open.line} has no end`);
  return blocks;
}

export const isProgram = ({ language }: Block): boolean =>
  /^(ts|js|typescript|javascript|mjs)$/.test(language);
export const isShell = ({ language }: Block): boolean => /^(sh|bash|shell|console)$/.test(language);
/** Needs a page around it: it is type-checked, but not run. */
export const isForBrowser = ({ code }: Block): boolean => /^\s*\/\/ browser\b/.test(code);

/** Below build/, which git does not hold: from there blocks find node_modules, and `limber` as they would installed. */
const folder = join(root, 'build/readme');

/** Writes each program into a file of its own; a file tells its block's place in the text. */
export function writePrograms(blocks: readonly Block[]): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return blocks.map(({ code, line }) => {
    const path = join(folder, `line-${line}.ts`);
    writeFileSync(path, code);
    return path;
  });
}

/** What the compiler says of the files under the project's own, strict options. */
export function typeErrors(files: readonly string[]): string[] {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  // A reader's program may leave a value unused.
  const program = ts.createProgram([...files], { ...options, noUnusedLocals: false });
  const diagnostics = ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file && files.includes(file.fileName));
  return diagnostics.map(({ file, start, messageText }) => {
    const first = Number(/line-(\d+)/.exec(file!.fileName)?.[1]);
    const { line } = file!.getLineAndCharacterOfPosition(start ?? 0);
    return `README.md:${first + line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

/** Command lines, without prompts, comments and what is printed. */
export function commandsOf({ code, language }: Block): string[] {
  const lines = code.split('\n').map((line) => line.trim());
  const typed = language === 'console' ? lines.filter((line) => line.startsWith('$ ')) : lines;
  return typed
    .map((line) => line.replace(/^\$ /, '').replace(/(^|\s+)#.*$/, ''))
    .flatMap((line) => line.split(/\s*(?:&&|;)\s*/))
    .filter(Boolean);
}

interface Package {
  name: string;
  scripts: Record<string, string>;
  bin: Record<string, string>;
}
interface Presets {
  configurePresets: { name: string }[];
  buildPresets?: { name: string }[];
  testPresets?: { name: string }[];
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Why a reader cannot type that here; nothing where they can. */
export function whyNotCommand(command: string): string | undefined {
  const { name, scripts, bin } = readJson('package.json') as Package;
  const [program = '', verb = '', ...rest] = command.split(/\s+/);
  const known = (what: string, names: readonly string[]) =>
    names.includes(what) ? undefined : `"${what}" is none of ${names.join(', ')}`;
  switch (program) {
    case 'npm':
      if (verb === 'start' || verb === 'test') return known(verb, Object.keys(scripts));
      if (verb === 'run') return known(rest[0] ?? '', Object.keys(scripts));
      if (verb === 'ci' || (verb === 'install' && rest.length === 0)) return undefined;
      if (verb === 'install') return known(name, rest);
      return `npm ${verb} is no command of this project`;
    case 'npx':
      if (Object.hasOwn(bin, verb)) return undefined;
      return existsSync(join(root, 'node_modules/.bin', verb)) ? undefined : `${verb} is no dependency`;
    case 'cmake':
    case 'ctest': {
      const presets = readJson('CMakePresets.json') as Presets;
      const all = [presets.configurePresets, presets.buildPresets ?? [], presets.testPresets ?? []].flat();
      return known(
        /--preset[ =](\S+)/.exec(command)?.[1] ?? '',
        all.map((each) => each.name),
      );
    }
    case 'git':
      return known(verb, ['clone']);
    case 'cd':
      return undefined;
    default:
      return existsSync(join(root, program)) ? undefined : `"${program}" is neither documented nor here`;
  }
}
