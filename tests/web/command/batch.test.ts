/** `limber batch`: input and output, resuming after being killed anywhere, shards, and errors. */
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  existsSync,
  linkSync,
  symlinkSync,
} from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parquetReadObjects, asyncBufferFromFile } from 'hyparquet';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { coordinateNames, Model, Problem, statuses, type BatchOptions } from 'limber';
import { fromURDF } from 'limber/robots';
import { batch } from '../../../web/src/command/batch.ts';
import { clock, makeProgress, progressLine } from '../../../web/src/command/progress.ts';
import { UsageError } from '../../../web/src/command/reading.ts';
import { parseCsv } from '../../../web/src/moves/csv.ts';
import { Random } from '../../bench/random.ts';
import { targetsOf } from '../support/batch-rows.ts';
import { buildPackage, makePackage, runProcess } from '../support/command-line.ts';
import { blocksIn, nameOf, root } from '../support/readme.ts';
import { fakeWorker } from '../support/worker-support.ts';

let folder = '';
const file = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(file(name), 'utf8');
const robot = join(root, 'tests/fixtures/urdf/ur5.urdf');
const columns = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'];
const count = 60;
let targets: number[][] = [];
let names: string[] = [];
let answers: (string | number)[][] = [];
/** One start per row, and the answers from there. */
let starts: number[][] = [];
let answersFromStarts: (string | number)[][] = [];

/** The package's own answers for the same targets: status, joint values, residuals, iterations. */
function answersTo(problem: Problem, options: BatchOptions): (string | number)[][] {
  problem.state.reset();
  const { q, status, residuals, iterations } = problem.solveAll(Float64Array.from(targets.flat()), options);
  return targets.map((_, i) => [
    statuses[status[i]!]!,
    ...q.subarray(6 * i, 6 * i + 6),
    ...residuals.subarray(2 * i, 2 * i + 2),
    iterations[i]!,
  ]);
}

beforeAll(() => {
  using model = Model.from(fromURDF(readFileSync(robot, 'utf8')));
  using problem = new Problem(model);
  problem.addGoal({ type: 'pose', link: 'tool0' });
  const rows = targetsOf(problem, count);
  // An unreachable target.
  rows.targets[7 * 5] = 9;
  targets = Array.from({ length: count }, (_, i) => [...rows.targets.subarray(7 * i, 7 * i + 7)]);
  names = coordinateNames(model);
  answers = answersTo(problem, { mode: 'find' });
  const random = new Random(2);
  starts = targets.map(() => names.map(() => random.between(-2, 2)));
  answersFromStarts = answersTo(problem, { mode: 'find', starts: Float64Array.from(starts.flat()) });
});

