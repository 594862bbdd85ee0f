/** The same answers, bit for bit, as those that are kept: in Chromium. `npm run long -- digest` asks all engines. */
import { beforeAll, expect, test } from 'vitest';
import { init } from 'limber';
import { digest } from '../digest/digest.ts';
import kept from '../digest/digest.json' with { type: 'json' };

beforeAll(() => init());

// A quarter, and others than in tests/web/digest.test.ts: the whole takes 15 s.
test('finds in Chromium what is kept', async () => {
  const some = new Set(Object.keys(kept).filter((_, i) => i % 4 === 1));
  const expected = Object.entries(kept).filter(([group]) => some.has(group));
  expect(await digest((group) => some.has(group))).toEqual(Object.fromEntries(expected));
});
