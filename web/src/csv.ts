/** Comma-separated values: RFC 4180, but with plain line feeds. */

export type Cell = number | string;

function cell(value: Cell): string {
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its end. Numbers are written in full, so that they read back the same. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\n`;

/** A cell with what ends it: quoted, where a quote is doubled, or plain. */
const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** Lines of cells; null for text that is none, as where a quote is not closed. Empty lines are left out. */
export function parseCsv(text: string): string[][] | null {
  const lines: string[][] = [];
  let line: string[] = [];
  field.lastIndex = 0;
  while (field.lastIndex < text.length || line.length > 0) {
    const found = field.exec(text);
    if (!found) return null;
    const [, quoted, plain, end] = found;
    line.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (line.length > 1 || line[0] !== '') lines.push(line);
    line = [];
  }
  return lines;
}
