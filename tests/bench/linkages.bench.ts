// The page's linkages: time per frame, played and dragged, and their mobility.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Row } from './run.ts';

export const name = 'linkages';

export const note = `Microseconds a frame of 1/60 s, by the page's own steps: the crank (or platform) driven, and the first handle pulled round
a circle of 20 cm, which leaves the reach. Median, and all but one in a hundred, of 600 frames. residual: the worst loop
after any of them, metres; misfits cannot close theirs. mobility: as it is, and by counting.`;

export function run(): Promise<Row[]> {
  const program = fileURLToPath(new URL('linkages.ts', import.meta.url));
  const result = spawnSync(process.execPath, [...process.execArgv, program], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${program}: ${result.error?.message ?? result.stderr}`);
  return Promise.resolve(JSON.parse(result.stdout) as Row[]);
}
