import { cosine, sine } from '../angles.ts';
import { circle } from './circle.ts';
import type { Curve, Track } from './track.ts';

const secondsARound = 4;

/**
 * An upright figure eight on its side, starting at its rightmost point: Gerono's lemniscate, half as high as
 * wide.
 */
export const figureEight: Curve = (time, { centre, size }, out, first) => {
  const angle = (2 * Math.PI * time) / secondsARound;
  out[first] = centre[0] + size * cosine(angle);
  out[first + 1] = centre[1] + 0.5 * size * sine(2 * angle);
  out[first + 2] = centre[2];
};

export const figureEightTrack: Track = {
  name: 'eight',
  title: 'Figure eight',
  text: 'The first target moves along a figure eight, the second along a circle, and so on in turn.',
  curves: [figureEight, circle],
};
