/** The same answers, bit for bit, as those that are kept: in Chromium. `npm run digest` asks all engines. */
import { beforeAll, expect, test } from 'vitest';
import { init } from 'limber';
import { digest } from '../digest/digest.ts';
import kept from '../digest/digest.json' with { type: 'json' };

beforeAll(() => init());

// The other half of tests/web/digest.test.ts.
test('finds in Chromium what is kept', async () => {
  const half = new Set(Object.keys(kept).filter((_, i) => i % 2 === 1));
  const expected = Object.entries(kept).filter(([group]) => half.has(group));
  expect(await digest((group) => half.has(group))).toEqual(Object.fromEntries(expected));
});
