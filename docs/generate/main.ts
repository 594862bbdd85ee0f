/**
 * Writes what the site says of solvers and options from where it is known: docs/site/solvers/, which git ignores, and
 * the README's table.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, read } from './files.ts';
import { optionsPage } from './options.ts';
import { choice, overview } from './overview.ts';
import { solverPage } from './solver.ts';
import { solvers } from './texts.ts';

const folder = inProject('docs/site/solvers');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const write = (name: string, text: string): void => writeFileSync(join(folder, `${name}.md`), text);

write('index', overview());
write('options', optionsPage());
for (const solver of solvers) write(solver.name, solverPage(solver));

writeFileSync(inProject('README.md'), read('README.md').replace(/^\| solver \|.*?(?=\n\n)/ms, choice));

const items = solvers.map(({ name }) => ({ text: name, link: `/solvers/${name}` }));
writeFileSync(
  join(folder, 'sidebar.json'),
  JSON.stringify([...items, { text: 'Options', link: '/solvers/options' }]),
);
