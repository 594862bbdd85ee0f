import { pages } from './pages.ts';
import { addThemeSwitch } from './theme.ts';

/** Where an address leads, whether or not it names the file. */
const place = (url: URL) => url.pathname.replace(/index\.html$/, '');

/**
 * Puts the navigation between the pages and the theme switch into a page's `<header class="bar">`. The link on its mark
 * leads to the site's first page, from which the others' addresses count.
 */
export function addHeader(bar: HTMLElement): void {
  const mark = bar.querySelector<HTMLAnchorElement>('.mark')!;
  const nav = document.createElement('nav');
  nav.className = 'site';
  nav.setAttribute('aria-label', 'Pages');
  for (const { title, path } of pages) {
    const link = document.createElement('a');
    const url = new URL(path || '.', mark.href);
    link.href = url.href;
    link.textContent = title;
    if (place(url) === place(new URL(location.href))) link.setAttribute('aria-current', 'page');
    nav.append(link);
  }
  mark.after(nav);
  addThemeSwitch(bar);
}
