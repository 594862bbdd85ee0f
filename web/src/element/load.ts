/** What is fetched when it is needed. The standalone build checks these files before it runs them. */

/** three.js, the views and the solver: with the first element near the view. */
export const loadLive = (): Promise<typeof import('./live/index.ts')> => import('./live/index.ts');

/** With the first `src`. */
export const loadURDF = (): Promise<typeof import('../urdf/index.ts')> => import('../urdf/index.ts');
