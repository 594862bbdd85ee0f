import { addHeader } from './header.ts';

type Start = (page: Document, explain: (text: string) => void) => Promise<void>;

/** Puts the header on a page and starts it; what goes wrong is told on the page. `what`: "The robots". */
export function open(what: string, load: () => Promise<{ start: Start }>): void {
  addHeader(document.querySelector<HTMLElement>('.bar')!);
  const explain = (text: string): void => {
    const note = document.createElement('p');
    note.className = 'note';
    note.textContent = text;
    document.querySelector('.hero')!.append(note);
  };
  load()
    .then(({ start }) => start(document, explain))
    .catch((error: unknown) => {
      explain(`${what} could not be loaded (${error instanceof Error ? error.message : String(error)}).`);
    });
}
