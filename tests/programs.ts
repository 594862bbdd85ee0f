/** Browsers' drivers and servers: started, read until they print what they are known by, ended with their children. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';

export interface Program {
  /** Match of the pattern. */
  readonly found: string;
  close(): Promise<void>;
}

export interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** An additional output stream, which some programs need for their messages. */
  readonly extra?: number;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Resolves with the pattern's first group once the program prints it; without a pattern at once. */
export function start(
  command: string,
  args: readonly string[],
  pattern?: RegExp,
  { extra, ...options }: ProgramOptions = {},
): Promise<Program> {
  const streams = ['ignore', 'pipe', 'pipe', ...(extra === undefined ? [] : ['pipe' as const])] as const;
  // A process group of its own, so that its children end with it.
  const child = spawn(command, args, { ...options, detached: true, stdio: [...streams] });
  let said = '';
  let isOver = false;
  const over = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async (): Promise<void> => {
    if (!isOver) process.kill(-child.pid!, 'SIGTERM');
    await over;
  };
  return new Promise((resolve, reject) => {
    if (!pattern) resolve({ found: '', close });
    child.once('error', reject);
    child.once('exit', (code) => {
      isOver = true;
      reject(new Error(`${command} ended with ${code}:\n${said}`));
    });
    for (const stream of child.stdio.slice(1) as Readable[])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = pattern?.exec(said)?.[1];
        if (found !== undefined) resolve({ found, close });
      });
  });
}
