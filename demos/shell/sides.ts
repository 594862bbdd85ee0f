/** Where a point may be when its distance is given: at it, within it, or beyond it. */
export const sides = ['exact', 'inside', 'outside'] as const;
export type Side = (typeof sides)[number];
