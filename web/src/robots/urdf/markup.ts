/** Scans XML in one pass without parsing it, because a parser recurses for every level of elements. */

/** Finds lines by offsets, without counting from the start each time. */
export class Lines {
  #ends: readonly number[] | undefined;

  constructor(private readonly text: string) {}

  /** The line of an offset, from 1. */
  at(offset: number): number {
    const ends = (this.#ends ??= lineEnds(this.text));
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }
}

function lineEnds(text: string): number[] {
  const ends: number[] = [];
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) ends.push(i);
  return ends;
}

/** Parts that contain no elements, with their ends. */
const opaque = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

type Opening = (typeof opaque)[number][0] | '<';

/** Start and end of everything that begins with `<`. Stops at a part without an end. */
function* markup(text: string): Generator<readonly [Opening, start: number, end: number]> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const start = at;
    const [opening, closing] = opaque.find(([each]) => text.startsWith(each, start)) ?? ['<', '>'];
    const last = opening === '<' ? tagEnd(text, start) : text.indexOf(closing, start + opening.length);
    if (last < 0) return;
    at = last + closing.length;
    yield [opening, start, at];
  }
}

const quoteOrEnd = /["'>]/g;

/** The `>` of a tag; one within quotes does not count. */
function tagEnd(text: string, start: number): number {
  for (let at = start; ;) {
    quoteOrEnd.lastIndex = at;
    const found = quoteOrEnd.exec(text);
    if (!found) return -1;
    if (found[0] === '>') return found.index;
    const close = text.indexOf(found[0], found.index + 1);
    if (close < 0) return -1;
    at = close + 1;
  }
}

/** Text between `<!--` and `-->`. */
export function* commentsIn(text: string): Generator<readonly [start: number, end: number]> {
  for (const [opening, start, end] of markup(text)) if (opening === '<!--') yield [start + 4, end - 3];
}

/** Offset of an element nested in more than `most` others; −1: none. */
export function deepestIn(text: string, most: number): number {
  let depth = 0;
  for (const [opening, start, end] of markup(text)) {
    if (opening !== '<' || text[start + 1] === '!') continue;
    if (text[start + 1] === '/') depth -= 1;
    else if (text[end - 2] !== '/') depth += 1;
    if (depth > most) return start;
  }
  return -1;
}
