// node scripts/posters.mjs [home] [below] [article] [landscape] [gallery]: takes pictures from the running pages, in light and dark. The
// article's show where JavaScript or WebGL is missing, and until a view is live; the gallery's show the
// demos. Run it again when an arm looks different.
/* global createImageBitmap, document, fetch */
import { Buffer } from 'node:buffer';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { root, say } from './run.mjs';

const pixelRatio = 1.2;
const quality = 0.76;
/** The same for the picture that stands in a first view until its arm is drawn. */
const firstQuality = 0.5;

/** Actions before a figure's picture is taken; the others show their scene at rest. */
const prepare = {
  // The enlarged view covers it.
  escape: (figure) => figure.locator('button[name=escape]').dispatchEvent('click'),
};

const server = await createServer({
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'error',
  server: { hmr: false, port: 5199 },
});
await server.listen();
const [address] = server.resolvedUrls.local;
const { demos, posterOf } = await server.ssrLoadModule('/plugins/site.ts');

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

/** The picture of the view, or another canvas, inside `element` as WebP, `width` pixels wide; 0: its own width. */
async function picture(element, q, width = 0, selector = '.stage canvas') {
  const url = await element.evaluate(
    (inside, [q, width, selector]) => {
      const canvas = inside.querySelector(selector);
      if (!width) return canvas.toDataURL('image/webp', q);
      const small = canvas.ownerDocument.createElement('canvas');
      small.width = width;
      small.height = Math.round((width * canvas.height) / canvas.width);
      small.getContext('2d', { alpha: false }).drawImage(canvas, 0, 0, small.width, small.height);
      return small.toDataURL('image/webp', q);
    },
    [q, width, selector],
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** A PNG as a WebP of this quality. */
async function asWebP(page, png, q) {
  const url = await page.evaluate(
    async ([data, q]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d', { alpha: false }).drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', q);
    },
    [png.toString('base64'), q],
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** Saves the picture of the view inside `element`. */
const take = async (element, path) => save(path, await picture(element, quality));

function save(path, bytes) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), bytes);
  say(`${path}: ${(bytes.length / 1024).toFixed(1)} kB`);
}

/** A RIFF chunk. */
function chunk(name, ...parts) {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(name), size, body, Buffer.alloc(body.length % 2)]);
}

/** Numbers of three bytes. */
const threes = (...numbers) => Buffer.from(numbers.flatMap((n) => [n & 255, (n >> 8) & 255, n >> 16]));

/**
 * An endless WebP of lossy WebPs without transparency; a frame lasts `duration` milliseconds, the last one
 * `hold`.
 */
function animation(frames, width, height, duration, hold = duration) {
  const size = threes(width - 1, height - 1);
  const each = frames.map((frame, i) => {
    const at = frame.indexOf('VP8 ');
    const image = frame.subarray(at, at + 8 + frame.readUInt32LE(at + 4));
    const padded = Buffer.concat([image, Buffer.alloc(image.length % 2)]);
    return chunk(
      'ANMF',
      threes(0, 0),
      size,
      threes(i < frames.length - 1 ? duration : hold),
      Buffer.from([2]),
      padded,
    );
  });
  const head = chunk('VP8X', Buffer.from([2, 0, 0, 0]), size);
  return chunk('RIFF', Buffer.from('WEBP'), head, chunk('ANIM', Buffer.alloc(6)), ...each);
}

/** Moves the first handle of a view in a circle, and calls `look` at places on it. */
async function circle(page, count, look) {
  const handle = page.locator('.stage [aria-roledescription^=draggable] >> visible=true').first();
  const { x, y, width, height } = await handle.boundingBox();
  const [u, v] = [x + width / 2, y + height / 2];
  await page.mouse.move(u, v);
  await page.mouse.down();
  for (let i = 0; i < count; i += 1) {
    const angle = (2 * Math.PI * i) / count;
    await page.mouse.move(u + 40 * (Math.cos(angle) - 1), v - 40 * Math.sin(angle));
    await page.waitForTimeout(700);
    await look();
  }
  await page.mouse.up();
}

