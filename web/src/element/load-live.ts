/** The part with three.js and the solver: fetched when the first element needs it. */
export const loadLive = (): Promise<typeof import('./live/index.ts')> => import('./live/index.ts');
