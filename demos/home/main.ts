/** Loads what moves, once the page is painted. */
import { doingOf } from '../../web/src/three/doing.ts';

const section = document.querySelector<HTMLElement>('.intro')!;
const stage = section.querySelector<HTMLElement>('.stage')!;
const play = section.querySelector<HTMLButtonElement>('[name=play]')!;
const copy = document.querySelector<HTMLButtonElement>('.install button')!;
const said = document.querySelector<HTMLElement>('.install [role=status]')!;

copy.addEventListener('click', () => {
  navigator.clipboard.writeText(document.querySelector('.install code')!.textContent).then(
    () => (said.textContent = 'Copied.'),
    () => (said.textContent = 'The browser does not allow copying here.'),
  );
});

async function start(): Promise<void> {
  const [{ init }, { Hero, Stage }, { Crowd }] = await Promise.all([
    import('limber'),
    import('./hero.ts'),
    import('./crowd.ts'),
  ]);
  await init();
  const crowd = new Crowd(document.querySelector('.crowd canvas')!, document.querySelector('.crowd output')!);
  if (!Stage.available()) {
    crowd.playing = !Stage.shared().reducedMotion;
    section.querySelector('.note')!.textContent =
      'The picture needs WebGL 2, which this browser does not offer.';
    return;
  }
  const hero = new Hero(section, stage);
  const show = () => {
    crowd.playing = hero.playing;
    play.textContent = hero.playing ? 'Pause' : 'Play';
  };
  section.addEventListener('playing', show);
  play.addEventListener('click', () => (hero.playing = !hero.playing));
  show();
  play.hidden = false;
}

const doing = doingOf(section);
const starting = start();
doing.during('loading', starting);
starting.catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  section.querySelector('.note')!.textContent = `The picture does not move: ${reason}.`;
  doing.fail();
});
