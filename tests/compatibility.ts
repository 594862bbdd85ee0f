/** Writes docs/compatibility.md from the JSON results of the consumers' and engines' runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './package/folders.ts';

/** A project that installed the package. */
export interface Row {
  readonly consumer: string;
  readonly version: string;
  readonly three?: string;
  readonly works?: string;
  /** Gzipped scripts, including three.js and workers. */
  readonly bytes?: number;
}

/** A browser in which the pages were tested. */
export interface EngineRow {
  readonly engine: string;
  readonly version: string;
  /** Number of opened pages. */
  readonly pages: number;
  /** Why touch could not be tested; missing if it was. */
  readonly touch?: string;
}

const docs = (name: string): string => join(root, 'docs', name);
const read = <T>(name: string): T => JSON.parse(readFileSync(docs(name), 'utf8')) as T;

function consumerLine({ consumer, version, three, works, bytes }: Row): string {
  const size = bytes === undefined ? '–' : `${Math.round(bytes / 1000)} kB`;
  return `| ${consumer} | ${version} | ${three ?? '–'} | ${works ?? 'all'} | ${size} |`;
}

function engineLine({ engine, version, pages, touch }: EngineRow): string {
  return `| ${engine} | ${version} | ${pages} | yes | ${touch ? 'not tried' : 'yes'} | yes | all |`;
}

/** Expected text of the page. */
export function compatibility(): string {
  const engines = read<EngineRow[]>('engines.json');
  const notes = engines.flatMap(({ engine, touch }) => (touch ? [`- ${engine}, finger: ${touch}`] : []));
  return `<!-- Generated out of docs/compatibility.json and docs/engines.json: LIMBER_UPDATE=1 npm test -- package, and
LIMBER_UPDATE=1 npm run long -- engines, write it anew. -->

# Where it works

## Bundlers, servers and pages

Each line is a project in \`tests/consumers\` that installs the packed package. All: the first program of the README, a
view of \`limber/three\`, a solve by \`limber/worker\` and one in a module worker of the page's own, with the same joint values
bit for bit, checked in Chromium with an empty console. Bytes: all scripts of the build, gzip: three.js, and both workers
with a core of their own.

| consumer | version | three.js | works | bytes |
| --- | --- | --- | --- | ---: |
${read<Row[]>('compatibility.json').map(consumerLine).join('\n')}

## Browsers

Each line is a browser of Debian's, driven by WebDriver over the built site. Pages: each was drawn by WebGL, in one
context, without a word on the console. Mouse, finger, keyboard: the goal of the article's arm was moved by real input, and
the arm followed. Digest: ten thousand solves with the same bits as in Node.

| browser | version | pages | mouse | finger | keyboard | digest |
| --- | --- | ---: | --- | --- | --- | --- |
${engines.map(engineLine).join('\n')}
${notes.length > 0 ? `\n${notes.join('\n')}\n` : ''}`;
}

export function writeCompatibility(): void {
  writeFileSync(docs('compatibility.md'), compatibility());
}
