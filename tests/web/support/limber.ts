/** Runs the command `limber` in this process. */
import process from 'node:process';
import { Writable } from 'node:stream';
import type { Ended } from './command-line.ts';

/** Runs `limber ARGS` as if called in the folder `cwd`. */
export async function limber(args: readonly string[], cwd: string): Promise<Ended> {
  // With the modules of the moment, which a test may have reset.
  const { main } = await import('../../../web/src/command/cli.ts');
  const said = { stdout: '', stderr: '' };
  const into = (name: keyof typeof said): Writable =>
    new Writable({
      write(chunk: Buffer, _, done) {
        said[name] += chunk.toString();
        done();
      },
    });
  const home = process.cwd();
  process.chdir(cwd);
  try {
    const code = await main(args, { stdout: into('stdout'), stderr: into('stderr') });
    return { code, ...said };
  } finally {
    process.chdir(home);
  }
}
