import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A path in the project as one of this machine. */
export const inProject = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const read = (path: string): string => readFileSync(inProject(path), 'utf8');

/** A table of Markdown. What its cells hold must not break out of them. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (right.includes(i) ? '---:' : '---'));
  return [head, rule, ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))]
    .map(line)
    .join('\n');
}

/** Puts the tables into the places of a text that `<!-- name -->` marks. */
export function fill(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((filled, [name, part]) => {
    const mark = `<!-- ${name} -->`;
    if (!filled.includes(mark)) throw new Error(`no place for "${name}": ${mark} is missing`);
    return filled.replace(mark, () => part);
  }, text);
}
