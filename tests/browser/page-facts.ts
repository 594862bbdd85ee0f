/** Observations of a page from any window in any browser, independent of the test runner. */

export type PageWindow = Window & typeof globalThis;

/**
 * Collects every WebGL context of a page in `found`, or prevents their creation. Returns a function that
 * stops it.
 */
export function watchContexts(
  found: WebGL2RenderingContext[],
  inside: PageWindow = window,
  allowed = true,
): () => void {
  const prototype = inside.HTMLCanvasElement.prototype;
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const original = prototype.getContext;
  prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
    const isGl = String(args[0]).includes('webgl');
    if (isGl && !allowed) return null;
    const context = Reflect.apply(original, this, args) as WebGL2RenderingContext | null;
    if (isGl && context && !found.includes(context)) found.push(context);
    return context;
  } as typeof original;
  return () => {
    prototype.getContext = original;
  };
}

/** Collects a page's console messages and uncaught errors. */
export function watchMessages(messages: string[], inside: PageWindow = window): void {
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    inside.console[level] = (...words: unknown[]) =>
      messages.push(`${level}: ${words.map(String).join(' ')}`);
  }
  inside.addEventListener('error', (event) => messages.push(`uncaught: ${event.message}`));
  inside.addEventListener('unhandledrejection', (event) =>
    messages.push(`rejected: ${String(event.reason)}`),
  );
}

interface Seen {
  readonly window: PageWindow;
  readonly document: Document;
}

/** Whether everything in the page's visible part is drawn. */
export function isDrawn({ document, window }: Seen): boolean {
  // Do not measure the page before its styles are loaded: that alone would lay it out without them.
  if (document.readyState !== 'complete' || 'waiting' in document.documentElement.dataset) return false;
  const stages = [...document.querySelectorAll<HTMLElement>('.stage, limber-arm')].filter((stage) => {
    const { top, bottom, left } = stage.getBoundingClientRect();
    return stage.checkVisibility() && bottom > top && top < window.innerHeight && left < window.innerWidth;
  });
  const isLive = (stage: HTMLElement): boolean =>
    Boolean(stage.shadowRoot?.querySelector('.note')?.textContent) ||
    stage.closest('[data-drawn]') !== null ||
    stage.querySelector('[data-drawn]') !== null ||
    Boolean(stage.shadowRoot?.querySelector('[data-drawn]'));
  // A demo is created by its script.
  if (document.querySelector('.run:not(:has(> .form))')) return false;
  return document.fonts.status === 'loaded' && stages.every(isLive);
}

/** The parts of a page, also inside its elements, that do not rest. */
export const busyParts = ({ document }: Pick<Seen, 'document'>): HTMLElement[] => {
  const elements = [...document.querySelectorAll('limber-arm')];
  return [document, ...elements.flatMap(({ shadowRoot }) => shadowRoot ?? [])].flatMap((root) => [
    ...root.querySelectorAll<HTMLElement>(
      ':is(.run:not([data-state]), [data-state=loading], [data-state=moving])',
    ),
  ]);
};

export const isResting = (page: Pick<Seen, 'document'>): boolean => busyParts(page).length === 0;

export type Figure = HTMLElement & { limberScene: NonNullable<HTMLElement['limberScene']> };

export function figureOf({ document }: Pick<Seen, 'document'>, scene: string): HTMLElement {
  return document.querySelector<HTMLElement>(`figure[data-scene=${scene}]`)!;
}

export const problemOf = (figure: Figure) => figure.limberScene.bench!.problem;

/** Place of the goal's cube. */
export const goalOf = (figure: Figure): readonly number[] => figure.limberScene.bench!.memory!.targets;

export const apart = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((each, i) => each - b[i]!));

/** The control of the goal, or of the arrow's tip. */
export const handleOf = (figure: Figure, what: 'point' | 'direction' = 'point'): HTMLElement =>
  figure.querySelector<HTMLElement>(`[aria-roledescription="draggable ${what}"]`)!;

/** Distance from the effector, by forward kinematics, to the goal's cube. */
export function gap(figure: Figure): number {
  const { model, state } = problemOf(figure);
  const first = 7 * model.findLink('effector');
  return apart([...state.poses.slice(first, first + 3)], goalOf(figure));
}

/** Largest violation of a joint limit; 0 if all hold exactly. */
export function excess(figure: Figure): number {
  const { model, state } = problemOf(figure);
  let most = 0;
  for (const { joint, nq, qIndex } of model.links) {
    if (nq !== 1) continue;
    const [least, greatest] = (joint.limits ?? [-Infinity, Infinity]) as readonly [number, number];
    const value = state.q[qIndex]!;
    most = Math.max(most, least - value, value - greatest);
  }
  return most;
}
