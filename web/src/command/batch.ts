/// <reference types="node" />
/** `limber batch`: targets in, joint values out, in order and in constant memory. */
import { statSync } from 'node:fs';
import process from 'node:process';
import { LimberError, printable } from '../describe/errors.ts';
import type { GoalDescription } from '../core/goal.ts';
import { SolverPool, type PoolOptions } from '../worker/pool.ts';
import { coordinateNames } from '../moves/trajectory.ts';
import {
  answersTo,
  partOf,
  pointOf,
  rejectsTo,
  type Answers,
  type Point,
  type Rejects,
} from './batch-answers.ts';
import { ownStarts, readBatch, type BatchCommand } from './batch-arguments.ts';
import { arePoints, isAsked, rowsOf, type Row } from './batch-rows.ts';
import { refuseOverwriting } from './overwriting.ts';
import { makeProver, makeWitness } from './prover.ts';
import { clock, makeProgress, type Progress } from './progress.ts';
import { UsageError } from './reading.ts';
import { hasRoom, robotIn, roomOf, type PoseRoom, startIn, tipIn, type Target } from './robot-options.ts';
import { readFile } from './solve.ts';

/** Exit codes besides 0 and those of every command. */
const [someRejected, brokenOff] = [3, 1];
const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** Most rows per slice: the largest slice that the pool does not divide. */
const mostRows = 1024;

/** @returns the exit code. @throws UsageError */
export async function batch(
  args: readonly string[],
  workerOptions: Pick<PoolOptions, 'worker'> = {},
): Promise<number> {
  const command = readBatch(args);
  checkFiles(command);
  const stop = new AbortController();
  const heard = Object.entries(signals).map(([name, code]) => [name, () => stop.abort(code)] as const);
  for (const [name, listener] of heard) process.once(name, listener);
  try {
    return await run(command, stop.signal, workerOptions);
  } catch (error) {
    if (stop.signal.aborted) return stop.signal.reason as number;
    if (!(error instanceof LimberError)) throw error;
    if (error.code !== 'workerFailed') throw new UsageError(error.message);
    say(error.message);
    return brokenOff;
  } finally {
    for (const [name, listener] of heard) process.off(name, listener);
  }
}

function checkFiles({ robot, targets, out, rejects, force, resume }: BatchCommand): void {
  const inputs = [
    { name: 'the robot', path: robot },
    { name: '--targets', path: targets.path },
  ];
  const outputs = [
    { name: '--out', path: out.path },
    ...(out.format === 'parquet' ? [{ name: 'the unfinished --out', path: partOf(out.path) }] : []),
    { name: '--rejects', path: rejects },
  ];
  refuseOverwriting(inputs, outputs, force || resume);
}

const say = (line: string): void => console.error(`limber: ${printable(line)}`);

async function makePool(
  command: BatchCommand & { readonly room: PoseRoom },
  workerOptions: Pick<PoolOptions, 'worker'>,
): Promise<SolverPool> {
  const description = robotIn(readFile(command.robot), say);
  const { room, workers } = command;
  const tip = tipIn(description, command.tip);
  const goals: GoalDescription[] = [{ type: 'pose', link: tip, ...room }];
  return SolverPool.create(description, {
    goals,
    ...(workers === undefined ? {} : { workers }),
    ...workerOptions,
  });
}

/** Checked before any file is opened. */
function startOf({ start }: BatchCommand, { model }: SolverPool): Float64Array | undefined {
  return start === ownStarts ? undefined : startIn(model, start);
}

/** Reports an option that does not exist before an output is opened. */
async function checkOptions(pool: SolverPool, { options }: BatchCommand): Promise<void> {
  await pool.solveAll(Float64Array.of(0, 0, 0, 0, 0, 0, 1), { ...options, maxIterations: 0, maxRestarts: 0 });
}

