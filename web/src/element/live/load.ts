/** Chunks loaded on demand by an element that is live: see ../load.ts. */

/** Loaded with the first URDF. */
export const loadURDF = (): Promise<typeof import('../../robots/urdf/index.ts')> =>
  import('../../robots/urdf/index.ts');

/** Loaded with the first `scene`. */
export const loadScenes = (): Promise<typeof import('./scenes.ts')> => import('./scenes.ts');

/** Loaded with the first `scene="landscape"`. */
export const loadLandscape = (): Promise<typeof import('./landscape/index.ts')> =>
  import('./landscape/index.ts');

/** Loaded with the first glTF. */
export const loadFigure = (): Promise<typeof import('./figure.ts')> => import('./figure.ts');

/** Loaded with the first goal with room. */
export const loadRooms = (): Promise<typeof import('../../bench/goal-rooms.ts')> =>
  import('../../bench/goal-rooms.ts');
