/** The first view, and what is loaded after it. */
import { init } from 'limber';
import { doingOf } from '../../web/src/three/doing.ts';
import { firstDrawn } from '../shell/first-drawn.ts';
import { Hero, Stage } from './hero.ts';

const section = document.querySelector<HTMLElement>('.intro')!;
const stage = section.querySelector<HTMLElement>('.stage')!;
const play = section.querySelector<HTMLButtonElement>('[name=play]')!;

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
    section.classList.add('still');
    section.querySelector('.note')!.textContent =
      'The picture does not move: that needs WebGL 2, which this browser does not offer.';
  }
  await firstDrawn(hero && stage);
  const { goOn } = await import('./below.ts');
  goOn(section, hero);
}

const doing = doingOf(section);
const starting = start();
doing.during('loading', starting);
starting.catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  section.querySelector('.note')!.textContent = `The picture does not move: ${reason}.`;
  doing.fail();
});
