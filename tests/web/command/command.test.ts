/** The command line: input, output and exit codes. */
import { spawnSync, type StdioOptions } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solverNames, Trajectory } from 'limber';
import { arms, hand, Run, tracks } from 'limber/robots';
import { main } from '../../../web/src/command/cli.ts';
import { readArguments, type RunCommand } from '../../../web/src/command/arguments.ts';
import { perform } from '../../../web/src/command/perform.ts';
import { UsageError } from '../../../web/src/command/reading.ts';
import { buildPackage, makePackage, runProcess, type Ended } from '../support/command-line.ts';
import { limber } from '../support/limber.ts';
import { root } from '../support/readme.ts';
import '../support/silence.ts';

const folder = mkdtempSync(join(tmpdir(), 'limber-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const split = (text: string): string[] => text.split(' ').filter(Boolean);
const read = (text: string): RunCommand => {
  const command = readArguments(split(text));
  expect(command.kind).toBe('run');
  return command as RunCommand;
};

describe('reads', () => {
  it('an arm and a track, by number and by name', () => {
    for (const [i, arm] of arms.entries()) {
      for (const [k, track] of tracks.entries()) {
        expect(read(`${i + 1} ${k + 1}`)).toMatchObject({ arm, track });
        expect(read(`${arm.name} ${track.name}`)).toMatchObject({ arm, track });
      }
    }
    expect(read('1 hand').track).toBe(hand);
  });

  it('options in any order, and has defaults for them', () => {
    const plain = { solver: undefined, frames: 240, dt: 0.016, out: undefined };
    expect(read('3 2')).toMatchObject(plain);
    const given = read('--dt 0.5 3 --solver dls 2 --frames=7 --out some/run.json');
    expect(given).toMatchObject({ solver: 'dls', frames: 7, dt: 0.5, out: { path: 'some/run.json' } });
    expect([read('3 2 --dt 1e-3').dt, read('3 2 --dt .5').dt, read('3 2 --frames 1e2').frames]).toEqual([
      1e-3, 0.5, 100,
    ]);
  });

  it('wishes for the list and for the version, beside anything else', () => {
    expect(readArguments(['--list'])).toEqual({ kind: 'list' });
    for (const text of ['--version', '-v', '3 2 --version'])
      expect(readArguments(split(text))).toEqual({ kind: 'version' });
  });
});

it('refuses just those solvers that the arm refuses, with the reason', () => {
  for (const [i, arm] of arms.entries()) {
    using run = new Run(arm, hand);
    for (const solver of solverNames()) {
      const args = [String(i + 1), '1', '--solver', solver, '--frames', '1'];
      const answer = run.problem.supports(solver);
      if (answer === true) expect(perform(args).text).toContain(`solver ${solver}`);
      else
        expect(() => perform(args)).toThrow(
          new UsageError(`solver ${solver} does not support arm ${arm.name}: ${answer}`),
        );
    }
  }
});

/** Header and cells of a CSV without quotes. */
function cellsOf(csv: string): { columns: string[]; rows: string[][] } {
  expect(csv).not.toContain('"');
  expect(csv.endsWith('\n')).toBe(true);
  const [header, ...lines] = csv.slice(0, -1).split('\n');
  const rows = lines.map((each) => each.split(','));
  return { columns: header!.split(','), rows };
}

const contentOf = (args: readonly string[]): string => perform(args).file!.content;

describe('writes', () => {
  const everyRun = arms.flatMap((arm) =>
    tracks.map((track) => [arm.name, track.name, 'lm', arm, track] as const),
  );
  const [chain, circle] = [arms[0]!, tracks[0]!];
  using any = new Run(chain, hand);
  const bySolver = solverNames()
    .filter((solver) => any.problem.supports(solver) === true)
    .map((solver) => ['chain', 'circle', solver, chain, circle] as const);

  it.each([...everyRun, ...bySolver])(
    'a CSV of %s on %s by %s with the very numbers of a run',
    (armName, trackName, solver, arm, track) => {
      const how = ['--solver', solver, '--frames', '12', '--dt', '0.05'];
      const csv = contentOf([armName, trackName, ...how, '--out', 'x.csv']);
      const { columns, rows } = cellsOf(csv);
      expect(rows).toHaveLength(12);
      expect(new Set(columns).size).toBe(columns.length);
      using run = new Run(arm, track, { solver, dt: 0.05 });
      for (const row of rows) {
        const { iterations, status } = run.step();
        const expected = [run.time, ...run.q, iterations, status, ...run.targets, ...run.residuals];
        expect(row).toHaveLength(columns.length);
        // A negative zero is written without its sign.
        expect(row).toEqual(expected.map((each) => String(typeof each === 'number' ? each + 0 : each)));
      }
    },
  );

  it.each(arms.map((arm) => [arm.name, arm] as const))(
    'files of %s that Trajectory reads, JSON with what made it',
    (name, arm) => {
      const [csv, text] = ['csv', 'json'].map((ending) =>
        contentOf(split(`${name} eight --frames 5 --solver ccd --out x.${ending}`)),
      ) as [string, string];
      using run = new Run(arm, tracks[1]!, { solver: 'ccd' });
      const expected = new Trajectory(run.model);
      for (let frame = 0; frame < 5; frame += 1) {
        run.step();
        expected.add(run.time, run.q);
      }
      const trajectory = Trajectory.fromJSON(text).toJSON();
      expect(trajectory).toEqual(JSON.parse(JSON.stringify(expected)));
      const bare = Trajectory.fromCSV(csv);
      bare.checkFits(run.model);
      expect(bare.toJSON()).toEqual({ ...trajectory, name: '', links: [] });
      const json = JSON.parse(text) as Record<string, unknown[]>;
      expect(json).toMatchObject({
        arm: name,
        track: 'eight',
        solver: 'ccd',
        dt: 0.016,
        effectors: arm.effectors,
      });
      const { times, q, iterations, statuses, targets, residuals } = json;
      const again = times!.map((time, i) =>
        [time, q![i], iterations![i], statuses![i], targets![i], residuals![i]].flat().map(String),
      );
      expect(again).toEqual(cellsOf(csv).rows);
    },
  );

  it('names of columns that tell joint and unit', () => {
    const columnsOf = (arm: string) =>
      cellsOf(contentOf([arm, '1', '--frames', '1', '--out', 'x.csv'])).columns;
    const target = ['x', 'y', 'z'].map((axis) => `effector target ${axis} [m]`);
    const ball = (name: string) => ['x', 'y', 'z', 'w'].map((part) => `${name} q${part}`);
    expect(columnsOf('telescope')).toEqual([
      ...['time [s]', ...ball('ball 1'), ...ball('ball 2'), 'slide 1 [m]'],
      ...[...ball('ball 3'), ...ball('ball 4'), 'slide 2 [m]'],
      ...['iterations', 'status', ...target, 'effector residual [m]'],
    ]);
    expect(columnsOf('tree')).toEqual(
      expect.arrayContaining(['waist [rad]', 'lean [rad]', 'trunk slide [m]']),
    );
  });
});

describe('prints', () => {
  it('a short table that ends with the last frame, and the whole in a sentence', () => {
    const lines = perform(split('fork eight --frames 100')).text.split('\n');
    expect(lines[0]).toBe('arm fork, track eight, solver lm, 100 frames of 0.016 s');
    expect(lines[2]).toMatch(
      /^ +time \[s\] +left effector residual \[m\] +right effector residual \[m\] +iterations/,
    );
    const table = lines.slice(3, lines.indexOf('', 3));
    expect(table).toHaveLength(12);
    const cells = table.map((line) => split(line));
    expect(cells.at(-1)![0]).toBe('1.600');
    const times = cells.map(([time]) => Number(time));
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));

    using run = new Run(arms[2]!, tracks[1]!);
    let [converged, largest] = [0, 0];
    for (let i = 0; i < 100; i += 1) {
      converged += Number(run.step().status === 'converged');
      largest = Math.max(largest, ...run.residuals);
    }
    expect(cells.at(-1)!.slice(1, 3)).toEqual([...run.residuals].map((each) => each.toFixed(6)));
    const sentence = `converged in ${converged} of 100 frames; largest residual ${largest.toFixed(6)} m`;
    expect(lines.at(-1)).toBe(sentence);
  });

  it('all frames where they are few', () => {
    const lines = perform(split('1 1 --frames 1')).text.split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[3]).toMatch(/^ +0\.016 /);
  });

  it('the list: every arm and track by its number, the hand, every solver', () => {
    const { text } = perform(['--list']);
    for (const table of [arms, tracks]) {
      for (const [i, { name, text: sentence }] of table.entries()) {
        expect(text).toMatch(new RegExp(`^  ${i + 1} ${name} +${sentence.replaceAll('.', '\\.')}$`, 'm'));
      }
    }
    expect(text).toMatch(/^ {2}- hand /m);
    expect(text.split('\n').at(-1)).toBe(`  ${solverNames().join(', ')}`);
  });
});

