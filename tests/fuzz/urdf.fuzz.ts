/** URDF: damaged files are read or refused, and written ones read back the same. */
import { expect } from 'vitest';
import { init, Model, type LinkDescription, type ModelDescription } from 'limber';
import { fromURDF, tipsOf, toURDF } from 'limber/robots';
import { randomModel } from '../web/support/random-models.ts';
import '../web/support/silence.ts';
import { corpus, damaged, fuzz, fuzzFormat, orRefused, spoiled } from './fuzz.ts';

await init();

const words = [
  ...'< > /> </ <!-- --> <![CDATA[ ]]> <? ?> &amp; &#0; &#x110000; &a;'.split(' '),
  ...['<robot>', '</robot>', '<link name="a"/>', '<joint', '</joint>', '<mimic joint="grip"/>', '<origin/>'],
  ...['<limit lower="0" upper="0"/>', '<axis xyz="0 0 0"/>'],
  ...'fixed revolute floating planar base hand'.split(' '),
  ...['"', "'", '=', '$(arg a)', '${x}', 'xacro:', '<!DOCTYPE robot [<!ENTITY a "&a;&a;">]>'],
  ...['1e9', '-1e9', '1 2'],
];

const placesOf = (model: Model) =>
  model.links.map(({ name, index, parent, nq }) => [name, index, parent, nq]);

/**
 * Compares links after a round trip. Rotations pass through angles, so they agree except for the last digits.
 */
function expectSameLinks(read: readonly LinkDescription[], links: readonly LinkDescription[]): void {
  const where = ({ name, parent, joint }: LinkDescription) => [name, parent ?? null, joint];
  expect(read.map(where)).toEqual(links.map(where));
  for (const [i, { origin = {} }] of read.entries()) {
    const other = links[i]!.origin ?? {};
    expect(origin.position ?? [0, 0, 0]).toEqual(other.position ?? [0, 0, 0]);
    const [a, b] = [origin.rotation ?? [0, 0, 0, 1], other.rotation ?? [0, 0, 0, 1]];
    expect(Math.abs(a.reduce((sum, each, k) => sum + each * b[k]!, 0))).toBeGreaterThan(1 - 1e-12);
  }
}

fuzzFormat(
  'a damaged file is read, and written the same, or refused by its line',
  {
    inputs: damaged(corpus('urdf'), words),
    read: (text) => fromURDF(text),
    refusals: ['badUrdf'],
    law(robot, text) {
      expect(fromURDF(text)).toEqual(robot);
      for (const warning of robot.warnings) expect(warning).toMatch(/^line \d+/);
      expect(robot.links.map(({ name }) => name)).toContain(tipsOf(robot)[0]);
      expectSameLinks(fromURDF(toURDF(robot)).links, robot.links);
      // Finite, but too long in total, or with unusable names.
      using model = orRefused(() => Model.from(robot), 'notFinite', 'badDescription', 'badLimits');
      expect(model?.links.length ?? robot.links.length).toBe(robot.links.length);
    },
  },
  200,
);

fuzz(
  'a mechanism that URDF can say reads back with the same coordinates',
  randomModel(),
  (description) => {
    const text = orRefused(() => toURDF(description), 'badUrdf');
    if (text === undefined) return;
    using model = Model.from(description);
    using again = Model.from(fromURDF(text));
    expect(again.nq).toBe(model.nq);
    const names = new Set(model.links.map(({ name }) => name));
    expect(
      placesOf(again)
        .flatMap(([name]) => (names.has(name as string) ? [name] : []))
        .sort(),
    ).toEqual([...names].sort());
    expectSameLinks(fromURDF(toURDF(fromURDF(text))).links, fromURDF(text).links);
  },
  150,
);

fuzzFormat(
  'a wrong description makes a text or a LimberError',
  { inputs: spoiled<ModelDescription>(randomModel()), read: toURDF },
  200,
);
