// node scripts/build.mjs [native] [asan] [tsan] [fuzz] [wasm] [package] [embed] [pages] [docs]
// Without names: wasm, package, pages, docs. package ends with embed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { carry } from './carry.mjs';
import { ensureEmscripten } from './emscripten.mjs';
import { ensureNodeModules } from './node-modules.mjs';
import { ensurePackages, needs } from './packages.mjs';
import { fail, must, nodeTool, quietly, root, say } from './run.mjs';

// npm packs files with their present modes.
process.umask(0o022);

// CMake reports its progress on stdout, and errors on stderr.
const onlyComplaints = { stdio: ['inherit', 'ignore', 'inherit'] };

async function buildNative(preset = 'native', targets = preset) {
  await ensurePackages(needs.native, needs.tests, needs[preset] ?? []);
  const what = `building C++ (${targets})`;
  say(`${what} …`);
  await must(what, ['cmake', ['--preset', preset]], onlyComplaints);
  // Without output, because something else may run beside it.
  await quietly(what, 'cmake', ['--build', '--preset', targets]);
}

/** CMake keeps its compiler for ever, so another Emscripten needs a fresh build folder. */
function forgetOther(emscripten) {
  const folder = join(root, 'build/wasm');
  const stamp = join(folder, 'emscripten');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === emscripten.id) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(stamp, emscripten.id);
}

async function buildWasm() {
  // npm's packages arrive beside the toolchain and its work.
  const modules = ensureNodeModules();
  const emscripten = await ensureEmscripten();
  forgetOther(emscripten);
  const what = 'building WebAssembly';
  say(`${what} …`);
  // Saves half a second: ninja reconfigures by itself when CMakeLists.txt changes.
  const configured = existsSync(join(root, 'build/wasm/build.ninja'));
  if (!configured)
    await must(what, emscripten.wrap('emcmake', ['cmake', '--preset', 'wasm']), onlyComplaints);
  await must(what, emscripten.wrap('cmake', ['--build', '--preset', 'wasm']));
  await modules;
  await carry();
  await (await import('./core-types.mjs')).writeGenerated();
}

async function tool(what, script, args) {
  await ensureNodeModules();
  say(`${what} …`);
  if ((await nodeTool(script, args)) !== 0) fail(`failed: ${what}`);
}

export const builds = {
  native: () => buildNative(),
  asan: () => buildNative('asan'),
  tsan: () => buildNative('tsan'),
  fuzz: () => buildNative('asan', 'fuzz'),
  wasm: () => buildWasm(),
  package: async () => {
    // Outputs without a source any more must not be packed.
    rmSync(join(root, 'web/dist'), { recursive: true, force: true });
    await tool('building the package into web/dist', 'typescript/bin/tsc', ['-p', 'tsconfig.build.json']);
    await builds.embed();
  },
  embed: async () => {
    await ensureNodeModules();
    say('building the element into web/dist/embed …');
    // Imported only now: it needs packages that npm installs.
    await (await import('./embed.mjs')).buildEmbed();
  },
  pages: async () => {
    // All that an earlier build left, but the docs.
    const pages = join(root, 'build/pages');
    for (const each of existsSync(pages) ? readdirSync(pages) : [])
      if (each !== 'docs') rmSync(join(pages, each), { recursive: true });
    await tool('building the pages into build/pages', 'vite/bin/vite.js', ['build']);
    await (await import('./embed-page.mjs')).buildEmbedPage();
  },
  docs: async () => {
    const reference = ['--options', 'docs/typedoc.config.mjs'];
    await tool('writing the reference', 'typedoc/bin/typedoc', reference);
    await tool('writing the solvers’ pages', 'tsx/dist/cli.mjs', ['docs/generate/main.ts']);
    await tool('building the docs into build/pages/docs', 'vitepress/bin/vitepress.js', [
      'build',
      'docs/site',
    ]);
  },
};

async function main(names) {
  const unknown = names.find((name) => !Object.hasOwn(builds, name));
  if (unknown) fail(`unknown build "${unknown}"; known: ${Object.keys(builds).join(', ')}`, 2);
  for (const name of names.length ? names : ['wasm', 'package', 'pages', 'docs']) await builds[name]();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
