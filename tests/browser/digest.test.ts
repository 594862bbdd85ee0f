/** The answers in Chromium equal the stored ones bit for bit. `npm run long -- engines` checks all, in all browsers. */
import { beforeAll, expect, test } from 'vitest';
import { init } from 'limber';
import { digest } from '../digest/digest.ts';
import kept from '../digest/digest.json' with { type: 'json' };

beforeAll(() => init());

// A quarter of the groups, not those of tests/web/digest.test.ts: all take 15 s.
test('finds in Chromium what is kept', async () => {
  const some = new Set(Object.keys(kept).filter((_, i) => i % 4 === 1));
  const expected = Object.entries(kept).filter(([group]) => some.has(group));
  expect(await digest((group) => some.has(group))).toEqual(Object.fromEntries(expected));
});
