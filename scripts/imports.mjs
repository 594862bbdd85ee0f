// What imports what, as `npm run check` keeps it: no circles in the library, whose descriptions are plain data; no page
// imports a page; outside the library nothing is imported past its entries. The core includes nothing from a floor above.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { root } from './run.mjs';

const library = 'web/src/';
const core = 'cpp/src/';
/** Knows neither the core nor the page. */
const data = `${library}describe/`;
const folders = ['web/src', 'demos', 'docs', 'tests/browser', 'tests/engines', 'tests/package'];

/** What pages, figures and their tests take past an entry. */
const known = [
  'web/src/moves/csv.ts',
  'web/src/three/doing.ts',
  'web/src/three/dom.ts',
  'web/src/element/attributes.ts',
  'web/src/element/live/gltf-check.ts',
  'web/src/element/live/scenes.ts',
  'web/src/core/loader.ts',
  'web/src/moves/spline.ts',
  'web/src/robots/presets/angles.ts',
  'web/src/describe/input-limits.ts',
  'web/src/describe/poses.ts',
  'web/src/describe/tables.ts',
  'web/src/three/mesh-source.ts',
  'web/src/three/parts.ts',
  'web/src/three/standard-material.ts',
  'web/src/worker/serve.ts',
];

/** The files that a file imports by a relative path, types and `import()` included. */
function importsOf(file) {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
  const paths = importedFiles.map(({ fileName }) => fileName).filter((path) => path.startsWith('.'));
  return paths.map((path) => relative(root, join(root, dirname(file), path)));
}

function readGraph() {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
  );
  return new Map(files.filter((file) => /\.tsx?$/.test(file)).map((file) => [file, importsOf(file)]));
}

/** The first circle, as a list of files. */
export function circleIn(graph) {
  const done = new Set();
  function from(file, way) {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    done.add(file);
    for (const each of graph.get(file) ?? []) {
      const circle = from(each, [...way, file]);
      if (circle) return circle;
    }
    return null;
  }
  return [...graph.keys()].map((file) => from(file, [])).find(Boolean);
}

/** What is wrong. `pages`: their folders. */
export function faultsIn(graph, pages, exceptions = []) {
  const circle = circleIn(new Map([...graph].filter(([file]) => file.startsWith(library))));
  const pageOf = (file) => pages.find((page) => file.startsWith(`${page}/`));
  const faultOf = (file, each) => {
    const [from, to] = [pageOf(file), pageOf(each)];
    if (from && to && from !== to)
      return `${file}: ${each} is another page's; what two need is in a folder without a page`;
    if (file.startsWith(data) && !each.startsWith(data)) return `${file}: ${each} is no plain data`;
    if (file.startsWith(library) || !each.startsWith(library) || exceptions.includes(each)) return [];
    return `${file}: ${each} is no entry; import from limber/…`;
  };
  const faults = [...graph].flatMap(([file, imports]) => imports.flatMap((each) => faultOf(file, each)));
  return circle ? [`a circle: ${circle.join(' → ')}`, ...faults] : faults;
}

/** Floors of the core, from the ground up, as `docs/design.md` names them. */
function readFloors() {
  const text = readFileSync(join(root, 'docs/design.md'), 'utf8');
  return [...text.matchAll(/^cpp\/src\/(\w+)\//gm)].map(([, name]) => name);
}

/** Includes of the core's files, by file, as paths in `cpp/src`. */
function readIncludes() {
  const files = readdirSync(join(root, core), { recursive: true }).filter((file) => /\.(h|cpp)$/.test(file));
  const includesOf = (file) => readFileSync(join(root, core, file), 'utf8').matchAll(/^#include "([^"]+)"/gm);
  return new Map(files.map((file) => [file, [...includesOf(file)].map(([, path]) => path)]));
}

/** What is wrong with the core's includes: one that points upwards, or a folder that is no floor. */
export function includeFaultsIn(includes, floors) {
  // What only solvers use is in folders below them.
  const isWithin = (file) => file.startsWith('solvers/') && file.split('/').length > 2;
  const heightOf = (file) => floors.indexOf(file.split('/')[0]) - (isWithin(file) ? 0.5 : 0);
  return [...includes].flatMap(([file, paths]) => {
    if (heightOf(file) < 0) return [`${core}${file}: its folder is no floor; docs/design.md lists them`];
    const up = paths.filter((path) => !path.startsWith('limber/') && heightOf(path) > heightOf(file));
    return up.map((path) => `${core}${file}: ${path} is on a floor above it`);
  });
}

export function checkImports() {
  const isPage = (folder) => existsSync(join(root, folder, 'index.html'));
  const pages = readdirSync(join(root, 'demos')).map((name) => `demos/${name}`);
  const faults = [
    ...faultsIn(readGraph(), pages.filter(isPage), known),
    ...includeFaultsIn(readIncludes(), readFloors()),
  ];
  for (const each of faults) console.error(each);
  return faults.length ? 1 : 0;
}
