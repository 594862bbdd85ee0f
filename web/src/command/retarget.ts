/// <reference types="node" />
/** `limber retarget`: a recording onto a robot. It needs three, which reads BVH. */
import { LimberError, printable } from '../errors.ts';
import { Model } from '../model.ts';
import type { MotionReport } from '../motion/index.ts';
import { fromURDF } from '../urdf/index.ts';
import { refuseOverwriting } from './overwriting.ts';
import type { Outcome } from './perform.ts';
import { UsageError } from './reading.ts';
import type { RetargetCommand } from './retarget-arguments.ts';
import type { ReadFile } from './solve.ts';

/** Loaded only here: three need not be installed for the other commands. */
async function load() {
  try {
    const [three, { BVHLoader }, motion] = await Promise.all([
      import('three'),
      import('three/addons/loaders/BVHLoader.js'),
      import('../motion/index.ts'),
    ]);
    return { Group: three.Group, BVHLoader, ...motion };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError('limber retarget reads BVH by three; install it: npm install three');
  }
}

/** The core must be loaded. @throws UsageError, including for a damaged recording or a robot without legs. */
export async function retarget(command: RetargetCommand, read: ReadFile): Promise<Outcome> {
  try {
    return await retargeted(command, read);
  } catch (error) {
    if (error instanceof LimberError) throw new UsageError(error.message.replace('options.roles', '--roles'));
    throw error;
  }
}

async function retargeted(command: RetargetCommand, read: ReadFile): Promise<Outcome> {
  const { path, body, sole, roles, up, from, out, force } = command;
  const inputs = [
    { name: 'the recording', path },
    { name: '--body', path: body },
  ];
  refuseOverwriting(inputs, [{ name: '--out', path: out?.path }], force);
  const { BVHLoader, checkBVH, Group, retargetClip, RobotBody } = await load();
  const { clip, skeleton } = inFile(path, () => new BVHLoader().parse(checkBVH(read(path))));
  const [root] = skeleton.bones;
  const world = new Group().add(root!);
  if (up === 'z') world.rotation.x = -Math.PI / 2;
  const description = inFile(body, () => fromURDF(read(body), { root: { joint: { type: 'free' } } }));
  using model = Model.from(description);
  using robot = inFile(body, () => new RobotBody(model, { roles, sole }));
  const { trajectory, report } = inFile(path, () => retargetClip(clip, root!, robot, { from }));
  return {
    text:
      summary(report, trajectory.length, trajectory.duration) +
      (out ? `\n${printable(out.path)}: ${trajectory.length} frames` : ''),
    ...(out && { file: { path: out.path, content: out.format(trajectory) } }),
  };
}

/** An error names the file. */
function inFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof LimberError) throw new LimberError(error.code, `${path}: ${error.message}`);
    throw error;
  }
}

function summary({ missed, contacts }: MotionReport, frames: number, duration: number): string {
  const lines = [
    `${frames} frames, ${duration.toFixed(3)} s; feet stand ${contacts.left.length} and ${contacts.right.length} times`,
  ];
  for (const role of new Set(missed.map((each) => each.role))) {
    const those = missed.filter((each) => each.role === role);
    const worst = those.reduce((a, b) => (b.distance > a.distance ? b : a));
    const seconds = those.reduce((sum, { from, to }) => sum + to - from, 0);
    lines.push(
      `${role} is more than 1 cm off for ${seconds.toFixed(2)} s, by ${(100 * worst.distance).toFixed(1)} cm at most, after ${worst.from.toFixed(2)} s`,
    );
  }
  return lines.join('\n');
}
