/** The packed package, installed by consumers, solves in each of them, and their consoles stay empty. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort, start } from '../programs.ts';
import { consumerEnv, entries, manifestOf, root, runIn, runWith } from './folders.ts';
import { install } from './pack.ts';
import { serve, type Server, type ServeOptions } from './server.ts';
import { record, settle } from './table.ts';
import { closeBrowser, visit, type Visit } from './visit.ts';

const packed = inject('packed');
let bundlers = '';

/** The answer in Node, which every consumer must reproduce. */
let expected: Answer;

beforeAll(async () => {
  bundlers = await install('bundlers', packed);
  expected = await answer();
});

afterAll(closeBrowser);

const node = process.execPath;
const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A consumer of limber</title>
<script type="module" src="./main.js"></script></head><body></body></html>`;

type Answer = [status: string, q: number[]];
const answer = async (...args: string[]): Promise<Answer> =>
  JSON.parse(await runIn(bundlers, node, 'node.js', ...args)) as Answer;

const versionOf = (folder: string, name: string): string =>
  manifestOf(join(folder, 'node_modules', name)).version;

/** Gzipped size of all files that a browser may download. */
function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => /\.(js|wasm)$/.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
}

function expectSolved({ results, complaints }: Visit, three: string): void {
  expect(results.error).toBeUndefined();
  const { first, show, solveInWorker, solveInOwnWorker } = results;
  expect(first).toEqual(expected);
  expect(show).toEqual({ status: 'converged', three: three.split('.')[1], drawn: true });
  expect(solveInWorker).toEqual(expected);
  expect(solveInOwnWorker).toEqual(expected);
  expect(complaints).toEqual([]);
}

/** A server that is a program, once it says that it is ready. */
async function startServer(cwd: string, command: string): Promise<Server> {
  const port = await freePort();
  const words = `${command} --port ${port}`.split(' ');
  const program = await start(node, words, /(ready in)/i, { cwd, env: consumerEnv() });
  return { url: `http://127.0.0.1:${port}`, close: () => program.close() };
}

async function visitAt(server: Server, path = '/'): Promise<Visit> {
  try {
    return await visit(`${server.url}${path}`);
  } finally {
    await server.close();
  }
}

/** Visits the folder's page, or one that runs its main.js. */
async function visitIn(folder: string, options: ServeOptions = {}): Promise<Visit> {
  const own = join(folder, 'index.html');
  const index = existsSync(own) ? readFileSync(own, 'utf8') : page;
  return visitAt(await serve(folder, { pages: { '/': index }, ...options }));
}

describe('Node', () => {
  it('solves the first program of the README', async () => {
    expect(expected).toEqual(['converged', expect.any(Array)]);
    expect(await answer('url'), 'from its file').toEqual(expected);
    record({ consumer: 'Node, ESM', version: manifestOf(root).engines.node, works: 'core' });
  });

  it('imports every entry, where there is no page', async () => {
    const said = await runIn(
      bundlers,
      node,
      // react-three-fiber requires three.js as CommonJS, and three.js says so.
      '--disable-warning=THREE_CJS_DEPRECATED',
      'entries.js',
      ...entries,
    );
    expect(said.trim().split('\n')).toHaveLength(entries.length);
  });

  it('runs the command', async () => {
    const said = await runIn(bundlers, node, 'node_modules/limber/bin/limber.js', '--list');
    expect(said).toContain('fork');
  });
});

const builders: Record<string, readonly string[]> = {
  vite: ['node_modules/vite/bin/vite.js', 'build'],
  webpack: ['build-webpack.js'],
  esbuild: ['build-esbuild.js'],
  rollup: ['node_modules/rollup/dist/bin/rollup', '--config', 'rollup.config.js', '--silent'],
};

const builds = new Map<string, Promise<string>>();

/** Builds once and returns the output folder. Builders must not report anything. */
function built(name: string, variant = 'newest'): Promise<string> {
  const folder = variant === 'newest' ? name : `${name}-${variant}`;
  const build = async (): Promise<string> => {
    const said = await runWith({ LIMBER_VARIANT: variant }, bundlers, node, ...builders[name]!);
    expect(said.trim()).toBe('');
    return join(bundlers, 'dist', folder);
  };
  if (!builds.has(folder)) builds.set(folder, build());
  return builds.get(folder)!;
}

describe('bundlers', () => {
  it.each(Object.keys(builders))('%s', async (name) => {
    const dist = await built(name);
    const three = versionOf(bundlers, 'three');
    expectSolved(await visitIn(dist), three);
    record({ consumer: `${name}, build`, version: versionOf(bundlers, name), three, bytes: bytesIn(dist) });
  });

  it('vite with the oldest three', async () => {
    const dist = await built('vite', 'oldest');
    const three = versionOf(bundlers, 'three-oldest');
    expectSolved(await visitIn(dist), three);
    record({ consumer: 'vite, build', version: versionOf(bundlers, 'vite'), three, bytes: bytesIn(dist) });
  });

  it('vite, as a server for development', async () => {
    const vite = 'node_modules/vite/bin/vite.js --host 127.0.0.1 --strictPort --logLevel info';
    const server = await startServer(bundlers, vite);
    const seen = await visitAt(server);
    // Vite's own client reports its connection.
    const complaints = seen.complaints.filter(
      (text) => !/^debug: \[vite\] connect(ing\.\.\.|ed\.)$/.test(text),
    );
    const three = versionOf(bundlers, 'three');
    expectSolved({ ...seen, complaints }, three);
    record({ consumer: 'vite, dev', version: versionOf(bundlers, 'vite'), three });
  });
});

