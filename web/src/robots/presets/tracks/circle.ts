import { cosine, sine } from '../angles.ts';
import type { Curve, Track } from './track.ts';

const secondsATurn = 4;

/** An upright circle, counterclockwise as seen from +Z, starting at its rightmost point. */
export const circle: Curve = (time, { centre, size }, out, first) => {
  const angle = (2 * Math.PI * time) / secondsATurn;
  out[first] = centre[0] + size * cosine(angle);
  out[first + 1] = centre[1] + size * sine(angle);
  out[first + 2] = centre[2];
};

export const circleTrack: Track = {
  name: 'circle',
  title: 'Circle',
  text: 'Every target moves in a circle, once in four seconds.',
  curves: [circle],
};
