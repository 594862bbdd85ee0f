import type { Vec3 } from 'limber';
import type { ArmSettings } from 'limber/element';
import '../figures/index.ts';
import { rounded } from '../shell/picks.ts';
import { markSection } from './contents.ts';
import { ArticlePanel } from './panel.ts';
import type { LiveScene, SceneModule } from './scene.ts';
import { asShared, readSharedView, writeSharedView } from './shared-view.ts';
import { fillTable } from './table.ts';

/** A scene exists because its file exists. */
const scenes = import.meta.glob<SceneModule>(['./scenes/*.ts', '!./scenes/article-arm.ts'], { eager: true });

/** Views start when they are this near to being seen. */
const margin = '60% 0px';

function explain(figure: HTMLElement, text: string): void {
  const note = document.createElement('p');
  note.className = 'note';
  note.textContent = text;
  figure.querySelector('.stage')!.after(note);
}

/** The view that the address is about, if any. */
const shared = readSharedView(location.search);

/** The article's address with what a view shows. */
function addressOf(view: string, live: LiveScene | null): URL {
  const address = new URL(location.pathname, location.href);
  if (live?.shared) address.search = writeSharedView({ view, ...live.shared });
  address.hash = `view-${view}`;
  return address;
}

/** The same as an element. */
function elementOf(live: LiveScene | null): Partial<ArmSettings> | null {
  if (!live?.shared) return null;
  const { on, sweeps, goal, direction, q } = live.shared;
  return {
    preset: 'article',
    hinges: on.includes('hinges'),
    limits: on.includes('limits'),
    direction: on.includes('direction') && direction ? (direction.map(rounded) as unknown as Vec3) : null,
    sweeps: sweeps === 1 ? 0 : sweeps,
    targets: goal.map(rounded),
    q: q.map(rounded),
  };
}

function upgrade(figure: HTMLElement): void {
  const scene = scenes[`./scenes/${figure.dataset.scene}.ts`];
  if (!scene) throw new Error(`no scene named "${figure.dataset.scene}"`);
  const name = figure.dataset.scene!;
  const isShared = shared?.view === name;
  const built = scene.build();
  const setup = isShared && built.kind === 'arm' ? asShared(built, shared) : built;
  figure.id = `view-${name}`;
  const panel = new ArticlePanel(figure, setup, scene.title);
  const start = async () => {
    // three.js and the solver come only now: text and pictures need neither.
    const { mount } = await import('./live.ts');
    const outcome = await mount(figure, setup, scene.title, panel);
    if (typeof outcome === 'string') explain(figure, outcome);
    else live = outcome;
  };
  let live: LiveScene | null = null;
  panel.addShare({ title: scene.title, address: () => addressOf(name, live), arm: () => elementOf(live) });
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      start().catch((error: unknown) => {
        explain(figure, `This is a still picture: the view could not be loaded (${String(error)}).`);
      });
    },
    { rootMargin: margin },
  );
  watcher.observe(figure);
}

for (const figure of document.querySelectorAll<HTMLElement>('figure.live')) upgrade(figure);
// Views get their names just now: the browser has not found the one that the address is about.
if (location.hash.startsWith('#view-')) document.getElementById(location.hash.slice(1))?.scrollIntoView();
fillTable(document);
markSection();
