function explain(text: string): void {
  const note = document.createElement('p');
  note.className = 'note';
  note.textContent = text;
  document.querySelector('.hero')!.append(note);
}

// three.js and the solvers come after the text.
import('./page.ts')
  .then(({ start }) => start(document, explain))
  .catch((error: unknown) => {
    explain(`The robots could not be loaded (${error instanceof Error ? error.message : String(error)}).`);
  });