async function run(
  given: BatchCommand,
  signal: AbortSignal,
  workerOptions: Pick<PoolOptions, 'worker'>,
): Promise<number> {
  const isPoint = await arePoints(given.targets);
  const command = { ...given, isPoint, room: roomOf({ isPoint }, given) };
  using pool = await makePool(command, workerOptions);
  const starts = startOf(command, pool);
  await checkOptions(pool, command);
  using witness = command.prove || hasRoom(command.room) ? await makeWitness(command) : undefined;
  const prover = witness && command.prove ? makeProver(witness, command) : undefined;
  const coordinates = coordinateNames(pool.model);
  const named = { coordinates, id: command.id, prove: prover?.prove, witness };
  const point = command.resume ? await pointOf(command.out, named) : { after: 0, at: 0 };
  if (point.isDone) return 0;
  if (point.after > 0 && !isAsked({ shard: command.shard, after: 0 }, point.after))
    throw new UsageError(`${command.out.path} was written with another --shard; resume with the same`);
  const rejects = await rejectsTo(command.rejects, point, say);
  const answers = await answersTo(command.out, named, point);
  const progress = makeProgress();
  const began = performance.now();
  const work = new Run(command, coordinates, { answers, rejects, progress, point });
  try {
    await work.solve(pool, starts, signal);
    await answers.end();
  } finally {
    progress.end();
    await Promise.all([answers.close(), rejects.close()]);
  }
  say(`${work.rows.toLocaleString('en')} rows in ${clock((performance.now() - began) / 1000)}`);
  const left = prover?.left();
  if (left) say(left);
  if (rejects.count === 0) return 0;
  say(`${rejects.count} ${rejects.count === 1 ? 'row was' : 'rows were'} rejected; ${whereRejects(command)}`);
  return someRejected;
}

const whereRejects = ({ rejects }: BatchCommand): string =>
  rejects === undefined ? '--rejects FILE keeps them' : `${rejects} has them`;

/** Rows sent to the pool together, and the rejected rows among or after them. */
interface Sent {
  readonly good: readonly Row[];
  readonly bad: Row[];
}

interface Ends {
  readonly answers: Answers;
  readonly rejects: Rejects;
  readonly progress: Progress;
  readonly point: Point;
}

class Run {
  readonly #command: BatchCommand & Pick<Target, 'isPoint'>;
  /** Columns of each row's own start, if any. */
  readonly #starts: readonly string[];
  readonly #ends: Ends;
  /** In the order of their answers. */
  readonly #sent: Sent[] = [];
  #bytes = 0;
  /** Rows that were answered. */
  rows = 0;

  constructor(command: BatchCommand & Pick<Target, 'isPoint'>, coordinates: readonly string[], ends: Ends) {
    this.#command = command;
    this.#starts = command.start === ownStarts ? coordinates : [];
    this.#ends = ends;
  }

  async solve(pool: SolverPool, starts: Float64Array | undefined, signal: AbortSignal): Promise<void> {
    const { answers, rejects, progress } = this.#ends;
    const size = sizeOf(this.#command.targets.path);
    for await (const slice of pool.stream(this.#targets(starts), { ...this.#command.options, signal })) {
      const { good, bad } = this.#sent.shift()!;
      // Before the answers: then no reject is missing up to the last answer, and --resume cuts off those
      // beyond.
      await rejects.write(bad);
      await answers.write(good, slice);
      this.rows += good.length;
      progress.tell(this.rows, size && Math.min(1, this.#bytes / size));
    }
  }

  async *#targets(starts: Float64Array | undefined) {
    const { targets: file, shard, id, isPoint } = this.#command;
    const { after } = this.#ends.point;
    const onBytes = (bytes: number): void => void (this.#bytes = bytes);
    for await (const rows of rowsOf(file, {
      shard,
      id,
      arePoints: isPoint,
      starts: this.#starts,
      after,
      onBytes,
    })) {
      for (let first = 0; first < rows.length; first += mostRows) {
        const part = rows.slice(first, first + mostRows);
        const good = part.filter(({ fault }) => fault === '');
        const bad = part.filter(({ fault }) => fault !== '');
        if (good.length === 0) {
          await this.#reject(bad);
          continue;
        }
        this.#sent.push({ good, bad });
        const targets = Float64Array.from(good.flatMap(({ target }) => target));
        const own = Float64Array.from(good.flatMap(({ start }) => start));
        const from = own.length > 0 ? own : starts;
        yield from ? { targets, starts: from } : { targets };
      }
    }
  }

  /** Queues behind the work in progress. */
  async #reject(bad: Row[]): Promise<void> {
    const last = this.#sent.at(-1);
    if (last) last.bad.push(...bad);
    else await this.#ends.rejects.write(bad);
  }
}

/** Size of a file in bytes. */
function sizeOf(path: string): number | undefined {
  return path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })?.size;
}
