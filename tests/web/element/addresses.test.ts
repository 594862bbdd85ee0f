/** File addresses: which requests are made, and what they tell about the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LimberError } from 'limber';
import { readSettings } from '../../../web/src/element/attributes.ts';
import { checkGltf } from '../../../web/src/element/live/gltf-check.ts';
import { subjectOf } from '../../../web/src/element/live/subject.ts';
import { mostBytes, mostNodes } from '../../../web/src/describe/input-limits.ts';
import { addressOf, bytesOf, isBeside } from '../../../web/src/three/fetch-file.ts';
import { addressesOf } from '../../../web/src/three/mesh-source.ts';
import { root } from '../support/readme.ts';
import { twoLinks } from '../support/urdf-files.ts';
import '../support/silence.ts';

const page = 'https://page.org/blog/post.html';
const joint = '<joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint>';
const urdf = `<robot name="r">${twoLinks}${joint}</robot>`;

afterEach(() => void vi.unstubAllGlobals());

/** Loads the subject of an element with this `src`. Returns the requests and the subject or error. */
async function load(src: string, answer: () => Response | Promise<Response> = () => new Response(urdf)) {
  const fetch = vi.fn(answer);
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('document', { baseURI: page });
  const settings = readSettings({ getAttribute: (name) => (name === 'src' ? src : null) });
  const subject = await subjectOf(settings, new AbortController().signal).catch((error: unknown) => error);
  const requests = (fetch.mock.calls as unknown as [URL, RequestInit][]).map(([url, init]) => [
    String(url),
    init,
  ]);
  return { subject, requests };
}

describe('src', () => {
  it.each([
    ['robot.urdf', 'https://page.org/blog/robot.urdf'],
    ['//host/robot.urdf', 'https://host/robot.urdf'],
    ['data:text/xml,x', 'data:text/xml,x'],
    ['%', 'https://page.org/blog/%'],
  ])('%s is fetched once, without saying on which page', async (src, address) => {
    const { subject, requests } = await load(src);
    expect(requests).toEqual([[address, expect.objectContaining({ referrerPolicy: 'no-referrer' })]]);
    expect(requests[0]![1]).not.toHaveProperty('credentials', 'include');
    expect(subject).toMatchObject({ title: 'r' });
  });

  it.each(['javascript:alert(1)', 'vbscript:x', 'about:blank', 'nothing://x'])(
    '%s loads nothing',
    async (src) => {
      // The same error as in every engine.
      const { subject } = await load(src, () => Promise.reject(new TypeError('Failed to fetch')));
      expect(subject).toBeInstanceOf(LimberError);
      expect(subject).toMatchObject({ code: 'loadFailed' });
    },
  );

  it('with a password is refused, and the password not repeated', async () => {
    for (const src of ['https://me:secret@host/a.urdf', '//secret@host/a.urdf']) {
      const { subject, requests } = await load(src);
      expect(requests).toEqual([]);
      expect(subject).toMatchObject({ code: 'badOption' });
      expect((subject as Error).message).not.toContain('secret');
    }
  });

  it('that is no address is refused', async () => {
    const { subject, requests } = await load('https://[');
    expect(requests).toEqual([]);
    expect(subject).toMatchObject({ code: 'badOption' });
  });

  it('answered by a page or a script is refused as data', async () => {
    for (const text of ['<html><script>globalThis.ran = 1</script></html>', 'globalThis.ran = 1', '']) {
      const { subject } = await load('x', () => new Response(text));
      expect(subject).toMatchObject({ code: 'badUrdf' });
    }
    expect(globalThis).not.toHaveProperty('ran');
  });
});

