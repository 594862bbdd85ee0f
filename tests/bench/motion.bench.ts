// Recordings onto ten bodies and two robots.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnimationClip, Quaternion, Vector3 } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { init, Model, type Trajectory } from 'limber';
import { Character, type Role } from 'limber/gltf';
import { type Figures, Follower, type MotionReport, readClip, retargetClip, retargetFigures, RobotBody } from 'limber/motion'; // prettier-ignore
import { fromURDF } from 'limber/urdf';
import { roles } from '../../web/src/gltf/roles.ts';
import { figureSize } from '../../web/src/motion/skeleton-source.ts';
import { motionBodies } from './motion-bodies.ts';
import { byThree } from './motion-three.ts';
import type { Context, Row } from './run.ts';
import { atLeast, atMost, rounded, type Line, type Reach } from './table.ts';

export const name = 'motion';

const folder = join(import.meta.dirname, '../../../shared/data/motion');
const recordings = existsSync(folder) ? ['cmu-01-01', 'cmu-01-03', 'boxing'] : [];

export const note = `Recordings by retargetClip onto ten bodies and two robots. slip: how far a contact point goes within a contact, in mm for a
leg of 0.83 m. stands: contacts that slip at most 2 mm. hands: samples within 1 cm of where they should be, those out of reach
among the others. faster: p99.9 of the joints' speeds against the source's. µs: of a Follower per frame, the source's reading not
counted. three: retargetClip of its SkeletonUtils, given the offsets of bones and the legs' ratio.${recordings.length === 0 ? ' There are no recordings beside the project, so nothing was measured.' : ''}`;

/** Metres of the leg to which slips are scaled. */
const leg = 0.83;
const sides = ['left', 'right'] as const;

const percentile = (of: readonly number[], share: number) =>
  [...of].sort((a, b) => a - b)[Math.min(of.length - 1, Math.floor(share * of.length))] ?? 0;

/** Radians a second of all rotations of a clip. */
function speedsOf({ tracks }: AnimationClip): number[] {
  const [a, b] = [new Quaternion(), new Quaternion()];
  return tracks
    .filter(({ name: track }) => track.endsWith('.quaternion'))
    .flatMap(({ times, values }) =>
      // The first frame of some recordings is a T-pose.
      Array.from({ length: Math.max(0, times.length - 2) }, (_, i) => {
        a.fromArray(values, 4 * i + 4);
        b.fromArray(values, 4 * i + 8);
        return a.angleTo(b) / (times[i + 2]! - times[i + 1]!);
      }),
    );
}

/** Places of parts in one frame. */
type Places = (role: Role) => Vector3;

/** Slips of contacts in mm. `at`: poses the body, by number of frame. */
function footing(
  times: Float64Array,
  { contacts }: MotionReport,
  contact: 'Toes' | 'Foot',
  at: (i: number) => Places,
): number[] {
  let size = 0;
  const paths: Record<(typeof sides)[number], Vector3[]> = { left: [], right: [] };
  times.forEach((_, i) => {
    const place = at(i);
    for (const side of sides) paths[side].push(place(`${side}${contact}`));
    size =
      place('leftUpperLeg').distanceTo(place('leftLowerLeg')) +
      place('leftLowerLeg').distanceTo(place('leftFoot'));
  });
  return sides.flatMap((side) =>
    contacts[side].map(([from, to]) => {
      const path = paths[side].filter((__, i) => times[i]! >= from && times[i]! <= to);
      return (1000 * leg * Math.max(0, ...path.map((each) => each.distanceTo(path[0]!)))) / size;
    }),
  );
}

/** Poses a body of limber. */
const posing =
  ({ state }: Character['problem'], trajectory: Trajectory, linkOf: (role: Role) => number) =>
  (i: number): Places => {
    state.q.set(trajectory.row(i));
    state.update();
    return (role) => new Vector3().fromArray(state.poses, 7 * linkOf(role));
  };

/** Share of samples of hands that are where they should be. */
function handsOf({ missed }: MotionReport, duration: number): number {
  const seconds = missed
    .filter(({ role }) => role.endsWith('Hand'))
    .reduce((sum, { from, to }) => sum + to - from, 0);
  return 1 - seconds / (2 * duration);
}

/** Microseconds per frame. */
function costOf(body: Character | RobotBody, { rest, frames, times }: Figures): number {
  let at = 0;
  const source = {
    rest,
    read: (figure: Float64Array) => figure.set(frames.subarray(figureSize * at, figureSize * (at + 1))),
  };
  using follower = new Follower(body, source);
  const began = performance.now();
  for (at = 0; at < times.length; at += 1) follower.step(times[at]!);
  return (1000 * (performance.now() - began)) / times.length;
}

function recordingOf(recording: string) {
  const { clip, skeleton } = new BVHLoader().parse(
    readFileSync(join(folder, `bvh/${recording}.bvh`), 'utf8'),
  );
  return { clip, skeleton, root: skeleton.bones[0]! };
}

const rowOf = (recording: string, body: string, slips: readonly number[]): Row => ({
  bench: name,
  case: `${recording}, ${body}`,
  solver: 'motion',
  build: 'wasm',
  contacts: slips.length,
  stands: slips.filter((slip) => slip <= 2).length / slips.length,
  p95: percentile(slips, 0.95),
  worst: Math.max(...slips),
});

