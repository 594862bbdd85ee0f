/** Links and embed code: shared views are read back unchanged. */
import { expect, it } from 'vitest';
import fc from 'fast-check';
import { attributesOf, elementCode, frameCode } from '../../../demos/shell/embed-code.ts';
import { readShared, schema, type Picks } from '../../../demos/article/picks.ts';
import { defaultsOf, rounded, writePicks } from '../../../demos/shell/picks.ts';
import { attributeNames, readSettings } from '../../../web/src/element/attributes.ts';

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((each) => rounded(each) + 0);
const point = fc.tuple(number, number, number);
const view: fc.Arbitrary<Picks> = fc.record({
  view: fc.constantFrom('whole', 'clamp'),
  ...{ hinges: fc.boolean(), limits: fc.boolean(), direction: fc.boolean() },
  ...{ annealing: fc.boolean(), axes: fc.boolean(), arcs: fc.boolean() },
  sweeps: fc.integer({ min: 1, max: 20 }),
  turn: fc.integer({ min: 0, max: 100 }),
  goal: point,
  arrow: fc.option(point),
  q: fc.array(number, { maxLength: 24 }),
});

it('a view of the article comes back out of its address', () => {
  fc.assert(
    fc.property(view, (shared) => {
      expect(readShared(writePicks(schema, shared))).toEqual(shared);
    }),
  );
});

it.each(['', '?view=whole', '?view=whole&goal=1,2', '?view=whole&goal=1,x,3', '?goal=1,2,3'])(
  'an address without a view in it is the article’s own: %s',
  (query) => expect(readShared(query)).toBeNull(),
);

it('numbers too many and words too long do no harm', () => {
  const read = readShared('?view=whole&goal=1,2,3&limits=on&hinges=constructor&sweeps=1e9&arrow=1&q=');
  expect(read).toEqual({ ...defaultsOf(schema), view: 'whole', limits: true, goal: [1, 2, 3] });
});

const settings = { preset: 'panda', limits: false, controls: true, targets: [0.1, 0.2, 0.3] } as const;

it('embed code has the settings, pinned to one version', () => {
  const code = elementCode(settings, {
    address: 'https://cdn.example/limber@1.2.3/x.js',
    integrity: 'sha384-abc',
  });
  expect(code).toContain(
    'src="https://cdn.example/limber@1.2.3/x.js" integrity="sha384-abc" crossorigin="anonymous"',
  );
  expect(code).toContain('<limber-arm preset="panda" limits="off" controls targets="0.1 0.2 0.3">');
});

it('settings come back out of their attributes', () => {
  const attributes = new Map(attributesOf(settings));
  const read = readSettings({ getAttribute: (name) => attributes.get(name) ?? null });
  expect(read).toMatchObject(settings);
  expect([...attributes.keys()].every((name) => (attributeNames as string[]).includes(name))).toBe(true);
});

it('what a reader wrote cannot leave its attribute', () => {
  const code = elementCode({ src: '"><script>' }, { address: 'a', integrity: 'b' });
  expect(code).toContain('src="&quot;>&lt;script>"');
  expect(frameCode(new URL('https://a.example/?x="<&y'), 'A "title"', 'allow-scripts')).not.toMatch(
    /="[^"]*</,
  );
});
