/// <reference types="node" />
/** The command `limber`: what of it needs a process. What it does is in `command/`. */
import { writeFileSync } from 'node:fs';
import { UsageError } from './command/arguments.ts';
import { perform } from './command/perform.ts';
import { init } from './init.ts';

function write(path: string, content: string): void {
  try {
    writeFileSync(path, content);
  } catch (error) {
    // `ENOENT: no such file or directory, open 'x'`
    const reason = (error as Error).message.split(', ')[0];
    throw new UsageError(`cannot write ${path}: ${reason}`);
  }
}

/** Exit code: 0, or 2 for bad input, with one line on stderr. */
export async function main(args: readonly string[]): Promise<number> {
  await init();
  try {
    const { text, file } = perform(args);
    if (file) write(file.path, file.content);
    console.log(text);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`limber: ${error.message}`);
    return 2;
  }
}