function ontoBodies(recording: string): Row[] {
  const { clip, root } = recordingOf(recording);
  const figures = readClip(root, clip, { from: 0.01 });
  const fastest = percentile(speedsOf(clip), 0.999);
  return motionBodies().map(({ name: bodyName, scene }): Row => {
    using body = new Character(scene);
    const motion = retargetClip(clip, root, body, { from: 0.01 });
    const contact = body.humanoid.has('leftToes') ? 'Toes' : 'Foot';
    const pose = posing(body.problem, motion.trajectory, (role) => body.linkOf(role));
    const slips = footing(motion.trajectory.times, motion.report, contact, pose);
    return {
      ...rowOf(recording, bodyName, slips),
      hands: handsOf(motion.report, motion.trajectory.duration),
      faster: percentile(speedsOf(motion.clip), 0.999) / fastest,
      micros: costOf(body, figures),
    };
  });
}

/** Half the shoulders' width, and an arm. */
const reachOf = (place: Places) =>
  0.5 * place('leftUpperArm').distanceTo(place('rightUpperArm')) +
  place('leftUpperArm').distanceTo(place('leftLowerArm')) +
  place('leftLowerArm').distanceTo(place('leftHand'));

/** From the middle of the shoulders to a hand, in reaches. */
function handOf(place: Places, side: 'left' | 'right'): Vector3 {
  const middle = place('leftUpperArm').add(place('rightUpperArm')).multiplyScalar(0.5);
  return place(`${side}Hand`).sub(middle).divideScalar(reachOf(place));
}

/** The same by three, whose feet are judged in the contacts that Limber finds in the source. */
function byThrees(recording: string): Row[] {
  const { clip, root, skeleton } = recordingOf(recording);
  const figures = readClip(root, clip, { from: 0.01 });
  const fastest = percentile(speedsOf(clip), 0.999);
  const sourceAt = (i: number): Places => {
    const figure = figures.frames.subarray(figureSize * i, figureSize * (i + 1));
    return (role) => new Vector3().fromArray(figure, 7 * roles.indexOf(role));
  };
  return motionBodies().map(({ name: bodyName, scene }): Row => {
    using body = new Character(scene);
    const { report } = retargetFigures(figures, body);
    const three = byThree(clip, skeleton, scene);
    let good = 0;
    const pose = (i: number): Places => {
      const place = three.at(figures.times[i]!);
      const source = sourceAt(i);
      for (const side of sides)
        if (handOf(place, side).distanceTo(handOf(source, side)) * reachOf(place) < 0.01) good += 0.5;
      return place;
    };
    const slips = footing(figures.times, report, three.has('leftToes') ? 'Toes' : 'Foot', pose);
    return {
      ...rowOf(recording, bodyName, slips),
      solver: 'three',
      hands: good / figures.times.length,
      faster: percentile(speedsOf(three.clip), 0.999) / fastest,
      micros: three.micros,
    };
  });
}

function ontoRobots(recording: string): Row[] {
  const { clip, root } = recordingOf(recording);
  const figures = readClip(root, clip, { from: 0.01 });
  return ['g1_29dof_rev_1_0', 'h1'].map((file): Row => {
    const text = readFileSync(join(folder, `urdf/${file}.urdf`), 'utf8');
    using robot = new RobotBody(Model.from(fromURDF(text, { root: { joint: { type: 'free' } } })));
    const { trajectory, report } = retargetClip(clip, root, robot, { from: 0.01 });
    const pose = posing(robot.problem, trajectory, (role) => robot.roles.get(role)!);
    const slips = footing(trajectory.times, report, 'Foot', pose);
    return {
      ...rowOf(recording, file, slips),
      hands: handsOf(report, trajectory.duration),
      micros: costOf(robot, figures),
    };
  });
}

export async function run(_: Context): Promise<Row[]> {
  await init();
  return recordings.flatMap((recording) => [
    ...ontoBodies(recording),
    ...ontoRobots(recording),
    ...byThrees(recording),
  ]);
}

export const table = (rows: readonly Row[]): Line[] =>
  rows.map((row) => ({
    case: row.case,
    by: row.solver === 'three' ? 'three' : 'limber',
    contacts: row.contacts,
    'stands %': rounded(100 * Number(row.stands), 1),
    'slip p95': rounded(row.p95),
    'slip most': rounded(row.worst),
    'hands %': rounded(100 * Number(row.hands), 1),
    faster: row.faster === undefined ? '' : rounded(row.faster),
    µs: rounded(row.micros, 1),
  }));

export function reach(rows: readonly Row[]): Reach[] {
  const bodies = rows.filter(({ faster, solver }) => faster !== undefined && solver !== 'three');
  if (bodies.length === 0) return [];
  const g1 = rows.filter((row) => row.case.endsWith('g1_29dof_rev_1_0'));
  const all = (column: string, of = bodies) => of.map((row) => Number(row[column]));
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const contacts = all('contacts').reduce((sum, each) => sum + each, 0);
  const standing = bodies.reduce((sum, row) => sum + Number(row.stands) * Number(row.contacts), 0);
  return [
    atLeast(name, 'bodies: contacts that slip at most 2 mm', 0.99, standing / contacts),
    atLeast(name, 'bodies: hands within 1 cm, of all samples', 0.96, mean(all('hands'))),
    atMost(name, "bodies: fastest joint against the source's", 1.6, Math.max(...all('faster'))),
    atMost(name, 'bodies: µs per frame', 20, mean(all('micros'))),
    atMost(name, 'g1: µs per frame', 250, mean(all('micros', g1))),
  ];
}