/** Demos that move by themselves. */
const lively = ['race-peers', 'linkages', 'body', 'robot-reach', 'robot-track', 'line', 'tie'];
/** Frames of a card that moves, their width, and how long each lasts in milliseconds. */
const [moments, cardWidth, duration] = [8, 320, 220];

const sets = {
  async home(theme) {
    const page = await open('', theme, [1280, 600]);
    await page.locator('.stage[data-drawn]').waitFor();
    await page.locator('button[name=play]').click();
    await page.waitForTimeout(1500);
    const main = page.locator('main');
    await take(main, `demos/posters/hero-${theme}.webp`);
    // The README's picture, on white and black pages.
    if (theme === 'light') {
      await page.locator('button[name=play]').click();
      const frames = [];
      for (let i = 0; i < 30; i += 1)
        await page.waitForTimeout(100).then(async () => frames.push(await picture(main, 0.6, 768)));
      save('docs/limber.webp', animation(frames, 768, 360, 120));
    }
    await page.close();
  },

  /** The first page under its view: the crowd, and the card of the article. */
  async below(theme) {
    const page = await open('', theme, [1280, 600]);
    await page.locator('.crowd[data-drawn]').waitFor();
    await page.locator('.crowd canvas').scrollIntoViewIfNeeded();
    await page.waitForTimeout(2500);
    const crowd = await picture(page.locator('.crowd'), quality, 0, 'canvas');
    save(`demos/posters/crowd-${theme}.webp`, crowd);
    await page.close();
    const article = await open('article/', theme, [480, 360]);
    await article.locator('.stage[data-drawn]').first().waitFor();
    const whole = article.locator('figure.live').first();
    await take(whole, `demos/posters/article-${theme}.webp`);
    const frames = [];
    await circle(article, moments, async () => frames.push(await picture(whole, 0.6, cardWidth)));
    const bytes = animation(frames, cardWidth, (cardWidth * 3) / 4, duration);
    save(`demos/posters/article-${theme}-moving.webp`, bytes);
    await article.close();
  },

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
      const q = name === 'whole' ? firstQuality : quality;
      save(`demos/article/posters/${name}-${theme}.webp`, await picture(figure, q));
    }
    await page.close();
  },

  /** The article's still picture, and the README's second one: the balls roll, with words beside them. */
  async landscape(theme) {
    const [width, height, tick] = [800, 400, 70];
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: theme });
    await page.clock.install();
    await page.goto(`${address}article/`);
    const arm = page.locator('limber-arm[scene=landscape]');
    await arm.evaluate((element, width) => {
      element.style.width = `${width}px`;
      document.body.replaceChildren(element);
    }, width);
    const stage = arm.locator('[part=stage][data-state=resting]');
    await stage.waitFor({ timeout: 120_000 });
    await page.clock.pauseAt(Date.now() + 60_000);
    await arm.locator('button[name=valleys]').click();
    const frames = [];
    while ((await stage.count()) === 0 || frames.length === 0) {
      await page.clock.runFor(tick);
      const shot = await arm.locator('[part=stage]').screenshot({ type: 'png' });
      frames.push(await asWebP(page, shot, 0.5));
    }
    const last = await arm.locator('[part=stage]').screenshot({ type: 'png' });
    save(`demos/article/posters/landscape-${theme}.webp`, await asWebP(page, last, quality));
    if (theme === 'light') save('docs/landscape.webp', animation(frames, width, height, tick, 2500));
    await page.close();
  },

  async gallery(theme) {
    for (const demo of demos) {
      const name = posterOf(demo);
      const page = await open(demo.path + demo.query, theme, [480, 360]);
      await page.locator('.stage[data-drawn]').first().waitFor();
      // Long enough for an arm to be on its way.
      await page.waitForTimeout(2500);
      const main = page.locator('main');
      await take(main, `demos/gallery/posters/${name}-${theme}.webp`);
      const frames = [];
      const look = async () => frames.push(await picture(main, 0.6, cardWidth));
      if (!lively.includes(name)) await circle(page, moments, look);
      else for (let i = 0; i < moments; i += 1) await page.waitForTimeout(300).then(look);
      const bytes = animation(frames, cardWidth, (cardWidth * 3) / 4, duration);
      save(`demos/gallery/posters/${name}-${theme}-moving.webp`, bytes);
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
