/** Cards move while the mouse rests on them. */
import { MovingCard } from '../views/moving-card.ts';

/** Milliseconds; a mouse on its way to another card, or that clicks, requests nothing. */
const patience = 150;
const addresses = import.meta.glob<string>('./posters/*-moving.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

for (const card of document.querySelectorAll<HTMLAnchorElement>('.card')) {
  const moving = new MovingCard(card, addresses);
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    moving.stop();
  };
  card.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType === 'mouse') timer = window.setTimeout(() => moving.play(), patience);
  });
  for (const type of ['pointerleave', 'pointerdown'] as const) card.addEventListener(type, stop);
}
