/** The site's pages, in the order of the navigation; paths count from the site's first page. */
export const pages = [
  { title: 'Article', path: '' },
  { title: 'Race', path: 'race/' },
  { title: 'Tracks', path: 'tracks/' },
  { title: 'Character', path: 'character/' },
  { title: 'Robots', path: 'robots/' },
  { title: 'Tracking', path: 'tracking/' },
  { title: 'Constraints', path: 'constraints/' },
  { title: 'Two arms', path: 'two-arms/' },
  { title: 'Linkages', path: 'linkages/' },
  { title: 'Docs', path: 'docs/' },
];
