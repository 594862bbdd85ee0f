/** The command line: whatever words it gets, it answers, or complains in one line. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { init, Trajectory } from 'limber';
import { UsageError } from '../../web/src/command/reading.ts';
import { perform } from '../../web/src/command/perform.ts';
import '../web/silence.ts';
import { damaged, fuzz } from './fuzz.ts';

await init();

const words = [
  ...[
    '1',
    '3',
    'fork',
    'chain',
    'eight',
    'hand',
    'circle',
    '--solver',
    'lm',
    'ccd',
    'curl',
    '--frames',
    '2',
    '0',
    '1e1',
  ],
  ...[
    '--frames=3',
    '--dt',
    '0.016',
    '1e-300',
    '10',
    '--out',
    'a.csv',
    'b.json',
    '--out=.csv',
    '--list',
    '-h',
    '-v',
  ],
  ...[
    '--',
    '-',
    '---',
    '-x',
    '--solver=',
    '__proto__',
    'a\nb',
    '\u001b[2J',
    '',
    ' ',
    '🦾',
    '--frames=1\n2',
    '--no-list',
  ],
];
const line = fc.array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...words) }, damaged(words, words)), {
  maxLength: 7,
});
/** Most are whole, so that more than the complaint is tried. */
const begun = fc
  .tuple(fc.constantFrom('1', '2', '3', 'fork', 'tree'), fc.constantFrom('1', '2', 'spiral', 'hand'), line)
  .map(([arm, track, rest]) => [arm, track, '--frames', '2', ...rest]);

fuzz(
  'any words give an answer, or one line that says what is wrong',
  fc.oneof(line, begun),
  (args) => {
    try {
      const { text, file } = perform(args, '0.1.0');
      expect(text).not.toMatch(/NaN|undefined|Infinity m\b/);
      expect(perform(args, '0.1.0')).toEqual({ text, ...(file ? { file } : {}) });
      if (file?.path.endsWith('.csv')) expect(Trajectory.fromCSV(file.content).length).toBeGreaterThan(0);
      if (file?.path.endsWith('.json')) expect(Trajectory.fromJSON(file.content).length).toBeGreaterThan(0);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      // No line feeds, and nothing that a terminal obeys.
      // eslint-disable-next-line no-control-regex
      expect(error.message).toMatch(/^[^\u0000-\u001f\u007f-\u009f]{10,600}$/);
    }
  },
  300,
);
