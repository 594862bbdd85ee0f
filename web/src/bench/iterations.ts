/**
 * Solver iterations per frame: one by hand, so that a reader sees how a solver proceeds; along a track enough
 * to keep up.
 */
export const defaultIterations = (track: string): number => (track === '' || track === 'hand' ? 1 : 50);
