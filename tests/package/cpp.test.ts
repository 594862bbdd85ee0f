/** Another CMake project: with find_package of an installation, and with FetchContent of the sources. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { consumers, root, runIn } from './folders.ts';

const source = join(root, 'tests/consumers/cpp');
const folder = join(consumers, 'cpp');
const prefix = join(folder, 'installed');
/** Fast to compile; pages that recommend release flags test those. */
const flags = ['-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Debug'];

async function build(name: string, from: string, ...more: string[]): Promise<string> {
  const into = join(folder, name);
  // Configured anew each time, so that nothing stale is found.
  rmSync(join(into, 'CMakeCache.txt'), { force: true });
  await runIn(root, 'cmake', '-S', from, '-B', into, ...flags, ...more);
  await runIn(root, 'cmake', '--build', into);
  return into;
}

function expectGood(said: string): void {
  for (const solver of ['ccd', 'dls', 'lm', 'sdls', 'autodiff'])
    expect(said).toContain(`${solver}: converged`);
  expect(said).toContain('rank 3');
  expect(said).toContain("link 'link2': parent 'nowhere' is unknown");
}

describe('a C++ project', () => {
  beforeAll(() => rmSync(prefix, { recursive: true, force: true }), 60_000);

  it('fetches the sources, and gets the library alone', { timeout: 1_800_000 }, async () => {
    // With vectors of twice the width in all code, as Eigen requires.
    const wide = process.arch === 'x64' ? ['-DCMAKE_CXX_FLAGS=-mavx2'] : [];
    const fetched = await build('fetched', source, `-DLIMBER_FROM=${root}`, ...wide);
    expectGood(await runIn(root, join(fetched, 'consumer')));
  });

  it('finds what was installed, wherever that was', { timeout: 1_800_000 }, async () => {
    const built = await build('library', root, '-DLIMBER_TESTS=OFF');
    await runIn(root, 'cmake', '--install', built, '--prefix', prefix);
    expect(existsSync(join(prefix, 'include/limber/limber.h'))).toBe(true);
    const found = await build('found', source, `-DCMAKE_PREFIX_PATH=${prefix}`);
    expectGood(await runIn(root, join(found, 'consumer')));
  });
});
