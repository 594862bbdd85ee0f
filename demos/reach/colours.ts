/** Colours of a share from 0 to 1. */

/**
 * Viridis without its darkest end: lightness rises evenly, so the order is the same for the colour-blind, in grey, and on
 * light and dark ground (S. van der Walt and N. Smith, 2015; public domain).
 */
export const stops = ['#414487', '#2a788e', '#22a884', '#7ad151', '#fde725'] as const;

/** For a bar in CSS. */
export const gradient = `linear-gradient(to right, ${stops.join(', ')})`;
