/**
 * npm run long -- digest (scripts/digest.mjs): the digest in every named engine, compared with digest.json or written
 * to it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { engines } from '../engines/engines.ts';
import { root } from '../package/folders.ts';
import { serve } from '../package/server.ts';
import { bundle, page } from './bundle.ts';
import type { Line } from './digest.ts';
import { compareNative } from './native.ts';

type Lines = Readonly<Record<string, Line>>;

const file = join(root, 'tests/digest/digest.json');
const folder = join(root, 'build/digest');

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

/** Path of a Node release, installed from its npm package. */
function nodeOf(release: string): string {
  const place = join(folder, `node-${release}`);
  const name = `node-${process.platform}-${process.arch}`;
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['install', '--prefix', place, ...quiet, `${name}@${release}`]);
  return join(place, 'node_modules', name, 'bin/node');
}

function inNode(release: string): { version: string; lines: Lines } {
  const node = nodeOf(release);
  const url = pathToFileURL(join(folder, 'digest.mjs')).href;
  const code = `import { all } from '${url}'; console.log(JSON.stringify(await all()));`;
  const lines = JSON.parse(run(node, ['--input-type=module', '--eval', code])) as Lines;
  return { version: run(node, ['--version']).trim(), lines };
}

async function inBrowser(name: string, script: string): Promise<{ version: string; lines: Lines }> {
  const scripts = { '/digest.js': script };
  const server = await serve(folder, { scripts, pages: { '/': page } });
  const opened = await engines[name]!.open();
  try {
    await opened.tab.go(`${server.url}/`);
    const lines = (await opened.tab.run(`
      const { dataset } = document.documentElement;
      while (dataset.results === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
      return JSON.parse(dataset.results);`)) as Lines;
    return { version: opened.version, lines };
  } finally {
    await opened.close();
    await server.close();
  }
}

/** One line per group, so that a diff shows the changed groups. */
function written(lines: Lines): string {
  const rows = Object.entries(lines).map(
    ([group, { digest, solves }]) => `  "${group}": { "digest": "${digest}", "solves": ${solves} }`,
  );
  return `{\n${rows.join(',\n')}\n}\n`;
}

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean' } },
  allowPositionals: true,
});
mkdirSync(folder, { recursive: true });
const script = await bundle('tests/digest/all.ts', 'es');
writeFileSync(join(folder, 'digest.mjs'), script);

let kept: Lines | undefined = values.write ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as Lines);
for (const name of positionals) {
  if (name === 'native') continue;
  const release = /^node(\d+)$/.exec(name)?.[1];
  const { version, lines } = release ? inNode(release) : await inBrowser(name, script);
  kept ??= lines;
  const groups = new Set([...Object.keys(kept), ...Object.keys(lines)]);
  const different = [...groups].filter((group) => kept![group]?.digest !== lines[group]?.digest);
  const solves = Object.values(lines).reduce((sum, line) => sum + line.solves, 0);
  const verdict = different.length === 0 ? 'equal' : `DIFFERENT in ${different.join(', ')}`;
  console.log(`${name} (${version}): ${solves} solves in ${groups.size} groups, ${verdict}`);
  if (different.length > 0) process.exitCode = 1;
}
if (values.write && kept) writeFileSync(file, written(kept));
if (positionals.includes('native') && !(await compareNative())) process.exitCode = 1;
