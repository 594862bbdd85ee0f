/** The first view, and what is loaded after it. */
import { init } from 'limber';
import { doingOf } from '../../web/src/three/doing.ts';
import { firstDrawn } from '../shell/first-drawn.ts';
import { Hero, Stage } from './hero.ts';

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
  await init();
  const hero = Stage.available() ? new Hero(section, stage) : null;
  if (hero) {
    const show = () => (play.textContent = hero.playing ? 'Pause' : 'Play');
    section.addEventListener('playing', show);
    play.addEventListener('click', () => (hero.playing = !hero.playing));
    show();
    play.hidden = false;
  } else {
    section.querySelector('.note')!.textContent =
      'The picture needs WebGL 2, which this browser does not offer.';
  }
  await firstDrawn(hero && stage);
  const { Crowd } = await import('./crowd.ts');
  const crowd = new Crowd(document.querySelector('.crowd canvas')!, document.querySelector('.crowd output')!);
  const follow = () => (crowd.playing = hero?.playing ?? !Stage.shared().reducedMotion);
  section.addEventListener('playing', follow);
  follow();
}

const doing = doingOf(section);
const starting = start();
doing.during('loading', starting);
starting.catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  section.querySelector('.note')!.textContent = `The picture does not move: ${reason}.`;
  doing.fail();
});
