/** Runs programs, and the command `limber` from the sources, in a process of their own. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './readme.ts';

const inRoot = (path: string): string => pathToFileURL(join(root, path)).href;
const program = `
  import { main } from ${JSON.stringify(inRoot('web/src/cli.ts'))};
  for (const args of JSON.parse(process.argv[1])) process.exitCode ||= await main(args);
`;

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
  output?: string,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const out = output === undefined ? 'pipe' : openSync(output, 'w');
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', out, 'pipe'] });
    const ended: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...ended, code }));
    if (out !== 'pipe') closeSync(out);
  });
}

/** Runs several commands in one process until one fails. Standard output goes to the file `output`, if given. */
export function limberEach(
  runs: readonly (readonly string[])[],
  cwd: string,
  output?: string,
): Promise<Ended> {
  const loader = inRoot('node_modules/tsx/dist/loader.mjs');
  const node = ['--import', loader, '--input-type=module', '--eval', program, '--', JSON.stringify(runs)];
  return runProcess(process.execPath, node, cwd, process.env, output);
}
