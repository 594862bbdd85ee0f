/** The core's memory, seen from outside, and the script's. */
import { core } from '../../web/src/loader.ts';

const blockSize = 1 << 16;

function takeBlock(): { delete(): void } {
  const block = new (core().module.Builder)();
  block.setName('x'.repeat(blockSize));
  return block;
}

export const heapSize = (): number => core().module.HEAPF64.buffer.byteLength;

/** Takes memory until there must be more of it, and gives all back. Returns how many blocks it took. */
function fillMemory(): number {
  const before = heapSize();
  const blocks: { delete(): void }[] = [];
  while (heapSize() === before) blocks.push(takeBlock());
  for (const each of blocks) each.delete();
  return blocks.length;
}

/** Makes the memory grow, which detaches every view that was handed out. */
export function growMemory(): void {
  fillMemory();
}

/** Bytes in use, to within two or three blocks: what is there, less what can still be taken. */
export function usedMemory(): number {
  const size = heapSize();
  return size - fillMemory() * blockSize;
}

/** Bytes lost a call of `make`. Over so many calls, that is exact to less than the smallest thing to lose. */
export function lostBytes(make: () => void, rounds = 30_000): number {
  for (let i = 0; i < 100; ++i) make();
  const before = usedMemory();
  for (let i = 0; i < rounds; ++i) make();
  return (usedMemory() - before) / rounds;
}

/**
 * Bytes of JavaScript's heap a call, in the first round that stays below `most`, or else in the last. How many rounds the
 * engine needs until it has compiled all of it depends on how busy the machine is, and before that numbers are objects;
 * what the code itself allocates stays in every round. A round in which the heap shrinks, by a collection, does not count.
 */
export function allocated(call: (i: number) => void, most: number): number {
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
