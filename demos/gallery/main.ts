/** Cards move while the mouse rests on them, unless the reader prefers reduced motion. */
const still = matchMedia('(prefers-reduced-motion: reduce)');
/** Milliseconds; a mouse on its way to another card, or that clicks, requests nothing. */
const patience = 150;
const addresses = import.meta.glob<string>('./posters/*-moving.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

for (const card of document.querySelectorAll<HTMLAnchorElement>('.card')) {
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
    const theme = poster.currentSrc.includes('-dark') ? 'dark' : 'light';
    const address =
      addresses[
        `./posters/${poster.src
          .split('/')
          .at(-1)!
          .replace(/-light.*/, '')}-${theme}-moving.webp`
      ];
    if (still.matches || pointerType !== 'mouse' || !address) return;
    timer = window.setTimeout(() => {
      moving.src = address;
      poster.after(moving);
    }, patience);
  });
  for (const type of ['pointerleave', 'pointerdown'] as const) card.addEventListener(type, stop);
}
