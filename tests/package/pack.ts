/** The package as npm would publish it, and its installation in consumers. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { consumers, root, runIn } from './folders.ts';

export interface Packed {
  readonly tarball: string;
  /** npm's identifier: name and version. */
  readonly name: string;
  /** Paths in the tarball. */
  readonly files: readonly string[];
  /** Bytes. */
  readonly size: number;
  readonly unpackedSize: number;
  /** Of this run of the tests. */
  readonly run: number;
}

const hash = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);

/** Runs `npm pack` on the built package. */
export async function pack(): Promise<Packed> {
  if (!existsSync(join(root, 'web/dist/index.js'))) throw new Error('not built: run npm run build first');
  mkdirSync(consumers, { recursive: true });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', consumers];
  const text = await runIn(root, 'npm', ...args, '--loglevel=error');
  const told: unknown = JSON.parse(text.slice(text.search(/^[[{]/m)));
  // npm 11 prints a list, npm 12 a record.
  const [{ filename, files, size, unpackedSize }] = Object.values(told as object) as [
    { filename: string; files: { path: string }[]; size: number; unpackedSize: number },
  ];
  const packed = join(consumers, filename);
  // npm assumes that files of the same name are the same package.
  const tarball = join(consumers, `limber-${hash(packed)}.tgz`);
  for (const old of readdirSync(consumers).filter((each) => /^limber-[0-9a-f]{16}\.tgz$/.test(each)))
    rmSync(join(consumers, old));
  for (const old of readdirSync(consumers).filter((each) => /-installed-\d+$/.test(each)))
    rmSync(join(consumers, old), { recursive: true });
  renameSync(packed, tarball);
  const run = Date.now();
  return { tarball, name: filename, files: files.map(({ path }) => path), size, unpackedSize, run };
}

/** The README's first program, as a function that returns instead of printing, and the description of its arm. */
function firstProgram(): { readonly program: string; readonly description: string } {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const block = /## First program\s+```ts\n(.*?)```/s.exec(readme)?.[1];
  if (!block) throw new Error('the README has no first program');
  const lines = block.split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const body = lines
    .filter((line) => !line.startsWith('import '))
    .join('\n')
    .replace(/console\.log\(([^;]*)\);/g, 'report.push($1);');
  const program = `// Made of the README.\n${imports.join('\n')}\n
export async function first() {
const report = [];
${body}
const [status, q] = report;
return [status, [...q]];
}
`;
  const arm = /Model\.from\((\{.*?\})\);/s.exec(block)?.[1];
  if (!arm) throw new Error("the README's first program has no description");
  return { program, description: `// Made of the README.\nexport const description = ${arm};\n` };
}

const npmFlags = ['--ignore-scripts', '--loglevel=error'];

/**
 * Installs a consumer with its locked dependencies and the tarball; returns its folder. Files of tests that run beside
 * one another share it: the first installs, the others wait.
 */
export async function install(name: string, packed: Packed): Promise<string> {
  const begun = join(consumers, `${name}-installed-${packed.run}`);
  const done = join(begun, 'done');
  let isFirst = true;
  try {
    mkdirSync(begun);
  } catch {
    isFirst = false;
  }
  if (isFirst) {
    try {
      await installNow(name, packed);
    } finally {
      writeFileSync(done, '');
    }
  }
  const watcher = watch(begun);
  while (!existsSync(done)) await once(watcher, 'change');
  watcher.close();
  return join(consumers, name);
}

async function installNow(name: string, { tarball }: Packed): Promise<void> {
  const source = join(root, 'tests/consumers', name);
  const folder = join(consumers, name);
  const lock = join(source, 'package-lock.json');
  const stamp = join(folder, 'node_modules/.limber-lock');
  const wanted = existsSync(lock) ? `${hash(lock)} ${tarball}` : tarball;
  const there = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

  mkdirSync(folder, { recursive: true });
  for (const each of readdirSync(folder))
    if (each !== 'node_modules') rmSync(join(folder, each), { recursive: true });
  cpSync(source, folder, { recursive: true });
  cpSync(join(root, 'tests/consumers/shared'), join(folder, 'src'), { recursive: true });
  const { program, description } = firstProgram();
  writeFileSync(join(folder, 'src/first.js'), program);
  writeFileSync(join(folder, 'src/description.js'), description);

  if (existsSync(lock) && there.split(' ')[0] !== hash(lock)) await runIn(folder, 'npm', 'ci', ...npmFlags);
  if (there !== wanted) await runIn(folder, 'npm', 'install', '--no-save', ...npmFlags, tarball);
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(stamp, wanted);
}
