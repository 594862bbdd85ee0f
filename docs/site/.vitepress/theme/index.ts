import { type Theme, useData, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { watch } from 'vue';
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

export default {
  extends: DefaultTheme,
  setup() {
    const { isDark } = useData();
    if (!import.meta.env.SSR) watch(isDark, shareTheme, { immediate: true, flush: 'post' });
  },
  enhanceApp({ router }) {
    if (!import.meta.env.SSR) {
      // Defines <limber-arm>; what it draws with is fetched when one comes near the view.
      void import('limber/element');
      void import('../../../../demos/figures/index.ts');
    }
    router.onBeforeRouteChange = (to) => {
      const base = withBase('/');
      if (import.meta.env.SSR || to.startsWith(base)) return true;
      location.assign(to);
      return false;
    };
  },
} satisfies Theme;
