// Mutants of a C++ source: one small mistake each, made in its text. The patterns rely on clang-format's
// spaces around binary operators and none inside templates' brackets; a mutant that does not compile is
// discarded later.

/** Blanks strings and comments, so that only code is found; same length, same columns. */
export function codeOf(text) {
  const blank = (found) => found.replace(/[^\n]/g, '·');
  return text
    .replace(/\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'/g, blank)
    .replace(/^#[^\n]*/gm, blank)
    .split('\n');
}

const swaps = [
  [' + ', ' - '],
  [' - ', ' + '],
  [' * ', ' / '],
  [' / ', ' * '],
  [' += ', ' -= '],
  [' -= ', ' += '],
  [' *= ', ' /= '],
  [' /= ', ' *= '],
  [' < ', ' <= '],
  [' <= ', ' < '],
  [' > ', ' >= '],
  [' >= ', ' > '],
  [' == ', ' != '],
  [' != ', ' == '],
  [' && ', ' || '],
  [' || ', ' && '],
  ['std::min(', 'std::max('],
  ['std::max(', 'std::min('],
  ['return true;', 'return false;'],
  ['return false;', 'return true;'],
];

function* swapped(line) {
  for (const [from, to] of swaps) {
    for (let at = line.indexOf(from); at >= 0; at = line.indexOf(from, at + 1)) {
      yield { at, length: from.length, by: to };
    }
  }
}

/** Adds one to whole numbers and 0.0, one to the exponent of powers of ten, and doubles other numbers. */
function otherNumber(text) {
  if (/^\d+$/.test(text)) return String(Number(text) + 1);
  const power = text.match(/^(.*e)([-+]?\d+)$/);
  if (power) return `${power[1]}${Number(power[2]) + 1}`;
  return /^\d*\.\d+$/.test(text) ? String(2 * Number(text) || 1) : undefined;
}

function* numbers(line) {
  // Skips digits of names, of 10'000, of template arguments, or of an index such as segment<3>.
  for (const { 0: text, index } of line.matchAll(
    /(?<![\w.<'])(?:\d+\.\d+|\d+)(?:e[-+]?\d+)?(?![\w.>']|, \d+>)/g,
  )) {
    const by = otherNumber(text);
    if (by !== undefined) yield { at: index, length: text.length, by };
  }
}

/** Drops a statement; only those on a single line. */
function* dropped(line) {
  const statement = line.match(
    /^(\s+)(?=\S)((?!return|break|continue|using|case|else|const |auto |static )[\w.\-<>[\]():*+&, ]+(?: [-+*/&|]?= .*|\(.*\)|\+\+|--)|(?:\+\+|--)[\w.]+);$/,
  );
  // A type before a name is a declaration, without which nothing compiles.
  if (statement && !/^[\w:]+(?:<[^=]*>)?[&*]? \w+/.test(statement[2]))
    yield { at: statement[1].length, length: statement[2].length, by: '' };
}

function* negated(line) {
  const head = line.match(/^(\s*(?:\} else )?(?:if|while) \()(?!const |auto |.*;.*\))/);
  if (!head) return;
  let depth = 1;
  let end = head[1].length;
  for (; end < line.length && depth > 0; ++end) depth += { '(': 1, ')': -1 }[line[end]] ?? 0;
  if (depth > 0) return;
  const condition = line.slice(head[1].length, end - 1);
  yield { at: head[1].length, length: condition.length, by: `!(${condition})` };
}

/** Every mutant of a text: its line, counted from 1, and that line's text before and after. */
export function mutantsOf(text) {
  const lines = text.split('\n');
  return codeOf(text).flatMap((code, i) => {
    // Skips template declarations, aliases and static assertions.
    if (/^\s*(template|using|static_assert)\b/.test(code)) return [];
    const edits = [...swapped(code), ...numbers(code), ...dropped(code), ...negated(code)];
    return edits.map(({ at, length, by }) => {
      const before = lines[i];
      return { line: i + 1, before, after: before.slice(0, at) + by + before.slice(at + length) };
    });
  });
}

/** `most` of them, evenly spread. */
export function spread(all, most) {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / most)]);
}
