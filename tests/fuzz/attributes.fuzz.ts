/**
 * Attributes of `<limber-arm>`, from markup and from embed.html's address: read, or refused by name, and
 * written back the same.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { init, LimberError } from 'limber';
import {
  attributeNames,
  readSetting,
  readSettings,
  writeSetting,
  type AttributeName,
} from '../../web/src/element/attributes.ts';
import '../web/support/silence.ts';
import { anything, damaged, fuzz, orRefused } from './fuzz.ts';

await init();

const texts = [
  ...'on off true panda ur5 lm eight lazy auto 12 1000'.split(' '),
  ...['', '0 -1 0', '1, 2,3'],
  ...'robot.urdf //host/a.urdf javascript:alert(1) data:,x'.split(' '),
  ...['left hand,right hand,', 'hand tool', 'a b c'],
  '[{"type":"pose","link":"effector","target":[1,2,3,0,0,0,1],"free":["rz"]}]',
  '[{"a":{"link":"rod","position":[0,1,0]},"b":{},"free":"revolute"}]',
  ...['[]', '[[[[]]]]', 'null', '{"a":1}', '[1,2', '"x"'],
];
const words = [
  ...texts,
  ...[',', ' ', '[', ']', '{', '}', '"', '\\u0000', '1e999', '-', 'e', '.', '%', '<', '&', "'"],
];
const given = fc.dictionary(fc.constantFrom<string>(...attributeNames), damaged(texts, words), {
  maxKeys: 6,
});

const sourceOf = (attributes: Readonly<Record<string, string>>) => ({
  getAttribute: (name: string) => (Object.hasOwn(attributes, name) ? attributes[name]! : null),
});

fuzz(
  'damaged ones are read, or refused by name; each alone is read or its default',
  given,
  (attributes) => {
    const source = sourceOf(attributes);
    const settings = orRefused(() => readSettings(source), 'badOption');
    for (const name of attributeNames) {
      const value = readSetting(source, name);
      if (settings) expect(value).toEqual(settings[name]);
      // Written text reads back the same.
      const text = writeSetting(name, value as never);
      const again = readSetting(sourceOf({ ...attributes, [name]: text ?? '' }), name);
      // Text cannot represent −0.
      if (text !== null) expect(JSON.stringify([name, again])).toBe(JSON.stringify([name, value]));
    }
    if (settings) expect(readSettings(source)).toEqual(settings);
  },
  300,
);

fuzz(
  'a property of any value is written, or refused by its name',
  fc.tuple(fc.constantFrom(...attributeNames), anything),
  ([name, value]) => {
    const written = orRefused(() => ({ text: writeSetting(name, value as never) }), 'badOption');
    if (!written) return;
    const { text } = written;
    expect(text === null || typeof text === 'string').toBe(true);
    if (text === null) return;
    orRefused(() => readSettings(sourceOf({ [name]: text })), 'badOption');
  },
  300,
);

fuzz(
  'the complaint names the attribute',
  fc.tuple(
    fc.constantFrom<AttributeName>('sweeps', 'direction', 'goals', 'loops', 'q'),
    damaged(texts, words),
  ),
  ([name, text]) => {
    let message: string | null = null;
    try {
      readSettings(sourceOf({ [name]: text }) satisfies { getAttribute(name: string): string | null });
    } catch (error) {
      message = (error as LimberError).message;
    }
    const value = readSetting(sourceOf({ [name]: text }), name);
    if (message !== null) expect(message).toMatch(new RegExp(`^${name} is `));
    else expect(value).not.toBe(undefined);
  },
  300,
);
