/** Bodies that follow the landmarks of a camera: how much their hands shake and how late they are, and how far they walk. */
import { Vector3 } from 'three';
import {
  Character,
  type Landmark,
  type LandmarkOptions,
  LandmarkSource,
  Follower,
  retargetClip,
} from 'limber/character';
import { makeBody, seeded } from '../web/gltf/skeletons.ts';
import { asMediapipe, pointsOf } from '../web/motion/points.ts';
import { noisy } from '../web/motion/trembling.ts';
import type { Recording } from './motion-live.ts';
import { sides } from './motion-measure.ts';
import { quantile } from './statistics.ts';

const makePerson = () => new Character(makeBody({ droop: 0.8 }).scene);

/** A recording as a camera sees it, about the hips, and where these are. */
export interface Seen {
  readonly frames: readonly (readonly Landmark[])[];
  readonly hips: readonly Vector3[];
}

export function seeRecording({ clip, root }: Recording, rate: number): Seen {
  using person = makePerson();
  const { trajectory } = retargetClip(clip, root, person, { from: 0.05, locks: false });
  const { state } = person.problem;
  const [first, last] = [trajectory.times[0]!, trajectory.times.at(-1)!];
  const seen = Array.from({ length: Math.floor((last - first) * rate) }, (_, i) => {
    trajectory.at(first + i / rate, state.q);
    state.update();
    const points = pointsOf(person);
    return {
      frame: asMediapipe(points),
      hips: points.leftHip.clone().add(points.rightHip).multiplyScalar(0.5),
    };
  });
  return { frames: seen.map(({ frame }) => frame), hips: seen.map(({ hips }) => hips) };
}

/** Somebody who stands still. */
export function seeStanding(count: number): Seen {
  using person = makePerson();
  const frame = asMediapipe(pointsOf(person));
  return { frames: Array<Landmark[]>(count).fill(frame), hips: Array<Vector3>(count).fill(new Vector3()) };
}

/** Places of hips and hands of a body that follows, `noise` in metres. */
export function follow({ frames }: Seen, rate: number, noise: number, options: LandmarkOptions) {
  using body = makePerson();
  const source = new LandmarkSource(frames.slice(0, 200), options);
  using follower = new Follower(body, source);
  const random = seeded(5);
  return frames.map((frame, i) => {
    source.take(noise > 0 ? noisy(frame, noise, random) : frame, i / rate);
    follower.step(i / rate);
    const [hips, left, right] = (['hips', 'leftHand', 'rightHand'] as const).map((role) =>
      new Vector3().fromArray(body.problem.state.poses, 7 * body.linkOf(role)),
    );
    return { hips: hips!, hands: [left!, right!] };
  });
}
type Path = ReturnType<typeof follow>;

/** Second differences of both hands after a second, in mm. */
export const shaking = (path: Path, rate: number): number[] =>
  path.slice(rate + 2).flatMap(({ hands }, i) =>
    hands.map((hand, k) => {
      const [before, last] = [path[rate + i]!.hands[k]!, path[rate + i + 1]!.hands[k]!];
      return 1000 * hand.clone().sub(last).sub(last).add(before).length();
    }),
  );

/** Milliseconds by which hands are later about the hips than another path's: the best shift in time. */
export function lateness(path: Path, other: Path, rate: number): number {
  const handOf = (of: Path, i: number, k: number) => of[i]!.hands[k]!.clone().sub(of[i]!.hips);
  const off = (late: number) => {
    let sum = 0;
    for (let i = rate; i < path.length; i += 1)
      sides.forEach((_, k) => {
        const at = i - (late * rate) / 1000;
        const then = handOf(other, Math.floor(at), k).lerp(handOf(other, Math.ceil(at), k), at % 1);
        sum += then.distanceToSquared(handOf(path, i, k));
      });
    return sum;
  };
  const lates = Array.from({ length: 60 }, (_, i) => 2 * i).map((late) => [late, off(late)] as const);
  return lates.reduce((a, b) => (b[1] < a[1] ? b : a))[0];
}

/** Metres of a path on level ground after a second, in steps of half a second, which noise does not lengthen. */
export function wayOf(places: readonly Vector3[], rate: number): number {
  let way = 0;
  for (let i = rate; i + rate / 2 < places.length; i += rate / 2)
    way += places[i + rate / 2]!.clone().sub(places[i]!).setY(0).length();
  return way;
}

/** p99 of shaking through noise, at rest and in recordings, and the median of their lateness. */
export function shakingOf(recordings: readonly Recording[], rate: number, options: LandmarkOptions) {
  const still = seeStanding(40 * rate);
  const moving = recordings.map((recording) => {
    const seen = seeRecording(recording, rate);
    const path = follow(seen, rate, 0.01, options);
    return { path, late: lateness(path, follow(seen, rate, 0, { ...options, filter: false }), rate) };
  });
  return {
    rest: quantile(shaking(follow(still, rate, 0.01, options), rate), 0.99),
    shake: quantile(
      moving.flatMap(({ path }) => shaking(path, rate)),
      0.99,
    ),
    late: quantile(
      moving.map(({ late }) => late),
      0.5,
    ),
  };
}
