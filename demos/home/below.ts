/** What is loaded once the first view is drawn: a reader's files, the crowd, the tag, the cards. */
import { Stage } from 'limber/three';
import { whenNear } from '../shell/dom.ts';
import { elementAddress } from '../shell/embed-code.ts';
import { MovingCard } from '../views/moving-card.ts';
import { Crowd } from './crowd.ts';
import type { Hero } from './hero.ts';
import { tagCode } from './tag.ts';
import { takeFiles } from './try.ts';

const addresses = import.meta.glob<string>(
  ['../posters/article-*-moving.webp', '../gallery/posters/{body,robot-code}-{light,dark}-moving.webp'],
  { query: '?url', import: 'default', eager: true },
);

/** `hero`: null without WebGL. */
export function goOn(intro: HTMLElement, hero: Hero | null): void {
  if (hero) takeFiles(intro, hero);
  const isPlaying = () => hero?.playing ?? !Stage.shared().reducedMotion;
  const crowd = new Crowd(document.querySelector('.crowd')!);
  const shows = [...document.querySelectorAll<HTMLElement>('.ways .card')].map((card) =>
    moved(card, isPlaying),
  );
  const follow = () => {
    crowd.playing = isPlaying();
    for (const show of shows) show();
  };
  intro.addEventListener('playing', follow);
  follow();
  showTag(document.querySelector('.proof')!);
}

function showTag(proof: HTMLElement): void {
  const address = elementAddress();
  if (address) proof.querySelector('.tag code')!.textContent = tagCode(address);
  whenNear(proof, () => void import('limber/element'));
}

/** A card moves while it is in sight; returns a function that shows or stops it. */
function moved(card: HTMLElement, isPlaying: () => boolean): () => void {
  const moving = new MovingCard(card, addresses);
  let isSeen = false;
  const show = () => (isSeen && isPlaying() ? moving.play() : moving.stop());
  new IntersectionObserver(
    ([entry]) => {
      isSeen = entry!.isIntersecting;
      show();
    },
    { threshold: 0.5 },
  ).observe(card);
  return show;
}
