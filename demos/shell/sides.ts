/** Position of a point relative to its given distance: at it, within it, or beyond it. */
export const sides = ['exact', 'inside', 'outside'] as const;
export type Side = (typeof sides)[number];
