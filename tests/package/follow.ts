/** Follows a page of the docs: files saved, commands typed, in an empty folder with the packed package. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { isShell } from '../web/support/blocks.ts';
import { blocksIn, commandsOf, nameOf } from '../web/support/readme.ts';
import { consumers, root, runIn } from './folders.ts';
import { person } from './person.ts';

const packed = inject('packed');

/** An empty folder for a page, with the files that its reader provides. */
async function folderFor(path: string): Promise<string> {
  const folder = join(consumers, 'docs', path.replace(/\W+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'public'), { recursive: true });
  if (path.endsWith('character.md')) writeFileSync(join(folder, 'public/person.glb'), await person());
  cpSync(packed.tarball, join(folder, packed.name));
  if (path.endsWith('cpp.md')) cloneInto(join(folder, 'limber'));
  return folder;
}

/** Copies the sources like a clone. */
function cloneInto(folder: string): void {
  mkdirSync(folder);
  for (const name of [
    'CMakeLists.txt',
    'CMakePresets.json',
    'cmake',
    'cpp',
    'tests/cpp',
    'tests/bench',
    'LICENSE',
    'README.md',
  ]) {
    if (existsSync(join(root, name)))
      cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  }
}

/** `typed`: changes a command, in the page's folder, that would take too long as written. */
export async function follow(
  path: string,
  typed = (command: string) => command,
): Promise<{ folder: string; said: string[] }> {
  const folder = await folderFor(path);
  const blocks = blocksIn(path);
  for (const block of blocks.filter(nameOf)) {
    const file = join(folder, nameOf(block)!);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, block.code);
  }
  const said: string[] = [];
  for (const command of blocks.filter(isShell).flatMap(commandsOf)) {
    said.push(await runIn(folder, 'bash', '-c', typed(command)));
  }
  return { folder, said };
}
