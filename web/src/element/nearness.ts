/** Distance from the viewport at which elements start. */
const margin = '60% 0px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

function notice(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const start = isIntersecting && waiting.get(target);
    if (!start) continue;
    forget(target);
    start();
  }
}

/**
 * Calls `start` once, when the element comes near the viewport: never on a test runner's simulated page, such
 * as jsdom's, which has no layout.
 */
export function whenNear(element: Element, start: () => void): void {
  if (!globalThis.IntersectionObserver) return;
  observer ??= new IntersectionObserver(notice, { rootMargin: margin });
  waiting.set(element, start);
  observer.observe(element);
}

/** Stops watching the element. */
export function forget(element: Element): void {
  waiting.delete(element);
  observer?.unobserve(element);
}
