/** Chunks loaded on demand. The standalone build checks these files before it runs them. */

/** Loaded with the first mesh in a file. */
export const loadMeshFiles = (): Promise<typeof import('./mesh-files.ts')> => import('./mesh-files.ts');
