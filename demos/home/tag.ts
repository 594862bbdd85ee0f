/** The tag on the first page. `script`: address of the site's own element. */
export const tagCode = (script: string): string =>
  `<script type="module" src="${script}"></script>\n<limber-arm preset="ur5" solver="lm"></limber-arm>`;
