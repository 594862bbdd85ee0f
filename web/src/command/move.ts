/// <reference types="node" />
/** `limber move`: moves a robot's link along a path, or all its joints at once. */
import { parseCsv } from '../moves/csv.ts';
import { LimberError, printable, show } from '../describe/errors.ts';
import { Model } from '../core/model.ts';
import { cost, moveTo, retime, type Move, type MoveDescription } from '../moves/index.ts';
import { Problem } from '../core/problem.ts';
import type { Trajectory } from '../moves/trajectory.ts';
import type { MoveCommand } from './move-arguments.ts';
import { refuseOverwriting } from './overwriting.ts';
import { robotIn, roomOf, startIn, tipIn, type Warn } from './robot-options.ts';
import { isPointRow, targetColumns } from './target-columns.ts';
import { numberIn, UsageError } from './reading.ts';
import type { ReadFile } from './solve.ts';

/** Result of a move: a text, and possibly a file. `code` is 3 if the move does not reach its end. */
export interface MoveOutcome {
  readonly text: string;
  readonly code: 0 | 3;
  readonly file?: { readonly path: string; readonly content: string };
}

/** @throws UsageError, including for an invalid robot or path. */
export function move(command: MoveCommand, read: ReadFile, warn: Warn): MoveOutcome {
  try {
    return moved(command, read, warn);
  } catch (error) {
    if (error instanceof LimberError) throw new UsageError(error.message);
    throw error;
  }
}

function moved(command: MoveCommand, read: ReadFile, warn: Warn): MoveOutcome {
  checkFiles(command);
  const description = robotIn(read(command.robot), warn);
  const { joints, to, bounds, out } = command;
  const tip = joints ? command.tip : tipIn(description, command.tip);
  using model = Model.from(description);
  using problem = new Problem(model);
  place(problem, command);
  const path = command.path === undefined ? undefined : readPath(command.path, read);
  if (tip !== undefined)
    problem.addGoal({ type: 'pose', link: tip, ...roomOf(to ?? path ?? { isPoint: false }, command) });
  const { clearance, limits } = command;
  const way = moveTo(problem, destinationOf(command, path), {
    limits,
    ...(clearance !== undefined && { clearance }),
    ...(command.start === 'free' && { start: 'free' }),
  });
  const isTimed = bounds !== undefined && way.trajectory.length > 1;
  const trajectory = isTimed
    ? retime(way.trajectory, model, bounds, { rate: command.rate }).trajectory
    : way.trajectory;
  return {
    text:
      summary(way, trajectory, isTimed) +
      (out ? `\n${printable(out.path)}: ${trajectory.length} frames` : ''),
    code: way.ended === 'done' ? 0 : 3,
    ...(out && { file: { path: out.path, content: out.format(trajectory) } }),
  };
}

function checkFiles({ robot, path, out, force }: MoveCommand): void {
  const inputs = [
    { name: 'the robot', path: robot },
    { name: '--path', path },
  ];
  refuseOverwriting(inputs, [{ name: '--out', path: out?.path }], force);
}

function place({ model, state }: Problem, { start }: MoveCommand): void {
  const from = start === 'free' ? undefined : startIn(model, start);
  if (from) state.q.set(from);
  else state.reset();
  state.update();
}

function destinationOf({ joints, to, via, smooth }: MoveCommand, path?: Path): MoveDescription {
  if (joints) return { type: 'joints', q: joints };
  if (to) return via ? { type: 'arc', via: via.pose, to: to.pose } : { type: 'line', to: to.pose };
  const { poses } = path!;
  if (!smooth) return { type: 'poses', poses };
  const [from, ...through] = poses;
  return { type: 'spline', ...(from && { from }), through };
}

interface Path {
  readonly poses: readonly (readonly number[])[];
  /** Without rotations: any will do. */
  readonly isPoint: boolean;
}

/** An optional header, then one pose or point per line. */
function readPath(file: string, read: ReadFile): Path {
  const lines = parseCsv(read(file).replace(/^\uFEFF/, ''));
  if (!lines) throw new UsageError(`${file}: a quote is not closed; is the file whole?`);
  const first = (lines[0] ?? []).map((cell) => cell.trim());
  const isHeader = first.some((cell) => Number.isNaN(numberIn(cell)));
  const isPoint = isPointRow(first);
  const columns = isPoint ? targetColumns.slice(0, 3) : targetColumns;
  const places = columns.map((name, i) => (isHeader ? first.indexOf(name) : i));
  const missing = columns.find((_, i) => places[i]! < 0);
  if (missing)
    throw new UsageError(
      `${file}: the column ${missing} is missing; give ${targetColumns.join(', ')}, or x, y, z alone, with commas between`,
    );
  const numbersOf = (line: readonly string[], row: number): number[] =>
    places.map((at, i) => {
      const number = numberIn((line[at] ?? '').trim());
      if (Number.isFinite(number)) return number;
      throw new UsageError(
        `${file}: ${columns[i]} of pose ${row + 1} is ${show(line[at] ?? '')}; give a number`,
      );
    });
  const poses = lines.slice(isHeader ? 1 : 0).map(numbersOf);
  return { poses: isPoint ? poses.map((point) => [...point, 0, 0, 0, 1]) : poses, isPoint };
}

function summary({ ended, part, reason }: Move, trajectory: Trajectory, isTimed: boolean): string {
  const percent = Number((100 * part).toPrecision(4));
  const end =
    ended === 'done' ? 'done' : `ended after ${percent} % of the way: ${ended}; ${printable(reason)}`;
  if (trajectory.length === 0) return end;
  const { largestStep, total } = cost(trajectory);
  const joints = `the joints go ${total.toFixed(3)} (rad and m), ${largestStep.toFixed(4)} at most from frame to frame`;
  return `${end}\n${trajectory.length} frames${isTimed ? `, ${trajectory.duration.toFixed(3)} s` : ''}; ${joints}`;
}
