/** Solver iterations per frame: by hand one, so that a reader sees how a solver goes on; along a track so many that it keeps up. */
export const defaultIterations = (track: string): number => (track === '' || track === 'hand' ? 1 : 50);
