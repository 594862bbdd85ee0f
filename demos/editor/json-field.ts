/** The description as text: copied, pasted, or read from a file. */
import { button, make, write } from '../shell/dom.ts';
import { complaintOf } from './form.ts';

interface JsonSetup {
  readonly write: () => string;
  /** May throw a LimberError, which is shown in place. */
  readonly read: (text: string) => void;
}

let ids = 0;

export class JsonField {
  readonly element: HTMLElement;
  readonly #text = make('textarea', {
    name: 'json',
    rows: 6,
    spellcheck: false,
    autocomplete: 'off',
    ariaLabel: 'Description as JSON',
  });
  readonly #said = make('p', { className: 'editor-said', role: 'status' });
  readonly #trouble = make('p', { className: 'trouble', role: 'alert' });
  readonly #file = make('input', { type: 'file', accept: '.json,application/json', hidden: true });

  constructor(private readonly setup: JsonSetup) {
    ids += 1;
    this.#trouble.id = `editor-trouble-${ids}`;
    this.#text.setAttribute('aria-describedby', this.#trouble.id);
    const buttons = [
      button('Copy as JSON', 'copy', () => void this.#copy()),
      button('Load', 'load', () => this.#load()),
      button('Load a file', 'file', () => this.#file.click()),
    ];
    this.#file.addEventListener('change', () => void this.#takeFile());
    const hint = 'Links, loops and constraints. Paste a description here to load it.';
    this.element = make(
      'details',
      { className: 'editor-part' },
      ...[make('summary', {}, 'JSON'), make('p', { className: 'editor-said' }, hint)],
      ...[
        this.#text,
        this.#trouble,
        this.#said,
        make('div', { className: 'actions' }, ...buttons),
        this.#file,
      ],
    );
  }

  async #copy(): Promise<void> {
    this.#tell('', '');
    const text = this.setup.write();
    this.#text.value = text;
    try {
      await navigator.clipboard.writeText(text);
      this.#tell('Copied.', '');
    } catch {
      this.#text.select();
      this.#tell('The browser does not allow copying here; the text is selected above.', '');
    }
  }

  #load(): void {
    this.#tell('', '');
    const trouble = complaintOf(() => this.setup.read(this.#text.value));
    this.#tell(trouble ? '' : 'Loaded.', trouble);
  }

  async #takeFile(): Promise<void> {
    const [file] = this.#file.files ?? [];
    if (!file) return;
    this.#text.value = await file.text();
    // Cleared, so that picking the same file again counts as a change: people mend it and retry.
    this.#file.value = '';
    this.#load();
  }

  #tell(said: string, trouble: string): void {
    write(this.#said, said);
    write(this.#trouble, trouble);
    this.#text.toggleAttribute('aria-invalid', trouble !== '');
  }
}
