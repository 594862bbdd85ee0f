/** The documents are true: their programs compile, run and print the promised output, and their commands exist. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { fromURDF } from 'limber/robots';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { blocksOf, isForBrowser, isPage, isProgram, isShell, watched } from '../support/blocks.ts';
import { limber } from '../support/limber.ts';
import {
  blocksIn,
  commandsOf,
  documents,
  isForReaders,
  isOfSite,
  isSaved,
  nameOf,
  root,
  typeErrors,
  whyNotCommand,
  writePrograms,
} from '../support/readme.ts';
import { expectShown } from '../support/shown.ts';

const blocks = documents().flatMap(blocksIn);
const programs = blocks.filter(isProgram);
const { files, runs } = writePrograms(programs);
const cases = programs
  .map((block, i) => ({ ...block, file: runs[i]! }))
  .filter((block) => !isForBrowser(block) && !isForReaders(block));
/** tests/package/{docs,cpp}.test.ts type the site's commands, in a separate folder. */
const commands = blocks.filter((block) => isShell(block) && !isOfSite(block)).flatMap(commandsOf);

/** Languages of executed blocks, and the tests that execute them. */
const runners: readonly [runner: string, takes: (block: (typeof blocks)[number]) => boolean][] = [
  ['this file, and tests/browser/docs-blocks.test.ts', isProgram],
  ['tests/browser/docs-blocks.test.ts', (block) => isPage(block) && !nameOf(block)],
  ['this file', (block) => isShell(block) && !isOfSite(block)],
  ['this file', ({ language }) => language === 'json' || language === 'xml'],
  ['tests/package/{docs,cpp}.test.ts', (block) => isOfSite(block) && (isShell(block) || isSaved(block))],
  // docs/design.md draws the tree of folders.
  ['nobody: a drawing', ({ language, path }) => language === '' && path === 'docs/design.md'],
];

it.for(blocks)('has a runner for the block at $place', (block) => {
  expect(
    runners.some(([, takes]) => takes(block)),
    `nothing runs a block of "${block.language}"`,
  ).toBe(true);
});

it('has programs that compile under the strictest options', () => {
  expect(typeErrors(programs, files)).toEqual([]);
});

it.for(blocks.filter(({ language }) => language === 'xml'))('is a robot at $place', ({ code }) => {
  expect(fromURDF(code).links.length).toBeGreaterThan(1);
});

it.for(blocks.filter(({ language }) => language === 'json'))('is JSON at $place', ({ code }) => {
  JSON.parse(code);
});

describe('runs', () => {
  it.for(cases)('the program at $place', async ({ file }) => {
    // A program may print, but must not warn.
    const quiet = (['log', 'table', 'info'] as const).map((method) =>
      vi.spyOn(console, method).mockReturnValue(),
    );
    const complaints = (['warn', 'error'] as const).map((method) =>
      vi.spyOn(console, method).mockReturnValue(),
    );
    const wrong = expectShown();
    // Each program is a separate page, and a page has one core.
    vi.resetModules();
    try {
      await import(/* @vite-ignore */ file);
      expect(wrong).toEqual([]);
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

describe('runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-readme-'));
  // The reader's robot.
  beforeAll(() => cpSync(join(root, 'tests/fixtures/urdf/ur5.urdf'), join(folder, 'robot.urdf')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.for(commands.filter((command) => command.startsWith('npx limber ')))('%s', async (command) => {
    const { code, stdout, stderr } = await limber(command.split(' ').slice(2), folder);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toBe('');
  });
});

describe('“I want to …” in the README', () => {
  const [, section] = /^## I want to …\n(.*?)^## /ms.exec(readFileSync(join(root, 'README.md'), 'utf8'))!;
  const lines = [...section!.matchAll(/`(.+?)`/g)].map(([, line]) => line!);

  it('has six lines', () => expect(lines).toHaveLength(6));

  it.each(lines)('has a line that a block of the docs runs: %s', (line) => {
    expect(blocks.some(({ code }) => code.includes(line))).toBe(true);
  });
});

describe('this test', () => {
  it('finds blocks, what they are, and where', () => {
    const found = blocksOf(
      '# Sample\n```ts\nawait init();\n```\n1. then\n   ```console\n   $ npm start   # opens\n   listening\n' +
        '   $ npm run fly && cd limber\n   ```\n```js\n// browser\ndocument.title = 1;\n```',
    );
    expect(found.map(({ language, line }) => `${language} ${line}`)).toEqual(['ts 3', 'console 7', 'js 12']);
    expect(found.filter(isProgram).map(isForBrowser)).toEqual([false, true]);
    expect(found.filter(isShell).flatMap(commandsOf)).toEqual(['npm start', 'npm run fly', 'cd limber']);
    expect(() => blocksOf('```ts\nlet a')).toThrow('no end');
  });

  it('puts what is hidden and what is continued before a block', () => {
    const text = ['<!-- ts', 'let a = 1;', '-->', '```ts', 'a;', '```', '```ts continue', 'a + 1;', '```'];
    expect(blocksOf(text.join('\n')).map(({ before }) => before)).toEqual([
      'let a = 1;\n',
      'let a = 1;\na;\n',
    ]);
    expect(() => blocksOf('```ts continue\na\n```')).toThrow('continues');
    expect(() => blocksOf('<!-- ts\na')).toThrow('no end');
  });

  it('holds a program to what it says that it prints', () => {
    const run = (code: string): string[] => {
      const wrong = expectShown();
      runInThisContext(watched(code));
      return wrong;
    };
    expect(run("console.log('a'); // 'a'")).toEqual([]);
    expect(run("console.log('a'); // 'b', of course")).toHaveLength(1);
    expect(run('console.log(0.1 + 0.2); // 0.30 metres')).toEqual([]);
    expect(run('console.log(0.31); // 0.30 metres')).toHaveLength(1);
    expect(run('console.log([1, 2]); // [1, 2]')).toEqual([]);
    expect(watched('console.log(a); // prose')).toBe('console.log(a); // prose');
  });

  it.each(['npm fly', 'npm run fly', 'npm install limber', 'npx no-such-tool', 'make all'])(
    'finds that "%s" is no command',
    (command) => expect(whyNotCommand(command)).toBeTruthy(),
  );
});
