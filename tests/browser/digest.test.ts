/** The same answers, bit for bit, as those that are kept: in Chromium. `npm run digest` asks all engines. */
import { expect, test } from 'vitest';
import { all } from '../digest/all.ts';
import kept from '../digest/digest.json' with { type: 'json' };

test('finds in Chromium what is kept', async () => {
  expect(await all()).toEqual(kept);
});
