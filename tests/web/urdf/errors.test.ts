/** All possible mistakes in a URDF, and their messages. */
import { describe, expect, it } from 'vitest';
import { fromURDF } from 'limber/robots';
import { expectError } from '../support/models.ts';
import { robot, textOf } from '../support/urdf-files.ts';
import { abc, jointText as joint, wrongTexts } from './urdf-texts.ts';
import '../support/silence.ts';

describe('refuses', () => {
  it.each(wrongTexts)('%s', (_, text, ...words) => {
    expect(words.length).toBeGreaterThan(0);
    expectError(() => fromURDF(text), 'badUrdf', ...words);
  });

  it.each([null, undefined, 3, {}, new Uint8Array(3)])('%s', (value) => {
    expectError(() => fromURDF(value as never), 'badUrdf', 'must be a text');
  });

  it('a multiplier that is no number', () => {
    const text = robot(
      abc,
      joint('j', 'a', 'b'),
      joint('k', 'b', 'c', '<mimic joint="j" multiplier="two"/>'),
    );
    expectError(() => fromURDF(text), 'badUrdf', 'line 4, <joint name="k"> <mimic>: multiplier is "two"');
  });

  it('a mistake in a file that is whole, however its end is written', () => {
    const text = '<robot name="r">\n<link name="&nope;"/>\n</robot >';
    expectError(() => fromURDF(text), 'badUrdf', 'line 2: this is not well-formed', 'correct it there');
  });

  it('every file that is cut anywhere, and never by another error', () => {
    const text = textOf('rover.urdf');
    const end = text.lastIndexOf('</robot>') + '</robot>'.length;
    for (let at = 0; at < end; at += 41) {
      const { message } = expectError(() => fromURDF(text.slice(0, at)), 'badUrdf');
      expect(message).toMatch(/is the file whole\?|the text is empty/);
    }
  });
});
