// Replaces load.ts of web/src/element and web/src/three in the standalone build: a file runs only if it is
// the one that was built with the pinned script.

/* global document, fetch */

/** Files of each part, [name, hash] each; the build fills in the lists. */
const files = {
  live: '__FILES_OF_LIVE__',
  urdf: '__FILES_OF_URDF__',
  meshes: '__FILES_OF_MESHES__',
  figure: '__FILES_OF_FIGURE__',
  scenes: '__FILES_OF_SCENES__',
  landscape: '__FILES_OF_LANDSCAPE__',
  rooms: '__FILES_OF_ROOMS__',
};

/** Fetches a module into the page's module map, where the following import finds it. */
function fetchChecked([name, hash]) {
  const { href } = new URL(name, import.meta.url);
  const link = document.createElement('link');
  // Without modulepreload: checks the bytes, which the import then finds in the cache.
  if (!link.relList.supports('modulepreload')) return fetch(href, { integrity: hash });
  Object.assign(link, { rel: 'modulepreload', href, integrity: hash, crossOrigin: 'anonymous' });
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${href} did not arrive, or is not the file of this version`));
    document.head.append(link);
  });
}

const check = (names) => Promise.all(names.map(fetchChecked));

export const loadLive = () => check(files.live).then(() => import('../../web/src/element/live/index.ts'));
export const loadURDF = () => check(files.urdf).then(() => import('../../web/src/robots/urdf/index.ts'));
export const loadMeshFiles = () =>
  check(files.meshes).then(() => import('../../web/src/three/mesh-files.ts'));
export const loadFigure = () =>
  check(files.figure).then(() => import('../../web/src/element/live/figure.ts'));
export const loadScenes = () =>
  check(files.scenes).then(() => import('../../web/src/element/live/scenes.ts'));
export const loadLandscape = () =>
  check(files.landscape).then(() => import('../../web/src/element/live/landscape/index.ts'));
export const loadRooms = () => check(files.rooms).then(() => import('../../web/src/bench/goal-rooms.ts'));
