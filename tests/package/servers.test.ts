/** limber.wasm from misconfigured servers: the error states the problem and its remedy. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { manifestOf, root } from './folders.ts';
import { install } from './pack.ts';
import { serve, type ServeOptions, type Server } from './server.ts';
import { closeBrowser, visit, type Visit } from './visit.ts';

/** Path of an entry below node_modules. */
function fileOf(entry: string): string {
  const target = manifestOf(root).exports[entry]!;
  return `/limber/${(typeof target === 'string' ? target : target.default).replace(/^\.\//, '')}`;
}

const html = '<!doctype html><title>My app</title><div id="app"></div>';
const wasm = fileOf('./wasm/limber.wasm');

/** [the server's fault, words of the error: the fault and the remedy] */
const wrong: Record<string, { server: ServeOptions; words: string[] }> = {
  'a wrong MIME type': {
    server: { types: { '.wasm': 'text/plain' } },
    words: ['text/plain', 'set the server', 'application/wasm'],
  },
  'a page in place of what is not there (404)': {
    server: { missing: [wasm] },
    words: ['answered 404', 'copy limber.wasm'],
  },
  'the page of an application for every address (200)': {
    server: { pages: { [wasm]: html } },
    words: ['HTML page', 'copy limber.wasm'],
  },
  'no leave for other origins': {
    server: { headers: {} },
    words: ['cannot be fetched', 'Access-Control-Allow-Origin'],
  },
};
const faults = Object.keys(wrong);
/** Those with which a server's scripts load all the same. */
const withScripts = faults.slice(0, 3);

/** Servers by their fault, all on other origins than the page. */
const servers = new Map<string, Server>();
const well = 'none';
const at = (fault: string, path: string): string => `${servers.get(fault)!.url}${path}`;
let modules = '';

beforeAll(async () => {
  modules = join(await install('bundlers', inject('packed')), 'node_modules');
  const headers = { 'access-control-allow-origin': '*' };
  for (const fault of [...faults, well])
    servers.set(fault, await serve(modules, { headers, ...wrong[fault]?.server }));
});
afterAll(async () => {
  await closeBrowser();
  for (const server of servers.values()) await server.close();
});

/** An address of the entry, and the option `wasmUrl`. */
interface Way {
  readonly from: string;
  readonly wasmUrl?: string;
}

/** A page that tries one way after another: after a failure the next call of init tries again. */
const page = (ways: readonly Way[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A page that loads limber</title>
<script type="module">
  const results = [];
  for (const { from, ...options } of ${JSON.stringify(ways)}) {
    const { init, Model } = await import(from);
    const result = await init(options).then(
      () => ({ links: Model.from({ links: [{ name: 'a' }] }).links.length }),
      ({ code, message }) => ({ code, message }),
    );
    results.push(result);
  }
  document.documentElement.dataset.results = JSON.stringify({ ...results });
</script></head><body></body></html>`;

type Result = Partial<Record<'code' | 'message', string>> & { links?: number };

async function tryAll(ways: readonly Way[]): Promise<{ results: Result[]; complaints: Visit['complaints'] }> {
  const server = await serve(modules, { pages: { '/': page(ways) } });
  try {
    const { results, complaints } = await visit(`${server.url}/`);
    return { results: Object.values(results) as Result[], complaints };
  } finally {
    await server.close();
  }
}

function expectTold(fault: string, result: Result | undefined): void {
  expect(result, fault).toMatchObject({ code: 'loadFailed' });
  for (const word of [...wrong[fault]!.words, 'limber.wasm']) expect(result!.message).toContain(word);
}

describe.each(['.', './wasm'])('the entry %s with wasmUrl', (entry) => {
  it('says what is wrong with a server, then loads from another origin that is well', async () => {
    const from = at(well, fileOf(entry));
    const { results } = await tryAll([...faults, well].map((fault) => ({ from, wasmUrl: at(fault, wasm) })));
    faults.forEach((fault, i) => expectTold(fault, results[i]));
    expect(results.at(-1)).toEqual({ links: 1 });
  });
});

describe('limber/wasm by itself', () => {
  it('finds the file beside it, and says nothing', async () => {
    expect(await tryAll([{ from: fileOf('./wasm') }])).toEqual({ results: [{ links: 1 }], complaints: [] });
  });

  it('says what is wrong with its server', async () => {
    const { results } = await tryAll(withScripts.map((fault) => ({ from: at(fault, fileOf('./wasm')) })));
    withScripts.forEach((fault, i) => expectTold(fault, results[i]));
  });
});
