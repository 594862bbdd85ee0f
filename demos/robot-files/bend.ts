import type { Model } from 'limber';

/**
 * Puts joints for which zero is at a limit, or beyond it, into the middle of their limits: an arm that is stretched can hardly be
 * dragged.
 */
export function bend({ links }: Model, q: Float64Array): void {
  for (const { limits, mimics, isBall, qIndex } of links.flatMap(({ motions }) => motions)) {
    const [least, greatest] = limits;
    const edge = 0.05 * (greatest - least);
    if (mimics || isBall || !Number.isFinite(edge)) continue;
    if (least + edge >= 0 || greatest - edge <= 0) q[qIndex] = (least + greatest) / 2;
  }
}
