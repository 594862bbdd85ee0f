/** Small DOM helpers shared by the views. */

/** An element with properties and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Sets styles one by one, as a strict content security policy requires. */
export function style(element: HTMLElement, styles: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, styles);
}

/** An element for screen readers that takes no space. */
export function hiddenText(text: string): HTMLElement {
  const element = make('div', {}, text);
  style(element, {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  });
  return element;
}

let ids = 0;

/** A unique id, for `aria-describedby`. */
export function uniqueId(): string {
  ids += 1;
  return `limber-three-${ids}`;
}

/** Adds a listener; returns a function that removes it. */
export function listen(listeners: (() => void)[], listener: () => void): () => void {
  listeners.push(listener);
  return () => {
    const index = listeners.indexOf(listener);
    if (index >= 0) listeners.splice(index, 1);
  };
}
