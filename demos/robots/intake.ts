/** Where files come in: dropped anywhere on the page, or picked by a button. */
import { fromDrop, fromInput, type Given } from './files.ts';

interface Listener {
  readonly onFiles: (given: readonly Given[]) => void;
  readonly onTrouble: (error: unknown) => void;
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

export function takeFiles(page: Document, { onFiles, onTrouble }: Listener): void {
  for (const kind of ['files', 'folder']) {
    const input = page.querySelector<HTMLInputElement>(`input[name=${kind}]`)!;
    page.querySelector(`button[name=${kind}]`)!.addEventListener('click', () => input.click());
    input.addEventListener('change', () => {
      onFiles(fromInput(input));
      // The same file again is a change, too: people mend it and try once more.
      input.value = '';
    });
  }
  const root = page.documentElement;
  // Entering a child comes before leaving its parent.
  let inside = 0;
  const mark = (count: number): void => {
    inside = count;
    root.classList.toggle('dropping', inside > 0);
  };
  page.addEventListener('dragenter', (event) => {
    if (holdsFiles(event)) mark(inside + 1);
  });
  page.addEventListener('dragleave', (event) => {
    if (holdsFiles(event)) mark(Math.max(0, inside - 1));
  });
  page.addEventListener('dragover', (event) => {
    // Without this a browser would open the file instead of giving it to the page.
    if (holdsFiles(event)) event.preventDefault();
  });
  page.addEventListener('drop', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    mark(0);
    fromDrop(event.dataTransfer!).then(onFiles, onTrouble);
  });
}
