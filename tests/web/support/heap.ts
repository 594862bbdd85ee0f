/** Memory of the core and of the script, measured from outside. */
import { Model } from 'limber';
import { expect } from 'vitest';
import { core } from '../../../web/src/core/loader.ts';

export const heapSize = (): number => core().module.HEAPF64.buffer.byteLength;

/** Kept: memory never shrinks, and files share it. Were they freed, there would be more to fill at each call. */
const filled: Model[] = [];
const large = { links: Array.from({ length: 2000 }, (_, i) => ({ name: `link ${i}` })) };

/** Makes the memory grow, which detaches every view that was handed out. */
export function growMemory(): void {
  const before = heapSize();
  while (heapSize() === before) filled.push(Model.from(large));
}

/** Numbers of a process in which other files have run say nothing: their garbage goes at any time. */
function expectAlone(): void {
  expect(expect.getState().testPath, 'measured alone').toMatch(/tests\/(browser|soak)\/|\.alone\.test\.ts$/);
}

/** Bytes that the core has allocated, exactly. */
export function usedMemory(): number {
  expectAlone();
  return core().module.usedBytes();
}

/**
 * Bytes lost per call of `make`: the least of five spells. What is forgotten is missing after each of them,
 * while the allocator at times leaves a block a few bytes larger than what was asked for.
 */
export function lostBytes(make: () => void, rounds = 100): number {
  const spell = (): number => {
    const before = usedMemory();
    for (let i = 0; i < rounds; ++i) make();
    return (usedMemory() - before) / rounds;
  };
  spell();
  return Math.min(...Array.from({ length: 5 }, spell));
}

/**
 * Bytes of JavaScript's heap per call, in the first round that stays below `most`, or else in the last. The
 * number of rounds until the engine has compiled everything depends on the machine's load, and until then
 * numbers are objects. The code's own allocations stay in every round. A round in which a collection shrinks
 * the heap does not count.
 */
export function allocated(call: (i: number) => void, most: number): number {
  expectAlone();
  const calls = 500;
  let bytes = Infinity;
  for (let round = 0, i = 0; round < 400 && !(bytes < most); ++round) {
    const before = process.memoryUsage().heapUsed;
    for (const end = i + calls; i < end; ++i) call(i);
    const grown = process.memoryUsage().heapUsed - before;
    if (grown > 0) bytes = grown / calls;
  }
  return bytes;
}
