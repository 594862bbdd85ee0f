/** "Share" opens two buttons; the copied text is shown, and announced to screen readers. */
import type { ArmSettings } from 'limber/element';
import { armCode, pageCode } from './embed-code.ts';

export interface Shared {
  /** Title of the demo, for a frame. */
  readonly title: string;
  /** Address of this page with its present state. */
  address(): URL;
  /** The same state as an element; null: only this page can show it. */
  arm?(): Partial<ArmSettings> | null;
}

let ids = 0;

function makeButton(text: string, name: string, onClick: () => void): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', name });
  button.textContent = text;
  button.addEventListener('click', onClick);
  return button;
}

/** The present address, for pages that keep it up to date. */
export const present = (): URL => new URL(location.href);

/** Adds the share button to `host`: one word until it is opened. */
export function addShare(host: HTMLElement, shared: Shared): void {
  const text = document.createElement('textarea');
  const said = document.createElement('p');
  ids += 1;
  said.id = `shared-${ids}`;
  said.className = 'share-said';
  said.setAttribute('role', 'status');
  Object.assign(text, { readOnly: true, hidden: true, rows: 3, spellcheck: false, className: 'copied-text' });
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

  function code(): string {
    const settings = shared.arm?.();
    return settings ? armCode(settings, shared.title) : pageCode(shared.address(), shared.title);
  }

  const row = document.createElement('div');
  row.className = 'actions';
  row.append(
    makeButton('Copy link', 'share', () => void copy('Address', shared.address().href)),
    makeButton('Copy embed code', 'embed', () => void copy('Embed code', code())),
  );
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = 'Share';
  details.append(summary, row, text, said);
  host.classList.add('share');
  host.append(details);
}
