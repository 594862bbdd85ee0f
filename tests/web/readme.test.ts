/** README.md tells the truth: its programs compile and run, and its commands are there. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { limber } from './command-line.ts';
import {
  blocksOf,
  commandsOf,
  isForBrowser,
  isProgram,
  isShell,
  root,
  typeErrors,
  whyNotCommand,
  writePrograms,
} from './readme.ts';

const path = join(root, 'README.md');
const blocks = existsSync(path) ? blocksOf(readFileSync(path, 'utf8')) : [];
const programs = blocks.filter(isProgram);
const files = writePrograms(programs);
const cases = programs.map((block, i) => ({ ...block, file: files[i]! }));
const commands = blocks.filter(isShell).flatMap(commandsOf);

it('is there, with a program to run and a command to type', () => {
  expect(existsSync(path), 'README.md').toBe(true);
  expect(programs.filter((block) => !isForBrowser(block)).length).toBeGreaterThan(0);
  expect(commands.length).toBeGreaterThan(0);
});

it('has programs that compile under the strictest options', { timeout: 60_000 }, () => {
  expect(typeErrors(files)).toEqual([]);
});

describe('runs', { timeout: 60_000 }, () => {
  it.for(cases.filter((block) => !isForBrowser(block)))('the program at line $line', async ({ file }) => {
    // A program may print; a complaint is none of its own.
    const quiet = (['log', 'table', 'info'] as const).map((method) =>
      vi.spyOn(console, method).mockReturnValue(),
    );
    const complaints = (['warn', 'error'] as const).map((method) =>
      vi.spyOn(console, method).mockReturnValue(),
    );
    try {
      await import(/* @vite-ignore */ file);
      for (const each of complaints) expect(each).not.toHaveBeenCalled();
    } finally {
      for (const each of [...quiet, ...complaints]) each.mockRestore();
    }
  });
});

it('names only commands that are there', () => {
  const wrong = commands.flatMap((command) => {
    const why = whyNotCommand(command);
    return why ? [`${command}: ${why}`] : [];
  });
  expect(wrong).toEqual([]);
});

describe('runs', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-readme-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.for(commands.filter((command) => command.startsWith('npx limber ')))('%s', async (command) => {
    const { code, stdout, stderr } = await limber(command.split(' ').slice(2), folder);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toBe('');
  });
});

describe('this test', () => {
  const sample = [
    '# Sample',
    '```ts',
    "import { init, Model } from 'limber';",
    'await init();',
    'const wrong: string = Model.from({ links: [] }).reach;',
    '```',
    '1. then',
    '   ```console',
    '   $ npm start   # opens',
    '   listening',
    '   $ npm run fly && cd limber',
    '   ```',
    '```js',
    '// browser',
    'document.title = 1;',
    '```',
  ].join('\n');

  it('finds blocks, what they are, and where', () => {
    const found = blocksOf(sample);
    expect(found.map(({ language, line }) => [language, line])).toEqual([
      ['ts', 3],
      ['console', 9],
      ['js', 14],
    ]);
    expect(found.filter(isProgram).map(isForBrowser)).toEqual([false, true]);
    expect(found.filter(isShell).flatMap(commandsOf)).toEqual(['npm start', 'npm run fly', 'cd limber']);
    expect(() => blocksOf('```ts\nlet a')).toThrow('no end');
  });

  it.each([
    'npm fly',
    'npm run fly',
    'npm install lumber',
    'npx no-such-tool',
    'cmake --preset fly',
    'git push',
    'make all',
  ])('finds that "%s" is no command', (command) => expect(whyNotCommand(command)).toBeTruthy());

  it.each([
    'npm start',
    'npm test -- node',
    'npm run build',
    'npm install limber three',
    'npx vitest run',
    'npx limber 3 2',
    'cmake --preset native',
    'git clone https://example.org/limber',
    '.ci/run',
  ])('lets "%s" pass', (command) => expect(whyNotCommand(command)).toBeUndefined());
});
