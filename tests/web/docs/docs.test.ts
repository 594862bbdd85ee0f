/** The documentation covers everything: solvers, options, entries, pages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { solverNames } from 'limber';
import { describe, expect, it } from 'vitest';
import { optionsPage } from '../../../docs/generate/options.ts';
import { choice, overview } from '../../../docs/generate/overview.ts';
import { solverPage } from '../../../docs/generate/solver.ts';
import { solvers } from '../../../docs/generate/texts.ts';
import { sidebar } from '../../../docs/site/.vitepress/sidebar.ts';
import { attributeNames } from '../../../web/src/element/attributes.ts';
import { arms, robots, tracks } from 'limber/robots';
import { core } from '../../../web/src/core/loader.ts';
import { root } from '../support/readme.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('solvers', () => {
  it('have a page each, with everything on it', () => {
    expect(solvers.map(({ name }) => name)).toEqual(solverNames());
    for (const solver of solvers) {
      const headings = [...solverPage(solver).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
      expect(headings, solver.name).toEqual([
        ...['Try it', 'Equation', 'What a step does', 'When to use it', 'When not to use it'],
        ...['Options it reads', 'Measured', 'Sources'],
      ]);
    }
  });

  it('have a table of the options that they read, with a row at least, or say that there are none', () => {
    for (const solver of solvers) {
      const [, section] = /^## Options it reads\n\n(.*?)^## /ms.exec(solverPage(solver))!;
      const { options } = core().tables;
      const names = options.filter(({ readers }) => readers.includes(solver.name)).map(({ name }) => name);
      for (const name of names) expect(section).toContain(`\`${name}\``);
      expect(section!.includes('| ---'), solver.name).toBe(names.length > 0);
      expect(section!.startsWith('None of its own'), solver.name).toBe(names.length === 0);
    }
  });

  it('are side by side on one page', () => {
    for (const name of solverNames()) expect(overview()).toContain(`[\`${name}\`](${name})`);
    expect(read('README.md'), 'stale: npm run build docs').toContain(`\n\n${choice()}\n\n`);
  });
});

describe('options', () => {
  const { options } = core().tables;
  it('are all explained', () => {
    const rows = optionsPage()
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows).toHaveLength(options.length);
    for (const row of rows) expect(row).not.toMatch(/\|\s*\|/);
  });
});

describe('pages', () => {
  const items = (list: ReturnType<typeof sidebar>): string[] =>
    list.flatMap((item) => [...(item.link ? [item.link] : []), ...items(item.items ?? [])]);
  const listed = items(sidebar([], []));

  it('are all in the sidebar, and what is there is a page', () => {
    const there = readdirSync(join(root, 'docs/site'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && !/^(reference|solvers)\//.test(path) && path !== 'index.md')
      .map((path) => `/${path.replace(/\.md$/, '')}`);
    const written = listed.filter((link) => !/^\/(reference|solvers)\//.test(link));
    expect([...written].sort()).toEqual(there.sort());
  });

  it('name every attribute of the element, every preset and every track', () => {
    const page = read('docs/site/start/page.md');
    const names = [...attributeNames, ...Object.keys(robots), ...arms.map(({ name }) => name)];
    for (const name of [...names, ...tracks.map(({ name }) => name)]) expect(page).toContain(`\`${name}\``);
  });

  it('name the three.js that the package asks for', () => {
    const { peerDependencies, engines } = JSON.parse(read('package.json')) as {
      peerDependencies: { three: string };
      engines: { node: string };
    };
    const three = /^>=(\d+\.\d+)\.0$/.exec(peerDependencies.three)![1]!;
    expect(read('docs/site/start/three.md')).toContain(`three.js ${three} or newer`);
    expect(read('docs/site/start/package.md')).toContain(`${engines.node.replace('>=', '')} or newer`);
  });
});

describe('docs/reliability.md', () => {
  it.each([
    ['tests/fuzz', /^(\w+)(?:\.fuzz\.ts|\.cpp)$/],
    ['tests/soak', /^(\w+)\.test\.ts$/],
  ])('names all of %s', (folder, pattern) => {
    const names = readdirSync(join(root, folder)).flatMap((file) => pattern.exec(file)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(read('docs/reliability.md')).toContain(`\`${name}\``);
  });
});

describe.each(['docs/design.md', 'CONTRIBUTING.md'])('%s', (document) => {
  // `web/src/{a,b}/x.ts` names one path per alternative; x and <name> are placeholders.
  const expand = (path: string): string[] => {
    const [, head, list, tail] = path.match(/^(.*?)\{(.+?)\}(.*)$/) ?? [];
    return list ? list.split(',').flatMap((each) => expand(head + each + tail)) : [path];
  };
  const known = (path: string): string => {
    const open = path.search(/(^|\/)(x\b|<)/);
    return open < 0 ? path : path.slice(0, open) || '.';
  };
  const named = [
    ...read(document).matchAll(/(?:`|^)((?:cpp|web|demos|docs|tests|scripts|cmake)\/[^`\s]*)/gm),
  ].map(([, path]) => path!);

  it.each([...new Set(named.flatMap(expand))])('names what is there: %s', (path) => {
    expect(existsSync(join(root, known(path))), path).toBe(true);
  });
});

it('docs/design.md names files of solvers that are there', () => {
  const files = [...read('docs/design.md').matchAll(/`(\w+\.cpp)`/g)].map(([, file]) => file!);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect(existsSync(join(root, 'cpp/src/solvers', file)), file).toBe(true);
});
