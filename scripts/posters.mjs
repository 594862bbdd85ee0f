// node scripts/posters.mjs [article] [gallery]: takes pictures from the running pages, in light and dark. The
// article's show where JavaScript or WebGL is missing, and until a view is live; the gallery's show the
// demos. Run it again when an arm looks different.
import { Buffer } from 'node:buffer';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { root, say } from './run.mjs';

const pixelRatio = 1.2;
const quality = 0.76;

/** Actions before a figure's picture is taken; the others show their scene at rest. */
const prepare = { escape: (figure) => figure.locator('button[name=escape]').click() };

/** Address of the view that represents a demo; the others show the first view of their page. */
const addresses = { linkages: '?linkage=jansen', obstacles: '?scene=shelf', solutions: '?robot=ur5' };

const server = await createServer({
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'error',
  server: { hmr: false, port: 5199 },
});
await server.listen();
const [address] = server.resolvedUrls.local;
const { demos } = await server.ssrLoadModule('/plugins/site.ts');

const browser = await chromium.launch({
  executablePath: process.env.LIMBER_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
  ],
});

/** Opens a page whose views have this size. */
async function open(path, theme, [width, height]) {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    deviceScaleFactor: pixelRatio,
    colorScheme: theme,
  });
  await page.goto(address + path);
  await page.addStyleTag({
    content: `.stage.stage.stage { width: ${width}px; height: ${height}px; min-height: 0; margin: 0 }`,
  });
  return page;
}

/** Saves the picture of the view inside `element`. */
async function take(element, path) {
  const url = await element.evaluate(
    (inside, q) => inside.querySelector('.stage canvas').toDataURL('image/webp', q),
    quality,
  );
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), bytes);
  say(`${path}: ${(bytes.length / 1024).toFixed(1)} kB`);
}

const sets = {
  async article(theme) {
    const page = await open('article/', theme, [800, 600]);
    for (const figure of await page.locator('figure.live').all()) {
      const name = await figure.getAttribute('data-scene');
      await figure.scrollIntoViewIfNeeded();
      const resting = (element) =>
        element.limberScene?.resting && element.querySelector('.stage').dataset.drawn !== undefined;
      const rest = async () => page.waitForFunction(resting, await figure.elementHandle());
      await rest();
      await prepare[name]?.(figure);
      await page.waitForTimeout(700);
      await rest();
      await page.waitForTimeout(300);
      await take(figure, `demos/article/posters/${name}-${theme}.webp`);
    }
    await page.close();
  },

  async gallery(theme) {
    for (const { path } of demos) {
      const name = path.replace('/', '');
      const page = await open(path + (addresses[name] ?? ''), theme, [480, 360]);
      await page.locator('.stage[data-drawn]').first().waitFor();
      // Long enough for an arm to be on its way.
      await page.waitForTimeout(2500);
      await take(page.locator('main'), `demos/gallery/posters/${name}-${theme}.webp`);
      await page.close();
    }
  },
};

const names = process.argv.slice(2);
for (const name of names.length ? names : Object.keys(sets)) {
  for (const theme of ['light', 'dark']) await sets[name](theme);
}
await browser.close();
await server.close();