const said: string[] = [];
beforeEach(() => {
  if (folder) rmSync(folder, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), 'limber-batch-'));
  said.length = 0;
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A package of the command, for what runs in a process of its own. */
const home = mkdtempSync(join(tmpdir(), 'limber-command-'));
const command = join(home, 'bin/limber.js');
beforeAll(() => {
  makePackage(home);
  return buildPackage(home);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const csv = (rows: readonly (readonly unknown[])[], header: readonly string[] = columns): string =>
  [header, ...rows].map((row) => `${row.join(',')}\n`).join('');

/** Runs in this process, with fake workers. */
const run = (...args: string[]): Promise<number> =>
  batch([robot, '--tip', 'tool0', '--workers', '2', '--force', ...args], { worker: fakeWorker });
const runFiles = (from: string, to: string, ...args: string[]): Promise<number> =>
  run('--targets', file(from), '--out', file(to), ...args);

/** Number and reason of every rejected row. */
const rejects = (): [number, string][] =>
  parseCsv(text('bad.csv'))!
    .slice(1)
    .map(([row, reason]) => [Number(row), reason!]);
const intoBad = (): string[] => ['--rejects', file('bad.csv')];
const save = (name: string, ...lines: readonly unknown[]): void =>
  writeFileSync(file(name), lines.join('\n'));
const saveTargets = (): void => writeFileSync(file('in.csv'), csv(targets));

/** Rows of an output without its header; numeric cells as numbers. */
function rowsIn(name: string): (string | number)[][] {
  const [header, ...rows] = parseCsv(text(name))!;
  expect(header).toEqual(['row', 'status', ...names, 'distance [m]', 'angle [rad]', 'iterations']);
  return rows.map((row) => row.map((cell, i) => (i === 1 ? cell : Number(cell))));
}
const numbered = (rows = answers): (string | number)[][] => rows.map((row, i) => [i + 1, ...row]);

describe('solves as problem.solveAll', () => {
  const object = (row: number[]) => Object.fromEntries(columns.map((name, i) => [name, row[i]]));
  it.each<[string, string, () => string]>([
    ['CSV', 'in.csv', () => csv(targets)],
    [
      'CSV without a header, with Windows’ line ends, empty lines and no end of line',
      'in.csv',
      () => targets.map((row) => row.join(',')).join('\r\n\r\n'),
    ],
    [
      'NDJSON, objects and arrays',
      'in.jsonl',
      () => targets.map((row, i) => JSON.stringify(i % 2 ? row : object(row))).join('\n'),
    ],
  ])('from %s', async (_, name, content) => {
    save(name, content());
    expect(await runFiles(name, 'out.csv')).toBe(0);
    expect(rowsIn('out.csv')).toEqual(numbered());
    expect(rowsIn('out.csv')[5]![1]).toBe('unreachable');
    expect(said).toEqual([expect.stringMatching(/^limber: \d+ rows in 0:0\d$/)]);
  });

  it.each<[string, string, (points: readonly number[][]) => string]>([
    ['CSV', 'in.csv', (points) => csv(points, columns.slice(0, 3))],
    ['CSV without a header', 'in.csv', (points) => points.map((row) => row.join(',')).join('\n')],
    ['NDJSON', 'in.jsonl', (points) => points.map(([x, y, z]) => JSON.stringify({ x, y, z })).join('\n')],
  ])('with points alone, in any orientation, from %s', async (_, name, content) => {
    save(name, content(targets.map((row) => row.slice(0, 3))));
    expect(await runFiles(name, 'out.csv')).toBe(0);
    using model = Model.from(fromURDF(readFileSync(robot, 'utf8')));
    using problem = new Problem(model);
    problem.addGoal({ type: 'pose', link: 'tool0', free: ['rx', 'ry', 'rz'] });
    const rows = targets.flatMap((row) => [...row.slice(0, 3), 0, 0, 0, 1]);
    const { q } = problem.solveAll(Float64Array.from(rows), { mode: 'find' });
    expect(rowsIn('out.csv').map((row) => row.slice(2, 8))).toEqual(
      targets.map((_, i) => [...q.subarray(6 * i, 6 * i + 6)]),
    );
  });

  it('with columns in another order, and one that is copied', async () => {
    const rows = targets.map((row, i) => [`"a, ""${i}"""`, ...[...row].reverse()]);
    writeFileSync(file('in.csv'), csv(rows, ['note', ...[...columns].reverse()]));
    expect(await runFiles('in.csv', 'out.ndjson', '--id', 'note')).toBe(0);
    const lines = text('out.ndjson').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      answers.map(([status, ...numbers], i) => ({
        row: i + 1,
        note: `a, "${i}"`,
        status,
        q: numbers.slice(0, 6),
        distance: numbers[6],
        angle: numbers[7],
        iterations: numbers[8],
      })),
    );
  });

  it('from Parquet to Parquet, in row groups', async () => {
    const columnData = [
      { name: 'name', data: targets.map((_, i) => `r${i}`) },
      ...columns.map((name, i) => ({ name, data: targets.map((row) => row[i]!) })),
    ];
    parquetWriteFile({ filename: file('in.parquet'), columnData, rowGroupSize: 25 });
    expect(await runFiles('in.parquet', 'out.parquet', '--id', 'name')).toBe(0);
    const found = await parquetReadObjects({ file: await asyncBufferFromFile(file('out.parquet')) });
    const header = ['row', 'name', 'status', ...names, 'distance [m]', 'angle [rad]', 'iterations'];
    expect(found.map((row) => header.map((name) => row[name] as unknown))).toEqual(
      answers.map((row, i) => [BigInt(i + 1), `r${i}`, ...row]),
    );
    expect(existsSync(file('out.parquet.part'))).toBe(false);
  });

  it('with --prove, whether a pose exists where a row is not reached', async () => {
    const stiff = file('stiff.urdf');
    save(
      'stiff.urdf',
      readFileSync(robot, 'utf8').replace(/lower="[^"]*" upper="[^"]*"/, 'lower="-0.1" upper="0.1"'),
    );
    save('in.csv', csv(targets.slice(0, 12)));
    const poses = async (urdf: string, ...more: string[]) => {
      const io = ['--targets', file('in.csv'), '--out', file('out.csv'), '--prove', '--force', ...more];
      await batch([urdf, '--tip', 'tool0', '--workers', '1', ...io], { worker: fakeWorker });
      const [header, ...rows] = parseCsv(text('out.csv'))!;
      expect(header!.at(-1)).toBe('pose');
      return rows.map((row) => [row[1], row.at(-1)]);
    };
    const all = await poses(robot);
    expect(all[5]).toEqual(['unreachable', 'none']);
    expect(all.filter(([status, pose]) => status === 'converged' && pose === 'found')).toHaveLength(11);
    const short = await poses(robot, '--set', 'maxIterations=1', '--mode', 'track', '--solver', 'ccd');
    expect(new Set(short.map(([, pose]) => pose))).toEqual(new Set(['exists', 'none']));
    // With room, a target may be farther away than the arm is long.
    const begun = ['--set', 'maxIterations=1', '--mode', 'track', '--within'];
    const withRoom = async (most: number) => {
      const rooms = ['x', 'y', 'z'].map((axis) => `${axis}=-${most}..${most}`);
      return (await poses(robot, ...begun, rooms.join()))[5]![1];
    };
    expect([await withRoom(18), await withRoom(0.1)]).toEqual(['exists', 'none']);
    const bounded = (await poses(stiff)).map(([, pose]) => pose);
    expect(bounded).toContain('beyond limits');
    expect(bounded[5]).toBe('none');
  });

  it('with room, where in it each answer is', async () => {
    save('in.csv', csv(targets.slice(0, 6)));
    const room = ['--within', 'x=-2cm..,z=..,rz=-0.5..0.1', '--set', 'maxIterations=2', '--mode', 'track'];
    expect(await runFiles('in.csv', 'out.csv', ...room)).toBe(0);
    expect(await runFiles('in.csv', 'out.ndjson', ...room)).toBe(0);
    const [header, ...rows] = parseCsv(text('out.csv'))!;
    expect(header!.slice(-5)).toEqual(['iterations', 'x edge', 'x inside [m]', 'rz edge', 'rz inside [rad]']);
    using problem = new Problem(Model.from(fromURDF(readFileSync(robot, 'utf8'))));
    const within = { x: [-0.02, null], z: [null, null], rz: [-0.5, 0.1] } as const;
    const goal = problem.addGoal({ type: 'pose', link: 'tool0', within });
    const lines = text('out.ndjson').trimEnd().split('\n');
    rows.forEach((row, i) => {
      goal.target.set(targets[i]!);
      problem.state.q.set(row.slice(2, 8).map(Number));
      problem.state.update();
      const told = goal.edges.flatMap(({ side, inside }) => [side, String(inside)]);
      expect(row.slice(-4)).toEqual(told);
      expect((JSON.parse(lines[i]!) as { edges: unknown }).edges).toEqual(goal.edges);
    });
  });

  it('with any option, from a start', async () => {
    saveTargets();
    const start = [0.1, -1, 1, 0, 0.2, 0];
    const args = ['--mode', 'track', '--solver', 'dls', '--set', 'maxIterations=7', '--set', 'limits=false'];
    const room = ['--free', 'z', '--within', 'x=-2cm..', '--tilt', '15deg', '--about', 'x'];
    expect(await runFiles('in.csv', 'out.csv', '--start', start.join(), ...room, ...args)).toBe(0);
    using problem = new Problem(Model.from(fromURDF(readFileSync(robot, 'utf8'))));
    const within = { x: [-0.02, null], z: [null, null] } as const;
    problem.addGoal({ type: 'pose', link: 'tool0', within, tilt: Math.PI / 12, about: 'x' });
    const found = problem.solveAll(Float64Array.from(targets.flat()), {
      solver: 'dls',
      maxIterations: 7,
      limits: false,
      starts: Float64Array.from(start),
    });
    const [, ...rows] = parseCsv(text('out.csv'))!;
    expect(rows.flatMap((row) => row.slice(2, 8).map(Number))).toEqual([...found.q]);
  });
});

/** Good and bad rows, with the reason for each bad one. */
function mixed(): { lines: string[]; bad: [row: number, reason: string, text: string][]; good: number[] } {
  const faults: readonly [string, string][] = [
    ['1,2', 'z is missing'],
    ['1,2,three,0,0,0,1', 'z is "three", which is not a number'],
    ['1,2,3,0,0,0,NaN', 'qw is "NaN", which is not a number'],
    ['1,2,3,0,0,0,0', 'the quaternion is zero'],
    ['1,2,"3,0,0,0,1', 'a quote is not closed or out of place'],
    ['1,2,1e999,0,0,0,1', 'z is "1e999", which is not a number'],
  ];
  const lines: string[] = [];
  const bad: [number, string, string][] = [];
  const good: number[] = [];
  targets.forEach((row, i) => {
    const fault = i % 4 === 1 ? faults[(i >> 2) % faults.length] : undefined;
    if (fault) {
      lines.push(fault[0]);
      bad.push([lines.length, fault[1], fault[0]]);
    }
    lines.push(row.join(','));
    good.push(lines.length);
  });
  lines.push('the end');
  bad.push([lines.length, 'x is "the end", which is not a number', 'the end']);
  return { lines, bad, good };
}

describe('bad rows', () => {
  it('go into a file of their own, by number, and the rest is done', async () => {
    const { lines, bad, good } = mixed();
    save('in.csv', columns, ...lines);
    expect(await runFiles('in.csv', 'out.csv', ...intoBad())).toBe(3);
    expect(rowsIn('out.csv')).toEqual(answers.map((row, i) => [good[i], ...row]));
    const [header, ...rows] = parseCsv(text('bad.csv'))!;
    expect(header).toEqual(['row', 'reason', 'text']);
    expect(rows).toEqual(bad.map((row) => row.map(String)));
    expect(said.slice(1)).toEqual([`limber: ${bad.length} rows were rejected; ${file('bad.csv')} has them`]);
  });

  it('are told without a file, ten of them', async () => {
    const { lines, bad } = mixed();
    save('in.csv', columns, ...lines);
    expect(await runFiles('in.csv', 'out.csv')).toBe(3);
    expect(said).toHaveLength(12);
    expect(said[0]).toBe(`limber: row ${bad[0]![0]}: z is missing: "1,2"`);
    expect(said[11]).toContain('--rejects FILE keeps them');
  });

  it('may be all there are', async () => {
    const neither = 'it is neither an object nor an array';
    const rows: [string, string][] = [
      ['{"x":1}', 'y is missing'],
      ['[]', 'x is missing'],
      ['3', neither],
      ['null', neither],
      ['{', 'it is no JSON'],
      ['[1,2,3,0,0,0,"a"]', 'qw is "a", which is not a number'],
      ['[1,2,3,0,0,0,true]', 'qw is true, which is not a number'],
    ];
    save('in.ndjson', ...rows.map(([row]) => row));
    expect(await runFiles('in.ndjson', 'out.ndjson', ...intoBad())).toBe(3);
    expect(text('out.ndjson')).toBe('');
    expect(rejects()).toEqual(rows.map(([, reason], i) => [i + 1, reason]));
  });
});

describe('a start for each row', () => {
  /** A function that writes a file; null cells are empty. */
  type Write = (rows: readonly (readonly (number | null)[])[]) => string | undefined;
  const writers: Readonly<Record<string, Write>> = {
    'named.csv': (rows) => csv(rows, [...columns, ...names]),
    'bare.csv': (rows) => rows.map((row) => row.join()).join('\n'),
    'lists.ndjson': (rows) => rows.map((row) => JSON.stringify(row)).join('\n'),
    'objects.ndjson': (rows) =>
      rows
        .map((row) => {
          const target = Object.fromEntries(columns.map((name, i) => [name, row[i]]));
          return JSON.stringify({ ...target, q: row.slice(columns.length) });
        })
        .join('\n'),
    'named.parquet': (rows) => {
      const columnData = [...names, ...columns].map((name) => {
        const place = [...columns, ...names].indexOf(name);
        return { name, type: 'DOUBLE' as const, data: rows.map((row) => row[place]!) };
      });
      parquetWriteFile({ filename: file('named.parquet'), columnData, rowGroupSize: 25 });
      return undefined;
    },
  };

  it.each(Object.keys(writers))(
    'in %s: bad ones are rejected, in shards and after a kill, too',
    async (name) => {
      const isBad = (i: number): boolean => i % 7 === 3;
      const rows = targets.map((target, i) => {
        const [first, ...others] = starts[i]!;
        return [...target, isBad(i) ? null : first!, ...others];
      });
      const content = writers[name]!(rows);
      if (content !== undefined) writeFileSync(file(name), content);
      const solve = async (...args: string[]): Promise<[code: number, rows: unknown, rejects: unknown]> => {
        const code = await runFiles(name, 'out.csv', '--start', 'columns', ...intoBad(), ...args);
        return [code, rowsIn('out.csv'), rejects()];
      };
      const expected = (isAsked: (row: number) => boolean) => {
        const asked = targets.map((_, i) => i).filter((i) => isAsked(i + 1));
        return [
          3,
          asked.filter((i) => !isBad(i)).map((i) => [i + 1, ...answersFromStarts[i]!]),
          asked.filter(isBad).map((i) => [i + 1, `${names[0]} is missing`]),
        ];
      };
      expect(answersFromStarts).not.toEqual(answers);
      expect(await solve()).toEqual(expected(() => true));
      truncateSync(file('out.csv'), text('out.csv').length >> 1);
      expect(await solve('--resume')).toEqual(expected(() => true));
      for (const [shard, rest] of [
        ['1/3', 1],
        ['2/3', 2],
        ['3/3', 0],
      ] as const) {
        const own = expected((row) => row % 3 === rest);
        expect(await solve('--shard', shard)).toEqual(own);
        truncateSync(file('out.csv'), text('out.csv').length >> 1);
        expect(await solve('--shard', shard, '--resume')).toEqual(own);
      }
    },
  );

  it('is no list of another length', async () => {
    const target = Object.fromEntries(columns.map((name, i) => [name, targets[0]![i]]));
    const qs = [undefined, 1, [1, 2], [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, '-'], [0, 0, 0, 0, 0, 0]];
    save('in.ndjson', ...qs.map((q) => JSON.stringify({ ...target, q })));
    await runFiles('in.ndjson', 'out.csv', '--start', 'columns', ...intoBad());
    expect(rowsIn('out.csv').map(([row]) => row)).toEqual([6]);
    const lists = ['undefined', '1', 'an array of 2', 'an array of 7'];
    expect(rejects()).toEqual([
      ...lists.map((what, i) => [i + 1, `q is ${what}; give a list of 6 numbers`]),
      [5, `${names[5]} is "-", which is not a number`],
    ]);
  });
});

describe('a run that was killed', () => {
  it.each(['csv', 'ndjson'])(
    'goes on wherever it was cut, without a row lost or doubled, in %s',
    async (format) => {
      const { lines } = mixed();
      save('in.csv', ...lines);
      const [out, bad] = [`out.${format}`, 'bad.csv'];
      await runFiles('in.csv', out, ...intoBad());
      const [whole, rejected] = [text(out), text(bad)];
      const random = new Random(1);
      const cuts = Array.from({ length: 25 }, () => Math.floor(random.between(0, whole.length)));
      const line = whole.indexOf('\n');
      for (const cut of [0, 1, line, line + 1, whole.length - 1, whole.length, ...cuts]) {
        writeFileSync(file(out), whole);
        truncateSync(file(out), cut);
        // Rejected rows are written before the answers, so they are never behind. A line may also be cut.
        const last = /(?:^|\n)(?:\{"row":)?(\d+),[^\n]*\n[^\n]*$/.exec(whole.slice(0, cut));
        const lastRow = Number(last?.[1] ?? 0);
        const needed = rejected
          .split('\n')
          .reduce((at, line) => (Number(line.split(',')[0]) <= lastRow ? at + line.length + 1 : at), 0);
        writeFileSync(file(bad), rejected);
        truncateSync(file(bad), Math.floor(random.between(needed, rejected.length)));
        expect(await runFiles('in.csv', out, ...intoBad(), '--resume')).toBe(3);
        expect(text(out), `cut at ${cut}`).toBe(whole);
        expect(text(bad), `cut at ${cut}`).toBe(rejected);
      }
    },
  );

  it('does not go on in another shard', async () => {
    saveTargets();
    await runFiles('in.csv', 'out.csv', '--shard', '2/3');
    const other = runFiles('in.csv', 'out.csv', '--shard', '1/3', '--resume');
    await expect(other).rejects.toThrow('another --shard');
  });

  it('begins where nothing is there yet, and leaves what is done', async () => {
    saveTargets();
    for (const format of ['csv', 'parquet']) {
      for (let i = 0; i < 2; ++i) expect(await runFiles('in.csv', `out.${format}`, '--resume')).toBe(0);
    }
    expect(rowsIn('out.csv')).toEqual(numbered());
    const found = await parquetReadObjects({ file: await asyncBufferFromFile(file('out.parquet')) });
    expect(found).toHaveLength(count);
  });

  it('does not touch a file of something else', async () => {
    saveTargets();
    for (const [name, content] of [
      ['other.csv', 'a,b\n1,2\n'],
      ['other.ndjson', '{"line":1}\n'],
      ['words.ndjson', 'words\n'],
    ] as const) {
      writeFileSync(file(name), content);
      await expect(runFiles('in.csv', name, '--resume')).rejects.toThrow('not written by this command line');
      expect(text(name)).toBe(content);
    }
  });
});

/** Has a process send itself a signal where it would send a worker its eighth slice. */
const signalled = (signal: string): string[] => {
  const program = `
    import { Worker } from 'node:worker_threads';
    const { postMessage } = Worker.prototype;
    let slices = 0;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.kind === 'solveAll' && ++slices === 8) process.kill(process.pid, '${signal}');
      postMessage.call(this, message, ...more);
    };
  `;
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`];
};

/** The command in its own process, with threads. */
const processOf = (flags: readonly string[], ...args: readonly string[]) =>
  spawn(process.execPath, [...flags, command, 'batch', robot, '--tip', 'tool0', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });

const ended = (child: ReturnType<typeof processOf>) =>
  new Promise<[number | null, string | null]>((resolve) => child.on('exit', (...how) => resolve(how)));

describe('a process', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'ended by %s is resumed',
    { timeout: 300_000 },
    async (signal) => {
      // More rows than all slices in flight.
      const many = Array.from({ length: 8000 }, (_, i) => targets[i % count]!);
      writeFileSync(file('in.csv'), csv(many));
      const args = ['--targets', file('in.csv'), '--out', file('out.csv'), '--workers', '2'];
      const how = await ended(processOf(signalled(signal), ...args));
      expect(how).toEqual({ SIGKILL: [null, 'SIGKILL'], SIGTERM: [143, null], SIGINT: [130, null] }[signal]);
      const before = existsSync(file('out.csv')) ? text('out.csv').split('\n').length : 0;
      expect(before).toBeLessThan(8000);
      expect(await runFiles('in.csv', 'out.csv', '--resume')).toBe(0);
      expect(rowsIn('out.csv')).toEqual(many.map((_, i) => [i + 1, ...answers[i % count]!]));
    },
  );

  it('reads a pipe and writes one', { timeout: 300_000 }, async () => {
    const child = processOf([], '--targets', '-', '--out', '-', '--workers', '1');
    child.stdout.pipe(createWriteStream(file('out.csv')));
    // The header may come in pieces.
    const content = csv(targets);
    child.stdin.write(content.slice(0, 5));
    setImmediate(() => child.stdin.end(content.slice(5)));
    const closed = new Promise((resolve) => child.on('close', resolve));
    expect(await ended(child)).toEqual([0, null]);
    await closed;
    expect(rowsIn('out.csv')).toEqual(numbered());
  });
});

const page = blocksIn('docs/site/recipes/batch.md');
const onPage = (name: string): string => page.find((block) => nameOf(block) === name)!.code;
const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

describe('the docs’ examples, each with four shards', { timeout: 300_000 }, () => {
  /** Saves the page's files, with more targets, and the command as npm installs it. */
  function prepare(): NodeJS.ProcessEnv {
    for (const block of page) if (nameOf(block)) writeFileSync(file(nameOf(block)!), block.code);
    const [header, ...rows] = onPage('targets.csv').trimEnd().split('\n');
    const many = Array.from({ length: 10 }, (_, i) => rows[i % rows.length]);
    writeFileSync(file('targets.csv'), [header, ...many, ''].join('\n'));
    const named = many.map((row, i) => {
      const numbers = Object.fromEntries(
        row!.split(',').map((cell, k) => [columns[k]!, Number(cell)] as const),
      );
      return JSON.stringify({ ...numbers, name: `r${i}` });
    });
    writeFileSync(file('targets.ndjson'), named.join('\n'));
    const bin = file('node_modules/.bin/limber');
    mkdirSync(dirname(bin), { recursive: true });
    symlinkSync(command, bin);
    writeFileSync(file('npx'), `#!/bin/sh\nshift\nexec '${bin}' "$@"\n`, { mode: 0o755 });
    return { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  }

  /** Runs a program in the prepared folder. */
  async function execute(env: NodeJS.ProcessEnv, program: string, ...args: string[]): Promise<void> {
    const { code, stderr } = await runProcess(program, args, folder, env);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  }

  /** Expects all rows of all shards. */
  function expectWhole(): void {
    const shards = [1, 2, 3, 4].map((i) => parseCsv(text(`solved-${i}.csv`))!.slice(1));
    const rows = shards.flat().sort(([a], [b]) => Number(a) - Number(b));
    expect(rows.map(([row, status]) => [row, status])).toEqual(
      Array.from({ length: 10 }, (_, i) => [String(i + 1), 'converged']),
    );
  }

  it('a Slurm array: its script, with the task that Slurm would name', async () => {
    const env = prepare();
    const tasks = ['1', '2', '3', '4'].map((task) => ({
      ...env,
      SLURM_ARRAY_TASK_ID: task,
      SLURM_CPUS_PER_TASK: '1',
    }));
    await Promise.all(tasks.map((each) => execute(each, 'bash', 'job.sbatch')));
    expectWhole();
  });

  it.for<{ what: string; there: [string, ...string[]]; run: [string, ...string[]] }>([
    // Only where a cluster, possibly a single machine, accepts jobs.
    {
      what: 'Slurm',
      there: ['sbatch', '--test-only', '--wrap', 'true'],
      run: ['sbatch', '--wait', 'job.sbatch'],
    },
    { what: 'GNU parallel', there: ['parallel', '--version'], run: ['bash', 'parallel.bash'] },
    { what: 'Dask', there: ['python3', '-c', 'import dask'], run: ['python3', 'solve_with_dask.py'] },
  ])('$what', async ({ there, run }, { skip }) => {
    skip(!isThere(...there));
    await execute(prepare(), ...run);
    expectWhole();
  });

  it('pandas, and the command of its program without it', async () => {
    const env = prepare();
    const python = onPage('with_pandas.py');
    const words = (name: string) =>
      JSON.parse(new RegExp(`^${name} = (.*)$`, 'm').exec(python)![1]!) as string[];
    const hasPandas = isThere('python3', '-c', 'import pandas');
    save('poses.csv', 'id,x,y,z,qx,qy,qz,qw', '0,0.5,0,0.3,0,0,0,1', '2,9,0,0.3,0,0,0,1');
    const [program, ...args] = hasPandas
      ? ['python3', 'with_pandas.py']
      : [...words('command'), ...words('files')];
    await execute(env, program!, ...args);
    const [header, ...rows] = parseCsv(text('poses-solved.csv'))!;
    expect(header).toEqual(expect.arrayContaining(['id', 'status', 'pose', 'yaw [rad]']));
    const poses = rows.map((row) => [row[header!.indexOf('id')], row[header!.indexOf('pose')]]);
    expect(poses[0]).toEqual(['0', 'found']);
    expect(poses.at(-1)![0]).toBe('2');
    expect(poses.at(-1)![1]).not.toBe('found');
  });

  it.skipIf(!isThere('python3', '-c', 'import pyspark'))('Spark', async () => {
    await execute(prepare(), 'python3', 'spark.py');
    const parts = readdirSync(file('solved')).filter((name) => name.startsWith('part-'));
    const rows = parts.flatMap((name) => text(`solved/${name}`).split('\n').filter(Boolean));
    const names = rows.map((row) => (JSON.parse(row) as { name: string }).name);
    expect(names.sort()).toEqual(Array.from({ length: 10 }, (_, i) => `r${i}`));
  });
});

describe('refuses', () => {
  it('what only shows when it begins, and touches no file', async () => {
    saveTargets();
    const tip = '--tip tool0';
    for (const [words, message] of [
      [robot, '--tip is missing; this robot has'],
      [`${file('none.urdf')} ${tip}`, 'cannot read'],
      [`${robot} --tip nobody`, "link 'nobody' is unknown"],
      [`${robot} ${tip} --start 1,2`, '--start has 2 numbers; give 6'],
      [`${robot} ${tip} --solver magic`, 'solver "magic" is unknown'],
      [`${robot} ${tip} --mode guess`, 'mode is "guess"'],
      [`${robot} ${tip} --set steps=3`, 'option "steps" is unknown'],
      [`${robot} ${tip} --set tolerance=-2`, 'tolerance is -2'],
    ] as const) {
      const args = [...words.split(' '), '--targets', file('in.csv'), '--out', file('out.csv')];
      const run = batch([...args, '--workers', '1'], { worker: fakeWorker });
      await expect(run, words).rejects.toThrow(message);
      await expect(run).rejects.toBeInstanceOf(UsageError);
      expect(existsSync(file('out.csv'))).toBe(false);
    }
  });

  it('to write over a file that it reads or writes, whatever that is called', async () => {
    const own = file('own.urdf');
    writeFileSync(own, readFileSync(robot));
    saveTargets();
    symlinkSync(file('in.csv'), file('link.csv'));
    linkSync(file('in.csv'), file('twin.csv'));
    symlinkSync(file('out.csv'), file('later.csv'));
    symlinkSync(folder, file('here'));
    const cases: readonly [names: string, targets: string, out: string, rejects?: string][] = [
      ['--out and --targets', 'in.csv', './in.csv'],
      ['--out and --targets', 'in.csv', 'link.csv'],
      ['--out and --targets', 'twin.csv', 'in.csv'],
      ['--out and --targets', 'in.csv', 'here/in.csv'],
      ['--out and the robot', 'in.csv', 'own.urdf'],
      ['--rejects and --targets', 'in.csv', 'out.csv', 'in.csv'],
      ['--rejects and --out', 'in.csv', 'out.csv', 'out.csv'],
      ['--rejects and --out', 'in.csv', 'out.csv', 'here/out.csv'],
      ['--rejects and --out', 'in.csv', 'out.csv', 'later.csv'],
      ['--rejects and the robot', 'in.csv', 'out.csv', 'own.urdf'],
    ];
    for (const [names, from, to, rejects] of cases) {
      const [name, other] = names.split(' and ');
      const path = (each: string): string => `${folder}/${each}`;
      const more = rejects === undefined ? [] : ['--rejects', path(rejects)];
      const io = ['--targets', path(from), '--out', path(to), '--to', 'csv'];
      const args = [own, '--tip', 'tool0', ...io, ...more];
      const run = batch([...args, '--workers', '1'], { worker: fakeWorker });
      await expect(run, args.join(' ')).rejects.toThrow(UsageError);
      await expect(run).rejects.toThrow(new RegExp(`^${name} .* is the same file as ${other};`));
    }
    const io = ['--targets', file('in.csv'), '--out', file('o.parquet')];
    const part = batch([own, ...io, '--rejects', file('o.parquet.part')]);
    await expect(part).rejects.toThrow('is the same file as the unfinished --out');
    expect(text('in.csv')).toBe(csv(targets));
    expect(text('own.urdf')).toBe(readFileSync(robot, 'utf8'));
    expect(existsSync(file('out.csv'))).toBe(false);
  });

  it('no device for two outputs', { skip: !existsSync('/dev/null') }, async () => {
    saveTargets();
    const outputs = ['--out', '/dev/null', '--to', 'csv', '--rejects', '/dev/null'];
    expect(await run('--targets', file('in.csv'), ...outputs)).toBe(0);
  });

  it('a Parquet that announces more rows than it has', async () => {
    const columnData = columns.map((name, i) => ({ name, data: targets.map((row) => row[i]!) }));
    parquetWriteFile({ filename: file('in.parquet'), columnData });
    const bytes = readFileSync(file('in.parquet'));
    const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
    const said: string[] = [];
    // Row counts are encoded as twice their value.
    for (let at = footer; at < bytes.length - 8; ++at) {
      if (bytes[at] !== 2 * count) continue;
      const changed = Buffer.from(bytes);
      changed[at] = 2 * count + 2;
      writeFileSync(file('more.parquet'), changed);
      said.push(await runFiles('more.parquet', 'out.csv').then(String, (error: Error) => error.message));
    }
    const words = `${count + 1} rows are announced, but "x" has ${count}`;
    expect(said.filter((each) => each.includes(words))).toHaveLength(1);
  });

  it('files that are missing or of another kind', async () => {
    const other = columns.map((name) => (name === 'z' ? 'height' : name));
    writeFileSync(file('half.csv'), csv(targets, other));
    save('bare.csv', ...targets);
    saveTargets();
    save('broken.parquet', 'not a Parquet');
    for (const name of ['none.csv', 'none.parquet', 'broken.parquet'])
      await expect(runFiles(name, 'out.csv')).rejects.toThrow(new RegExp(`cannot read .*${name}`));
    for (const [from, to, words, ...args] of [
      ['half.csv', 'out.csv', 'no column "z"; their first line names "x"'],
      ['in.csv', 'out.csv', `no column "${names[0]}"; their first line names "x"`, '--start', 'columns'],
      ['bare.csv', 'out.csv', 'no header, so no column "name"', '--id', 'name'],
      ['bare.csv', 'nowhere/out.csv', 'cannot write'],
    ] as const)
      await expect(runFiles(from, to, ...args)).rejects.toThrow(words);
  });
});

describe('progress', () => {
  it('is a bar with the rate and the time that is left, where the size is known', () => {
    expect(progressLine(120_000, 0.25, 2)).toBe(
      '██████░░░░░░░░░░░░░░░░░░ 25 %, 120,000 rows, 60,000/s, 0:06 left',
    );
    expect(progressLine(120_000, undefined, 2)).toBe('120,000 rows, 60,000/s');
  });

  it('is lines where there is no terminal, one in ten seconds', () => {
    const written: string[] = [];
    let now = 0;
    const stderr = { isTTY: false, write: (line: string) => written.push(line) > 0 };
    const progress = makeProgress({ stderr } as unknown as typeof process, () => now);
    for (const at of [100, 9_000, 12_000, 13_000, 24_000]) {
      now = at;
      progress.tell(at, at / 48_000);
    }
    progress.end();
    expect(written).toEqual([
      'limber: 25 %, 12,000 rows, 1,000/s, 0:36 left\n',
      'limber: 50 %, 24,000 rows, 1,000/s, 0:24 left\n',
    ]);
  });

  it('counts hours', () => {
    expect([0.4, 65, 3723].map(clock)).toEqual(['0:00', '1:05', '1:02:03']);
  });
});
