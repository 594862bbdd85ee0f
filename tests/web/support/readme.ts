/** Code blocks and command lines of the project's documents, extracted for tests. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { included } from '../../../docs/site/.vitepress/included.ts';
import { blocksOf, isShell, watched, whole, type Block } from './blocks.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Paths of all documents with testable code blocks; files generated from them are left out. */
export function documents(): string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !/^site\/(reference|solvers)\//.test(path))
    .map((path) => `docs/${path}`);
  return ['README.md', ...docs.sort()];
}

/** A block and its document. */
export interface Placed extends Block {
  path: string;
  /** `path:line`, for people and test names. */
  place: string;
}

export function blocksIn(path: string): Placed[] {
  const blocks = blocksOf(included(join(root, path)));
  return blocks.map((block) => ({ ...block, path, place: `${path}:${block.line}` }));
}

/** A folder below build/, which git ignores. From there blocks find node_modules, and `limber` as if installed. */
const below = (folder: string): string => join(root, 'build', folder);

const slug = (text: string): string => text.replace(/\W+/g, '-');

/** The file name under which the page's commands expect the block. */
export const nameOf = ({ info }: Pick<Block, 'info'>): string | undefined =>
  /\S+\.\w+|CMakeLists\.txt/.exec(info)?.[0];

/** Another run beside this one may be reading the same file. */
function write(file: string, text: string): void {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/**
 * Writes each program into a file named after its block's place, one folder per document, next to the files
 * that the document asks its reader to save. Returns these files, and versions that track printed output.
 */
export function writePrograms(
  blocks: readonly Placed[],
  folder = 'readme',
): { files: string[]; runs: string[] } {
  const written = blocks.map((block) => {
    const home = join(below(folder), slug(block.path));
    mkdirSync(home, { recursive: true });
    const end = { tsx: 'tsx', ts: 'ts', typescript: 'ts' }[block.language] ?? 'js';
    const name = join(home, `line-${block.line}`);
    write(`${name}.${end}`, whole(block));
    write(`${name}.run.${end}`, `${watched(whole(block))}\nexport {};\n`);
    for (const other of blocksIn(block.path).filter(nameOf)) write(join(home, nameOf(other)!), other.code);
    return { file: `${name}.${end}`, run: `${name}.run.${end}` };
  });
  return { files: written.map(({ file }) => file), runs: written.map(({ run }) => run) };
}

/** Type errors of the blocks' files under the project's own strict options. */
export function typeErrors(blocks: readonly Placed[], files: readonly string[]): string[] {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  // A reader's program may contain an unused value.
  const typed = files.filter((file) => /\.tsx?$/.test(file));
  const program = ts.createProgram(typed, { ...options, noUnusedLocals: false });
  const diagnostics = typed.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  return diagnostics.map(({ file, start, messageText }) => {
    const { path, line, before } = blocks[files.indexOf(file!.fileName)]!;
    const inFile = file!.getLineAndCharacterOfPosition(start ?? 0).line;
    const inText = line + inFile - (before.split('\n').length - 1);
    return `${path}:${inText} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

/** Command lines without prompts, comments and output. */
export function commandsOf({ code, language }: Pick<Block, 'code' | 'language'>): string[] {
  const lines = code.split('\n').map((line) => line.trim());
  const typed = language === 'console' ? lines.filter((line) => line.startsWith('$ ')) : lines;
  return typed
    .map((line) => line.replace(/^\$ /, '').replace(/(^|\s+)#.*$/, ''))
    .flatMap((line) => line.split(/\s*(?:&&|;)\s*/))
    .filter(Boolean);
}

/** Whether the block is from the site, whose saved files and commands are used as written. */
export const isOfSite = ({ path }: Placed): boolean => path.startsWith('docs/site/');

/** Whether the block is saved as a file for a command on the same page. */
export const isSaved = (block: Placed): boolean =>
  nameOf(block) !== undefined && blocksIn(block.path).some(isShell);

/** Whether it imports what its page installs and the project has not: tests/package/docs.test.ts alone runs it. */
export function isForReaders({ path, code }: Placed): boolean {
  const manifest = blocksIn(path).find((block) => nameOf(block) === 'package.json');
  const { dependencies = {} } = JSON.parse(manifest?.code ?? '{}') as Record<string, object | undefined>;
  return Object.keys(dependencies).some(
    (name) =>
      name !== 'limber' && code.includes(`'${name}'`) && !existsSync(join(root, 'node_modules', name)),
  );
}

/** Why a reader cannot type the command here; undefined if they can. */
export function whyNotCommand(command: string): string | undefined {
  const { scripts, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'scripts' | 'bin',
    object
  >;
  const known = Object.entries({ 'npm run': scripts, npm: { start: '', test: '' }, npx: bin });
  const [how, names] = known.find(([start]) => command.startsWith(`${start} `)) ?? ['', {}];
  const name = command.slice(how.length).trim().split(/\s+/)[0]!;
  return Object.hasOwn(names, name) ? undefined : `"${name}" is none of ${Object.keys(names).join(', ')}`;
}
