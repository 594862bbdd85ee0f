import { addHeader } from './header.ts';
import { Panel } from './panel.ts';
import type { SceneModule } from './scene.ts';
import { fillTable } from './table.ts';

/** A scene exists because its file exists. */
const scenes = import.meta.glob<SceneModule>(['../scenes/*.ts', '!../scenes/article-arm.ts'], {
  eager: true,
});

/** Views start when they are this near to being seen. */
const margin = '60% 0px';

function explain(figure: HTMLElement, text: string): void {
  const note = document.createElement('p');
  note.className = 'note';
  note.textContent = text;
  figure.querySelector('.stage')!.after(note);
}

function upgrade(figure: HTMLElement): void {
  const scene = scenes[`../scenes/${figure.dataset.scene}.ts`];
  if (!scene) throw new Error(`no scene named "${figure.dataset.scene}"`);
  const setup = scene.build();
  const panel = new Panel(figure, setup, scene.title);
  const start = async () => {
    // three.js and the solver come only now: text and pictures need neither.
    const { mount } = await import('./live.ts');
    const outcome = await mount(figure, setup, scene.title, panel);
    if (typeof outcome === 'string') explain(figure, outcome);
  };
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

addHeader(document.querySelector<HTMLElement>('.bar')!);
for (const figure of document.querySelectorAll<HTMLElement>('figure.live')) upgrade(figure);
fillTable(document);
