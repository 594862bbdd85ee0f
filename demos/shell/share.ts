/** "Share" opens two buttons; the copied text is shown, and announced to screen readers. */
import type { ArmSettings } from 'limber/element';
import { button, make } from './dom.ts';

export interface Shared {
  /** Title of the demo, for a frame. */
  readonly title: string;
  /** Address of this page with its present state. */
  address(): URL;
  /** The same state as an element; null: only this page can show it. */
  arm?(): Partial<ArmSettings> | null;
}

let ids = 0;

/** Adds the share button to `host`: one word until it is opened. */
export function addShare(host: HTMLElement, shared: Shared): void {
  ids += 1;
  const said = make('p', { id: `shared-${ids}`, className: 'label share-said', role: 'status' });
  const text = make('textarea', { className: 'copied-text', readOnly: true, hidden: true, rows: 3 });
  text.spellcheck = false;
  text.setAttribute('aria-describedby', said.id);

  async function copy(what: string, written: string): Promise<void> {
    text.value = written.trim();
    text.hidden = false;
    text.setAttribute('aria-label', what);
    said.textContent = '';
    try {
      await navigator.clipboard.writeText(written);
      said.textContent = `${what} copied.`;
    } catch {
      text.select();
      said.textContent = `The browser does not allow copying here; the ${what.toLowerCase()} is selected above.`;
    }
  }

  /** Loaded when the fold is opened. */
  const codes = () => import('./embed-code.ts');

  async function code(): Promise<string> {
    const { armCode, pageCode } = await codes();
    const settings = shared.arm?.();
    return settings ? armCode(settings, shared.title) : pageCode(shared.address(), shared.title);
  }

  const row = make(
    'div',
    { className: 'actions' },
    button('Copy link', 'share', () => void copy('Address', shared.address().href)),
    button('Copy embed code', 'embed', () => void code().then((text) => copy('Embed code', text))),
  );
  host.classList.add('share');
  const fold = make('details', {}, make('summary', {}, 'Share'), row, text, said);
  fold.addEventListener('toggle', () => void codes(), { once: true });
  host.append(fold);
}
