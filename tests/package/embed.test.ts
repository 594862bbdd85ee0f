/**
 * The element embedded in blogs: from the package's address, in posts of static site generators, and in a
 * frame.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { root, runIn } from './folders.ts';
import { embed, filled, pinned, Post } from './post.ts';
import { serve, type Server } from './server.ts';
import { closeBrowser } from './visit.ts';

const servers: Server[] = [];
const posts: Post[] = [];

afterEach(async () => {
  for (const post of posts.splice(0)) await post.close();
  for (const server of servers.splice(0)) await server.close();
});
afterAll(closeBrowser);

async function open(html: string, options: { csp?: string; tamper?: Parameters<typeof Post.open>[1] } = {}) {
  const headers = options.csp ? { 'content-security-policy': options.csp } : {};
  const server = await serve(embed, { pages: { '/post.html': html }, headers });
  servers.push(server);
  const post = await Post.open(`${server.url}/post.html`, options.tamper);
  posts.push(post);
  return post;
}

/** Expects it to be drawn, to reach its goal, and to follow a drag. */
async function works(post: Post): Promise<void> {
  await post.page.locator('limber-arm').first().scrollIntoViewIfNeeded();
  expect((await post.heard('ready')).name).toBe('Panda');
  const { targets } = await post.rested();
  await post.drag(-40, -30);
  const { residuals } = await post.rested(0.03, targets);
  expect(Math.max(...(residuals as number[]))).toBeLessThan(1e-3);
}

it.each(['jekyll', 'hugo', 'astro', 'wordpress'])(
  'a post of %s fetches only the definition, draws when it comes near, follows a drag, and says nothing',
  async (name) => {
    const post = await open(filled(name).replace('<limber-arm', '<p style="height:5000px"></p><limber-arm'));
    // A later observer has reported, so the element's own has, too; and requests arrive in order.
    await post.page.evaluate(async () => {
      await customElements.whenDefined('limber-arm');
      const arm = document.querySelector('limber-arm')!;
      await new Promise((resolve) => new IntersectionObserver(resolve).observe(arm));
      await fetch('/limber/integrity.json');
    });
    expect(post.asked).toEqual(['limber-arm.js', 'integrity.json']);
    await works(post);
    expect(post.asked.length).toBeGreaterThan(2);
    expect(post.complaints).toEqual([]);
  },
);

it('a part that is not the one that was built is not run', async () => {
  const tamper = (name: string, text: string) =>
    name === 'limber-arm-live.js' ? `globalThis.tampered = true;${text}` : text;
  const post = await open(filled('hugo'), { tamper });
  const { code, message } = await post.heard('error');
  expect([code, message]).toEqual(['loadFailed', expect.stringContaining('limber-arm-live.js')]);
  expect(await post.page.evaluate(() => 'tampered' in globalThis)).toBe(false);
  await expect.poll(() => post.page.getByText('A robot arm that can be dragged').isVisible()).toBe(true);
});

it('a definition that is not the one that is pinned is not run, and the words stay', async () => {
  const post = await open(filled('jekyll'), { tamper: (_, text) => `${text};` });
  await expect.poll(() => post.complaints.join()).toContain('integrity');
  expect(await post.page.evaluate(() => customElements.get('limber-arm'))).toBeUndefined();
  expect(await post.page.getByText('A robot arm that can be dragged').isVisible()).toBe(true);
});

it('the build tells the hash of every file', () => {
  const { files, integrity } = pinned();
  for (const [name, hash] of Object.entries(files)) {
    const digest = createHash('sha384')
      .update(readFileSync(join(embed, name)))
      .digest('base64');
    expect(hash, name).toBe(`sha384-${digest}`);
  }
  expect(integrity).toBe(files['limber-arm.js']);
});

it('the snippet works beside the folder, on a strict page without a violation', async () => {
  const snippet = readFileSync(join(embed, 'snippet.html'), 'utf8');
  const html = `<!doctype html><title>A post</title><link rel="icon" href="data:,">${snippet}`;
  const csp = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:";
  const post = await open(html, { csp });
  await works(post);
  expect(post.asked[0]).toBe('limber-arm.js');
  expect(post.complaints).toEqual([]);
});

it('a frame that may only run scripts shows it, tells its height, and stores nothing', async () => {
  // Part of the pages' build, which package tests do not need otherwise.
  await runIn(root, process.execPath, 'scripts/embed-page.mjs');
  const pages = await serve(join(root, 'build/pages'));
  servers.push(pages);
  // The address in the pages' embed code.
  const hosted = await fetch(`${pages.url}/limber/${pinned().entry}`);
  expect(await hosted.text()).toBe(readFileSync(join(embed, pinned().entry), 'utf8'));
  const post = await open(
    `<!doctype html><title>A post</title><link rel="icon" href="data:,">
    <iframe sandbox="allow-scripts" title="An arm" style="width: 500px; height: 200px"
      src="${pages.url}/embed.html?preset=panda&solver=lm&controls"></iframe>
    <script>heights = []; onmessage = ({ data }) => heights.push(data)</script>`,
  );
  const frame = post.page.frames()[1]!;
  await frame.waitForFunction(() => said.some(({ type }) => type === 'ready'), null, { timeout: 60_000 });
  expect(await frame.evaluate(() => origin)).toBe('null');
  const height = () => frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
  const told = () =>
    post.page.evaluate(
      () => (globalThis as unknown as { heights: { type: string; height: number }[] }).heights,
    );
  // It tells its height in the frame after the one in which that changed.
  await expect
    .poll(async () => (await told()).at(-1)!.height - (await height()), { timeout: 60_000 })
    .toBe(0);
  expect((await told()).at(-1)!.type).toBe('limber-height');
  expect(await height()).toBeGreaterThan(300);
  expect(await post.context.cookies()).toEqual([]);
  expect(post.complaints).toEqual([]);
});
