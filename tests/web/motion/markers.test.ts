/** Markers of a studio: several about each joint, in a room, in millimetres, some of them lost. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import {
  Character,
  Follower,
  type Landmark,
  LandmarkSource,
  mediapipe,
  type Point,
  type PointNames,
  readLandmarks,
  retargetFigures,
  type Role,
} from 'limber/character';
import { makeBody, seeded } from '../gltf/skeletons.ts';
import { expectError } from '../support/models.ts';
import { pointsOf, sides } from './points.ts';

const paired = /Shoulder|Elbow|Wrist|Hip|Knee|Ankle/;
/** The forehead takes the nose's place; each joint has a marker on either side. */
const names: PointNames = Object.fromEntries<string | string[]>(
  (Object.keys(mediapipe) as Point[]).map((point) =>
    point === 'nose'
      ? ['forehead', 'front']
      : [point, paired.test(point) ? [`${point}In`, `${point}Out`] : point],
  ),
);
const keys = Object.values(names).flat() as string[];

/** Z up, in millimetres. */
const inRoom = ({ x, y, z }: Vector3): Landmark => ({ x: 1000 * x, y: -1000 * z, z: 1000 * y });

/** A person who is carried round a circle of a radius of 2 m in 4 s, looking along it. */
function carry(time: number): Matrix4 {
  const angle = (Math.PI / 2) * time;
  const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), angle);
  return new Matrix4().compose(new Vector3(-2 * Math.cos(angle), 0, 2 * Math.sin(angle)), turn, one);
}
const one = new Vector3(1, 1, 1);

const posed = new Character(makeBody({ droop: 0.8 }).scene);
posed.reset();
const points = pointsOf(posed);
points.nose.setY(points.leftEar.y);

function markersAt(time: number): Record<string, Landmark> {
  const at = carry(time);
  const markers: Record<string, Landmark> = {};
  for (const [point, place] of Object.entries(points)) {
    const put = (key: string, aside: number) => {
      markers[key] = inRoom(
        place
          .clone()
          .add(new Vector3(aside, 0, 0))
          .applyMatrix4(at),
      );
    };
    if (paired.test(point)) {
      put(`${point}In`, -0.05);
      put(`${point}Out`, 0.05);
    } else put(point === 'nose' ? 'front' : point, 0);
  }
  return markers;
}

const placeOf = (body: Character, role: Role) =>
  new Vector3().fromArray(body.problem.state.poses, 7 * body.linkOf(role));