describe('limber/wasm', () => {
  it.each(['vite', 'webpack'])('%s', async (name) => {
    const dist = await built(name, 'wasm');
    expect(readdirSync(dist, { recursive: true, encoding: 'utf8' }).join()).toMatch(/\.wasm/);
    const own = name === 'vite' ? readFileSync(join(dist, 'wasm.html'), 'utf8') : page;
    const { results, complaints } = await visitIn(dist, { pages: { '/': own } });
    expect(results).toEqual({ first: expected });
    expect(complaints).toEqual([]);
    const works = 'core, streamed by `limber/wasm`';
    record({ consumer: `${name}, build`, version: versionOf(bundlers, name), works, bytes: bytesIn(dist) });
  });
});

describe('three.js', () => {
  it('is tried in its oldest and newest version', () => {
    const { peerDependencies } = manifestOf(join(bundlers, 'node_modules/limber'));
    expect(`>=${versionOf(bundlers, 'three-oldest')}`).toBe(peerDependencies.three);
    expect(versionOf(bundlers, '@types/three-oldest')).toBe(versionOf(bundlers, 'three-oldest'));
    // The newest version is the project's own.
    expect(versionOf(bundlers, 'three')).toBe(versionOf(root, 'three'));
  });
});

describe('types', () => {
  it.each([
    ['newest', 'tsconfig.json'],
    ['oldest', 'tsconfig.oldest.json'],
  ])('are those of the %s three', async (_, config) => {
    const said = await runIn(bundlers, node, 'node_modules/typescript/bin/tsc', '-p', config);
    expect(said).toBe('');
  });
});

describe('types of a Node project without the DOM', () => {
  it('are those of the oldest TypeScript', async () => {
    const tsc = 'node_modules/typescript-oldest/bin/tsc';
    expect(await runIn(bundlers, node, tsc, '-p', 'tsconfig.node.json')).toBe('');
  });

  it('is told in the docs', () => {
    const oldest = versionOf(bundlers, 'typescript-oldest').split('.').slice(0, 2).join('.');
    for (const page of ['README.md', 'docs/site/start/package.md'])
      expect(readFileSync(join(root, page), 'utf8')).toContain(`TypeScript ${oldest} or newer`);
  });
});

describe('Next', () => {
  it('solves on the server and in the browser', async () => {
    const folder = await install('next', packed);
    const next = 'node_modules/next/dist/bin/next';
    await runIn(folder, node, next, 'build');
    const server = await startServer(folder, `${next} start --hostname 127.0.0.1`);
    try {
      const html = await (await fetch(server.url)).text();
      const onServer = /<p id="server">(.*?)<\/p>/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? html;
      expect(JSON.parse(onServer)).toEqual(expected);
      const three = versionOf(folder, 'three');
      expectSolved(await visit(server.url), three);
      record({
        consumer: 'Next, server and browser',
        version: versionOf(folder, 'next'),
        three,
        bytes: bytesIn(join(folder, '.next/static')),
      });
    } finally {
      await server.close();
    }
  });
});

describe('a strict page', () => {
  it('breaks no rule', async () => {
    const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
    const headers = { 'content-security-policy': policy };
    const dist = await built('esbuild');
    const three = versionOf(bundlers, 'three');
    expectSolved(await visitIn(dist, { headers }), three);
    record({ consumer: `page with \`${policy}\``, version: versionOf(bundlers, 'esbuild'), three });
  });

  it('would tell if it did', async () => {
    const dist = await built('esbuild');
    const styled = page.replace('</head>', '<style>p { color: red }</style></head>');
    const headers = { 'content-security-policy': "default-src 'self'; script-src 'self'" };
    const { results, complaints } = await visitIn(dist, { headers, pages: { '/': styled } });
    expect(complaints.join()).toContain('Content Security Policy');
    // limber's own error names the rule that WebAssembly needs.
    expect(results.error).toContain('loadFailed');
    expect(results.error).toContain("'wasm-unsafe-eval'");
  });
});

describe('a page without a bundler', () => {
  it('takes all from another origin by an import map', async () => {
    const cdn = await serve(join(bundlers, 'node_modules'), {
      headers: { 'access-control-allow-origin': '*' },
    });
    const at = (path: string): string => `${cdn.url}/${path}`;
    const imports = {
      limber: at('limber/web/dist/index.js'),
      'limber/three': at('limber/web/dist/three/index.js'),
      'limber/worker': at('limber/web/dist/worker/index.js'),
      three: at('three/build/three.module.js'),
      'three/addons/': at('three/examples/jsm/'),
    };
    const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
    // Workers have no import map, so their imports are addresses.
    const own = `import { init, Model, Problem } from ${JSON.stringify(imports.limber)};`;
    const html = page.replace('<script', `${map}<script`);
    const three = versionOf(bundlers, 'three');
    try {
      const seen = await visitIn(join(bundlers, 'src'), {
        pages: { '/': html },
        scripts: {
          '/own-worker.js': readFileSync(join(bundlers, 'src/own-worker.js'), 'utf8').replace(
            /^import.*/,
            readFileSync(join(bundlers, 'src/first.js'), 'utf8').replace(/^import.*limber.*/m, own),
          ),
        },
      });
      expectSolved(seen, three);
      record({ consumer: 'page with an import map, from another origin', version: '–', three });
    } finally {
      await cdn.close();
    }
  });
});

it('is what the table in the docs says', () => {
  settle();
});
