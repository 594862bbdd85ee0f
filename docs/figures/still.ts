/** Frame 0 of figures, for pages as they are built: runs in Node, and draws on a document of linkedom. */
import { init } from 'limber';
import { lend, makeHost } from './paper.ts';

/** Less than a millimetre is too fine to be seen. */
const rounded = (html: string): string =>
  html
    .replace(/-?\d+\.\d{3,}(e-?\d+)?/g, (number) => String(Number(Number(number).toFixed(3))))
    .replace(/ (data-state|aria-busy)="\w+"/g, '');

async function load() {
  const back = lend();
  try {
    const { figures } = await import('./index.ts');
    const loading = Object.entries(figures).map(async ([name, make]) => [name, await make()] as const);
    return new Map(await Promise.all(loading));
  } finally {
    back();
  }
}

const [makers] = await Promise.all([load(), init()]);

/** What stands inside an element with these attributes; empty where nothing can be drawn or read yet. */
export function draw(attributes: Readonly<Record<string, string>>): string {
  const make = makers.get(attributes.name ?? '');
  if (!make) throw new Error(`no figure named "${attributes.name}"`);
  const host = makeHost();
  for (const [name, value] of Object.entries({ ...attributes, inert: '' })) host.setAttribute(name, value);
  const back = lend();
  try {
    make(host).dispose();
    return host.querySelector('svg, textarea') ? rounded(host.innerHTML) : '';
  } catch {
    // It needs more of a browser, such as a canvas: a test will say so.
    return '';
  } finally {
    back();
  }
}
