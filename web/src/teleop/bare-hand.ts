/** What fingers say, to a headset or a camera. */

/** Metres between the tips of thumb and index with an open and with a closed grip. */
const [apart, together] = [0.08, 0.015] as const;
/** A fist: distance of the ring finger's tip from the wrist, by that of its knuckle; to close it and to open it. */
const [fist, flat] = [1.15, 1.4] as const;

/** The grip, 0 to 1. `pinch`: metres between the tips of thumb and index. */
export const gripOf = (pinch: number): number =>
  Math.min(1, Math.max(0, (apart - pinch) / (apart - together)));

/** `tip`, `knuckle`: the ring finger's distances from the wrist; `wasFist`: whether the hand was one before. */
export const isFist = (tip: number, knuckle: number, wasFist: boolean): boolean =>
  tip < (wasFist ? flat : fist) * knuckle;
