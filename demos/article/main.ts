import { init, type Vec3 } from 'limber';
import type { ArmSettings } from 'limber/element';
// Their first frames are in the page.
import '../../docs/figures/figures.css';
import { doingOf } from '../../web/src/three/doing.ts';
import { make, whenNear } from '../shell/dom.ts';
import { firstDrawn } from '../shell/first-drawn.ts';
import { rounded, writePicks } from '../shell/picks.ts';
import { ArmView, Stage } from './arm.ts';
import { ArticlePanel } from './panel.ts';
import { readShared, schema } from './picks.ts';
import { asShared, hasArm, picksOf, scenes, type LiveScene } from './scenes.ts';

/** The view that the address names, if any. */
const shared = readShared(location.search);

/** The article's address, with the state of a view. */
function addressOf({ picks }: ArticlePanel, live: LiveScene | undefined): URL {
  const query = live?.state ? writePicks(schema, { ...picks, ...live.state }) : '';
  return new URL(`${location.pathname}${query}#view-${picks.view}`, location.href);
}

/** The same state as attributes of the element. */
function elementOf({ picks }: ArticlePanel, live: LiveScene | undefined): Partial<ArmSettings> | null {
  if (!live?.state) return null;
  const { hinges, limits, direction, sweeps } = picks;
  const { arrow, goal, q } = live.state;
  return {
    ...{ preset: 'article', hinges, limits, sweeps: sweeps === 1 ? 0 : sweeps },
    direction: direction && arrow ? (arrow.map(rounded) as unknown as Vec3) : null,
    targets: goal!.map(rounded),
    q: q.map(rounded),
  };
}

/** Adds controls to a figure, and starts it when it comes near the viewport, but not before `earlier`. */
function upgrade(figure: HTMLElement, earlier?: Promise<void>): void {
  const name = figure.dataset.scene!;
  const written = scenes[name];
  if (!written) throw new Error(`no scene named "${name}"`);
  const own = shared?.view === name && hasArm(written) ? shared : null;
  const scene = own && hasArm(written) ? asShared(written, own) : written;
  figure.id = `view-${name}`;
  const panel: ArticlePanel = new ArticlePanel(figure, scene, own ?? picksOf(name, scene), {
    title: scene.title,
    address: () => addressOf(panel, figure.limberScene),
    arm: () => elementOf(panel, figure.limberScene),
  });
  const doing = doingOf(panel.host);
  const explain = (why: string) => {
    const note = make('p', { className: 'note', role: 'status' }, `This is a still picture: ${why}.`);
    figure.querySelector('figcaption')!.prepend(note);
    doing.fail();
  };
  const makeScene = async () => {
    if (!hasArm(scene)) return new (await import('./rotation.ts')).RotationView(scene, panel);
    await init();
    return new ArmView(scene, panel);
  };
  const start = async () => {
    if (!Stage.available()) return explain('the live view needs WebGL 2, and this browser does not offer it');
    await earlier;
    figure.limberScene = await makeScene();
    panel.serve(figure.limberScene);
  };
  whenNear(figure, () => {
    const starting = Promise.resolve()
      .then(start)
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        explain(`the view could not be loaded (${reason})`);
      });
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
        if (!isIntersecting) link.removeAttribute('aria-current');
        else {
          link.setAttribute('aria-current', 'true');
          // The contents scroll where the window is narrow or low.
          link.parentElement!.scrollTo({ left: link.offsetLeft - 24, top: link.offsetTop - 96 });
        }
      }
    },
    // The section that crosses a line a third of the way down counts as being read.
    { rootMargin: '-33% 0px -66% 0px' },
  );
  for (const section of linkOf.keys()) watcher.observe(section);
}

/** Loads what moves or is written below the first view. */
async function loadRest(): Promise<void> {
  const [{ liven }] = await Promise.all([
    import('./words.ts'),
    import('../../docs/figures/index.ts'),
    import('limber/element'),
  ]);
  liven(document);
}

const [first, ...others] = document.querySelectorAll<HTMLElement>('figure.live');
upgrade(first!);
const stage = first!.querySelector<HTMLElement>('.stage')!;
const drawn = firstDrawn(stage);
for (const figure of others) upgrade(figure, drawn);
void drawn.then(() => doingOf(stage).during('loading', loadRest()));
// The views got their ids only now, so the browser has not found the one in the address.
if (location.hash.startsWith('#view-')) document.getElementById(location.hash.slice(1))?.scrollIntoView();
markSection();
