/** Tables of the site's pages, and the parts of pages generated from them. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'parse5';
import { describe, expect, it, vi } from 'vitest';
import { demos, pageFiles, wholePage } from '../../../demos/plugins/site.ts';
import { moved, newAddress } from '../../../demos/shell/moved.ts';
import { navigation } from '../../../demos/shell/pages.ts';
import { root } from '../support/readme.ts';

interface Node {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
  readonly value?: string;
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.childNodes ?? []) yield* nodesOf(child);
}

const attribute = (node: Node, name: string) => node.attrs?.find((each) => each.name === name)?.value;
const textOf = (node: Node): string => [...nodesOf(node)].map(({ value }) => value ?? '').join('');

const written = (file: string): Node[] => [...nodesOf(parse(wholePage(readFileSync(file, 'utf8'), file)))];

it('every page is in the header or the gallery, and what they name is there', () => {
  const there = pageFiles().map((file) => relative(join(root, 'demos'), file).replace('index.html', ''));
  const listed = new Set([...navigation, ...demos].map(({ path }) => path));
  listed.delete('docs/');
  expect([...listed].sort()).toEqual(there.sort());
  const gallery = written(join(root, 'demos/gallery/index.html'));
  const cards = gallery.filter((node) => attribute(node, 'class') === 'card');
  expect(cards.map((card) => attribute(card, 'href')!).sort()).toEqual(
    demos.map(({ path, query }) => `../${path}${query}`).sort(),
  );
});

describe.each(pageFiles().map((file) => [relative(join(root, 'demos'), file), file]))('%s', (name, file) => {
  const nodes = written(file);

  it('has the header in its HTML, and marks where the reader is', () => {
    const site = nodes.find((node) => attribute(node, 'class') === 'site')!;
    const links = [...nodesOf(site)].filter(({ nodeName }) => nodeName === 'a');
    expect(links.slice(0, 4).map(textOf)).toEqual(['Home', 'Article', 'Demos', 'Docs']);
    const marked = links.filter((link) => attribute(link, 'aria-current'));
    const isDemo = demos.some(({ path }) => name === `${path}index.html`);
    expect(marked.map(textOf)).toEqual([
      isDemo ? 'Demos' : navigation.find(({ path }) => name === `${path}index.html`)!.title,
    ]);
  });

  it('has a title, a description, an icon and one main landmark that can be skipped to', () => {
    for (const id of ['title', 'main'])
      expect(nodes.filter(({ nodeName }) => nodeName === id)).toHaveLength(1);
    expect(nodes.some((node) => attribute(node, 'name') === 'description')).toBe(true);
    expect(nodes.some((node) => attribute(node, 'rel') === 'icon')).toBe(true);
    const skip = nodes.find((node) => attribute(node, 'class') === 'skip')!;
    expect(attribute(skip, 'href')).toBe('#main');
    expect(
      attribute(
        nodes.find(({ nodeName }) => nodeName === 'main')!,
        'id',
      ),
    ).toBe('main');
  });

  it.runIf(demos.some(({ path }) => name === `${path}index.html`))('says that it needs JavaScript', () => {
    const notes = nodes.filter(({ nodeName }) => nodeName === 'noscript').map(textOf);
    expect(notes.join('')).toMatch(/class="note"[^]*needs JavaScript/);
    for (const node of nodes.filter(({ nodeName }) => nodeName === 'fieldset'))
      expect(attribute(node, 'disabled')).toBe('');
  });

  it('leaves no comment that was to be replaced', () => {
    const comments = nodes.filter(({ nodeName }) => nodeName === '#comment');
    const names = comments.map((node) => (node as unknown as { data: string }).data.trim());
    expect(names.filter((text) => /^\w+$/.test(text))).toEqual([]);
  });
});

it('the article’s contents say how long each section is, with its figures', () => {
  const nodes = written(join(root, 'demos/article/index.html'));
  const contents = nodes.find((node) => attribute(node, 'class') === 'contents')!;
  const links = [...nodesOf(contents)].filter(({ nodeName }) => nodeName === 'a');
  for (const link of links) {
    const id = attribute(link, 'href')!.slice(1);
    const section = nodes.find((node) => attribute(node, 'aria-labelledby') === id)!;
    const figures = [...nodesOf(section)].filter(({ nodeName }) => nodeName === 'figure').length;
    const [, minutes, drawn = '0'] = /(\d+) min(?:, (\d+) figures?)?/.exec(textOf(link))!;
    expect(Number(drawn), id).toBe(figures);
    expect(Number(minutes), id).toBeGreaterThan(0);
  }
  expect(textOf(links.at(-1)!)).toContain('skip');
});

it('the program of the first page does what it says', async () => {
  const said: unknown[][] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => void said.push(words));
  await import('../../../demos/home/program.ts');
  log.mockRestore();
  const [status, q] = said.at(-1)!;
  expect(status).toBe('converged');
  expect(q).toHaveLength(7);
});

describe('former addresses', () => {
  it.each(Object.entries(moved))('%s leads to a page that is there', (path, entry) => {
    const there = pageFiles().map((file) => relative(join(root, 'demos'), file).replace('index.html', ''));
    expect(there).toContain(entry.to.split('?')[0]);
    expect(there).not.toContain(path);
  });

  it('keep what has a counterpart, and say what has none', () => {
    const entry = { to: 'new/?view=a', picks: { speed: 'pace', kind: { old: 'kind=new&on=1' } } };
    expect(newAddress(entry, '')).toBe('new/?view=a');
    expect(newAddress(entry, '?speed=2&kind=old')).toBe('new/?view=a&pace=2&kind=new&on=1');
    expect(newAddress(entry, '?kind=other&base=1,2')).toBe('new/?view=a&lost=kind%2Cbase');
  });
});
