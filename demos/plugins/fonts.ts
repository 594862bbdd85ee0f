/**
 * Writes the pages' fonts into build/fonts, with only the characters, weights and widths that the pages use.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = here('../../build/fonts/');

/** All characters from `first` to `last`. */
const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('');

const ascii = range(0x20, 0x7e);
const latin = ascii + range(0xa0, 0xff) + '–—‘’“”…•−∕×·←↑→↓\u2002\u2009\u202f';

interface Font {
  readonly source: string;
  readonly text: string;
  readonly axes?: Readonly<Record<string, number | { min: number; max: number }>>;
}

const archivo = '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2';

/** One file per font; shell/css/fonts.css names them. */
const fonts: Readonly<Record<string, Font>> = {
  text: { source: archivo, text: latin, axes: { wght: { min: 400, max: 700 }, wdth: 100 } },
  heading: { source: archivo, text: ascii + '–—‘’“”…·×', axes: { wght: 740, wdth: 112 } },
  code: {
    source: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    text: ascii + '–—‘’“”…−×·→½²µ',
    axes: { wght: { min: 400, max: 700 } },
  },
  // Letters as written and as browsers slant them, signs, and the table for laying out formulas.
  math: {
    source: '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2',
    text:
      latin +
      range(0x391, 0x3f5) +
      range(0x1d434, 0x1d467) +
      range(0x1d6e2, 0x1d71b) +
      'ℎ′″‖∥∑∏√∂∇∈∞≈≠≡≤≥⟨⟩⊤⋅∘∠∝⌊⌋⇒∗∣',
  },
};

async function write(name: string, { source, text, axes }: Font): Promise<void> {
  const file = `${folder}${name}.woff2`;
  const original = here(`../../node_modules/${source}`);
  const newest = Math.max(
    ...[original, fileURLToPath(import.meta.url)].map((path) => statSync(path).mtimeMs),
  );
  if (existsSync(file) && statSync(file).mtimeMs > newest) return;
  const { default: subset } = await import('subset-font');
  const bytes = await subset(readFileSync(original), text, {
    targetFormat: 'woff2',
    ...(axes && { variationAxes: axes }),
  });
  mkdirSync(folder, { recursive: true });
  // Several servers may start at once.
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, bytes);
  renameSync(partial, file);
}

/** A Vite plugin, used by our build and by the Vite that VitePress includes. */
export function fontFiles() {
  return {
    name: 'limber:fonts',
    buildStart: async () => {
      await Promise.all(Object.entries(fonts).map(([name, font]) => write(name, font)));
    },
  };
}
