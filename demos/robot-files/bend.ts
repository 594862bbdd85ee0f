import type { Model } from 'limber';

/**
 * Moves joints whose zero is at or beyond a limit to the middle of their limits: a stretched arm can hardly
 * be dragged.
 */
export function bend({ links }: Model, q: Float64Array): void {
  for (const { limits, mimics, isBall, qIndex } of links.flatMap(({ motions }) => motions)) {
    const [least, greatest] = limits;
    const edge = 0.05 * (greatest - least);
    if (mimics || isBall || !Number.isFinite(edge)) continue;
    if (least + edge >= 0 || greatest - edge <= 0) q[qIndex] = (least + greatest) / 2;
  }
}
