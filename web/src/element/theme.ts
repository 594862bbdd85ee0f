import type { Theme } from '../three/theme.ts';

/** Perceived brightness, 0 to 255, below which a background is dark. */
const middle = 128;

type Channels = readonly [red: number, green: number, blue: number, opacity: number];

let brush: CanvasRenderingContext2D | undefined;

/** The channels of a colour of any CSS space, 0 to 255. */
function channels(colour: string): Channels {
  brush ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  brush.globalCompositeOperation = 'copy';
  brush.fillStyle = colour;
  brush.fillRect(0, 0, 1, 1);
  return brush.getImageData(0, 0, 1, 1).data as unknown as Channels;
}

const isDark = ([r, g, b]: Channels): boolean => 0.299 * r + 0.587 * g + 0.114 * b < middle;

const backgroundOf = (element: Element): Channels => channels(getComputedStyle(element).backgroundColor);

/** The background that is seen behind an element; undefined: the page's canvas. */
function behind(element: Element): Channels | undefined {
  let at: Element | null = element;
  while (at) {
    const colour = backgroundOf(at);
    if (colour[3] > middle) return colour;
    const root: Node = at.getRootNode();
    at = at.assignedSlot ?? at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return undefined;
}

/**
 * Gives the parts of an element its theme: its attribute, else `data-theme` on the page's root, else by the
 * brightness of its own background, or of what is behind it. So a light page has light arms, whatever the
 * system prefers. Without a background of its own it takes the one behind it, if that suits the theme.
 */
function dress(owner: Element, parts: readonly HTMLElement[]): void {
  const given = getComputedStyle(owner).getPropertyValue('--limber-background').trim();
  const stage = parts[0]!;
  for (const part of parts) delete part.dataset.theme;
  stage.style.removeProperty('--limber-background');
  const isClear = given === 'transparent';
  const seen = given && !isClear ? undefined : behind(owner);
  // With neither there is the page's canvas, which is dark where `color-scheme` is.
  stage.style.backgroundColor = isClear ? 'Canvas' : '';
  const dark = isDark(seen ?? backgroundOf(stage));
  stage.style.backgroundColor = '';
  const own = owner.getAttribute('theme');
  const chosen = own === 'light' || own === 'dark' ? own : document.documentElement.dataset.theme;
  const theme: Theme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light';
  if (!given && seen && dark === (theme === 'dark'))
    stage.style.setProperty('--limber-background', `rgb(${seen.slice(0, 3).join(', ')})`);
  stage.toggleAttribute('data-clear', isClear);
  for (const part of parts) part.dataset.theme = theme;
}

/**
 * Keeps the theme of the parts of an element, the stage first, in `data-theme`, and calls `tell` whenever
 * their colours may have changed; returns a function that stops this.
 */
export function followTheme(owner: Element, parts: readonly HTMLElement[], tell: () => void): () => void {
  // Simulated pages of test runners have neither.
  if (!globalThis.matchMedia || !globalThis.MutationObserver) return () => {};
  const look = (): void => {
    dress(owner, parts);
    tell();
  };
  const faded = ({ propertyName }: TransitionEvent): void => {
    if (propertyName.startsWith('background')) look();
  };
  const system = matchMedia('(prefers-color-scheme: dark)');
  const root = new MutationObserver(look);
  // Pages switch themes by an attribute on the root or the body.
  for (const switched of [document.documentElement, document.body, owner])
    root.observe(switched, { attributes: true });
  system.addEventListener('change', look);
  document.addEventListener('transitionend', faded);
  look();
  return () => {
    root.disconnect();
    system.removeEventListener('change', look);
    document.removeEventListener('transitionend', faded);
  };
}
