/** The package's payload is unpacked unchanged, and damage is detected without harm. */
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compress, split } from '../../scripts/carry.mjs';
import { unpack } from '../../web/src/core/unpack.ts';
import carried from '../../web/wasm/carried.js';
import { Random } from '../bench/random.ts';
import './support/silence.ts';

const wasm = readFileSync(new URL('../../web/wasm/limber.wasm', import.meta.url));
const core = Buffer.from(carried.core, 'base64');
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Not by expect, which takes seconds to compare half a million numbers. */
const isSame = (bytes: Uint8Array, other: Uint8Array): boolean => Buffer.compare(bytes, other) === 0;

it('gives limber.wasm, byte for byte', async () => {
  expect(isSame(await unpack(carried), wasm)).toBe(true);
});

it('gives back what xz has compressed', async () => {
  const random = new Random(1);
  const noise = (size: number): Uint8Array => Uint8Array.from({ length: size }, () => random.between(0, 256));
  const far = noise(1000);
  const few = (size: number): Uint8Array => Uint8Array.from({ length: size }, () => random.between(0, 3));
  const many = (count: number, part: (i: number) => Uint8Array): Buffer =>
    Buffer.concat(Array.from({ length: count }, (_, i) => part(i)));
  const files: Record<string, Uint8Array> = {
    nothing: new Uint8Array(0),
    'one byte, often': new Uint8Array(100_000).fill(7),
    'four distances in turn': Buffer.concat([far, many(200, (i) => few((i % 9) + 1))]),
    // Matches at distances in every slot, with their highest and lowest bits.
    'matches far and near': many(18, (i) => Buffer.concat([far.subarray(i, 300 + i), noise(2 ** i)])),
    'records of which one byte differs': many(500, (i) => far.slice(0, 40).fill(i, i % 40, (i % 40) + 1)),
  };
  for (const [name, bytes] of Object.entries(files)) {
    // A module of one section without a meaning, which has these bytes.
    const length = [0, 7, 14].map((shift, i) => ((bytes.length >> shift) & 127) | (i < 2 ? 128 : 0));
    const file = Buffer.concat([wasm.subarray(0, 8), Buffer.of(0, ...length), bytes]);
    const streams = split(file);
    const packed = { core: base64(compress(streams)), streams: streams.length, size: file.length };
    expect(isSame(await unpack({ ...carried, ...packed }), file), name).toBe(true);
  }
});

describe('what is damaged', () => {
  const flipped = (at: number, bit: number): Buffer => {
    const bytes = Buffer.from(core);
    bytes[at]! ^= 1 << bit;
    return bytes;
  };
  const ends = [0, 1, 4, 5, core.length - 5, core.length - 1];
  const damaged: Record<string, Buffer[]> = {
    'bits flipped': [
      ...Array.from({ length: 10 }, (_, i) => flipped(Math.floor((i * core.length) / 10), i % 8)),
      ...ends.map((at, i) => flipped(at, i)),
    ],
    'an end cut off': [...ends, core.length >> 1].map((length) => core.subarray(0, length)),
    'more at the end': [Buffer.concat([core, Buffer.alloc(1)])],
    ones: [Buffer.alloc(1000, 255)],
  };

  it.each(Object.keys(damaged))('is refused: %s', async (name) => {
    for (const bytes of damaged[name]!)
      await expect(unpack({ ...carried, core: base64(bytes) })).rejects.toThrow('damaged');
  });

  it.each([-1, 1])('is refused: %d bytes more than there are', async (more) => {
    await expect(unpack({ ...carried, streams: carried.streams + more })).rejects.toThrow('damaged');
  });

  it('writes nowhere else', async () => {
    const { instance } = await WebAssembly.instantiate(Buffer.from(carried.decoder, 'base64'));
    const { memory, decode } = instance.exports as {
      memory: WebAssembly.Memory;
      decode: (from: number, to: number, end: number) => number;
    };
    const from = memory.buffer.byteLength;
    memory.grow(8);
    const untouched = Buffer.alloc(memory.buffer.byteLength - from, 0xa5);
    for (const bytes of Object.values(damaged).flat()) {
      const behind = new Uint8Array(memory.buffer, from);
      behind.set(untouched);
      behind.set(bytes);
      const to = from + bytes.length;
      // Room for only a third, so that valid data also ends there.
      const end = to + Math.floor(carried.size / 3);
      expect(decode(from, to, end)).toBe(0);
      expect(isSame(behind.subarray(0, bytes.length), bytes)).toBe(true);
      expect(isSame(behind.subarray(end - from), untouched.subarray(end - from))).toBe(true);
    }
  });
});

describe('init', () => {
  afterEach(() => {
    vi.doUnmock('../../web/wasm/carried.js');
    vi.resetModules();
  });

  it.each([
    ['the core', { core: base64(core.subarray(0, -1)) }, 'damaged'],
    ['its decoder', { decoder: carried.decoder.slice(0, -4) }, 'WebAssembly'],
    ['a letter', { core: `${carried.core}?` }, 'did not load'],
  ])('says what to do where %s is damaged', async (_, harm, word) => {
    vi.resetModules();
    vi.doMock('../../web/wasm/carried.js', () => ({ default: { ...carried, ...harm } }));
    const { init } = await import('limber');
    const error: unknown = await init().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: 'LimberError', code: 'loadFailed' });
    for (const text of [word, 'wasmBinary']) expect((error as Error).message).toContain(text);
  });
});
