/** Runs programs in a process of their own, among them the command `limber` of a package bundled from the sources. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './readme.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function runProcess(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...ended, code }));
  });
}

/** Makes a package with the command's files only, not built yet. */
export function makePackage(path: string): void {
  for (const part of ['bin', 'package.json']) cpSync(join(root, part), join(path, part), { recursive: true });
  // The only dependency.
  mkdirSync(join(path, 'node_modules'));
  symlinkSync(join(root, 'node_modules/@rgrove'), join(path, 'node_modules/@rgrove'));
}

/** Builds a package in few files, so that a process starts in a fraction of what it takes from the sources. */
export async function buildPackage(path: string): Promise<void> {
  const input = {
    'command/cli': join(root, 'web/src/command/cli.ts'),
    'worker/thread': join(root, 'web/src/worker/thread.ts'),
  };
  // Chunks lie where paths relative to them lead to the thread and to web/wasm.
  const output = { entryFileNames: '[name].js', chunkFileNames: 'worker/[name]-[hash].js' };
  const outDir = join(path, 'web/dist');
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: { ssr: true, outDir, minify: false, rollupOptions: { input, output } },
  });
  symlinkSync(join(root, 'web/wasm'), join(path, 'web/wasm'));
}
