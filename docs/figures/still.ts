/** Frame 0 of figures, for pages as they are built: runs in Node, and draws on a document of linkedom. */
import { init } from 'limber';
import { parseHTML } from 'linkedom';

const { window, document } = parseHTML('<!doctype html><html><body></body></html>');

// Linkedom knows these only as attributes, or not at all.
for (const [prototype, property, attribute] of [
  [window.HTMLInputElement.prototype, 'min', 'min'],
  [window.HTMLInputElement.prototype, 'max', 'max'],
  [window.HTMLInputElement.prototype, 'step', 'step'],
  [window.HTMLTextAreaElement.prototype, 'rows', 'rows'],
  [window.Element.prototype, 'ariaLabel', 'aria-label'],
] as const)
  Object.defineProperty(prototype, property, {
    get(this: Element) {
      return this.getAttribute(attribute);
    },
    set(this: Element, value: string) {
      this.setAttribute(attribute, value);
    },
  });
const select = window.HTMLSelectElement.prototype;
Object.defineProperty(select, 'value', {
  get(this: Element) {
    const chosen = this.querySelector('[selected]') ?? this.querySelector('option');
    return chosen?.getAttribute('value') ?? '';
  },
  set(this: Element, value: string) {
    for (const each of this.querySelectorAll('option'))
      each.toggleAttribute('selected', each.getAttribute('value') === value);
  },
});

/** What figures read from a browser; nothing of it moves. */
const browser = {
  document,
  window,
  HTMLElement: window.HTMLElement,
  Event: window.Event,
  Option: function (text: string, value: string) {
    return Object.assign(document.createElement('option'), { textContent: text, value });
  },
  customElements: window.customElements,
  addEventListener() {},
  matchMedia: () => ({ matches: true, addEventListener() {} }),
  requestAnimationFrame: () => 1,
  cancelAnimationFrame() {},
  getComputedStyle: () => ({ getPropertyValue: () => '' }),
  IntersectionObserver: class {
    observe() {}
    disconnect() {}
  },
};

/** Lends these globals; returns a function that takes them back. */
function lend(): () => void {
  const names = Object.keys(browser);
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return () =>
    names.forEach((name, i) => {
      Reflect.deleteProperty(globalThis, name);
      if (before[i]) Object.defineProperty(globalThis, name, before[i]);
    });
}

/** Tenths of a millimetre are too fine to be seen. */
const rounded = (html: string): string =>
  html
    .replace(/-?\d+\.\d{3,}(e-?\d+)?/g, (number) => String(Number(Number(number).toFixed(4))))
    .replace(/ (data-state|aria-busy)="\w+"/g, '');

async function load() {
  const back = lend();
  try {
    const { figures } = await import('./index.ts');
    const loading = Object.entries(figures).map(async ([name, make]) => [name, await make()] as const);
    return new Map(await Promise.all(loading));
  } finally {
    back();
  }
}

const [makers] = await Promise.all([load(), init()]);

/** What stands inside an element with these attributes; empty where nothing can be drawn or read yet. */
export function draw(attributes: Readonly<Record<string, string>>): string {
  const make = makers.get(attributes.name ?? '');
  if (!make) throw new Error(`no figure named "${attributes.name}"`);
  const host = document.createElement('div');
  for (const [name, value] of Object.entries({ ...attributes, inert: '' })) host.setAttribute(name, value);
  const back = lend();
  try {
    make(host).dispose();
    return host.querySelector('svg, textarea') ? rounded(host.innerHTML) : '';
  } catch {
    // It needs more of a browser, such as a canvas: a test will say so.
    return '';
  } finally {
    back();
  }
}
