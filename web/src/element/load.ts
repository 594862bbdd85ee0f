/** Chunks loaded on demand. The standalone build checks these files before it runs them. */

/** three.js, the views and the solver: loaded with the first element near the view. */
export const loadLive = (): Promise<typeof import('./live/index.ts')> => import('./live/index.ts');

/** Loaded with the first URDF. */
export const loadURDF = (): Promise<typeof import('../urdf/index.ts')> => import('../urdf/index.ts');

/** Loaded with the first `scene`. */
export const loadScenes = (): Promise<typeof import('./live/scenes.ts')> => import('./live/scenes.ts');

/** Loaded with the first glTF. */
export const loadFigure = (): Promise<typeof import('./live/figure.ts')> => import('./live/figure.ts');
