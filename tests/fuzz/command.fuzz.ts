/** The command line: with any words it answers, or complains in one line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { init, Trajectory } from 'limber';
import { UsageError } from '../../web/src/command/reading.ts';
import { perform } from '../../web/src/command/perform.ts';
import { root } from '../web/support/readme.ts';
import '../web/support/silence.ts';
import { corpus, damaged, fuzz } from './fuzz.ts';

await init();

const words = [
  ...'1 3 fork chain eight hand circle --solver lm ccd curl --frames 2 0 1e1'.split(' '),
  ...'--frames=3 --dt 0.016 1e-300 10 --out a.csv b.json --out=.csv --list -h -v'.split(' '),
  ...'-- - --- -x --solver= __proto__ 🦾 --no-list'.split(' '),
  ...['a\nb', '\u001b[2J', '', ' ', '--frames=1\n2'],
];
const line = fc.array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...words) }, damaged(words, words)), {
  maxLength: 7,
});
/** Mostly complete commands, to test more than the complaints. */
const begun = fc
  .tuple(fc.constantFrom('1', '2', '3', 'fork', 'tree'), fc.constantFrom('1', '2', 'spiral', 'hand'), line)
  .map(([arm, track, rest]) => [arm, track, '--frames', '2', ...rest]);

/** A usage error without line feeds and terminal control characters. */
function expectComplaint(error: unknown): void {
  if (!(error instanceof UsageError)) throw error;
  // eslint-disable-next-line no-control-regex
  expect(error.message).toMatch(/^[^\u0000-\u001f\u007f-\u009f]{10,600}$/);
}

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
      expectComplaint(error);
    }
  },
  300,
);

/** Never in an answer, except as the name of a joint. */
const noNumber = /NaN|undefined|Infinity/;
/** Contents of `robot.urdf`; no other file can be read. */
const texts = [...corpus('urdf'), readFileSync(join(root, 'tests/fixtures/urdf/ur5.urdf'), 'utf8')];
const solveWords = [
  ...'robot.urdf --tip tool0 tip base_link --pose 0.3,0.1,0.4,0,0,0,1 -0.2,0,0.5,1,0,0,0'.split(' '),
  ...['--free', 'rz', 'rx,ry,rz', '--hold', 'joint1', '--start', '0,0,0', '1,1,1,1,1,1', '--no-limits'],
  ...'--within x=-2cm..2cm rz=..1,y=0.. .. --tilt 15deg --twist -1..1rad --about y'.split(' '),
  ...'--most 3 1e9 --format csv json table --pose= - -- , 1,2 🦾'.split(' '),
  ...['\u001b[2J'],
];
const solveLine = fc.array(fc.oneof(fc.constantFrom(...solveWords), damaged(solveWords, solveWords)), {
  maxLength: 6,
});
const solveBegun = fc
  .tuple(fc.constantFrom('tool0', 'tip', 'tool', 'hand'), solveLine)
  .map(([tip, rest]) => ['robot.urdf', '--tip', tip, '--pose', '0.3,0.1,0.4,0,0,0,1', ...rest]);

fuzz(
  'any words after solve do, too, for any robot',
  fc.tuple(
    fc.oneof(solveLine, solveBegun),
    damaged(texts, ['<joint', 'axis', 'xyz="0 0 0"', 'continuous'], 2),
  ),
  ([words, text]) => {
    const read = (path: string): string => {
      if (path === 'robot.urdf') return text;
      throw new UsageError(`cannot read ${path}: there is no such file`);
    };
    try {
      const { text: said } = perform(['solve', ...words], '0.1.0', read);
      if (!noNumber.test(text + words.join(' '))) expect(said).not.toMatch(noNumber);
      expect(perform(['solve', ...words], '0.1.0', read).text).toBe(said);
    } catch (error) {
      expectComplaint(error);
    }
  },
  200,
);