const roles: readonly Role[] = ['hips', 'head', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'];

describe('markers in a room', () => {
  const check = (body: Character, time: number, tolerance: number) => {
    for (const role of roles) {
      const place = placeOf(posed, role).applyMatrix4(carry(time));
      expect(placeOf(body, role).distanceTo(place), `${role}, ${time}`).toBeLessThan(tolerance);
    }
  };
  const options = { names, up: 'z' } as const;

  it.each([
    ['all are seen', 0, 1e-3],
    ['each is lost for a while, but not the other of its joint', 0.03, 5e-3],
  ])('carry the body through it: %s', (_, share, tolerance) => {
    using body = new Character(makeBody({ droop: 0.8, random: seeded(3) }).scene);
    const source = new LandmarkSource([markersAt(0)], options);
    using follower = new Follower(body, source);
    const random = seeded(7);
    const lost = new Map<string, number>();
    for (let i = 0; i < 120; i += 1) {
      const markers: Record<string, Landmark | undefined> = markersAt(i / 30);
      for (const key of keys.filter((each) => each.endsWith('In'))) {
        if (i > 0 && random() < share) lost.set(key, i + 15);
        if ((lost.get(key) ?? 0) > i) markers[key] = i % 2 ? undefined : { x: NaN, y: 0, z: 0 };
      }
      source.take(markers, i / 30);
      follower.step(i / 30);
      check(body, i / 30, tolerance);
      expect(source.weight('leftHand')).toBe(1);
    }
    expect(lost.size > 0).toBe(share > 0);
  });

  it('count only once those of a joint were seen together, wherever the person looks', () => {
    using body = new Character(makeBody({ droop: 0.8, random: seeded(3) }).scene);
    const half = (time: number) =>
      Object.fromEntries(Object.entries(markersAt(time)).filter(([key]) => !key.endsWith('In')));
    // The person has turned by half a circle.
    const source = new LandmarkSource([half(2), markersAt(2), half(2)], options);
    using follower = new Follower(body, source);
    source.take(half(2), 2);
    expect(source.weight('leftHand')).toBe(0.01);
    for (let i = 60; i < 90; i += 1) {
      source.take(i === 60 ? markersAt(2) : half(i / 30), i / 30);
      expect(source.weight('leftHand')).toBe(1);
      follower.step(i / 30);
      check(body, i / 30, 5e-3);
    }
  });

  it('give the same in any unit, filtered too', () => {
    const times = Array.from({ length: 30 }, (_, i) => i / 30);
    const frames = times.map(markersAt);
    const inMetres = frames.map((frame) =>
      Object.fromEntries(
        Object.entries(frame).map(([key, { x, y, z }]) => [key, { x: x / 1000, y: y / 1000, z: z / 1000 }]),
      ),
    );
    using body = new Character(makeBody({ droop: 0.8 }).scene);
    const [millimetres, metres] = [frames, inMetres].map(
      (each) => retargetFigures(readLandmarks(each, times, { ...options, filter: true }), body).trajectory.q,
    );
    metres!.forEach((each, i) => expect(each).toBeCloseTo(millimetres![i]!, 6));
  });

  it('become a clip', () => {
    using body = new Character(makeBody({ droop: 0.8 }).scene);
    const times = Array.from({ length: 60 }, (_, i) => i / 30);
    const frames = times.map(markersAt);
    const { clip, trajectory, report } = retargetFigures(readLandmarks(frames, times, options), body);
    expect([trajectory.length, report.missed]).toEqual([60, []]);
    expect(clip.duration).toBeCloseTo(59 / 30, 6);
    trajectory.at(1, body.problem.state.q);
    body.problem.state.update();
    check(body, 1, 1e-3);
    const { frames: gap } = readLandmarks([frames[0], undefined, frames[0]], [0, 0.1, 0.2], options);
    expect(gap.every(Number.isFinite)).toBe(true);
    expectError(() => readLandmarks(frames, [0], options), 'badTrajectory', '1 times for 60 frames');
    const without = { ...options, names: { ...names, leftHip: [] } };
    expectError(() => readLandmarks(frames, times, without), 'badDescription', 'lacks leftHip');
  });
});

const file = join(import.meta.dirname, '../../../../shared/data/motion/markers/boxer.csm');
if (!existsSync(file)) process.stdout.write('no recorded markers beside the project\n');

/** Vicon's set, by points. */
const vicon: PointNames = {
  forehead: ['LFHD', 'RFHD'],
  ...Object.fromEntries<string | string[]>(
    sides.flatMap((side) => {
      const s = side[0]!.toUpperCase();
      return [
        [`${side}Ear`, [`${s}FHD`, `${s}BHD`]],
        [`${side}Shoulder`, `${s}SHO`],
        [`${side}Elbow`, `${s}ELB`],
        [`${side}Wrist`, [`${s}WRA`, `${s}WRB`]],
        [`${side}Hip`, [`${s}FWT`, `${s}BWT`]],
        [`${side}Knee`, `${s}KNE`],
        [`${side}Ankle`, `${s}ANK`],
        [`${side}Heel`, `${s}HEL`],
        [`${side}Toes`, `${s}TOE`],
      ];
    }),
  ),
};

function readCSM(text: string) {
  const order = /\$Order\s+(.*)/.exec(text)![1]!.trim().split(/\s+/);
  const rate = Number(/\$Rate\s+(\S+)/.exec(text)![1]);
  const lines = text.split('$Points')[1]!.trim().split('\n');
  const first = Number(lines[0]!.split(' ')[0]);
  const step = Number(lines[1]!.split(' ')[0]) - first;
  const frames = lines.map((line) => {
    const numbers = line.trim().split(/\s+/).slice(1).map((word) => Number(word)); // prettier-ignore
    return Object.fromEntries(
      order.map((key, i) => [key, { x: numbers[3 * i]!, y: numbers[3 * i + 1]!, z: numbers[3 * i + 2]! }]),
    );
  });
  expect(step).toBeGreaterThan(0);
  return { frames, times: frames.map((_, i) => i / rate) };
}

it.skipIf(!existsSync(file))('a boxer with 43 markers stands, travels and hits', () => {
  const { frames, times } = readCSM(readFileSync(file, 'utf8'));
  const figures = readLandmarks(frames, times, { names: vicon, up: 'z' });
  using body = new Character(makeBody({ droop: 0.8, random: seeded(3) }).scene);
  const { trajectory, report } = retargetFigures(figures, body);
  expect(trajectory.length).toBe(610);
  expect(report.contacts.left.length + report.contacts.right.length).toBeGreaterThan(10);
  const seconds = report.missed.filter(({ role }) => role.endsWith('Hand')).reduce((sum, { from, to }) => sum + to - from, 0); // prettier-ignore
  const { state } = body.problem;
  const places = Array.from(trajectory.times, (_, i) => {
    state.q.set(trajectory.row(i));
    state.update();
    return {
      hips: placeOf(body, 'hips'),
      toes: sides.map((side) => placeOf(body, `${side}Toes`)),
      head: placeOf(body, 'head'),
    };
  });
  expect(seconds).toBeLessThan(0.1 * 2 * trajectory.duration);
  for (const { hips, head, toes } of places) {
    expect(hips.y).toBeGreaterThan(0.7);
    expect(head.y - hips.y).toBeGreaterThan(0.5);
    for (const each of toes) expect(each.y).toBeGreaterThan(-0.001);
  }
});
