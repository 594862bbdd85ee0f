import { cosine, sine } from '../angles.ts';
import type { Curve, Track } from './track.ts';

const secondsOut = 4;
const secondsATurn = 1.6;
/** Largest radius relative to the size. With a size of a fifth of the reach it is half of the reach. */
const widest = 2.5;

/**
 * An upright spiral, from its centre outwards, and for the same time inwards again, at a constant rate. At
 * its widest it leaves the reach of an arm that starts stretched out: 0.75 + 0.5 of it.
 */
export const spiral: Curve = (time, { centre, size }, out, first) => {
  const phase = (time / secondsOut) % 2;
  const radius = widest * size * (phase < 1 ? phase : 2 - phase);
  const angle = (2 * Math.PI * time) / secondsATurn;
  out[first] = centre[0] + radius * cosine(angle);
  out[first + 1] = centre[1] + radius * sine(angle);
  out[first + 2] = centre[2];
};

export const spiralTrack: Track = {
  name: 'spiral',
  title: 'Spiral',
  text: 'Every target spirals outwards until it is out of reach on purpose, and back inwards.',
  curves: [spiral],
};
