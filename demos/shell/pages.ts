/** The links of the header; the gallery is made from the demos themselves, see plugins/site.ts. */
export interface SitePage {
  readonly title: string;
  /** Relative to the site's first page. */
  readonly path: string;
}

/** In the order of the header. */
export const navigation: readonly SitePage[] = [
  { title: 'Home', path: '' },
  { title: 'Article', path: 'article/' },
  { title: 'Demos', path: 'gallery/' },
  { title: 'Docs', path: 'docs/' },
];
