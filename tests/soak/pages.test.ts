/** Every page dragged by a script, its contexts lost and restored, its frame hidden and shown: memory stays flat. */
import { afterEach, expect, inject, it } from 'vitest';
import { navigation } from '../../demos/shell/pages.ts';
import { closePage, inTest, openPage, type Page, until } from '../browser/page-support.ts';
import { centre, frames, mouse } from '../browser/three-support.ts';
import { seeded } from '../web/gltf/skeletons.ts';
import { usedByPage } from './page-memory.ts';
import { expectFlat } from './slope.ts';

const scale = inject('soak');
const demos = Object.keys(import.meta.glob('../../demos/*/page.ts')).map((file) => file.split('/').at(-2)!);
const pages = [...navigation.slice(0, 2), ...demos.map((title) => ({ title, path: `${title}/` }))];
/** Small, because WebGL is drawn in software: more strokes fit into the hour. */
const size = { width: 480, height: 400 };
afterEach(closePage);

/** Handles, also inside elements. */
const handles = ({ document }: Page): HTMLElement[] =>
  [document, ...[...document.querySelectorAll('limber-arm')].map((arm) => arm.shadowRoot)].flatMap((root) => [
    ...(root?.querySelectorAll<HTMLElement>('[role=application]') ?? []),
  ]);

async function openLive(path: string): Promise<Page> {
  const page = await openPage({ ...size, url: `/demos/${path}index.html`, ready: () => true });
  // The article's views become live when they are visible.
  const stage = (): HTMLElement | null => page.document.querySelector('.stage, limber-arm');
  await until(() => stage() !== null, 'a stage');
  stage()!.scrollIntoView({ block: 'center', behavior: 'instant' });
  await until(() => handles(page).some((each) => each.clientWidth > 0), 'a handle');
  return page;
}

/** Drags a handle and releases it. */
async function stroke(page: Page, random: () => number): Promise<void> {
  const shown = handles(page).filter((each) => each.clientWidth > 0);
  const handle = shown[Math.floor(random() * shown.length)]!;
  handle.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  let { x, y } = inTest(page, centre(handle));
  await mouse('mousePressed', x, y);
  for (let k = 0; k < 6; ++k) {
    x = Math.min(size.width - 20, Math.max(20, x + 120 * (random() - 0.5)));
    y = Math.min(size.height - 20, Math.max(20, y + 120 * (random() - 0.5)));
    await mouse('mouseMoved', x, y);
    await frames(1, page.window);
  }
  await mouse('mouseReleased', x, y);
}

async function soak(page: Page, count: number, live: () => Promise<void>): Promise<[number, number][]> {
  const samples: [number, number][] = [];
  const each = Math.ceil(count / 25);
  for (let i = isLong ? -warm : 0; i <= count; ++i) {
    if (i >= 0 && i % each === 0) samples.push([i, await usedByPage()]);
    await live();
  }
  expect(page.messages).toEqual([]);
  return samples;
}

/** A page warms up during its first strokes, which hides leaks: they do not count, and short runs are not judged. */
const warm = 60;
const isLong = scale >= 50;

it.each(pages)('$title, dragged', async ({ title, path }) => {
  const page = await openLive(path);
  const random = seeded(1);
  const samples = await soak(page, Math.ceil(3.5 * scale), () => stroke(page, random));
  // A stroke creates temporary events, texts and boxes; only a few bytes may stay.
  if (isLong) expectFlat(`${title}, strokes`, samples, 1000);
});

it.each(pages.slice(0, 3))('$title, contexts lost and restored', async ({ title, path }) => {
  const page = await openLive(path);
  const random = seeded(2);
  const samples = await soak(page, Math.ceil(scale), async () => {
    const context = page.contexts.at(-1) as WebGL2RenderingContext;
    const extension = context.getExtension('WEBGL_lose_context')!;
    extension.loseContext();
    await until(() => context.isContextLost(), 'the context to be lost');
    await stroke(page, random);
    extension.restoreContext();
    await until(() => !context.isContextLost(), 'the context to be restored');
    await stroke(page, random);
  });
  if (isLong) expectFlat(`${title}, contexts`, samples, 2000);
});

it.each(pages)('$title, hidden and shown', async ({ title, path }) => {
  const page = await openLive(path);
  const random = seeded(3);
  const samples = await soak(page, Math.ceil(scale), async () => {
    page.frame.style.display = 'none';
    await frames(2);
    page.frame.style.display = '';
    await until(() => handles(page).some((each) => each.clientWidth > 0), 'the handles to come back');
    await stroke(page, random);
  });
  if (isLong) expectFlat(`${title}, hidden and shown`, samples, 1000);
});
