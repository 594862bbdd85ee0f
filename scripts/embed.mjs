// node scripts/embed.mjs: builds the element for a plain <script type="module"> into web/dist/embed, with the
// snippet that pins it. Part of `node scripts/build.mjs package`.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { lessOfThree } from './embed/three.mjs';
import { shipsOnly } from './licences/plugin.mjs';
import { root, say } from './run.mjs';

const folder = join(root, 'web/dist/embed');
const entry = 'limber-arm.js';
const read = (path) => readFileSync(path, 'utf8');
const sha384 = (text) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** Parts that are fetched on demand, by the end of their first source's path. */
const parts = {
  live: '/element/live/index.ts',
  urdf: '/urdf/index.ts',
  meshes: '/three/mesh-files.ts',
  figure: '/element/live/figure.ts',
  scenes: '/element/live/scenes.ts',
  landscape: '/landscape/index.ts',
  rooms: '/bench/goal-rooms.ts',
};

/** One script, one element, for a page with this folder beside it as `limber`. */
function snippetFor(integrity) {
  return [
    `<script type="module" src="limber/${entry}" integrity="${integrity}" crossorigin="anonymous"></script>`,
    '<limber-arm preset="panda" solver="lm">A robot arm that can be dragged, where JavaScript is on.</limber-arm>',
    '',
  ].join('\n');
}

const verifying = {
  name: 'limber-verifying-loader',
  enforce: 'pre',
  resolveId(source, importer) {
    const isLoader = source.endsWith('/load.ts') && importer?.includes('/web/src/');
    return isLoader ? join(root, 'scripts/embed/load.mjs') : null;
  },
};

const shared = { root, configFile: false, logLevel: 'warn', base: './' };

/**
 * The modules that an entry alone would have. Those of the live part become one file, also where other parts
 * share some: a file for each set of parts that share something would be more to fetch, and weigh more.
 */
async function modulesOf(entry) {
  const { build } = await import('vite');
  const { output } = await build({
    ...shared,
    plugins: [verifying, lessOfThree()],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { input: join(root, entry), preserveEntrySignatures: 'strict' },
    },
  });
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set();
  const add = (name) => {
    if (found.has(name)) return;
    found.add(name);
    chunks.get(name).imports.forEach(add);
  };
  add(output.find(({ isEntry }) => isEntry).fileName);
  return new Set([...found].flatMap((name) => chunks.get(name).moduleIds));
}

/** Writes the files; returns the bundler's description of each. */
async function bundle() {
  const { build } = await import('vite');
  const together = await modulesOf('web/src/element/live/index.ts');
  const own = await modulesOf('web/src/element/index.ts');
  const { output } = await build({
    ...shared,
    plugins: [verifying, lessOfThree(), shipsOnly('package')],
    build: {
      target: 'es2022',
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      modulePreload: false,
      chunkSizeWarningLimit: 1500,
      rolldownOptions: {
        input: { 'limber-arm': join(root, 'web/src/element/index.ts') },
        // Code for both files is in the entry; the other imports it from there.
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: '[name].js',
          codeSplitting: {
            // What the entry has too stays there.
            includeDependenciesRecursively: false,
            groups: [{ name: 'live', test: (id) => together.has(id) && !own.has(id) }],
          },
          chunkFileNames: ({ facadeModuleId }) => `limber-arm-${partOf(facadeModuleId) ?? '[name]'}.js`,
        },
      },
    },
  });
  return output.filter(({ type }) => type === 'chunk');
}

const partOf = (id) => Object.keys(parts).find((each) => id?.endsWith(parts[each]));

/** A chunk and everything that it imports, except the entry, which is already loaded. */
function withImports(output, fileName, found = new Set()) {
  if (fileName === entry || found.has(fileName)) return found;
  found.add(fileName);
  const { imports } = output.find((chunk) => chunk.fileName === fileName);
  for (const each of imports) withImports(output, each, found);
  return found;
}

/** Writes the hashes of the other files into the entry, and the entry's own into the snippet. */
function pin(output, version) {
  const hashOf = (name) => sha384(read(join(folder, name)));
  let text = read(join(folder, entry));
  for (const { fileName, facadeModuleId, name } of output) {
    const part = partOf(facadeModuleId) ?? name;
    if (!(part in parts)) continue;
    const files = [...withImports(output, fileName)].map((name) => [`./${name}`, hashOf(name)]);
    text = text.replace(new RegExp(`(["'\`])__FILES_OF_${part.toUpperCase()}__\\1`), JSON.stringify(files));
  }
  if (text.includes('__FILES_OF_')) throw new Error('the entry has no hashes for all of its parts');
  writeFileSync(join(folder, entry), text);
  const names = output.map(({ fileName }) => fileName).sort();
  const files = Object.fromEntries(names.map((name) => [name, hashOf(name)]));
  const facts = { version, entry, integrity: files[entry], files };
  writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(facts, null, 2)}\n`);
  writeFileSync(join(folder, 'snippet.html'), snippetFor(files[entry]));
}

/** Compressed bytes of each file, as a server sends it. */
export function sizes() {
  const names = readdirSync(folder).filter((name) => /\.(js|wasm)$/.test(name));
  return Object.fromEntries(
    names.map((name) => [name, gzipSync(Buffer.from(readFileSync(join(folder, name))), { level: 9 }).length]),
  );
}

export async function buildEmbed() {
  const output = await bundle();
  pin(output, JSON.parse(read(join(root, 'package.json'))).version);
  const list = Object.entries(sizes()).map(([name, bytes]) => `${name} ${(bytes / 1000).toFixed(1)} kB`);
  say(`web/dist/embed, gzip: ${list.join(', ')}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await buildEmbed();
