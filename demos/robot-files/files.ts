/** Reads a robot from a reader's files, and reports on them. */
import { Model } from 'limber';
import { fromURDF } from 'limber/robots';
import { make } from '../shell/dom.ts';
import type { Given } from '../shell/files.ts';
import { makeSource, type RobotSource } from './catalogue.ts';

/** Greatest length of a quoted line; greatest number of sentences about one file. */
const longest = 160;
const most = 3;

/**
 * Finds the robot among files; meshes alone belong to the previous robot. @throws Error that says what to
 * drop.
 */
export async function readFiles(
  given: readonly Given[],
  before: RobotSource,
): Promise<{ readonly name: string; readonly text: string; readonly given: readonly Given[] }> {
  const [first] = urdfsOf(given);
  const text = await first?.file.text();
  const { own, title } = before;
  if (own && (!first || text === own.text))
    return { name: first?.file.name ?? title, text: own.text, given: [...given, ...own.given] };
  if (first) return { name: first.file.name, text: text!, given };
  const names = given.slice(0, most).map(({ file }) => file.name);
  const what = given.length > most ? `none of these ${given.length} files` : names.join(', ') || 'nothing';
  throw new Error(
    given.some(({ path }) => /\.(zip|gz|7z)$/i.test(path))
      ? 'this is an archive; unpack it and drop its folder'
      : `${what} ${given.length === 1 ? 'is not a URDF' : 'holds a URDF'}; drop a file that ends in .urdf, with its meshes beside it if it has any`,
  );
}

/** @throws LimberError naming the line, or the error in the model. */
export function sourceOf(title: string, text: string, given: readonly Given[]): RobotSource {
  const { warnings, ...description } = fromURDF(text);
  const source = makeSource('file', title, description);
  Model.from(source.upright).dispose();
  return { ...source, own: { text, given, warnings: fewOf(warnings) } };
}

const fewOf = (sentences: readonly string[]): string => {
  const more = sentences.length - most;
  const said = sentences.slice(0, most).map((each) => each.replace(/\.?$/, '.'));
  return [...said, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
};

/** A remark on incomplete meshes. `refused`: one sentence per mesh that could not be drawn. */
export function remarkOn(missing: readonly string[], refused: readonly string[], drawn: boolean): string {
  const broken = refused.filter((each) => !missing.some((file) => each.startsWith(`${file}:`)));
  const parts = broken.map((each) => `${each}.`);
  if (missing.length > 0) {
    const [these, them] = missing.length === 1 ? ['this mesh', 'it'] : ['these meshes', 'them'];
    const names = [...new Set(missing.map(nameOf))];
    const more = names.length > most ? ` and ${names.length - most} more` : '';
    parts.push(
      `Without ${these}: ${names.slice(0, most).join(', ')}${more}. Drop the robot’s whole folder to see ${them}` +
        (drawn ? '.' : '; till then its links are drawn as bars.'),
    );
  }
  return parts.join(' ');
}

/** Finds a mesh among the robot's accompanying files. */
export const finderOf =
  ({ own }: RobotSource) =>
  (path: string): File | null =>
    findFile(own?.given ?? [], path) ?? null;

/** Files of a model's meshes. */
export const meshesOf = ({ links }: Model): string[] =>
  links.flatMap(({ shapes = [] }) => shapes.flatMap((shape) => (shape.type === 'mesh' ? [shape.file] : [])));

/** The error in a file, with the line where it occurs. */
export function refusalOf(file: string, error: unknown, text: string): HTMLElement {
  const message = error instanceof Error ? error.message : String(error);
  const number = Number(/^line (\d+)/.exec(message)?.[1]);
  const line = number > 0 ? (text.split('\n', number)[number - 1] ?? '').trim().slice(0, longest) : '';
  const quoted = line ? [make('code', {}, `${number}  ${line}`)] : [];
  return make('span', {}, make('b', {}, `${file}: `), message, ...quoted);
}

/** The robots among files, shortest paths first: a package's own before its parts. */
export const urdfsOf = (given: readonly Given[]): Given[] => {
  const isXacro = ({ path }: Given) => Number(/xacro$/i.test(path));
  return given
    .filter(({ path }) => /\.(urdf|xacro)$/i.test(path))
    .sort((a, b) => isXacro(a) - isXacro(b) || a.path.length - b.path.length);
};

/**
 * The file that a URDF means by "package://ur_description/meshes/base.stl": the one with the most path parts
 * in common, counted from the end.
 */
export function findFile(given: readonly Given[], wanted: string): File | undefined {
  const parts = partsOf(wanted.replace(/^\w+:\/\//, '').replaceAll('%20', ' '));
  let best: File | undefined;
  let longest = 0;
  for (const { path, file } of given) {
    const own = partsOf(path);
    let shared = 0;
    while (shared < own.length && own[shared] === parts[shared]) shared += 1;
    if (shared > longest) [best, longest] = [file, shared];
  }
  return best;
}

/** Path parts from the file's name outwards, in lower case, since many disks ignore case. */
const partsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .reverse();

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1)!;
