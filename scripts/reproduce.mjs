// npm run reproduce: builds and packs twice, in two folders, without a compiler cache, with a different time
// zone, language and umask, and compares the tarballs byte by byte. About five minutes on two cores.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, quietly, read, root, say } from './run.mjs';

const around = join(root, 'build/reproduce');
const builds = [
  { folder: join(around, 'one'), umask: '022', env: { TZ: 'UTC', LC_ALL: 'C' } },
  // One level deeper, so that relative paths differ, too.
  { folder: join(around, 'some/other'), umask: '077', env: { TZ: 'Pacific/Auckland', LC_ALL: 'C.UTF-8' } },
];

/** Files that git tracks or would add, in their present state. */
function sources() {
  const list = read('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  if (list === undefined)
    fail('this is not a clone of git, so it cannot be told what belongs to the sources');
  return list
    .split('\0')
    .filter((path) => path && statSync(join(root, path), { throwIfNoEntry: false })?.isFile());
}

function buildIn({ folder, umask, env }, files) {
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  const options = { cwd: folder, env: { ...process.env, ...env, CCACHE_DISABLE: '1' } };
  const steps = [
    'npm ci --prefer-offline --ignore-scripts --no-audit --no-fund',
    'node scripts/build.mjs wasm package',
    'npm pack --ignore-scripts',
  ];
  quietly(folder, 'sh', ['-c', `umask ${umask} && ${steps.join(' && ')}`], options);
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz')),
  );
}

const hashOf = (file) => `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;

/** Hashes of a tarball's files, by path. */
function contentsOf(tarball) {
  const to = join(dirname(tarball), 'unpacked');
  mkdirSync(to);
  quietly('unpack', 'tar', ['-xzf', tarball, '-C', to]);
  const paths = readdirSync(to, { recursive: true }).filter((path) => statSync(join(to, path)).isFile());
  return new Map(paths.map((path) => [path, hashOf(join(to, path))]));
}

rmSync(around, { recursive: true, force: true });
const files = sources();
const [one, other] = builds.map((build) => buildIn(build, files));
if (hashOf(one) !== hashOf(other)) {
  const [a, b] = [contentsOf(one), contentsOf(other)];
  const differing = [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path));
  fail(
    `the tarballs differ: ${differing.join(', ') || 'only in their order, times or modes'}; compare ${around}`,
  );
}
say(`two builds, same bytes: ${hashOf(one)}`);
rmSync(around, { recursive: true });
