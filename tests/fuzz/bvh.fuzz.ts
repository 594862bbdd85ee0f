/** BVHs: damaged files are refused with a line, or read by three and retargeted or refused. */
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { expect } from 'vitest';
import { Character, checkBVH, retargetClip } from 'limber/character';
import { makeBody } from '../web/gltf/skeletons.ts';
import { hopBVH } from '../web/motion/humanoid.ts';
import '../web/support/silence.ts';
import { damaged, fuzzFormat, orRefused } from './fuzz.ts';

const whole = hopBVH();
/** With few frames, so that most damage hits the hierarchy. */
const short = whole.replace('Frames: 91', 'Frames: 4').split('\n').slice(0, -88).join('\n');
const words = ['ROOT Other', 'End Site', ...'JOINT { } OFFSET CHANNELS MOTION Frames: \r\n'.split(' ')];

fuzzFormat(
  'a damaged BVH is refused, or goes onto a body with finite joints',
  {
    inputs: damaged([short, whole], words),
    read: checkBVH,
    refusals: ['badTrajectory', 'tooLarge'],
    law(checked) {
      expect(checkBVH(checked)).toBe(checked);
      const { clip, skeleton } = new BVHLoader().parse(checked);
      using body = new Character(makeBody().scene);
      const found = orRefused(() => retargetClip(clip, skeleton.bones[0]!, body));
      if (found) expect(found.trajectory.q.every(Number.isFinite)).toBe(true);
    },
  },
  100,
);
