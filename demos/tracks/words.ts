/** Lengths as the reader sees them. */
export { decade, distance } from '../../web/src/element/live/words.ts';
