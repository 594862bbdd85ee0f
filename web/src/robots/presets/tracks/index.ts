/**
 * Tracks for targets. A track's number is its place in the table, from 1. A new track is one file and one
 * line.
 */
import { circleTrack } from './circle.ts';
import { figureEightTrack } from './figure-eight.ts';
import { spiralTrack } from './spiral.ts';
import type { Track } from './track.ts';

/** Curves for targets to follow. A track's number is its place from 1. */
export const tracks: readonly Track[] = [circleTrack, figureEightTrack, spiralTrack];

/** No track: the targets stay at the effectors' initial places until someone moves them. */
export const hand: Track = {
  name: 'hand',
  title: 'By hand',
  text: 'The targets stay where they are put.',
  curves: [],
};

export { circle } from './circle.ts';
export { figureEight } from './figure-eight.ts';
export { spiral } from './spiral.ts';
export { placeFor, type Curve, type CurvePlace, type Track } from './track.ts';