describe('a file that is too large', () => {
  it('is refused by what its server says of it', async () => {
    const headers = { 'content-length': String(mostBytes + 1) };
    await expect(bytesOf(new Response('x', { headers }), page)).rejects.toMatchObject({ code: 'tooLarge' });
  });

  it('or once so much has come', async () => {
    const chunk = new Uint8Array(2 ** 24);
    let sent = 0;
    let cancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(((sent += chunk.length), chunk)),
      cancel: () => void (cancelled = true),
    });
    await expect(bytesOf(new Response(endless), page)).rejects.toMatchObject({ code: 'tooLarge' });
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThan(mostBytes + 4 * chunk.length);
  });

  it('and all of it is kept if it is not', async () => {
    expect(new TextDecoder().decode(await bytesOf(new Response(urdf), page))).toBe(urdf);
  });
});

describe('what a file names', () => {
  const robot = new URL('https://files.org/robots/arm/arm.urdf');

  it.each([
    ['meshes/a.stl', 'https://files.org/robots/arm/meshes/a.stl'],
    ['/a.stl', 'https://files.org/a.stl'],
    ['https://files.org/a.stl', 'https://files.org/a.stl'],
    ['data:model/stl,x', 'data:model/stl,x'],
  ])('on its own server is asked for: %s', (file, address) => {
    expect(addressesOf(file, robot)).toEqual([address]);
  });

  it.each([
    'https://other.org/a.stl',
    '//other.org/a.stl',
    'http://files.org/a.stl',
    'https://files.org:444/a.stl',
    'javascript:alert(1)',
    'file:///x',
  ])('elsewhere is not: %s', (file) => {
    expect(addressesOf(file, robot).filter((each) => !each.startsWith('https://files.org/'))).toEqual([]);
    expect(isBeside(file.replace(/^\/\//, 'https://'), robot)).toBe(false);
  });

  it('from a package is looked for on its own server', () => {
    const places = addressesOf('package://arm/../../../..//other.org/a.stl', robot);
    for (const each of places) expect(new URL(each).origin).toBe(robot.origin);
  });

  const check = (json: unknown) => checkGltf(new TextEncoder().encode(JSON.stringify(json)).buffer, robot);

  it('in a glTF is held to the same', () => {
    for (const uri of ['a.bin', '/a.bin', 'data:,x', 'https://files.org/x'])
      check({ buffers: [{ uri }], images: [{ uri }] });
    for (const uri of ['https://other.org/a.bin', '//other.org/a.bin', 'javascript:1']) {
      expect(() => check({ buffers: [{ uri }] })).toThrow(/buffer is at .* same server/);
      expect(() => check({ images: [{ uri }] })).toThrow(/image is at .* same server/);
    }
  });

  it('is not waited for forever: nodes of a glTF in themselves, or too deep', () => {
    expect(() => check({ nodes: [{ children: [1] }, { children: [0] }] })).toThrow(/node 0 is among/);
    expect(() => check({ nodes: [{ children: [0] }] })).toThrow(/in itself/);
    expect(() => check({ nodes: [{ children: [7] }] })).toThrow(/child 7/);
    expect(() => check({ nodes: [{ children: [2] }, { children: [2] }, {}] })).toThrow(
      /node 2 is in two others/,
    );
    const deep = (count: number) =>
      Array.from({ length: count }, (_, i) => (i + 1 < count ? { children: [i + 1] } : {}));
    check({ nodes: deep(mostNodes) });
    expect(() => check({ nodes: deep(100_000) })).toThrow(LimberError);
  });
});

it('embed.html says nothing of the page around it, and takes in no other document', () => {
  const html = readFileSync(join(root, 'demos/embed.html'), 'utf8');
  const head = html.slice(0, html.indexOf('<link'));
  expect(head).toContain('<meta name="referrer" content="no-referrer" />');
  for (const each of ['object-src', 'frame-src', 'base-uri', 'form-action'])
    expect(head).toContain(`${each} 'none'`);
  const script = readFileSync(join(root, 'demos/embed/main.ts'), 'utf8');
  expect(script).not.toMatch(/innerHTML|document\.referrer|eval|import\(|cookie|localStorage/);
});

it('an address is read against the page', () => {
  expect(addressOf('../a.urdf', page).href).toBe('https://page.org/a.urdf');
});
