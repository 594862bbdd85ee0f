/** Checks a BVH, which three's BVHLoader reads without a word whatever it holds. */
import { checkSize, LimberError, show } from '../../describe/errors.ts';
import { mostFrames, mostTrajectoryText } from '../../describe/input-limits.ts';

const channelNames = ['X', 'Y', 'Z'].flatMap((axis) => [`${axis}position`, `${axis}rotation`]);

/** The lines of a text that hold anything, one by one. */
class Lines {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  }

  /** Words of the next line that is not empty; undefined at the end. */
  next(): string[] | undefined {
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]!.trim();
      this.#at += 1;
      if (line) return line.split(/\s+/);
    }
    return undefined;
  }

  /** The next line's words. @throws LimberError if the file ends. */
  need(what: string): string[] {
    return this.next() ?? this.fail(`the file ends where ${what} should be; is it whole?`);
  }

  fail(text: string): never {
    throw new LimberError('badTrajectory', `line ${this.#at} of the BVH: ${text}`);
  }
}

const word = (words: readonly string[], i: number) => (words[i] ?? '').toUpperCase();

/** Three's mixer splits the names of tracks at these. */
export const reserved = /[[\].:/\s]/g;

/** Reads the hierarchy, and writes it anew; returns the number of its channels. */
function readHierarchy(lines: Lines, out: string[]): number {
  const names = new Set<string>();
  let channels = 0;
  const open = (words: readonly string[]): 'joint' | 'end' => {
    const isEnd = word(words, 0) === 'END';
    // A name may have several words.
    const name = words.slice(1).join('_').replaceAll(reserved, '_');
    if (!isEnd && !name) lines.fail('a joint has no name');
    if (!isEnd && names.has(name))
      lines.fail(`a second joint is named ${show(name)}; give each its own name`);
    if (!isEnd) names.add(name);
    out.push(isEnd ? 'End Site' : `${word(words, 0)} ${name}`, '{');
    const brace = lines.need('a {');
    if (brace.join('') !== '{') lines.fail(`${show(brace.join(' '))} is where { should be`);
    const offset = lines.need('an OFFSET');
    const numbers = offset.slice(1).map(Number);
    if (word(offset, 0) !== 'OFFSET' || numbers.length !== 3 || !numbers.every(Number.isFinite))
      lines.fail(`${show(offset.join(' '))} is where OFFSET and three numbers should be`);
    out.push(`OFFSET ${numbers.join(' ')}`);
    if (isEnd) return 'end';
    const channelWords = lines.need('CHANNELS');
    const list = channelWords.slice(2);
    if (word(channelWords, 0) !== 'CHANNELS' || Number(channelWords[1]) !== list.length)
      lines.fail(`${show(channelWords.join(' '))} is where CHANNELS, their number and their names should be`);
    const odd = list.find((channel) => !channelNames.includes(channel));
    if (odd !== undefined)
      lines.fail(`the channel ${show(odd)} is unknown; known: ${channelNames.join(', ')}`);
    channels += list.length;
    out.push(`CHANNELS ${list.length} ${list.join(' ')}`);
    return 'joint';
  };
  const root = lines.need('ROOT');
  if (word(root, 0) !== 'ROOT') lines.fail(`${show(root.join(' '))} is where ROOT should be`);
  const opened = [open(root)];
  while (opened.length > 0) {
    const words = lines.need('JOINT, End Site or }');
    if (words[0] === '}') {
      opened.pop();
      out.push('}');
    } else if (opened.at(-1) === 'end' || !['JOINT', 'END'].includes(word(words, 0)))
      lines.fail(`${show(words.join(' '))} is where JOINT, End Site or } should be`);
    else opened.push(open(words));
  }
  return channels;
}

/**
 * Checks a BVH and returns it as three's `BVHLoader` reads it: any line ends, joints' names without characters
 * that its mixer cannot find.
 *
 * @example
 * const { skeleton, clip } = new BVHLoader().parse(checkBVH(text));
 * @throws LimberError `badTrajectory` for a file that is no BVH, is cut off, has two skeletons or numbers that are
 *   not finite, naming the line; `tooLarge`.
 */
export function checkBVH(text: string): string {
  checkSize(text.length, mostTrajectoryText, 'characters in the BVH');
  const lines = new Lines(text);
  const out = ['HIERARCHY'];
  if (word(lines.need('HIERARCHY'), 0) !== 'HIERARCHY')
    lines.fail('it does not begin with HIERARCHY; is it a BVH?');
  const channels = readHierarchy(lines, out);
  const motion = lines.need('MOTION');
  if (word(motion, 0) === 'ROOT') lines.fail(`a second skeleton, ${show(motion[1])}; keep one per file`);
  if (word(motion, 0) !== 'MOTION') lines.fail(`${show(motion.join(' '))} is where MOTION should be`);
  const frames = Number(lines.need('Frames:').at(-1));
  if (!(Number.isInteger(frames) && frames > 0))
    lines.fail('the number of frames is no whole number above 0');
  checkSize(frames, mostFrames, 'frames in the BVH');
  const step = Number(lines.need('Frame Time:').at(-1));
  if (!(step > 0 && step < Infinity)) lines.fail('the frame time is no number of seconds above 0');
  out.push('MOTION', `Frames: ${frames}`, `Frame Time: ${step}`);
  for (let frame = 1; frame <= frames; frame += 1) {
    const words =
      lines.next() ?? lines.fail(`the file ends before frame ${frame} of ${frames}; is it whole?`);
    if (words.length !== channels)
      lines.fail(`frame ${frame} has ${words.length} numbers, not ${channels}; is the file whole?`);
    const odd = words.find((each) => !Number.isFinite(Number(each)));
    if (odd !== undefined) lines.fail(`${show(odd)} in frame ${frame} is no number; leave the frame out`);
    out.push(words.join(' '));
  }
  return `${out.join('\n')}\n`;
}
