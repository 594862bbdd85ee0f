/** Files that a reader drops or picks. */

export interface Given {
  /** With the folders that it came in: "ur_description/meshes/ur5/base.stl". */
  readonly path: string;
  readonly file: File;
}

/** A folder with more files than this is the wrong one. */
const most = 5000;

/** Of an input, whose files of a folder know their paths. */
export const fromInput = (input: HTMLInputElement): Given[] =>
  [...(input.files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Of a drop, folders and all. To be called before the event is over. */
export function fromDrop(transfer: DataTransfer): Promise<Given[]> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  const plain = [...transfer.files].map((file) => ({ path: file.name, file }));
  return entries.length > 0 ? walk(entries) : Promise.resolve(plain);
}

async function walk(entries: readonly FileSystemEntry[]): Promise<Given[]> {
  const found: Given[] = [];
  const waiting = [...entries];
  while (waiting.length > 0) {
    const entry = waiting.pop()!;
    if (found.length + waiting.length > most) {
      throw new Error(`there are more than ${most} files in what you dropped; drop the robot’s own folder`);
    }
    if (entry.isDirectory) waiting.push(...(await inside(entry as FileSystemDirectoryEntry)));
    else
      found.push({
        path: entry.fullPath.replace(/^\//, ''),
        file: await fileOf(entry as FileSystemFileEntry),
      });
  }
  return found;
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Browsers give a folder in batches. */
async function inside(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

/** The robots among files, those with the shortest paths first: a package's own before its parts. */
export const urdfsOf = (given: readonly Given[]): Given[] =>
  given
    .filter(({ path }) => /\.(urdf|xacro)$/i.test(path))
    .sort(
      (a, b) =>
        Number(/xacro$/i.test(a.path)) - Number(/xacro$/i.test(b.path)) || a.path.length - b.path.length,
    );

/**
 * The file that a URDF means by "package://ur_description/meshes/base.stl": the one whose path ends the same, folder by
 * folder, for as long as possible.
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

/** From the file's name outwards; upper and lower case are one, as on many disks. */
const partsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .reverse();
