/** A row of a table, by column. */
export type Line = Readonly<Record<string, string | number | boolean | undefined>>;

function show(value: Line[string]): string {
  if (typeof value !== 'number') return String(value ?? '');
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}

/** Text left-aligned, numbers right-aligned, every column as wide as its widest cell. */
export function printTable(lines: readonly Line[]): void {
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  const cells = [columns, ...lines.map((line) => columns.map((column) => show(line[column])))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  const textual = columns.map((column) => lines.every((line) => typeof line[column] !== 'number'));
  for (const line of cells) {
    const padded = line.map((cell, i) =>
      textual[i] ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    );
    console.log(padded.join('  ').trimEnd());
  }
}
