// node scripts/embed-page.mjs: builds demos/embed.html into build/pages, with its script as one classic file,
// which a frame without an origin can also fetch, from any server; and the standalone element into
// build/pages/limber, for embed code that refers to it there. Part of `node scripts/build.mjs pages`.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lessOfThree } from './embed/three.mjs';
import { shipsOnly } from './licences/plugin.mjs';
import { root, say } from './run.mjs';

const folder = join(root, 'build/pages');
const styleLink = '<link rel="stylesheet" href="./embed.css" />';

/** `import.meta` is needed only where there are several files, so drop that warning. */
const onLog = (level, log, show) => {
  if (log.code !== 'EMPTY_IMPORT_META') show(level, log);
};

/** The page's script and its styles, each in one file. */
async function bundle() {
  const { build } = await import('vite');
  const limber = (name) => join(root, 'web/src', name, 'index.ts');
  const { output } = await build({
    root: join(root, 'demos'),
    configFile: false,
    logLevel: 'warn',
    base: './',
    resolve: {
      alias: [
        { find: /^limber$/, replacement: limber('') },
        { find: /^limber\/(\w+)$/, replacement: limber('$1') },
      ],
    },
    plugins: [lessOfThree(), shipsOnly('pages')],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: 1e7,
      chunkSizeWarningLimit: 1500,
      rolldownOptions: {
        onLog,
        input: { embed: join(root, 'demos/embed/main.ts') },
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const [script] = output.filter(({ type }) => type === 'chunk');
  const styles = output.find(({ fileName }) => fileName.endsWith('.css'));
  return { script: script.code, styles: String(styles.source) };
}

export async function buildEmbedPage() {
  const { script, styles } = await bundle();
  mkdirSync(folder, { recursive: true });
  const page = readFileSync(join(root, 'demos/embed.html'), 'utf8').replace(
    '<script type="module" src="embed/main.ts">',
    `${styleLink}\n    <script defer src="./embed.js">`,
  );
  if (page.includes('embed/')) throw new Error('demos/embed.html names files that the build does not know');
  writeFileSync(join(folder, 'embed.js'), script);
  writeFileSync(join(folder, 'embed.css'), styles);
  writeFileSync(join(folder, 'embed.html'), page);
  const element = join(root, 'web/dist/embed');
  if (existsSync(element)) cpSync(element, join(folder, 'limber'), { recursive: true });
  say('build/pages/embed.html');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await buildEmbedPage();
