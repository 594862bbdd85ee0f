// Emscripten: the one on PATH if it is new enough, else one of our own in the user's cache folder.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { ensurePackages, needs } from './packages.mjs';
import { fail, once, onPath, quietly, read, root, say } from './run.mjs';

const oldest = [3, 1, 69];
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'limber');
// Raise the number when the toolchain's contents change.
const name = 'emscripten-trixie-1';
const toolchain = join(cache, name);
// prettier-ignore
const contents = [
  'base-files', 'dash', 'coreutils',
  'emscripten', 'cmake', 'ninja-build', 'libeigen3-dev',
];

/** The version is in the first line of `emcc --version`; the words around it vary. */
export function newEnough(text) {
  const version = text
    ?.match(/(\d+)\.(\d+)\.(\d+)/)
    ?.slice(1)
    .map(Number);
  if (!version) return false;
  const differing = version.findIndex((number, i) => number !== oldest[i]);
  return differing < 0 || version[differing] > oldest[differing];
}

function running(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** A killed run leaves its unfinished folder behind, named after the process. */
function removeLeftovers() {
  for (const entry of readdirSync(cache)) {
    const pid = entry.match(/^emscripten-.*\.tmp-(\d+)$/)?.[1];
    if (pid && !running(Number(pid))) rmSync(join(cache, entry), { recursive: true, force: true });
  }
}

/** Nearly half of the toolchain is system libraries for threaded builds, which we do not make. */
function removeThreaded(libraries) {
  for (const file of readdirSync(libraries, { recursive: true }))
    if (/-(mt|ww)\b.*\.a$/.test(file)) rmSync(join(libraries, file));
}

async function makeToolchain() {
  mkdirSync(cache, { recursive: true });
  removeLeftovers();
  const unfinished = `${toolchain}.tmp-${process.pid}`;
  say(`unpacking Emscripten 3.1.69 into ${toolchain} (once; 1.3 GB, about half a minute) …`);
  // "extract" only unpacks, so it needs neither root nor mounts, and there are no scripts for chrootless to
  // run. The sandbox ends all its processes with us, however we end.
  // prettier-ignore
  await quietly('Emscripten', 'bwrap', [
    '--die-with-parent', '--unshare-pid', '--cap-add', 'ALL',
    '--bind', '/', '/', '--dev-bind', '/dev', '/dev', '--proc', '/proc', 'mmdebstrap',
    '--mode=chrootless', '--skip=check/chrootless', '--variant=extract',
    `--include=${contents.join(',')}`,
    'trixie', unfinished,
  ]);
  removeThreaded(join(unfinished, 'usr/share/emscripten/cache/sysroot/lib'));
  try {
    renameSync(unfinished, toolchain);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another run was quicker: its toolchain will do.
    if (!existsSync(toolchain)) fail(`cannot make ${toolchain}: ${error.message}`);
  }
}

function enter(command, args) {
  return [
    'bwrap',
    // prettier-ignore
    [
      '--die-with-parent', '--bind', toolchain, '/', '--dev', '/dev', '--proc', '/proc',
      '--tmpfs', '/tmp', '--bind', root, root, '--chdir', root,
      '--setenv', 'HOME', '/tmp', '--setenv', 'PATH', '/usr/bin:/bin',
      // Not below /tmp, which is empty each time.
      '--setenv', 'CCACHE_DIR', '/var/cache/ccache',
      '--unsetenv', 'NODE_EXTRA_CA_CERTS', '--unsetenv', 'NODE_OPTIONS',
      command, ...args,
    ],
  ];
}

/** Tried on this very system, to find out before the toolchain is unpacked. */
function checkSandbox() {
  const result = spawnSync('bwrap', ['--bind', '/', '/', '--dev', '/dev', '--proc', '/proc', 'true'], {
    encoding: 'utf8',
  });
  if (result.status === 0) return;
  const reason = (result.stderr ?? '').trim().split('\n')[0];
  fail(`cannot enter the toolchain (${reason}); allow user namespaces, or put emcc 3.1.69 or newer on PATH`);
}

const ownEmcc = () => onPath('emcc') && newEnough(read('emcc', ['--version']));

/** The Debian packages needed to build WebAssembly here. */
export function emscriptenPackages() {
  if (ownEmcc()) return [...needs.carry, ...needs.emcc];
  return [...needs.carry, ...(existsSync(toolchain) ? ['bubblewrap'] : needs.toolchain)];
}

/**
 * Ensures that there is an Emscripten and returns how to use it: `id` names it, `wrap(command, args)` returns
 * the command line that runs a program beside emcc in the repository's folder.
 */
export const ensureEmscripten = once(async () => {
  await ensurePackages(emscriptenPackages());
  if (ownEmcc()) return { id: read('which', ['emcc']) ?? 'emcc', wrap: (command, args) => [command, args] };
  checkSandbox();
  if (!existsSync(toolchain)) await makeToolchain();
  return { id: name, wrap: enter };
});
