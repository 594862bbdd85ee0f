/// <reference types="node" />
/** Process of the command `limber`: arguments in, output and exit code out. `command/` does the work. */
import { Console } from 'node:console';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { readArguments } from './arguments.ts';
import { perform, type Outcome } from './perform.ts';
import { reasonOf, UsageError } from './reading.ts';
import type { RetargetOutcome } from './retarget.ts';
import type { Warn } from './robot-options.ts';
import { readFile } from './solve.ts';
import { printable } from '../describe/errors.ts';
import { init } from '../core/init.ts';

/** Bytes or characters that are written at once. */
const chunkSize = 1 << 16;

function* inChunks(pieces: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
  let text = '';
  for (const piece of pieces) {
    const isText = typeof piece === 'string';
    if (isText) text += piece;
    if (text && (!isText || text.length >= chunkSize)) {
      yield text;
      text = '';
    }
    if (!isText) yield piece;
  }
  if (text) yield text;
}

/** @throws UsageError if the file cannot be written. */
function write(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${reasonOf(error)}`);
  }
}

function save(path: string, content: string | Iterable<string | Uint8Array>): void {
  const chunks = inChunks(typeof content === 'string' ? [content] : content);
  let file = -1;
  try {
    // A content that cannot be made leaves the file as it is.
    let chunk = chunks.next();
    write(path, () => (file = openSync(path, 'w')));
    for (; !chunk.done; chunk = chunks.next()) write(path, () => writeFileSync(file, chunk.value as string));
  } finally {
    chunks.return(undefined);
    if (file >= 0) closeSync(file);
  }
}

/** Where the command writes; a batch always writes to the process's own. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** Rejects if the text cannot be written. console.log would not report a full disk. */
function print(text: string, { stdout }: Streams): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.once('error', reject);
    stdout.write(`${text}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

function readVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function run(args: readonly string[], warn: Warn): Promise<Outcome | RetargetOutcome> {
  const command = args[0] === 'retarget' ? readArguments(args) : undefined;
  if (command?.kind !== 'retarget') return perform(args, readVersion(), readFile, warn);
  return (await import('./retarget.ts')).retarget(command, readFile);
}

/** One sentence for what is no wrong command line. */
function failureOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException).syscall === 'write')
    return `cannot write the output: ${reasonOf(error)}`;
  return `this should not happen, please report it: ${printable(String(error).split('\n')[0]!)}`;
}

/**
 * Exit code: 0; 1 if output cannot be written, 2 for bad input, 3 if a move does not reach its end, others
 * from `batch`; each failure prints one line on stderr. A reader that closes early, such as `head`, is not a
 * failure.
 */
export async function main(args: readonly string[], streams: Streams = process): Promise<number> {
  const say = (line: string): void => new Console(streams).error(`limber: ${line}`);
  try {
    // Loaded only for a batch, whose workers load the core.
    if (args[0] === 'batch' && readArguments(args).kind === 'batch')
      return await (await import('./batch.ts')).batch(args.slice(1));
    await init();
    const { text, file, code = 0 } = await run(args, (line) => say(printable(line)));
    if (file) save(file.path, file.content);
    await print(text, streams);
    return code;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') return 0;
    const isUsage = error instanceof UsageError;
    const after = isUsage && error.after ? `\n\n${error.after}` : '';
    say(`${isUsage ? error.message : failureOf(error)}${after}`);
    return isUsage ? 2 : 1;
  }
}
