// Recordings onto ten bodies and two robots, as clips and live.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Skeleton } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { init, Model } from 'limber';
import {
  Character,
  type Figures,
  Follower,
  readClip,
  retargetClip,
  retargetFigures,
  RobotBody,
} from 'limber/character';
import { fromURDF } from 'limber/robots';
import { figureSize } from '../../web/src/character/motion/skeleton-source.ts';
import { motionBodies } from './motion-bodies.ts';
import { contactsLive, jitter, type Recording } from './motion-live.ts';
import { follow, seeRecording, seeStanding, shakingOf, wayOf } from './motion-landmarks.ts';
import { bodyOf, Pair, personOf, rowsOf, slipsOf, type Track } from './motion-measure.ts';
import { byThree } from './motion-three.ts';
import type { Context, Row } from './run.ts';
import { mean, quantile } from './statistics.ts';
import { atLeast, atMost, rounded, type Line, type Reach } from './table.ts';

export const name = 'motion';

const folder = join(import.meta.dirname, '../../../shared/data/motion');
const recordings = existsSync(folder) ? ['cmu-01-01', 'cmu-01-03', 'boxing'] : [];

export const note = `Recordings by retargetClip onto ten bodies and two robots, and by a Follower as frames come. Lengths are in mm for a leg
of 0.83 m. slip: how far a contact point goes within a contact. stands: contacts that slip at most 2 mm. depth: of any part in
the ground. arm, armMost: median and p95 of the degrees between arms' bones and the person's where a hand is 0.4 m from all else. reachable:
hands near something that a closed form reaches; hands: those of them within 1 cm; of robots all hands. apart: hands
within 25 cm against the person's. faster: p99.9 of a part's turning against the person's, of the worst part. late: from a
contact's beginning in the clip. Landmarks are a camera's, with 10 mm of noise: way: of the hips against the person's; drift: cm in
a minute of standing; rest, shake: p99 of hands' second difference in mm, standing and in the recordings; late: of hands, in ms. µs: of a Follower per frame, of the processor, least of 5 passes, the source's reading not counted.
three: retargetClip of its SkeletonUtils, given the offsets of bones and the legs' ratio.${
  recordings.length === 0 ? ' There are no recordings beside the project, so nothing was measured.' : ''
}`;

const row = (of: string, columns: Readonly<Record<string, number>>): Row => ({
  bench: name,
  case: of,
  solver: 'motion',
  build: 'wasm',
  ...columns,
});

/** Microseconds per frame in which all bodies take a step. */
function costOf(bodies: readonly (Character | RobotBody)[], { rest, frames, times }: Figures): number {
  let at = 0;
  const source = {
    rest,
    read: (figure: Float64Array) => figure.set(frames.subarray(figureSize * at, figureSize * (at + 1))),
  };
  const pass = () => {
    const followers = bodies.map((body) => new Follower(body, source));
    const began = process.cpuUsage();
    for (at = 0; at < times.length; at += 1) for (const each of followers) each.step(times[at]!);
    const { user, system } = process.cpuUsage(began);
    for (const each of followers) each.dispose();
    return (user + system) / times.length;
  };
  return Math.min(...Array.from({ length: 5 }, pass));
}

function recordingOf(recording: string): Recording & { readonly skeleton: Skeleton } {
  const { clip, skeleton } = new BVHLoader().parse(
    readFileSync(join(folder, `bvh/${recording}.bvh`), 'utf8'),
  );
  return { clip, skeleton, root: skeleton.bones[0]! };
}

const footing = (slips: readonly number[]) => ({
  contacts: slips.length,
  stands: slips.filter((slip) => slip <= 2).length / slips.length,
  slip: quantile(slips, 0.95),
  most: Math.max(...slips),
});