describe('as a whole', () => {
  it('prints and ends with 0', async () => {
    const { code, stdout, stderr } = await limber(split('3 2 --frames 30'), folder);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`${perform(split('3 2 --frames 30')).text}\n`);
  });

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(await limber(['--version'], folder)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('ends with 0 where its reader closes early, as head does', async () => {
    const stdout = new Writable({
      write: (_, __, done) => done(Object.assign(new Error(), { code: 'EPIPE' })),
    });
    expect(await main(['--list'], { stdout, stderr: process.stderr })).toBe(0);
  });

  it.each(['csv', 'json'])(
    'writes a .%s beside where it is called, over what was there by --force',
    async (ending) => {
      const path = `run.${ending}`;
      for (const frames of ['9', '4']) {
        const args = ['3', '2', '--frames', frames, '--out', path, '--force'];
        expect(await limber(args, folder)).toEqual({
          code: 0,
          stdout: `${path}: ${frames} frames\n`,
          stderr: '',
        });
        expect(readFileSync(join(folder, path), 'utf8')).toBe(contentOf(args));
      }
    },
  );
});

describe('as npx finds it in its own folder', () => {
  const home = join(folder, 'package');
  beforeAll(() => makePackage(home));

  // npx must not ask a registry for another package of that name.
  const npx = (...args: readonly string[]): Promise<Ended> => {
    const env = {
      ...process.env,
      npm_config_cache: join(folder, 'npm-cache'),
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_loglevel: 'silent',
    };
    return runProcess('npx', ['limber', ...args], home, env);
  };

  it('not built: says what to do', async () => {
    const stderr = 'limber: not built yet; run "npm run build" in its folder first\n';
    expect(await npx('3', '2')).toEqual({ code: 1, stdout: '', stderr });
  });

  it('built: runs arm 3 on track 2, and passes its exit code on', async () => {
    await buildPackage(home);
    expect(await npx('3', '2')).toEqual({ code: 0, stdout: `${perform(['3', '2']).text}\n`, stderr: '' });
    expect((await npx('3', '9')).code).toBe(2);
  });

  it.skipIf(!existsSync('/dev/full'))('ends with 1 where the output cannot be written', () => {
    const stdio: StdioOptions = ['ignore', openSync('/dev/full', 'w'), 'pipe'];
    const { status, stderr } = spawnSync(process.execPath, ['bin/limber.js', '--list'], { cwd: home, stdio });
    expect(String(stderr)).toBe('limber: cannot write the output: the disk is full\n');
    expect(status).toBe(1);
  });
});
