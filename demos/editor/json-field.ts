/** The description as text: copied, pasted, or read from a file. */
import { LimberError } from 'limber';
import { button, make, write } from '../shell/dom.ts';
import { sentence } from './form.ts';

export interface JsonSetup {
  readonly write: () => string;
  /** A LimberError is shown in place. */
  readonly read: (text: string) => void;
}

let ids = 0;

export class JsonField {
  readonly element = make('details', { className: 'editor-part' });
  private readonly text = make('textarea', { name: 'json', rows: 6, spellcheck: false, autocomplete: 'off' });
  private readonly said = make('p', { className: 'editor-said' });
  private readonly trouble = make('p', { className: 'trouble' });
  private readonly file = make('input', { type: 'file', accept: '.json,application/json', hidden: true });

  constructor(private readonly setup: JsonSetup) {
    ids += 1;
    this.trouble.id = `editor-trouble-${ids}`;
    this.trouble.setAttribute('role', 'alert');
    this.said.setAttribute('role', 'status');
    this.text.setAttribute('aria-label', 'Description as JSON');
    this.text.setAttribute('aria-describedby', this.trouble.id);
    const actions = make(
      'div',
      { className: 'actions' },
      button('Copy as JSON', 'copy', () => void this.copy()),
      button('Load', 'load', () => this.load()),
      button('Load a file', 'file', () => this.file.click()),
    );
    this.file.addEventListener('change', () => void this.takeFile());
    const hint = make(
      'p',
      { className: 'editor-said' },
      'Links, loops and constraints. Paste a description here to load it.',
    );
    this.element.append(
      make('summary', {}, 'JSON'),
      hint,
      this.text,
      this.trouble,
      this.said,
      actions,
      this.file,
    );
  }

  private async copy(): Promise<void> {
    this.tell('', '');
    const text = this.setup.write();
    this.text.value = text;
    try {
      await navigator.clipboard.writeText(text);
      this.tell('Copied.', '');
    } catch {
      this.text.select();
      this.tell('The browser does not allow copying here; the text is selected above.', '');
    }
  }

  private load(): void {
    this.tell('', '');
    try {
      this.setup.read(this.text.value);
      this.tell('Loaded.', '');
    } catch (error) {
      if (!(error instanceof LimberError)) throw error;
      this.tell('', sentence(error.message));
    }
  }

  private async takeFile(): Promise<void> {
    const [file] = this.file.files ?? [];
    if (!file) return;
    this.text.value = await file.text();
    // The same file again is a change, too: people mend it and try once more.
    this.file.value = '';
    this.load();
  }

  private tell(said: string, trouble: string): void {
    write(this.said, said);
    write(this.trouble, trouble);
    this.text.toggleAttribute('aria-invalid', trouble !== '');
  }
}