/** By Limber, and by three in the contacts that Limber finds. */
function ontoBodies(recording: string): Row[] {
  const { clip, root, skeleton } = recordingOf(recording);
  const figures = readClip(clip, root, { from: 0.01 });
  const { times } = figures;
  return motionBodies().flatMap(({ name: bodyName, scene }): Row[] => {
    using body = new Character(scene);
    const { trajectory, report } = retargetFigures(figures, body);
    const links = new Map([...body.humanoid.keys()].map((role) => [role, body.linkOf(role)]));
    const { state } = body.problem;
    body.reset();
    const rests = [bodyOf(state, links, [state.q.slice()]), personOf(figures.rest)] as const;
    const rowOf = (track: Track) => {
      const pair = new Pair(track, personOf(figures.frames), rests);
      return {
        ...footing(slipsOf(track, times, report.contacts, links.has('leftToes') ? 'Toes' : 'Foot')),
        depth: pair.depth,
        ...pair.arms(),
        ...pair.hands(body, (role) => links.get(role)!),
        apart: pair.apart,
        faster: pair.faster(times),
      };
    };
    const ours = rowOf(bodyOf(state, links, rowsOf(trajectory)));
    const three = byThree(clip, skeleton, scene, times);
    return [
      row(`${recording}, ${bodyName}`, { ...ours, micros: costOf([body], figures) }),
      {
        ...row(`${recording}, ${bodyName}`, { ...rowOf(three.track), micros: three.micros }),
        solver: 'three',
      },
    ];
  });
}

function ontoRobots(recording: string): Row[] {
  const { clip, root } = recordingOf(recording);
  const figures = readClip(clip, root, { from: 0.01 });
  return ['g1_29dof_rev_1_0', 'h1'].map((file): Row => {
    const text = readFileSync(join(folder, `urdf/${file}.urdf`), 'utf8');
    using robot = new RobotBody(Model.from(fromURDF(text, { root: { joint: { type: 'free' } } })));
    const { trajectory, report } = retargetClip(clip, root, robot, { from: 0.01 });
    const track = bodyOf(robot.problem.state, robot.roles, rowsOf(trajectory));
    const off = report.missed
      .filter(({ role }) => role.endsWith('Hand'))
      .reduce((sum, { from, to }) => sum + to - from, 0);
    return row(`${recording}, ${file}`, {
      ...footing(slipsOf(track, figures.times, report.contacts, 'Foot')),
      hands: 1 - off / (2 * trajectory.duration),
      micros: costOf([robot], figures),
    });
  });
}

/** 6 thousandths of a leg are 5 mm of a person. */
const noises = { clean: 0, noisy: 0.006 };

function live(): Row[] {
  const all = recordings.map(recordingOf);
  return Object.entries(noises).flatMap(([kind, noise]) =>
    [30, 60, 120].map((rate) => {
      const contacts = all.flatMap((each) => contactsLive(each, rate, noise));
      const found = contacts.filter((each) => each !== null);
      return row(`live, ${kind}, ${rate} per second`, {
        contacts: contacts.length,
        found: found.length / contacts.length,
        soon: found.filter(({ late }) => late <= 0.07).length / contacts.length,
        late:
          1000 *
          quantile(
            found.map(({ late }) => late),
            0.95,
          ),
        slip: quantile(
          found.map(({ slip }) => slip),
          0.95,
        ),
        most: Math.max(...found.map(({ slip }) => slip)),
        jitter: Math.max(...all.map((each) => jitter(each, rate, noise))),
      });
    }),
  );
}

const filters = {
  'no filter': false,
  default: true,
  calm: { minCutoff: 3.5, beta: 1.2 },
  quick: { minCutoff: 8, beta: 2 },
};

/** Landmarks about the hips with 10 mm of noise. */
function landmarks(): Row[] {
  const all = recordings.map(recordingOf);
  return [30, 60].flatMap((rate) => [
    ...Object.entries(filters).map(([kind, filter]) =>
      row(`landmarks, ${kind}, ${rate} per second`, shakingOf(all, rate, { filter })),
    ),
    row(`landmarks, places, ${rate} per second`, {
      way: mean(
        all.map((each) => {
          const seen = seeRecording(each, rate);
          const path = follow(seen, rate, 0.01, { filter: true });
          return (
            wayOf(
              path.map(({ hips }) => hips),
              rate,
            ) / wayOf(seen.hips, rate)
          );
        }),
      ),
      drift: (({ x, z }) => 100 * Math.hypot(x, z))(
        follow(seeStanding(60 * rate), rate, 0.01, { filter: true }).at(-1)!.hips,
      ),
    }),
  ]);
}

