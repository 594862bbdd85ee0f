/** limber.wasm from misconfigured servers: the error states the problem and its remedy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from './folders.ts';
import { install } from './pack.ts';
import { serve, type ServeOptions } from './server.ts';
import { closeBrowser, visit } from './visit.ts';

const packed = inject('packed');
let modules = '';

beforeAll(async () => {
  modules = join(await install('bundlers', packed), 'node_modules');
});
afterAll(closeBrowser);

interface Manifest {
  exports: Record<string, string | { default: string }>;
}

/** Path of an entry below node_modules. */
function fileOf(entry: string): string {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const target = exports[entry]!;
  return `/limber/${(typeof target === 'string' ? target : target.default).replace(/^\.\//, '')}`;
}

const cors = { 'access-control-allow-origin': '*' };

const page = (entry: string, options: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A page that loads limber</title>
<script type="module">
  import { init, Model } from ${JSON.stringify(entry)};
  const done = (results) => (document.documentElement.dataset.results = JSON.stringify(results));
  init(${options}).then(
    () => done({ links: Model.from({ links: [{ name: 'a' }] }).links.length }),
    ({ code, message }) => done({ code, message }),
  );
</script></head><body></body></html>`;

/** Result of a page that loads limber from `server` on another origin. */
async function loadFrom(server: ServeOptions, entry: string, optionsAt: (url: string) => string) {
  const cdn = await serve(modules, { headers: cors, ...server });
  // Scripts come from a correct server, so that only the wasm is tested.
  const scripts = await serve(modules, { headers: cors });
  const own = await serve(modules, {
    pages: { '/': page(`${scripts.url}${fileOf(entry)}`, optionsAt(cdn.url)) },
  });
  try {
    return (await visit(`${own.url}/`)).results as { code?: string; message?: string; links?: number };
  } finally {
    for (const each of [cdn, scripts, own]) await each.close();
  }
}

const html = '<!doctype html><title>My app</title><div id="app"></div>';
const wasm = (): string => fileOf('./wasm/limber.wasm');
const address = (url: string): string => JSON.stringify({ wasmUrl: `${url}${wasm()}` });

/** [the server's fault, words of the error: the fault and the remedy] */
const wrong: Record<string, { server: () => ServeOptions; words: string[] }> = {
  'a wrong MIME type': {
    server: () => ({ types: { '.wasm': 'text/plain' } }),
    words: ['text/plain', 'set the server', 'application/wasm'],
  },
  'a page in place of what is not there (404)': {
    server: () => ({ missing: [wasm()] }),
    words: ['answered 404', 'copy limber.wasm'],
  },
  'the page of an application for every address (200)': {
    server: () => ({ pages: { [wasm()]: html } }),
    words: ['HTML page', 'copy limber.wasm'],
  },
  'no leave for other origins': {
    server: () => ({ headers: {} }),
    words: ['cannot be fetched', 'Access-Control-Allow-Origin'],
  },
};

describe.each(['.', './wasm'])('the entry %s with wasmUrl', (entry) => {
  it('loads from another origin that is well', async () => {
    expect(await loadFrom({}, entry, address)).toEqual({ links: 1 });
  });

  it.each(Object.keys(wrong))('says what is wrong: %s', async (name) => {
    const { server, words } = wrong[name]!;
    const { code, message } = await loadFrom(server(), entry, address);
    expect(code).toBe('loadFailed');
    for (const word of [...words, 'limber.wasm']) expect(message).toContain(word);
  });
});

describe('limber/wasm by itself', () => {
  /** Loads scripts and wasm from one server. */
  async function loadAll(options: ServeOptions) {
    const server = await serve(modules, {
      ...options,
      pages: { '/': page(fileOf('./wasm'), ''), ...options.pages },
    });
    try {
      return await visit(`${server.url}/`);
    } finally {
      await server.close();
    }
  }

  it('finds the file beside it, and says nothing', async () => {
    expect(await loadAll({})).toEqual({ results: { links: 1 }, complaints: [] });
  });

  it.each(Object.keys(wrong).slice(0, 3))('says what is wrong: %s', async (name) => {
    const { server, words } = wrong[name]!;
    const { results } = await loadAll(server());
    expect(results.code).toBe('loadFailed');
    for (const word of words) expect(results.message).toContain(word);
  });
});
