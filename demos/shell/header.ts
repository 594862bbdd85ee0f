/**
 * The header of every page as HTML: the build writes it into the demo pages, the documentation into its own.
 */
import { navigation } from './pages.ts';

export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cg fill='none' stroke='%238a94a3' " +
  "stroke-width='5' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M7 28V15L16 7l5 5'/%3E%3C/g%3E" +
  "%3Crect x='20' y='13' width='10' height='10' rx='1.5' fill='%232f7cf6'/%3E%3C/svg%3E";

/** Runs before the first paint: sets the theme from the reader's last choice. */
export const themeScript =
  "try { const theme = localStorage.getItem('limber-theme'); if (theme) document.documentElement.dataset.theme = theme } catch {}";

export const themeButton =
  '<button type="button" class="theme" aria-label="Dark theme" title="Dark theme">' +
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" ' +
  'stroke-width="2"/><path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor"/></svg></button>';

/** Marks a link to `path` as current on the page at `here`: a demo belongs to the gallery. */
function mark(path: string, here: string): string {
  if (path === here) return ' aria-current="page"';
  const isDemo = navigation.every((page) => page.path !== here);
  return path === 'gallery/' && isDemo ? ' aria-current="true"' : '';
}

/**
 * The links of the header. `up` leads from the page to the site's first page; `here` is the page's own path.
 */
export function headerLinks(up: string, here: string, repository?: string): string {
  const links = navigation.map(({ title, path }) => `<a href="${up}${path}"${mark(path, here)}>${title}</a>`);
  if (repository) links.push(`<a href="${repository}">Repository</a>`);
  return `<a class="mark" href="${up}">Limber</a><nav class="site" aria-label="Site">${links.join('')}</nav>`;
}
