/** Small pieces of DOM that the views share. */

/**
 * Styles are set one by one, so that a page with a strict content security policy can use the
 * views.
 */
export function style(element: HTMLElement, styles: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, styles);
}

/** An element that is read by screen readers and takes no room. */
export function hiddenText(text: string): HTMLElement {
  const element = document.createElement('div');
  element.textContent = text;
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

/** An id that no other element of the page has, for `aria-describedby`. */
export function uniqueId(): string {
  ids += 1;
  return `limber-three-${ids}`;
}

/** Adds a listener; returns the function that takes it away again. */
export function listen(listeners: (() => void)[], listener: () => void): () => void {
  listeners.push(listener);
  return () => {
    const index = listeners.indexOf(listener);
    if (index >= 0) listeners.splice(index, 1);
  };
}
