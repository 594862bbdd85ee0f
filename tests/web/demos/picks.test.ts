/** A page's picks, and their words in the address. */
import { expect, it } from 'vitest';
import fc from 'fast-check';
import {
  choice,
  numbers,
  readPicks,
  rounded,
  some,
  stops,
  toggle,
  typed,
  word,
  writePicks,
  type PicksOf,
} from '../../../demos/shell/picks.ts';

const fruits = [
  { name: 'apple', title: 'An apple', usual: 4 },
  { name: 'pear', title: 'A pear', usual: 2 },
];

const schema = {
  fruit: choice('Fruit', fruits, fruits[0]!, { code: (fruit) => String(fruits.indexOf(fruit) + 1) }),
  count: stops('Count', [1, 2, 4], 4),
  ripe: toggle('Ripe', true, { key: 'isRipe' }),
  weight: typed('Weight', 10, { name: 'kilograms', short: 'kg' }, 1),
  colour: word('Colour', ['red', 'green'], ({ fruit }) => (fruit === fruits[0] ? 'red' : 'green')),
  at: numbers<readonly number[] | null>([2, 3], 100, null),
  marks: some(['a', 'b', 'c'], ['a']),
};

const number = fc.double({ min: -100, max: 100, noNaN: true }).map(rounded);
const picks: fc.Arbitrary<PicksOf<typeof schema>> = fc.record({
  fruit: fc.constantFrom(...fruits),
  count: fc.constantFrom(1, 2, 4),
  ripe: fc.boolean(),
  weight: fc.double({ min: 1e-3, max: 10, noNaN: true }),
  colour: fc.constantFrom('red' as const, 'green' as const),
  at: fc.option(fc.array(number, { minLength: 2, maxLength: 3 })),
  marks: fc.subarray(['a', 'b', 'c']),
});

it('comes back out of the address as it was', () => {
  fc.assert(
    fc.property(picks, (given) => {
      expect(readPicks(schema, writePicks(schema, given))).toEqual({ picks: given, complaints: [] });
    }),
  );
});

it('is only in the address where it differs from the default, which may depend on other picks', () => {
  const usual = readPicks(schema, '').picks;
  expect(writePicks(schema, usual)).toBe('?fruit=1');
  expect(readPicks(schema, '?fruit=pear').picks.colour).toBe('green');
  expect(writePicks(schema, { ...usual, fruit: fruits[1]!, colour: 'green', ripe: false })).toBe(
    '?fruit=2&isRipe=off',
  );
});

it.each([
  ['fruit=3', 'fruit “3”; known are 1, 2. The page uses 1.'],
  ['count=3', 'count “3”; known are 1, 2, 4. The page uses 4.'],
  ['isRipe=perhaps', 'isRipe “perhaps”; known are on, off. The page uses on.'],
  ['weight=0', 'weight “0”; kilograms above 0 and up to 10 can be used. The page uses 1.'],
  ['weight=', 'weight “”; kilograms'],
  ['at=1', 'at “1”; 2 or 3 numbers from -100 to 100 can be used.'],
  ['at=1,x', 'at “1,x”;'],
  ['marks=a,d', 'marks “a,d”; known are a, b, c. The page uses a.'],
])('takes its default where %s makes no sense, and says so', (query, words) => {
  const { picks: read, complaints } = readPicks(schema, `?${query}`);
  expect(read).toEqual(readPicks(schema, '').picks);
  expect(complaints).toHaveLength(1);
  expect(complaints[0]).toContain(words);
});
