/** Right-aligns columns to the width of their widest cell. */
export function align(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const pad = (text: string, i: number) => text.padStart(widths[i]!);
  return rows.map((row) => `  ${row.map(pad).join('  ')}`).join('\n');
}
