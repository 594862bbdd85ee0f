/** How much of a long test `npm test` has time for: `full` only with LIMBER_TRIALS=all, as in `npm run long`. */
export const trials = <T>(full: T, short: T): T => (process.env.LIMBER_TRIALS === 'all' ? full : short);
