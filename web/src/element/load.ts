/** Chunks loaded on demand. The standalone build checks these files before it runs them. */

/** three.js, the views and the solver: loaded with the first element near the view. */
export const loadLive = (): Promise<typeof import('./live/index.ts')> => import('./live/index.ts');
