import { type Theme, useData, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { nextTick, watch } from 'vue';
import '../../../figures/figures.css';
import './style.css';

// The pages' links are relative, and the address changes without a new page: each link is made absolute once.
if (!import.meta.env.SSR) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('#app a[href]')) {
    if (link.origin !== location.origin || link.getAttribute('href')!.startsWith('#')) continue;
    link.setAttribute('href', link.pathname + link.search + link.hash);
  }
}

/** The demo pages keep the choice of theme under this name, and nothing while it is the system's. */
function shareTheme(dark: boolean): void {
  const root = document.documentElement;
  try {
    const own = localStorage.getItem('vitepress-theme-appearance');
    if (own === 'light' || own === 'dark') localStorage.setItem('limber-theme', own);
    else localStorage.removeItem('limber-theme');
  } catch {
    // Storage may be forbidden: then the choice lasts as long as the page.
  }
  root.dataset.theme = dark ? 'dark' : 'light';
}

/** Defines the elements that the page has: most pages need no core. */
function fetchElements(): void {
  if (document.querySelector('limber-arm')) void import('limber/element');
  if (document.querySelector('limber-figure')) void import('../../../figures/index.ts');
}

export default {
  extends: DefaultTheme,
  setup() {
    const { isDark, page } = useData();
    if (import.meta.env.SSR) return;
    watch(isDark, shareTheme, { immediate: true, flush: 'post' });
    watch(page, () => void nextTick(fetchElements), { immediate: true });
  },
  enhanceApp({ router }) {
    router.onBeforeRouteChange = (to) => {
      const base = withBase('/');
      if (import.meta.env.SSR || to.startsWith(base)) return true;
      location.assign(to);
      return false;
    };
  },
} satisfies Theme;
