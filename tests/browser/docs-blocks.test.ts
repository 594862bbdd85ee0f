/** Document blocks for a page run in one, print the promised output, and cause no complaint. */
import { articleArm } from 'limber/robots';
import { pages, programs } from 'virtual:document-blocks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import urdfPage from '../../docs/site/start/urdf.md?raw';
import { blocksOf } from '../web/support/blocks.ts';
import { expectShown } from '../web/support/shown.ts';
import { byFiber } from './fiber-notice.ts';
import { person } from './person.ts';
import { drawViews, until } from './three-support.ts';

const complaints = (['warn', 'error'] as const).map((method) => vi.spyOn(console, method));
const complained = (): unknown[] =>
  complaints.flatMap(({ mock }) => mock.calls).filter(([text]) => !byFiber.test(String(text)));
const uncaught: string[] = [];
const note = (event: ErrorEvent | PromiseRejectionEvent): void =>
  void uncaught.push(String('reason' in event ? event.reason : event.message));

/** Globals that documents `declare`, which readers replace by their own. */
const declared = {
  description: { ...articleArm, links: [...articleArm.links, hand()] },
  host: null as unknown,
};

function hand() {
  return { name: 'hand', parent: articleArm.links.at(-1)!.name };
}

/** Files that readers provide. */
const files: Readonly<Record<string, Blob>> = {
  'person.glb': new Blob([await person()]),
  'robot.urdf': new Blob([blocksOf(urdfPage).find(({ info }) => info === 'robot.urdf')!.code]),
};

const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const file = files[url.split('/').at(-1)!];
  return file ? Promise.resolve(new Response(file)) : realFetch(input, init);
};

/** Whether every view has drawn. A canvas of react-three-fiber tells its engine. */
const isDrawn = (): boolean =>
  [...document.querySelectorAll('canvas:not([data-engine])')].every((canvas) =>
    canvas.closest('[data-drawn]'),
  );

/** Small, because nobody looks at the pictures. */
const small = 'width: 160px; height: 120px; border: 0';

drawViews(false);

beforeEach(() => {
  declared.host = Object.assign(document.createElement('div'), { style: small });
  document.body.append(declared.host as Node);
  Object.assign(globalThis, declared);
  window.addEventListener('error', note);
  window.addEventListener('unhandledrejection', note);
});

afterEach(() => {
  document.body.replaceChildren();
  window.removeEventListener('error', note);
  window.removeEventListener('unhandledrejection', note);
  uncaught.length = 0;
  for (const each of complaints) each.mockClear();
});

describe('the program', () => {
  it.for(programs)('at $place runs', async ({ load, renders }) => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const wrong = expectShown();
    await load();
    // React renders later.
    if (renders) await until(() => !document.querySelector('#root:empty'), 'what React renders');
    await until(isDrawn, 'what the program shows');
    log.mockRestore();
    expect(wrong).toEqual([]);
    expect(uncaught).toEqual([]);
    expect(complained()).toEqual([]);
  });
});

/** Replaces the readers' file names and addresses by those of the sources. */
function fromHere(html: string): string {
  return html
    .replaceAll('"limber/limber-arm.js"', '"/web/src/element/index.ts"')
    .replaceAll('https://example.org/limber/embed.html', '/demos/embed.html')
    .replaceAll(/\s(integrity|crossorigin)="[^"]*"/g, '');
}

/** Modules served by the runner call it for dynamic imports. */
const runner =
  '<script>limberDraws = false; __vitest_browser_runner__ = { wrapDynamicImport: (load) => load() };</script>';

/** An external address, which tests must not request. */
const outside = /(src|href)="https?:/;

describe('the page', () => {
  it.for(pages)('at $place loads', async ({ code }) => {
    const html = fromHere(code);
    expect(html).not.toMatch(outside);
    const frame = document.createElement('iframe');
    frame.style.cssText = small;
    frame.srcdoc = html.replace(/<script/, `${runner}<script`);
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    const arms = [...frame.contentDocument!.querySelectorAll('limber-arm')];
    for (const arm of arms) {
      arm.scrollIntoView();
      await until(() => Boolean(arm.shadowRoot?.querySelector('.stage[data-alive]')), 'an arm to be alive');
    }
    expect(frame.contentDocument!.body.childElementCount).toBeGreaterThan(0);
    expect(complained()).toEqual([]);
  });
});
