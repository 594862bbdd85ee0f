// node scripts/posters.mjs: takes the pictures in demos/article/posters/ from the running page, in light and dark.
// They show where JavaScript or WebGL is missing, and until a view is live. Take them again when an arm looks
// different.
import { Buffer } from 'node:buffer';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { root, say } from './run.mjs';

const folder = join(root, 'demos/article/posters');
const size = { width: 800, height: 600 };
const pixelRatio = 1.2;
const quality = 0.76;

/** What to do before a figure's picture is taken; the others show their scene at rest. */
const prepare = {
  escape: (figure) => figure.locator('button[name=escape]').click(),
};

const server = await createServer({
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'error',
  server: { hmr: false, port: 5199 },
});
await server.listen();
const address = `${server.resolvedUrls.local[0]}article/`;

const browser = await chromium.launch({
  executablePath: process.env.LIMBER_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
  ],
});

mkdirSync(folder, { recursive: true });
for (const theme of ['light', 'dark']) {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    deviceScaleFactor: pixelRatio,
    colorScheme: theme,
  });
  await page.goto(address);
  const { width, height } = size;
  await page.addStyleTag({
    content: `figure.live > .stage.stage { width: ${width}px; height: ${height}px; min-height: 0; margin: 0 }`,
  });
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
    const url = await figure.evaluate(
      (element, q) => element.querySelector('.stage canvas').toDataURL('image/webp', q),
      quality,
    );
    const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
    writeFileSync(join(folder, `${name}-${theme}.webp`), bytes);
    say(`${name}-${theme}.webp: ${(bytes.length / 1024).toFixed(1)} kB`);
  }
  await page.close();
}
await browser.close();
await server.close();
