/**
 * In the head of every built page, in place of `@font-face`: see plugins/loading.ts. A fast line, or one that has
 * brought the fonts before, brings them before the first paint. A slow one brings them after the first view, for the
 * next page. So no text changes its font while it is read.
 */
declare const faces: readonly ConstructorParameters<typeof FontFace>[];

const key = 'limber-fonts';
/** Milliseconds that the first paint waits. */
const patience = 400;
const { connection } = navigator as { connection?: { downlink: number; rtt: number } };
const isFast = !connection || (connection.downlink >= 5 && connection.rtt <= 150);
const all = faces.map((face) => new FontFace(...face));
const use = (each: FontFace) => document.fonts.add(each);
/** Of formulas, whose font is worth a late change. */
const swapped = all.filter(({ display }) => display === 'swap');
const others = all.filter((each) => !swapped.includes(each));
const load = () => Promise.all(others.map((each) => each.load())).then(() => stored('known'));

/** Storage may be forbidden: then every visit is the first. */
function stored(change?: string): string | null {
  try {
    if (change) localStorage.setItem(key, change);
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

if (isFast || stored()) {
  const { dataset } = document.documentElement;
  dataset.waiting = '';
  const end = () => delete dataset.waiting;
  setTimeout(end, patience);
  void load()
    .then(() => 'waiting' in dataset && others.forEach(use))
    .finally(end);
  swapped.forEach(use);
} else {
  const bring = () => load().finally(() => swapped.forEach(use));
  addEventListener('first-drawn', () => void bring(), { once: true });
}