/** Of 50 bodies in a frame. */
function crowd(): Row {
  const { clip, root } = recordingOf('boxing');
  const bodies = Array.from({ length: 5 }, motionBodies).flat();
  const characters = bodies.map(({ scene }) => new Character(scene));
  const micros = costOf(characters, readClip(clip, root, { from: 0.01, to: 6 }));
  for (const each of characters) each.dispose();
  return row('50 bodies', { micros });
}

export async function run(_: Context): Promise<Row[]> {
  await init();
  if (recordings.length === 0) return [];
  return [
    ...recordings.flatMap((recording) => [...ontoBodies(recording), ...ontoRobots(recording)]),
    ...live(),
    ...landmarks(),
    crowd(),
  ];
}

const shares = ['stands', 'reachable', 'hands', 'found', 'soon'];

function cell(column: string, value: Row[string]): [string, Row[string]] {
  if (typeof value !== 'number') return [column, value];
  return shares.includes(column) ? [`${column} %`, rounded(100 * value, 1)] : [column, rounded(value)];
}

export const table = (rows: readonly Row[]): Line[] =>
  rows.map(({ bench: _, build: _build, ...columns }) =>
    Object.fromEntries(Object.entries(columns).map(([column, value]) => cell(column, value))),
  );

export function reach(rows: readonly Row[]): Reach[] {
  const bodies = rows.filter(({ faster, solver }) => faster !== undefined && solver === 'motion');
  if (bodies.length === 0) return [];
  const all = (column: string, of = bodies) =>
    of.flatMap((each) => (each[column] === undefined ? [] : [Number(each[column])]));
  const most = (column: string, of = bodies) => rounded(Math.max(...all(column, of)), 3);
  const within = (start: string) => rows.filter((each) => each.case.startsWith(start));
  const [clean, noisy] = [within('live, clean'), within('live, noisy')];
  const contacts = all('contacts').reduce((sum, each) => sum + each, 0);
  const standing = bodies.reduce((sum, each) => sum + Number(each.stands) * Number(each.contacts), 0);
  const g1 = rows.filter((each) => each.case.endsWith('g1_29dof_rev_1_0'));
  return [
    atLeast(name, 'bodies: contacts that slip at most 2 mm', 0.99, standing / contacts),
    atMost(name, 'bodies: deepest in the ground, mm', 5, most('depth')),
    atMost(name, "bodies: degrees of arms' bones where no hand is near, median", 3, most('arm')),
    atLeast(
      name,
      'bodies: hands near something within 1 cm, of those in reach',
      0.99,
      Math.min(...all('hands')),
    ),
    atMost(name, "bodies: hands apart, against the person's", 1, most('apart')),
    atMost(name, "bodies: fastest part against the person's", 1.6, most('faster')),
    atLeast(name, 'live: contacts found within 70 ms', 0.99, Math.min(...all('soon', clean))),
    atMost(name, 'live: p95 of slips, mm', 5, most('slip', clean)),
    atLeast(name, 'live, 5 mm of noise: contacts found', 0.97, Math.min(...all('found', noisy))),
    atMost(name, 'live, 5 mm of noise: p95 of slips, mm', 15, most('slip', noisy)),
    atMost(name, 'live, 5 mm of noise: feet that stand tremble, mm', 2, most('jitter', noisy)),
    atMost(
      name,
      'landmarks, 10 mm of noise, 30/s: hands that rest shake, mm',
      20,
      most('rest', within('landmarks, default, 30')),
    ),
    atMost(
      name,
      'landmarks, 10 mm of noise, 30/s: hands that move shake, mm',
      45,
      most('shake', within('landmarks, default, 30')),
    ),
    atMost(name, 'landmarks, 30/s: hands are late, ms', 50, most('late', within('landmarks, default, 30'))),
    atMost(name, 'bodies: µs per frame', 20, mean(all('micros'))),
    atMost(name, '50 bodies: µs per frame', 3000, most('micros', within('50'))),
    atMost(name, 'g1: µs per frame', 250, mean(all('micros', g1))),
  ];
}
