/** Words of the text that belong to a figure: one lights up its part, a number turns with it, a fold shows its file. */
import { make } from '../shell/dom.ts';

/** Units of a number per pixel of a drag, and per arrow key. */
const perPixel = 0.5;
const perKey = 1;

/** The word's part in the figures of its section. */
function lightUp(word: HTMLElement): void {
  const { part } = word.dataset;
  word.tabIndex = 0;
  const light = (on: boolean) => () => {
    const parts = word.closest('section')!.querySelectorAll(`limber-figure [data-part="${part}"]`);
    for (const each of parts) each.classList.toggle('lit', on);
  };
  for (const type of ['pointerenter', 'focus']) word.addEventListener(type, light(true));
  for (const type of ['pointerleave', 'blur']) word.addEventListener(type, light(false));
}

/** A number in the text is another handle of the figure's slider with this name. */
function scrub(number: HTMLElement): void {
  const section = number.closest('section')!;
  const slider = () =>
    section.querySelector<HTMLInputElement>(`limber-figure input[name=${number.dataset.number}]`);
  number.tabIndex = 0;
  number.role = 'slider';
  number.ariaLabel = `${number.dataset.number} angle, degrees`;
  const show = () => {
    const { value, min, max } = slider() ?? { value: number.textContent, min: '-180', max: '180' };
    const text = Math.round(Number(value)).toString();
    number.textContent = text.replace('-', '−');
    number.ariaValueNow = text;
    number.ariaValueMin = min;
    number.ariaValueMax = max;
  };
  const move = (by: number) => {
    const input = slider();
    if (!input) return;
    input.value = String(Number(input.value) + by);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  section.addEventListener('drawn', show);
  show();
  number.addEventListener('pointerdown', (event) => number.setPointerCapture(event.pointerId));
  number.addEventListener('pointermove', (event) => {
    if (number.hasPointerCapture(event.pointerId)) move(perPixel * event.movementX);
  });
  number.addEventListener('keydown', (event) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    move(way * perKey);
  });
}

const files = import.meta.glob<string>(
  [
    '../../docs/figures/*.ts',
    './{arm,rotation}.ts',
    '../../web/src/element/live/landscape/balls.ts',
    '../../cpp/src/solvers/ccd.cpp',
  ],
  { query: '?raw', import: 'default' },
);

/** Fetches the file when its fold is opened. */
function fold(details: HTMLDetailsElement): void {
  const file = details.dataset.file!;
  const name = file.split('/').at(-1)!;
  const load = Object.entries(files).find(([path]) => path.endsWith(`/${name}`))?.[1];
  if (!load) throw new Error(`no source ${file}`);
  details.addEventListener(
    'toggle',
    () => void load().then((text) => details.querySelector('pre')!.replaceChildren(make('code', {}, text))),
    { once: true },
  );
}

/** Makes the page's words, numbers and folds live. */
export function liven(page: ParentNode): void {
  page.querySelectorAll<HTMLElement>(':is(p, figcaption) [data-part]').forEach(lightUp);
  page.querySelectorAll<HTMLElement>('[data-number]').forEach(scrub);
  page.querySelectorAll<HTMLDetailsElement>('details.source').forEach(fold);
}
