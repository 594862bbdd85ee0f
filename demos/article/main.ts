import { init, type Vec3 } from 'limber';
import type { ArmSettings } from 'limber/element';
import '../../docs/figures/index.ts';
import { doingOf } from '../../web/src/doing.ts';
import { make, whenNear } from '../shell/dom.ts';
import { rounded } from '../shell/picks.ts';
import { ArticlePanel } from './panel.ts';
import { hasArm, type LiveScene } from './scene.ts';
import { scenes } from './scenes.ts';
import { asShared, readSharedView, writeSharedView } from './shared-view.ts';
import { fillTable } from './table.ts';
import { liven } from './words.ts';

/** The view that the address names, if any. */
const shared = readSharedView(location.search);

/** The article's address, with the state of a view. */
function addressOf(view: string, live: LiveScene | undefined): URL {
  const address = new URL(location.pathname, location.href);
  if (live?.shared) address.search = writeSharedView({ view, ...live.shared });
  address.hash = `view-${view}`;
  return address;
}

/** The same state as attributes of the element. */
function elementOf(live: LiveScene | undefined): Partial<ArmSettings> | null {
  if (!live?.shared) return null;
  const { on, sweeps, goal, direction, q } = live.shared;
  return {
    preset: 'article',
    hinges: on.includes('hinges'),
    limits: on.includes('limits'),
    direction: on.includes('direction') && direction ? (direction.map(rounded) as unknown as Vec3) : null,
    sweeps: sweeps === 1 ? 0 : sweeps,
    targets: goal!.map(rounded),
    q: q.map(rounded),
  };
}

/** Adds controls to a figure, and starts it when it comes near the viewport. */
function upgrade(figure: HTMLElement): void {
  const name = figure.dataset.scene!;
  const written = scenes[name];
  if (!written) throw new Error(`no scene named "${name}"`);
  const scene = shared?.view === name && hasArm(written) ? asShared(written, shared) : written;
  const host = figure.querySelector<HTMLElement>('.stage')!;
  const panel = new ArticlePanel(figure, scene);
  figure.id = `view-${name}`;
  panel.addShare({
    title: scene.title,
    address: () => addressOf(name, figure.limberScene),
    arm: () => elementOf(figure.limberScene),
  });
  const doing = doingOf(host);
  const explain = (why: string) => {
    host.after(make('p', { className: 'note', role: 'status' }, `This is a still picture: ${why}.`));
    doing.fail();
  };
  const start = async () => {
    // three.js and the solver are loaded only now: text and pictures need neither.
    const [{ Stage }, { ArmView }, { RotationView }] = await Promise.all([
      import('limber/three'),
      import('./arm.ts'),
      import('./rotation.ts'),
    ]);
    if (!Stage.available()) return explain('the live view needs WebGL 2, and this browser does not offer it');
    try {
      await init();
    } catch (error) {
      return explain(
        `the solver could not be loaded (${error instanceof Error ? error.message : String(error)})`,
      );
    }
    const place = { host, choices: panel.choices, readout: panel.readout };
    const live = hasArm(scene) ? new ArmView(scene, place) : new RotationView(scene, place);
    figure.limberScene = live;
    panel.serve(live);
  };
  whenNear(figure, () => {
    const starting = start().catch((error: unknown) =>
      explain(`the view could not be loaded (${String(error)})`),
    );
    doing.during('loading', starting);
  });
}

/** Marks the section being read in the contents. */
function markSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const linkOf = new Map(links.map((link) => [document.querySelector(link.hash)!.closest('section')!, link]));
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const link = linkOf.get(target as HTMLElement)!;
        if (isIntersecting) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    // The section that crosses a line a third of the way down counts as being read.
    { rootMargin: '-33% 0px -66% 0px' },
  );
  for (const section of linkOf.keys()) watcher.observe(section);
}

for (const figure of document.querySelectorAll<HTMLElement>('figure.live')) upgrade(figure);
// The views got their ids only now, so the browser has not found the one in the address.
if (location.hash.startsWith('#view-')) document.getElementById(location.hash.slice(1))?.scrollIntoView();
fillTable(document);
liven(document);
markSection();
