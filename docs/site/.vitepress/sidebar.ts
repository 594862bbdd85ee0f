/** The pages in their order. A page that is not here can only be found by search; a test says so. */
import type { DefaultTheme } from 'vitepress';

type Item = DefaultTheme.SidebarItem;

const group = (
  text: string,
  folder: string,
  items: readonly [string, string][],
  collapsed = false,
): Item => ({
  text,
  collapsed,
  items: items.map(([name, title]) => ({ text: title, link: `/${folder}/${name}` })),
});

export function sidebar(solvers: Item[], reference: Item[]): Item[] {
  return [
    group('Start in five minutes', 'start', [['package', 'Package']]),
    { text: 'Solvers', link: '/solvers/', collapsed: true, items: solvers },
    { text: 'Reference', link: '/reference/', collapsed: true, items: reference },
  ];
}
