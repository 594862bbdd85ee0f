/** Put into every page before its own scripts: what the checks ask it, and what it has said so far. */
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
// What a page asks for in vain is said by no console that a page could hear.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof Element) messages.push(`failed: ${target.outerHTML.slice(0, 200)}`);
  },
  true,
);
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  messages.push(`forbidden: ${violatedDirective} ${blockedURI}`),
);

/** Seconds: all is drawn in software, maybe on a busy machine. */
const patience = 120;

/** Polls by a timer, because a page that is not in sight has no frames. */
async function until(condition: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 1000 * patience;
  while (!condition()) {
    if (performance.now() > end)
      throw new Error(`waited ${patience} s in vain for ${what}; said: ${messages.join(' | ')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What stands where an arm cannot. */
function notes(): string[] {
  const roots = [
    document,
    ...[...document.querySelectorAll('limber-arm')].flatMap((arm) => arm.shadowRoot ?? []),
  ];
  return roots
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
  /** Waits until all that is in sight is drawn. */
  async alive() {
    await until(() => isDrawn({ window, document }), 'the page to be drawn');
    return { contexts: contexts.length, notes: notes(), messages };
  },

  /** Brings a figure of the article into sight; where its goal is in the window. */
  async show(scene: string) {
    const stage = figure(scene).querySelector<HTMLElement>('.stage')!;
    stage.scrollIntoView({ block: 'center', behavior: 'instant' });
    await until(() => figure(scene).limberScene !== undefined, `${scene} to be live`);
    await until(() => stage.dataset.drawn !== undefined, `${scene} to be drawn`);
    // Views above may change their height when they are laid out first.
    stage.scrollIntoView({ block: 'center', behavior: 'instant' });
    return inside.state(scene);
  },

  /** How things are once the arm rests. */
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

  /** What a page of results leaves in its document. */
  async results() {
    const { dataset } = document.documentElement;
    await until(() => dataset.results !== undefined, 'results');
    return JSON.parse(dataset.results!) as unknown;
  },
};

export type Inside = typeof inside;

Object.assign(window, { inside });
