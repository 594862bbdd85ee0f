/** Batches: the answers of one solve after another, or an error; and files of rows with any contents. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, expect, vi } from 'vitest';
import { init, Model, Problem, type BatchOptions, type BatchResult } from 'limber';
import { SolverPool } from 'limber/worker';
import { toURDF } from 'limber/robots';
import { batch } from '../../web/src/command/batch.ts';
import { UsageError } from '../../web/src/command/reading.ts';
import { zigzag } from '../web/support/models.ts';
import { fakeWorker } from '../web/support/worker-support.ts';
import { damaged, expectRefusal, fuzz, orRefused, spoiled } from './fuzz.ts';

await init();

const robot = zigzag(3);
const model = Model.from(robot);
const problem = new Problem(model);
const goals = [{ type: 'position', link: 'tool' }] as const;
problem.addGoal(goals[0]);
const pool = await SolverPool.create(robot, { goals, workers: 2, worker: fakeWorker });
const folder = mkdtempSync(join(tmpdir(), 'limber-fuzz-'));
const file = (name: string): string => join(folder, name);
writeFileSync(file('robot.urdf'), toURDF(robot));
vi.spyOn(console, 'error').mockImplementation(() => {});
afterAll(() => {
  pool.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const number = fc.oneof(
  { weight: 9, arbitrary: fc.double({ min: -2, max: 2, noNaN: true }) },
  fc.constantFrom(NaN, Infinity, 1e308, -0),
);
const rows = (width: number): fc.Arbitrary<Float64Array> =>
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.nat(19), fc.array(number, { minLength: 24, maxLength: 24 }))
    .map(([count, odd, numbers]) =>
      Float64Array.from(numbers.slice(0, Math.max(0, width * count - (odd === 0 ? 1 : 0)))),
    );
const options = fc.record(
  {
    starts: rows(3),
    mode: fc.constantFrom('find', 'track'),
    solver: fc.constantFrom('lm', 'dls', 'ccd', 'analytic'),
    maxIterations: fc.nat(5),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<BatchOptions>;

const plain = ({ q, status, residuals, iterations, count, reason }: BatchResult) => [
  ...[q, residuals].map((each) => Array.from(each)),
  ...[status, iterations].map((each) => Array.from(each)),
  [count],
  [reason],
];

async function fromPool(targets: Float64Array, given: object): Promise<BatchResult | undefined> {
  return pool.solveAll(targets, given).catch((error: unknown) => {
    expectRefusal(error);
    return undefined;
  });
}

fuzz(
  'workers answer as one core does, or both refuse',
  fc.tuple(rows(3), fc.oneof(options, spoiled(options))),
  async ([targets, given]) => {
    problem.state.reset();
    const alone = orRefused(() => problem.solveAll(targets, given));
    const together = await fromPool(targets, given);
    const isPrevious = (given as BatchOptions | undefined)?.starts === 'previous';
    if (isPrevious) return;
    expect(together && plain(together)).toEqual(alone && plain(alone));
    if (alone) expect([...alone.q, ...alone.residuals].every((each) => Number.isFinite(each))).toBe(true);
  },
  40,
);

const columns = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'];
const good = [0, 1, 2, 3].map((i) => [0.3 * i, 0.2, 0, 0, 0, 0, 1]);
const texts = {
  csv: [`${columns.join(',')}\n${good.map((row) => row.join(',')).join('\n')}\n`, `${good.join('\n')}\n`],
  ndjson: good.map((row) =>
    [row, Object.fromEntries(columns.map((name, i) => [name, row[i]]))]
      .map((each) => JSON.stringify(each))
      .join('\n'),
  ),
};
const words = [...columns, '"', '""', ',', ';', '\r\n', '\n', '{', '[', 'null', '1e400', '\uFEFF', '0,0,0,0'];

/**
 * Runs it twice, the second time cut off and resumed. Uses its own files, because a law may be abandoned when
 * its time is up.
 */
async function expectAnswered(format: string, content: string | Uint8Array, cut: number): Promise<void> {
  const targets = file(`targets.${format}`);
  const [out, rejects] = [file(`${format}-out.csv`), file(`${format}-rejects.csv`)];
  writeFileSync(targets, content);
  const base = [file('robot.urdf'), '--tip', 'tool', '--workers', '2', '--set', 'maxIterations=2'];
  const args = [...base, '--set', 'maxRestarts=0', '--targets', targets, '--out', out, '--rejects', rejects];
  for (const each of [out, rejects]) rmSync(each, { force: true });
  const run = async (...more: string[]): Promise<number | undefined> => {
    try {
      return await batch([...args, ...more], { worker: fakeWorker });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return undefined;
    }
  };
  const code = await run();
  if (code === undefined) return;
  expect([0, 3]).toContain(code);
  const [answers, rejected] = [readFileSync(out, 'utf8'), readFileSync(rejects, 'utf8')];
  expect(answers).not.toMatch(/NaN|Infinity|undefined/);
  expect(rejected.split('\n').length > 2).toBe(code === 3);
  const lines = answers.trimEnd().split('\n').slice(1);
  const numbers = lines.map((line) => Number(line.split(',')[0]));
  expect(numbers.every((each, i) => each > (numbers[i - 1] ?? 0))).toBe(true);
  writeFileSync(out, answers.slice(0, Math.floor((cut / 1000) * answers.length)));
  expect(await run('--resume')).toBe(code);
  expect([readFileSync(out, 'utf8'), readFileSync(rejects, 'utf8')]).toEqual([answers, rejected]);
}

for (const format of ['csv', 'ndjson'] as const)
  fuzz(
    `a damaged file of targets, ${format}: each row is answered or rejected, also by a run that was cut off`,
    fc.tuple(damaged(texts[format], words), fc.nat(999)),
    ([text, cut]) => expectAnswered(format, text, cut),
    8,
  );

const parquet = new Uint8Array(
  parquetWriteBuffer({
    columnData: columns.map((name, i) => ({
      name,
      data: good.map((row) => row[i]!),
      type: 'DOUBLE' as const,
    })),
  }),
);
/** The file's metadata. Damaged pages can make hyparquet loop for ever, so only the footer is changed. */
const footer = parquet.length - 8 - new DataView(parquet.buffer).getUint32(parquet.length - 8, true);
const change = fc.tuple(fc.integer({ min: footer, max: parquet.length - 1 }), fc.nat(255));

fuzz(
  'so for Parquet',
  fc.tuple(fc.array(change, { maxLength: 4 }), fc.option(fc.nat(parquet.length), { freq: 4 }), fc.nat(999)),
  async ([changes, length, cut]) => {
    const bytes = parquet.slice(0, length ?? parquet.length);
    for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
    await expectAnswered('parquet', bytes, cut);
  },
  8,
);
