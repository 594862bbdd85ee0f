/**
 * Trajectories: damaged files are read or refused, and written ones read back bit by bit. Also clips made of
 * them.
 */
import fc from 'fast-check';
import { Object3D, type Quaternion, type Vector3 } from 'three';
import { expect } from 'vitest';
import { Trajectory } from 'limber';
import { toClip, type Posable } from 'limber/three';
import '../web/support/silence.ts';
import { anything, corpus, damaged, fuzz, fuzzFormat, orRefused, spoiled, type Format } from './fuzz.ts';

const texts = corpus('trajectory');
const [jsonTexts, csvTexts] = [true, false].map((isJson) =>
  texts.filter((text) => text.startsWith('{') === isJson),
) as [string[], string[]];
const words = [
  ...[',', '\n', '\r\n', '\r', '"', '""', '"a', 'time [s]', ' [rad]', ' [m]', ' qx', ' qw', 'iterations'],
  ...'1e-400 1e400 0b1 ١ . - [ ] { } : [[ "times" "q" "links" "name"'.split(' '),
];

/** Invariants of every trajectory. */
function expectSound(trajectory: Trajectory): void {
  const { times, q, nq, length } = trajectory;
  expect(q).toHaveLength(length * nq);
  expect(q.every(Number.isFinite) && times.every(Number.isFinite)).toBe(true);
  expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true);
  if (length === 0) return;
  const middle = times[0]! / 2 + times[length - 1]! / 2;
  for (const time of [-Infinity, times[0]!, middle, times[length - 1]!, Infinity]) {
    const row = trajectory.at(time);
    expect(row.every(Number.isFinite)).toBe(true);
    expect(trajectory.at(time)).toEqual(row);
  }
}

/** JSON and CSV cannot represent −0. */
const bitsOf = ({ times, q }: Trajectory): number[] => [...times, ...q].map((each) => each + 0);

function expectSame(a: Trajectory, b: Trajectory): void {
  expect([b.coordinates, ...bitsOf(b)]).toEqual([a.coordinates, ...bitsOf(a)]);
}

fuzzFormat(
  'a damaged CSV is read or refused, and reads back the same',
  {
    inputs: damaged(csvTexts, words),
    read: (text) => Trajectory.fromCSV(text),
    refusals: ['badTrajectory'],
    law(read) {
      expectSound(read);
      expectSame(read, Trajectory.fromCSV(read.toCSV()));
      expectSame(read, Trajectory.fromJSON(JSON.stringify(read)));
    },
  },
  300,
);

const json: Pick<Format<string, Trajectory>, 'read' | 'refusals'> = {
  read: (data) => Trajectory.fromJSON(data),
  refusals: ['badTrajectory'],
};

fuzzFormat(
  'so does damaged JSON',
  {
    ...json,
    inputs: damaged(jsonTexts, words),
    law(read) {
      expectSound(read);
      const again = Trajectory.fromJSON(JSON.stringify(read));
      expectSame(read, again);
      expect([again.name, again.links]).toEqual([read.name, read.links]);
    },
  },
  300,
);

const good = fc.constantFrom(...jsonTexts).map((text) => JSON.parse(text) as never);

fuzzFormat(
  'so does data of which a part is something else',
  { ...json, inputs: spoiled(good), law: expectSound },
  300,
);

fuzz(
  'a wrong frame or time is refused, and leaves it as it was',
  fc.array(
    fc.tuple(fc.oneof(fc.nat(20), anything), fc.oneof(fc.constant([1, 2, 0, 0, 0.6, 0.8]), anything)),
    { maxLength: 12 },
  ),
  (frames) => {
    const trajectory = Trajectory.fromCSV(csvTexts[0]!);
    for (const [time, q] of frames) {
      const before = trajectory.toCSV();
      const added = orRefused(() => (trajectory.add(time as number, q as number[]), true), 'badTrajectory');
      if (!added) expect(trajectory.toCSV()).toBe(before);
      orRefused(() => trajectory.at(time as number, q as Float64Array), 'badTrajectory');
      orRefused(() => trajectory.row(time as number), 'badTrajectory');
      orRefused(() => trajectory.checkFits({ links: [], ...(q as object) }), 'badTrajectory');
      orRefused(() => new Trajectory(time as never), 'badDescription');
      expectSound(trajectory);
    }
  },
  200,
);

const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const recorded = fc
  .tuple(fc.integer({ min: 0, max: 8 }), fc.array(fc.string(), { maxLength: 3 }), fc.infiniteStream(number))
  .map(([frames, names, numbers]) => {
    const motion = { isBall: false, mimics: false, w: [0, 0, 1] as const };
    const links = names.map((each, i) => ({ name: `${each}${i}`, motions: [motion] }));
    const trajectory = new Trajectory({ name: names.join(), links });
    const next = () => numbers.next().value as number;
    const times = [...new Set(Array.from({ length: frames }, next))].sort((a, b) => a - b);
    for (const time of times) trajectory.add(time, names.map(next));
    return { trajectory, links };
  });

fuzz(
  'whatever doubles it holds come back bit by bit',
  recorded,
  ({ trajectory }) => {
    const csv = Trajectory.fromCSV(trajectory.toCSV());
    const json = Trajectory.fromJSON(JSON.stringify(trajectory));
    for (const each of [csv, json]) expect(each.toCSV()).toBe(trajectory.toCSV());
    expect(bitsOf(csv)).toEqual(bitsOf(trajectory));
    expect(bitsOf(json)).toEqual(bitsOf(trajectory));
  },
  200,
);

fuzz(
  'a clip has a key for every frame, all finite',
  recorded,
  ({ trajectory, links }) => {
    const objects = links.map(() => new Object3D());
    const posable: Posable = {
      model: { name: trajectory.name, links },
      poseAt(q, take: (object: Object3D, turn: Quaternion, place: Vector3 | null) => void) {
        objects.forEach((object, i) => {
          object.position.setX(q[i]!);
          take(object, object.quaternion, object.position);
        });
      },
    };
    const clip = orRefused(() => toClip(posable, trajectory), 'badTrajectory');
    if (!clip) return;
    expect(clip.tracks).toHaveLength(trajectory.length > 0 ? 2 * links.length : 0);
    for (const { times, values } of clip.tracks) {
      expect(times).toHaveLength(trajectory.length);
      expect([...times, ...values].every(Number.isFinite)).toBe(true);
    }
  },
  200,
);
