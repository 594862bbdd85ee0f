/** Cards move while the mouse rests on them, unless the reader prefers reduced motion. */
const still = matchMedia('(prefers-reduced-motion: reduce)');
/** Milliseconds; a mouse on its way to another card, or that clicks, requests nothing. */
const patience = 150;

for (const card of document.querySelectorAll<HTMLElement>('.card')) {
  const poster = card.querySelector<HTMLImageElement>('.poster img')!;
  const moving = new Image(480, 360);
  moving.alt = '';
  moving.className = 'moving';
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    moving.remove();
  };
  card.addEventListener('pointerenter', ({ pointerType }) => {
    if (still.matches || pointerType !== 'mouse') return;
    timer = window.setTimeout(() => {
      moving.src = poster.currentSrc.replace('.webp', '-moving.webp');
      poster.after(moving);
    }, patience);
  });
  for (const type of ['pointerleave', 'pointerdown'] as const) card.addEventListener(type, stop);
}
