/** Server-side commands of the browser tests: run `limber` in a process, to compare pages with it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import { buildPackage, makePackage, runProcess } from './command-line.ts';

/** Runs several command lines until one fails. */
const program = `
  import { main } from './web/dist/command/cli.js';
  for (const args of JSON.parse(process.argv[1])) process.exitCode ||= await main(args);
`;

/** Texts of the CSVs that `limber ARGS --out run.csv` writes for each list of arguments. */
export const limberCsvs: BrowserCommand<[runs: string[][]]> = async (_, runs): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-page-'));
  const files = runs.map((_, i) => `${i}.csv`);
  try {
    makePackage(folder);
    await buildPackage(folder);
    const all = JSON.stringify(runs.map((args, i) => [...args, '--out', files[i]!]));
    const node = ['--input-type=module', '--eval', program, '--', all];
    const { code, stderr } = await runProcess(process.execPath, node, folder);
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
