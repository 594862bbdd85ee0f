/** Contacts of recordings as a follower finds them, frame by frame. */
import { AnimationMixer, type AnimationClip, type Bone, Vector3 } from 'three';
import {
  Character,
  type FigureSource,
  Follower,
  retargetClip,
  type Role,
  SkeletonSource,
} from 'limber/character';
import { figureSize } from '../../web/src/character/motion/skeleton-source.ts';
import { trembling } from '../web/motion/trembling.ts';
import { motionBodies } from './motion-bodies.ts';
import { legOf, personOf, sides } from './motion-measure.ts';

export interface Recording {
  readonly clip: AnimationClip;
  readonly root: Bone;
}

/** A share of the leg's length, in the source's unit. */
const sizeOf = (source: FigureSource, share: number) => share * legOf(personOf(source.rest));

const makeBody = () => new Character(motionBodies()[1]!.scene);

function following(
  body: Character,
  source: FigureSource,
  times: readonly number[],
  before?: (time: number) => void,
) {
  using follower = new Follower(body, source);
  const { poses } = body.problem.state;
  const links = sides.map((side) => body.linkOf(`${side}Toes` as Role));
  return times.map((time) => {
    before?.(time);
    follower.step(time);
    return {
      time,
      toes: links.map((link) => new Vector3().fromArray(poses, 7 * link)),
      stands: sides.map((side) => follower.stands(side)),
    };
  });
}

/** Seconds by which contacts of more than 0.15 s are late, and their slips in mm 50 ms later; null: not found. */
export function contactsLive({ clip, root }: Recording, rate: number, noise: number) {
  using body = makeBody();
  const { contacts } = retargetClip(clip, root, body, { from: 0.01 }).report;
  const mixer = new AnimationMixer(root);
  const source = new SkeletonSource(root);
  mixer.clipAction(clip).play();
  const times = Array.from({ length: Math.floor(clip.duration * rate) }, (_, i) => (i + 1) / rate);
  // Before its second key a recording may leave a T-pose.
  const begun = times.filter((time) => time >= clip.tracks[0]!.times[1]!);
  const frames = following(body, trembling(source, sizeOf(source, noise)), begun, (time) =>
    mixer.setTime(time),
  );
  mixer.stopAllAction();
  return sides.flatMap((side, k) =>
    contacts[side]
      .filter(([from, to]) => to - from > 0.15)
      .map(([from, to]) => {
        const within = frames.filter(({ time }) => time > from - 0.1 && time <= to);
        const found = within.find(({ stands }) => stands[k]);
        if (!found) return null;
        const path = within
          .filter(({ time }) => time >= Math.max(found.time, from) + 0.05)
          .map(({ toes }) => toes[k]!.setY(0));
        const slip = Math.max(0, ...path.map((each) => each.distanceTo(path[0]!)));
        return { late: found.time - from, slip: 1000 * slip };
      }),
  );
}

/** How far feet of somebody who stands go from their mean place within a second, in mm, after 2 s. */
export function jitter({ root }: Recording, rate: number, noise: number): number {
  using body = makeBody();
  const { rest } = new SkeletonSource(root);
  const source: FigureSource = {
    rest,
    read(figure, time) {
      figure.set(rest);
      figure[figureSize - 1] = time;
    },
  };
  const times = Array.from({ length: 3 * rate }, (_, i) => i / rate);
  const frames = following(body, trembling(source, sizeOf(source, noise)), times).slice(2 * rate);
  const off = sides.flatMap((_, k) => {
    const mean = new Vector3();
    for (const { toes } of frames) mean.addScaledVector(toes[k]!, 1 / frames.length);
    return frames.map(({ toes }) => toes[k]!.distanceTo(mean));
  });
  return 1000 * Math.max(...off);
}
