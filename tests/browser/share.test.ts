/** Sharing: the address restores the reader's view, and copied text is shown and announced. */

import { cdp } from 'vitest/browser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  apart,
  closePage,
  gap,
  goalOf,
  handleOf,
  live,
  mouseDragBy,
  openPage,
  type Page,
  problemOf,
  settled,
  until,
} from './page-support.ts';

let page: Page;
afterAll(closePage);

beforeAll(async () => {
  const protocol = cdp() as unknown as { send(method: string, params: object): Promise<unknown> };
  const permissions = ['clipboardReadWrite', 'clipboardSanitizedWrite'];
  await protocol.send('Browser.grantPermissions', { permissions, origin: location.origin }).catch(() => {});
  page = await openPage();
});

/** Presses a button of a demo and waits for the copied text. */
async function copied(host: Element, name: 'share' | 'embed'): Promise<string> {
  const text = host.querySelector<HTMLTextAreaElement>('.copied-text')!;
  const said = host.querySelector('.share-said')!;
  said.textContent = '';
  host.querySelector<HTMLButtonElement>(`button[name=${name}]`)!.click();
  await until(() => said.textContent !== '', 'the words that tell of it');
  expect(said.getAttribute('role')).toBe('status');
  expect(text.hidden).toBe(false);
  return text.value;
}

test('embed code of a view has its settings', async () => {
  const figure = await live(page, 'whole');
  figure.querySelector<HTMLInputElement>('input[name=limits]')!.click();
  await settled(figure);
  const code = await copied(figure, 'embed');
  // An element if its standalone build exists, otherwise a frame.
  const isElement = /<limber-arm preset="article" limits="off" targets="[-\d. e]+" q="[-\d. e]+">/.test(code);
  const isFrame = /<iframe src="[^"]*embed\.html\?preset=article&amp;limits=off/.test(code);
  expect(isElement || isFrame, code).toBe(true);
});

test('a view of the article comes back as it was left, and is scrolled to', async () => {
  const figure = await live(page, 'hinge');
  await mouseDragBy(page, handleOf(figure), -60, 20);
  figure.querySelector<HTMLInputElement>('input[name=axes]')!.click();
  await settled(figure);
  expect(gap(figure)).toBeLessThan(0.1);
  const goal = goalOf(figure);
  const q = problemOf(figure).state.q.slice();
  const address = new URL(await copied(figure, 'share'));
  expect(address.hash).toBe('#view-hinge');

  const again = await openPage({ url: address.pathname + address.search + address.hash });
  const other = await live(again, 'hinge');
  expect(apart(goalOf(other), goal)).toBeLessThan(1e-3);
  problemOf(other).state.q.forEach((each, i) => expect(each).toBeCloseTo(q[i]!, 2));
  expect(other.querySelector<HTMLInputElement>('input[name=axes]')!.checked).toBe(false);
  // Other views keep their defaults.
  const plain = await live(again, 'aim');
  expect(goalOf(plain)).toEqual([30, 40, 26]);
});
