/** Milliseconds per round, and number of rounds: browsers' clocks tick too coarsely for one solve. */
const round = 4;
const rounds = 5;
/** Calls between two readings of the clock, when a call is short. */
const batch = 8;

/** Microseconds per call: the median of a few rounds of repeated calls; yields between rounds. */
export function* timed(call: () => void): Generator<void, number> {
  meanOfRound(call, round / 2);
  const means: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    yield;
    means.push(meanOfRound(call, round));
  }
  return means.sort((a, b) => a - b)[(rounds - 1) / 2]!;
}

function meanOfRound(call: () => void, least: number): number {
  const begun = performance.now();
  let [calls, taken] = [0, 0];
  while (taken < least) {
    const many = calls === 0 ? 1 : batch;
    for (let i = 0; i < many; i += 1) call();
    calls += many;
    taken = performance.now() - begun;
  }
  return (1000 * taken) / calls;
}
