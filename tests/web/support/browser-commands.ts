/** Server-side commands of the browser tests: run `limber` as a process, to compare pages with it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import { limber } from './command-line.ts';

/** Text of the CSV that `limber ARGS --out run.csv` writes. */
export const limberCsv: BrowserCommand<[args: string[]]> = async (_, args): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-page-'));
  try {
    const { code, stderr } = await limber([...args, '--out', 'run.csv'], folder);
    if (code !== 0) throw new Error(`limber ${args.join(' ')} ended with ${code}: ${stderr}`);
    return readFileSync(join(folder, 'run.csv'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    limberCsv: (args: string[]) => Promise<string>;
  }
}
