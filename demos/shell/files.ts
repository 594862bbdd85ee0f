/** Files that a reader drops anywhere on the page or picks by a button, and files that the page saves. */
import type { Trajectory } from 'limber';
import { make } from './dom.ts';

export interface Given {
  /** With its folders: "ur_description/meshes/ur5/base.stl". */
  readonly path: string;
  readonly file: File;
}

/** Receives the files; a dropped folder takes a moment to read, and may be refused. */
type OnFiles = (given: Promise<readonly Given[]>) => void;

/** A folder with more files is probably the wrong one. */
const most = 5000;

/** A native control that looks like a button. */
export function fileButton(
  text: string,
  name: string,
  onFiles: OnFiles,
  what: Partial<Pick<HTMLInputElement, 'accept' | 'webkitdirectory'>>,
): HTMLElement {
  const input = make('input', { type: 'file', name, multiple: true, ...what });
  input.addEventListener('change', () => {
    const given = [...(input.files ?? [])].map((file) => ({
      path: file.webkitRelativePath || file.name,
      file,
    }));
    // Cleared, so that picking the same file again counts as a change: people mend it and retry.
    input.value = '';
    if (given.length > 0) onFiles(Promise.resolve(given));
  });
  return make('label', { className: 'button' }, text, input);
}

/** Accepts files and folders dropped anywhere on the page. */
export function takeDrops(onFiles: OnFiles): void {
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const mark = (on: boolean) => document.documentElement.classList.toggle('dropping', on);
  document.addEventListener('dragover', (event) => {
    if (!holdsFiles(event)) return;
    // Otherwise the browser would open the file instead of passing it to the page.
    event.preventDefault();
    mark(true);
  });
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) mark(false);
  });
  document.addEventListener('drop', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    mark(false);
    onFiles(dropped(event.dataTransfer!));
  });
}

/** Must be called during the event. */
function dropped(transfer: DataTransfer): Promise<readonly Given[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length > 0) return walk(entries);
  return Promise.resolve([...transfer.files].map((file) => ({ path: file.name, file })));
}

async function walk(entries: readonly FileSystemEntry[]): Promise<Given[]> {
  const found: Given[] = [];
  const waiting = [...entries];
  while (waiting.length > 0) {
    const entry = waiting.pop()!;
    if (found.length + waiting.length > most)
      throw new Error(`there are more than ${most} files in what you dropped; drop the robot’s own folder`);
    if (entry.isDirectory) waiting.push(...(await inside(entry as FileSystemDirectoryEntry)));
    else {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      found.push({ path: entry.fullPath.replace(/^\//, ''), file });
    }
  }
  return found;
}

/** Browsers list a folder in batches. */
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

/** A motion as joint values. */
export const csvOf = (trajectory: Trajectory): Blob => new Blob([trajectory.toCSV()], { type: 'text/csv' });
export const jsonOf = (trajectory: Trajectory): Blob =>
  new Blob([JSON.stringify(trajectory)], { type: 'application/json' });

/** A file's name from a title, which may be that of a file. */
export const fileName = (title: string, ending: string): string =>
  `${title.replace(/\.\w+$/, '').replace(/[^\w-]+/g, '-')}.${ending}`;

/** Gives the reader a file to save. */
export function download(name: string, content: Blob): void {
  const link = make('a', { href: URL.createObjectURL(content), download: name });
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Copies a text to the clipboard, and returns a sentence with the outcome. */
export async function copyLines(what: string, text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return `Copied ${text.trimEnd().split('\n').length} lines of ${what}.`;
  } catch {
    return 'The browser does not allow copying here.';
  }
}
