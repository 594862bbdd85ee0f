/** Servers that are programs: started on a port, stopped with all their children. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { consumerEnv } from './folders.ts';
import type { Server } from './server.ts';

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Waits until a server answers, or fails if `dead` gives a reason. */
export async function answers(url: string, dead: () => string | undefined): Promise<void> {
  for (let i = 0; i < 600; ++i) {
    const died = dead();
    if (died !== undefined) throw new Error(died);
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no answer from ${url}`);
}

/** Runs `node script args`, which serves on `port`. */
export async function startServer(
  cwd: string,
  script: string,
  args: (port: string) => string[],
): Promise<Server> {
  const port = String(await freePort());
  const child = spawn(process.execPath, [script, ...args(port)], {
    cwd,
    env: consumerEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that its children end with it.
    detached: true,
  });
  let said = '';
  let dead: string | undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  child.on('exit', (code) => (dead = `${script} ended with ${code}:\n${said}`));
  const url = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    if (dead !== undefined) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid!, 'SIGTERM');
    await gone;
  };
  try {
    await answers(url, () => dead);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}
