/** Comma-separated values: RFC 4180, but with plain line feeds. */

export type Cell = number | string;

function cell(value: Cell): string {
  const text = String(value);
  if (typeof value === 'number') return text;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its end. Numbers are written in full, so they read back exactly. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\n`;

/** End of a cell. */
const ending = /,|\r\n|\n|\r|$/y;
/** End of a plain cell, or a quote, which a plain cell must not contain. */
const plainEnd = /[",\r\n]|$/g;

/** Index of the quote that closes the cell opened at `from`; −1: none. A quote within a cell is doubled. */
function closing(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** Lines of cells; null for invalid text, such as an unclosed quote. Empty lines are left out. */
export function parseCsv(text: string): string[][] | null {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length || line.length > 0) {
    // By hand, because a regular expression runs out of memory on a long quoted cell.
    if (text[at] === '"') {
      const end = closing(text, at);
      if (end < 0) return null;
      line.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else {
      plainEnd.lastIndex = at;
      const end = plainEnd.exec(text)!.index;
      line.push(text.slice(at, end));
      at = end;
    }
    ending.lastIndex = at;
    const end = ending.exec(text);
    if (!end) return null;
    at = ending.lastIndex;
    if (end[0] === ',') continue;
    if (line.length > 1 || line[0] !== '') lines.push(line);
    line = [];
  }
  return lines;
}
