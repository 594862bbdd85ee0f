/** A reader's BVH file as a source, in metres. */
import { type AnimationClip, Group, Vector3 } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { Source } from './actor.ts';

/** Seconds of a recording that are shown. */
const longest = 20;

/** Legs are made this long (metres), whatever unit the file has. */
const leg = 0.895;

export interface Recording {
  readonly source: Source;
  readonly clip: AnimationClip;
}

/** @throws Error, or LimberError if no human body is found. */
export function readBVH(text: string): Recording {
  const { skeleton, clip } = new BVHLoader().parse(text);
  const root = skeleton.bones[0];
  if (!root || clip.tracks.length === 0) throw new Error('it has no bones or no motion');
  // Many recordings begin with a T-pose elsewhere.
  const [, first = 0] = clip.tracks[0]!.times;
  for (const track of clip.tracks) track.trim(first, first + longest).shift(-first);
  clip.resetDuration();
  const holder = new Group().add(root);
  const scale = leg / new Source(root).sizes.leg;
  holder.scale.setScalar(scale);
  // It begins where the bodies do.
  const places = clip.tracks.find(({ name }) => name === `${root.name}.position`)!.values;
  holder.position.set(-scale * places[0]!, 0, -scale * places[2]!);
  // At rest it stands on the floor, as the bodies do.
  let lowest = Infinity;
  holder.updateMatrixWorld(true);
  root.traverse((bone) => (lowest = Math.min(lowest, bone.getWorldPosition(new Vector3()).y)));
  root.position.y -= lowest / scale;
  return { source: new Source(root), clip };
}
