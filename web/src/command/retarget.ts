/// <reference types="node" />
/** `limber retarget`: a recording onto a robot or a character. It needs three, which reads BVH, FBX and glTF. */
import process from 'node:process';
import { LimberError, printable } from '../describe/errors.ts';
import type { MotionReport, RobotReport } from '../character/motion/index.ts';
import { refuseOverwriting } from './overwriting.ts';
import type { Outcome } from './perform.ts';
import { makeProgress } from './progress.ts';
import { UsageError } from './reading.ts';
import type { RetargetCommand } from './retarget-arguments.ts';
import type { ReadFile } from './solve.ts';

/** A text, and possibly the pieces of a file, which are made while it is written. */
export interface RetargetOutcome extends Omit<Outcome, 'file'> {
  readonly file?: { readonly path: string; readonly content: Iterable<string | Uint8Array> };
}

/** Loaded only here: three need not be installed for the other commands. */
async function load() {
  try {
    await import('three');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError('limber retarget reads BVH, FBX and glTF by three; install it: npm install three');
  }
  const [files, formats, motion] = await Promise.all([
    import('./retarget-files.ts'),
    import('./retarget-formats.ts'),
    import('../character/motion/index.ts'),
  ]);
  return { ...files, ...formats, ...motion };
}

/** The core must be loaded. @throws UsageError, including for a damaged recording or a body without legs. */
export async function retarget(command: RetargetCommand, read: ReadFile): Promise<RetargetOutcome> {
  try {
    return await retargeted(command, read);
  } catch (error) {
    throw asUsage(error);
  }
}

const asUsage = (error: unknown): unknown =>
  error instanceof LimberError ? new UsageError(error.message.replace('options.roles', '--roles')) : error;

async function retargeted(command: RetargetCommand, read: ReadFile): Promise<RetargetOutcome> {
  const { path, from, to, rest, up, out, force } = command;
  const inputs = [
    { name: 'the recording', path },
    { name: '--body', path: command.body },
  ];
  refuseOverwriting(inputs, [{ name: '--out', path: out?.path }], force);
  const { bodyOf, inFile, motionFormats, readClip, recordingOf, retargetFigures } = await load();
  const { clip, root, humanoid } = await recordingOf(command, read);
  const body = await bodyOf(command, read);
  const motion = await inFile(path, () => {
    const figures = readClip(clip, root, {
      from,
      to,
      humanoid,
      ...(rest !== undefined && { rest }),
      ...(up && { up }),
    });
    return counted('frames', figures.times.length, (tell) => {
      const options = { onFrame: tell };
      return 'gltf' in body
        ? retargetFigures(figures, body.body, options)
        : retargetFigures(figures, body.body, { ...options, maxVelocity: command['max-velocity'] });
    });
  });
  const { trajectory, report } = motion;
  const told = [...report.warnings, ...('gltf' in body ? body.body.warnings : [])];
  const text = [summary(report, trajectory.length, trajectory.duration), ...told].join('\n');
  if (!out) {
    body.dispose();
    return { text };
  }
  const pieces = motionFormats[out.ending]({ ...motion, ...body });
  return {
    text: `${text}\n${printable(out.path)}: ${trajectory.length} frames`,
    file: { path: out.path, content: written(pieces, trajectory.length, body.dispose) },
  };
}

/** Shows how much is done. */
function counted<T>(what: string, all: number, work: (tell: (done: number) => void) => T): T {
  const progress = makeProgress(process, undefined, what);
  try {
    return work((done) => progress.tell(done, done / all));
  } finally {
    progress.end();
  }
}

/** A file's pieces, a header and one per frame, while they are written. */
function* written(
  pieces: Iterable<string | Uint8Array>,
  frames: number,
  end: () => void,
): Generator<string | Uint8Array> {
  const progress = makeProgress(process, undefined, 'frames written');
  let done = 0;
  try {
    for (const piece of pieces) {
      yield piece;
      if (done > 0) progress.tell(done, Math.min(1, done / frames));
      done += 1;
    }
  } catch (error) {
    throw asUsage(error);
  } finally {
    progress.end();
    end();
  }
}

const degrees = (angle: number) => `${((180 / Math.PI) * angle).toFixed(0)}°`;

const worstOf = <T>(list: readonly T[], by: (one: T) => number) =>
  list.reduce((a, b) => (by(b) > by(a) ? b : a));

/** Seconds of spans of time. */
const lasting = (spans: readonly { readonly from: number; readonly to: number }[]) =>
  `for ${spans.reduce((sum, { from, to }) => sum + to - from, 0).toFixed(2)} s`;

function linesOfRobot({ root, trunk, speeds }: RobotReport): string[] {
  const lines: string[] = [];
  if (root.length > 0) {
    const worst = worstOf(root, ({ distance }) => distance);
    const most = degrees(worstOf(root, ({ angle }) => angle).angle);
    lines.push(
      `the root is more than 5 cm or 10° off ${lasting(root)}, by ${(100 * worst.distance).toFixed(1)} cm and ${most} at most, after ${worst.from.toFixed(2)} s`,
    );
  }
  if (trunk.length > 0) {
    const { angle, from } = worstOf(trunk, (each) => each.angle);
    lines.push(
      `the trunk is more than 10° off ${lasting(trunk)}, by ${degrees(angle)} at most, after ${from.toFixed(2)} s`,
    );
  }
  for (const joint of new Set(speeds.map((each) => each.joint))) {
    const those = speeds.filter((each) => each.joint === joint);
    const { asked, kept, allowed, from } = worstOf(those, (each) => each.asked);
    const most = `(${(asked / allowed).toFixed(1)} ×) at most, after ${from.toFixed(2)} s`;
    lines.push(
      kept < asked
        ? `${printable(joint)} is slowed down ${lasting(those)}, from ${asked.toPrecision(3)} to ${kept.toPrecision(3)} ${most}`
        : `${printable(joint)} is faster than its velocity ${lasting(those)}, at ${asked.toPrecision(3)} instead of ${allowed.toPrecision(3)} ${most}`,
    );
  }
  return lines;
}

function summary(report: MotionReport | RobotReport, frames: number, duration: number): string {
  const { missed, contacts } = report;
  const lines = [
    `${frames} frames, ${duration.toFixed(3)} s; feet stand ${contacts.left.length} and ${contacts.right.length} times`,
  ];
  for (const role of new Set(missed.map((each) => each.role))) {
    const those = missed.filter((each) => each.role === role);
    const worst = worstOf(those, ({ distance }) => distance);
    lines.push(
      `${role} is more than 1 cm off ${lasting(those)}, by ${(100 * worst.distance).toFixed(1)} cm at most, after ${worst.from.toFixed(2)} s`,
    );
  }
  if ('root' in report) lines.push(...linesOfRobot(report));
  return lines.join('\n');
}
