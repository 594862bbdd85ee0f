/** Right-aligns columns to the width of their widest cell. */
export function align(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const pad = (text: string, i: number) => text.padStart(widths[i]!);
  return rows.map((row) => `  ${row.map(pad).join('  ')}`).join('\n');
}

/** Characters per line of a terminal. */
export const width = 100;

/** Divides a text into lines of at most `most` characters, after one of `breaks` where there is one. */
export function fold(text: string, most = width, breaks = ' '): string {
  const line = new RegExp(`.{1,${most}}(?<=${breaks}|$)|.{1,${most}}`, 'gsu');
  return (text.match(line) ?? []).map((each) => each.trimEnd()).join('\n');
}
