/** A robot out of a reader's files. */
import { yUp } from 'limber/presets';
import { fromURDF } from 'limber/urdf';
import type { Source } from './catalogue.ts';
import { type Given, urdfsOf } from './files.ts';
import type { Looks } from './meshes.ts';

export interface Own {
  readonly name: string;
  readonly text: string;
  readonly given: readonly Given[];
  readonly source: Source;
}

export function sourceOf(title: string, text: string): Source {
  const description = fromURDF(text);
  return { title, description, upright: yUp(description), start: [] };
}

/** The looks that the file gives; null where it gives none. The loaders are fetched for the first that has some. */
export async function looksOf({ text, given }: Own): Promise<Looks | null> {
  if (!text.includes('<visual')) return null;
  const { loadLooks } = await import('./meshes.ts');
  return loadLooks(text, given);
}

/** What to say of looks that are not all there; empty if they are. */
export function remarkOn({ missing, broken, drawn }: Looks): string {
  const parts = [...broken];
  if (missing.length > 0) {
    const names =
      missing.slice(0, 3).join(', ') + (missing.length > 3 ? ` and ${missing.length - 3} more` : '');
    parts.push(
      `Without ${missing.length === 1 ? 'this mesh' : 'these meshes'}: ${names}. Drop the robot’s whole folder to see ${missing.length === 1 ? 'it' : 'them'}` +
        (drawn ? '' : '; till then its links are drawn as bars'),
    );
  }
  return parts.map((part) => `${part}.`).join(' ');
}

/** The robot among files; meshes alone belong to the robot before. @throws Error that says what to drop. */
export async function readFiles(
  given: readonly Given[],
  before: Own | null,
): Promise<{ name: string; text: string }> {
  const [first] = urdfsOf(given);
  if (first) return { name: first.file.name, text: await first.file.text() };
  if (before) return { name: before.name, text: before.text };
  const names = given.slice(0, 3).map(({ file }) => file.name);
  const what = given.length > 3 ? `none of these ${given.length} files` : names.join(', ') || 'nothing';
  throw new Error(
    given.some(({ path }) => /\.(zip|gz|7z)$/i.test(path))
      ? 'this is an archive; unpack it and drop its folder'
      : `${what} ${given.length === 1 ? 'is no URDF' : 'holds a URDF'}; drop a file that ends in .urdf, with its meshes beside it if it has any`,
  );
}
