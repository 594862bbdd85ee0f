import { readFileSync } from 'node:fs';

/** A module without imports as the text of a script. */
export async function inlined(file: string): Promise<string> {
  // Not for the docs, which use another Vite.
  const { minify, transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
  return (await minify(file, `{${code}}`, { module: false })).code.trim();
}
