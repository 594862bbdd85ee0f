/** Server-side commands of the browser tests: run `limber` in a process, to compare pages with it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import { limberEach } from './command-line.ts';

/** Texts of the CSVs that `limber ARGS --out run.csv` writes for each list of arguments. */
export const limberCsvs: BrowserCommand<[runs: string[][]]> = async (_, runs): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-page-'));
  const files = runs.map((_, i) => `${i}.csv`);
  try {
    const { code, stderr } = await limberEach(
      runs.map((args, i) => [...args, '--out', files[i]!]),
      folder,
    );
    if (code !== 0) throw new Error(`limber ended with ${code}: ${stderr}`);
    return files.map((file) => readFileSync(join(folder, file), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    limberCsvs: (runs: string[][]) => Promise<string[]>;
  }
}
