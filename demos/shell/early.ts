/**
 * In the head of every built page: see plugins/loading.ts. A fast line, or one that has brought the fonts before,
 * brings them before the first paint. A slow one brings the view after its poster, and the fonts after the view, for
 * the next page. So no text changes its font while it is read.
 */
/** The page's fonts, in place of `@font-face`, and what its view needs besides the core, its own script last. */
declare const faces: readonly ConstructorParameters<typeof FontFace>[];
declare const scripts: readonly { readonly src?: string; readonly text?: string }[];

/** Milliseconds that the first paint waits for fonts; kept under this key once there are fonts to wait for. */
const patience = 400;
const key = 'limber-fonts';
const { connection } = navigator as { connection?: { rtt: number } };
/** By the latency, in milliseconds: until it has measured one, Chromium reports a downlink as slow as Fast 3G’s. */
const isFast = !connection || connection.rtt <= 150;

/** Storage may be forbidden: then every visit is the first. */
function stored(change?: string): string | null {
  try {
    if (change) localStorage.setItem(key, change);
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const all = faces.map((face) => new FontFace(...face));
/** Of formulas, whose font is worth a late change. */
const swapped = all.filter(({ display }) => display === 'swap');
const others = all.filter((each) => !swapped.includes(each));
const use = (each: FontFace) => document.fonts.add(each);
const load = () => Promise.all(others.map((each) => each.load())).then(() => stored(String(patience)));

/** Without them the page has the system's font. */
const missed = () => {};

const { dataset } = document.documentElement;
if (isFast || stored()) {
  dataset.waiting = '';
  const end = () => delete dataset.waiting;
  setTimeout(end, Number(stored() ?? patience));
  void load()
    .then(() => 'waiting' in dataset && others.forEach(use))
    .catch(missed)
    .finally(end);
  swapped.forEach(use);
} else {
  const bring = () =>
    load()
      .catch(missed)
      .finally(() => swapped.forEach(use));
  addEventListener(scripts.length > 0 ? 'first-drawn' : 'load', () => void bring(), { once: true });
}

const view = scripts.map((each) => Object.assign(document.createElement('script'), each, { type: 'module' }));
/** These scripts run as they come, so only a page that is parsed gets them. */
const start = () => {
  if (document.readyState !== 'loading') document.head.append(...view.splice(0));
  else document.addEventListener('readystatechange', start, { once: true });
};
if (isFast) start();
else {
  // Pictures farther down wait until the view is drawn, or somebody goes there.
  dataset.early = '';
  for (const type of ['first-drawn', 'scroll']) addEventListener(type, () => delete dataset.early);
  for (const type of ['load', 'error'])
    document.addEventListener(type, ({ target }) => target instanceof Image && start(), true);
  addEventListener('load', start);
}
