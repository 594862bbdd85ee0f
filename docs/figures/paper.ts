/** A document of linkedom in Node: what is drawn on it stands in pages as they are built. */
import { parseHTML } from 'linkedom';

const { window, document: paper } = parseHTML('<!doctype html><html><body></body></html>');

// Linkedom knows these only as attributes, or not at all.
for (const [prototype, property, attribute] of [
  [window.HTMLInputElement.prototype, 'min', 'min'],
  [window.HTMLInputElement.prototype, 'max', 'max'],
  [window.HTMLInputElement.prototype, 'step', 'step'],
  [window.HTMLTextAreaElement.prototype, 'rows', 'rows'],
  [window.Element.prototype, 'ariaLabel', 'aria-label'],
  [window.HTMLElement.prototype, 'scope', 'scope'],
  [window.HTMLElement.prototype, 'colSpan', 'colspan'],
] as const)
  Object.defineProperty(prototype, property, {
    configurable: true,
    get(this: Element) {
      return this.getAttribute(attribute);
    },
    set(this: Element, value: string) {
      this.setAttribute(attribute, value);
    },
  });
const select = window.HTMLSelectElement.prototype;
Object.defineProperty(select, 'value', {
  configurable: true,
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
  document: paper,
  window,
  HTMLElement: window.HTMLElement,
  Event: window.Event,
  Option: function (text: string, value: string) {
    return Object.assign(paper.createElement('option'), { textContent: text, value });
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
export function lend(): () => void {
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

/** An element to draw on. */
export const makeHost = (html = ''): HTMLElement =>
  Object.assign(paper.createElement('div'), { innerHTML: html });
