/** Milliseconds per round, and number of rounds: browsers' clocks tick too coarsely for one solve. */
const round = 4;
const rounds = 5;
/** Calls between two readings of the clock, when a call is short. */
const batch = 8;

/**
 * Microseconds per call: the median of a few rounds of repeated calls; yields between rounds to share the
 * frame.
 */
export function* timed(call: () => void): Generator<void, number> {
  const begun = performance.now();
  do call();
  while (performance.now() - begun < round / 2);
  const means: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    yield;
    means.push(meanOfRound(call));
  }
  return means.sort((a, b) => a - b)[(rounds - 1) / 2]!;
}

function meanOfRound(call: () => void): number {
  const begun = performance.now();
  let calls = 0;
  let taken: number;
  do {
    const many = calls === 0 ? 1 : batch;
    for (let i = 0; i < many; i += 1) call();
    calls += many;
    taken = performance.now() - begun;
  } while (taken < round);
  return (1000 * taken) / calls;
}
