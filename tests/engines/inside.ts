/** Injected into every page before its own scripts: queries of the checks, and messages so far. */
import {
  excess,
  figureOf,
  gap,
  goalOf,
  handleOf,
  isDrawn,
  watchContexts,
  watchMessages,
  type Figure,
} from '../browser/page-facts.ts';

const messages: string[] = [];
const contexts: WebGL2RenderingContext[] = [];
watchMessages(messages);
watchContexts(contexts);
// Failed requests do not appear on a console that the page can observe.
const note = ({ target }: Event): void => {
  if (target instanceof Element) messages.push(`failed: ${target.outerHTML.slice(0, 200)}`);
};
addEventListener('error', note, { capture: true });
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  messages.push(`forbidden: ${violatedDirective} ${blockedURI}`),
);

/** Seconds. Generous, because everything is drawn in software on a possibly busy machine. */
const patience = 120;

/** Polls by a timer, because a hidden page has no frames. */
async function until(condition: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 1000 * patience;
  while (!condition()) {
    if (performance.now() > end)
      throw new Error(`waited ${patience} s in vain for ${what}; said: ${messages.join(' | ')}`);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Texts shown in place of an arm. */
function notes(): string[] {
  const arms = [...document.querySelectorAll('limber-arm')];
  return [document, ...arms.flatMap((arm) => arm.shadowRoot ?? [])]
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>('.note')])
    .filter((note) => note.checkVisibility())
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text.includes('WebGL'));
}

const figure = (scene: string): Figure => figureOf({ document }, scene) as Figure;

const centre = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
};

const inside = {
  /** Waits until everything visible is drawn. */
  async alive() {
    await until(() => isDrawn({ window, document }), 'the page to be drawn');
    return { contexts: contexts.length, notes: notes(), messages };
  },

  /** Waits until every image is whole: Firefox logs an image that is cut short by leaving the page. */
  async settled() {
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode()));
  },

  /** Brings a figure of the article into view; returns its goal's place in the window. */
  async show(scene: string) {
    const stage = figure(scene).querySelector<HTMLElement>('.stage')!;
    stage.scrollIntoView({ block: 'center', behavior: 'instant' });
    await until(() => figure(scene).limberScene !== undefined, `${scene} to be live`);
    await until(() => stage.dataset.drawn !== undefined, `${scene} to be drawn`);
    // Views above may change their height when they are first laid out.
    stage.scrollIntoView({ block: 'center', behavior: 'instant' });
    return inside.state(scene);
  },

  /** State of a figure once its arm rests. */
  async state(scene: string) {
    await until(() => figure(scene).limberScene.resting, `${scene} to rest`);
    return {
      at: centre(handleOf(figure(scene))),
      goal: goalOf(figure(scene)),
      gap: gap(figure(scene)),
      excess: excess(figure(scene)),
      scrollY: Math.round(scrollY),
    };
  },

  focus(scene: string): void {
    handleOf(figure(scene)).focus();
  },

  async chart() {
    await until(() => document.querySelector('.uplot') !== null, 'the chart');
    return messages;
  },

  /** Results that a page leaves in its document. */
  async results() {
    const { dataset } = document.documentElement;
    await until(() => dataset.results !== undefined, 'results');
    return JSON.parse(dataset.results!) as unknown;
  },
};

export type Inside = typeof inside;

Object.assign(window, { inside });
