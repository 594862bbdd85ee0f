/** Reach maps and NumPy files: read or refused, and read back the same; invalid options are refused by name. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { init } from 'limber';
import { basePlacement, reachability, ReachMap, readNpy, writeNpy } from 'limber/reach';
import { zigzag } from '../web/support/models.ts';
import { fakeWorker } from '../web/support/worker-support.ts';
import '../web/support/silence.ts';
import { damaged, expectRefusal, fuzz, orRefused, spoiled } from './fuzz.ts';

await init();

const model = zigzag(3);
const region = { min: [0, 0, 0], max: [1, 1, 0] };
const common = { link: 'tool', spacing: 0.5, workers: 1, worker: fakeWorker };
const targets = Float64Array.of(1, 0.5, 0, 0.5, 1, 0);
const made = [
  await reachability(model, { ...common, region, orientations: 3 } as never),
  await basePlacement(model, { ...common, region, targets, turns: 2, orientation: 'free' } as never),
];

const read = (given: unknown): ReachMap | undefined =>
  orRefused(() => ReachMap.fromJSON(given as string), 'badDescription', 'notFinite', 'tooLarge');

function expectMap(map: ReachMap | undefined): void {
  if (!map) return;
  const text = JSON.stringify(map);
  expect(text).not.toMatch(/NaN|Infinity/);
  expect(JSON.stringify(ReachMap.fromJSON(text))).toBe(text);
  for (const cell of map.best().slice(0, 9)) expect(map.cellAt(map.point(cell))).toBe(cell);
  expect(readNpy(map.toNPY()).shape).toEqual([...map.shape]);
}

const keys = ['null', '"reached"', '"shape"', '"turns"', '1e9', '-1', '0.5', '[]', '{}', '"solutions":null'];
fuzz(
  'a damaged map is read or refused, and reads back the same',
  damaged(
    made.map((map) => JSON.stringify(map)),
    keys,
  ),
  (text) => expectMap(read(text)),
  200,
);
fuzz(
  'so is a map of which a part is something else',
  spoiled(fc.constantFrom(...made.map((map) => map.toJSON()))),
  (data) => expectMap(read(data)),
  200,
);

const kinds = [Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array];
const array = fc
  .tuple(fc.constantFrom(...kinds), fc.array(fc.nat(4), { maxLength: 3 }), fc.nat(255))
  .map(([Kind, shape, fill]) => ({
    shape,
    data: new Kind(shape.reduce((product, each) => product * each, 1)).fill(fill),
  }));

fuzz('arrays come back from NPY', array, (each) => expect(readNpy(writeNpy(each))).toEqual(each), 100);
fuzz(
  'a damaged NPY is read or refused',
  fc.tuple(array, fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 4 }), fc.option(fc.nat(300))),
  ([each, changes, length]) => {
    const bytes = writeNpy(each).slice(0, length ?? undefined);
    for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
    const found = orRefused(() => readNpy(bytes), 'badDescription');
    if (found) expect(readNpy(writeNpy(found))).toEqual(found);
  },
  200,
);

const options = fc.constantFrom<object>(
  { region, orientations: 2, effort: 1 },
  { region, orientations: [[0, 0, 0, 1]] },
  { region, orientations: 'free', clearance: 0.01 },
);
fuzz(
  'options of which a part is something else make a map or are refused',
  spoiled(options),
  async (given) => {
    const ask = typeof given === 'object' && given !== null ? { ...common, ...given } : given;
    const map = await reachability(model, ask as never).catch((error: unknown) => {
      expectRefusal(error);
      return undefined;
    });
    expectMap(map);
  },
  10,
);
