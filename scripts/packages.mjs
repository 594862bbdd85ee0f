// Debian packages: reports missing ones, and installs them where that is allowed.
import { fail, onPath, quietly, read, say } from './run.mjs';

// A package counts as present when its command is on PATH, whatever its source; a library must be a package.
const commands = {
  'g++': 'g++',
  cmake: 'cmake',
  'ninja-build': 'ninja',
  'clang-format': 'clang-format',
  chromium: 'chromium',
  'chromium-driver': 'chromedriver',
  'firefox-esr': 'firefox-esr',
  'webkit2gtk-driver': 'WebKitWebDriver',
  xvfb: 'Xvfb',
  mmdebstrap: 'mmdebstrap',
  bubblewrap: 'bwrap',
  'xz-utils': 'xz',
};

/** Draws WebGL without a graphics card. */
const mesa = ['libegl1', 'libgl1-mesa-dri'];

export const needs = {
  native: ['g++', 'ccache', 'cmake', 'ninja-build', 'libeigen3-dev'],
  urdf: ['liburdfdom-dev'],
  tests: ['libgtest-dev'],
  emcc: ['cmake', 'ninja-build', 'libeigen3-dev'],
  carry: ['xz-utils'],
  toolchain: ['mmdebstrap', 'bubblewrap', 'debian-archive-keyring'],
  browser: ['chromium', ...mesa],
  // For pages tested in several engines, which are driven from outside.
  chromium: ['chromium', 'chromium-driver', ...mesa],
  firefox: ['firefox-esr', 'xvfb', ...mesa],
  webkit: ['webkit2gtk-driver', 'xvfb', ...mesa],
  asan: ['clang-19', 'libclang-rt-19-dev'],
  format: ['clang-format'],
  peers: ['liborocos-kdl-dev'],
};

function installed(names) {
  // dpkg-query fails when one of the names is unknown, but still lists the others.
  const format = '${Package} ${db:Status-Status}\\n';
  const list = read('sh', ['-c', `dpkg-query -W -f='${format}' ${names.join(' ')} 2>/dev/null || true`]);
  return new Set((list ?? '').split('\n').flatMap((line) => line.match(/^(\S+) installed$/)?.[1] ?? []));
}

function missingOf(names) {
  const unseen = [...new Set(names)].filter((name) => !commands[name] || !onPath(commands[name]));
  // Outside Debian only commands can be checked; CMake will report missing libraries.
  if (!onPath('dpkg-query')) return unseen.filter((name) => commands[name]);
  if (unseen.length === 0) return [];
  const there = installed(unseen);
  return unseen.filter((name) => !there.has(name));
}

function asRoot() {
  if (process.getuid?.() === 0) return [];
  return onPath('sudo') && read('sudo', ['-n', 'true']) !== undefined ? ['sudo', '-n'] : undefined;
}

/** `step` runs one program; if it returns false, the rest is skipped. */
async function install(missing, prefix, step) {
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y'];
  apt.push('-o', 'DPkg::Lock::Timeout=300');
  const [command, ...args] = apt;
  const names = missing.join(' ');
  say(`missing ${missing.join(', ')}; reading Debian's package lists …`);
  if ((await step('package lists', command, [...args, 'update'])) === false) return false;
  say(`installing ${missing.join(', ')} …`);
  return step(`install ${names}`, command, [...args, 'install', '--no-install-recommends', ...missing]);
}

export async function ensurePackages(...groups) {
  const missing = missingOf(groups.flat());
  if (missing.length === 0) return;
  const prefix = onPath('apt-get') ? asRoot() : undefined;
  if (prefix) await install(missing, prefix, quietly);
  else fail(`missing ${missing.join(', ')}; install with: sudo apt-get install ${missing.join(' ')}`);
}

/**
 * For packages that are useful but not needed: installs them where it can, and otherwise reports the
 * consequence.
 */
export async function offerPackages(otherwise, ...groups) {
  const missing = missingOf(groups.flat());
  if (missing.length === 0) return;
  const prefix = onPath('apt-get') ? asRoot() : undefined;
  const step = (_, command, args) => read(command, args) !== undefined;
  if (prefix && (await install(missing, prefix, step))) return;
  say(`${missing.join(', ')} cannot be installed here: ${otherwise}`);
}
