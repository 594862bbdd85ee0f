/**
 * Other CMake projects: the page's, followed literally, and one with flags of its own. Where the page would compile
 * the library, the one of the C++ tests is put in its place.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { consumers, root, runIn, runWith } from './folders.ts';
import { follow } from './follow.ts';

const source = join(root, 'tests/consumers/cpp');
/** The tree of the C++ tests. */
const native = join(root, 'build/native');
const library = join(native, 'liblimber.a');

/** Compiles the library as the C++ tests do, which have their own way to find a compiler cache. */
async function buildLibrary(): Promise<void> {
  const cmake = (...args: string[]) =>
    runWith({ CMAKE_CXX_COMPILER_LAUNCHER: undefined }, root, 'cmake', ...args);
  if (!existsSync(join(native, 'build.ninja'))) await cmake('--preset', 'native');
  await cmake('--build', native, '--target', 'limber');
}

function typed(command: string): string {
  if (command.startsWith('cmake --build limber/')) return `cp ${library} limber/build/native/`;
  // With the other project's checks in it.
  if (command.startsWith('cmake -S fetched '))
    return `${command} -G 'Unix Makefiles' -DCMAKE_PROJECT_first_INCLUDE=${source}/consumer.cmake`;
  // Makefiles know a target without what it depends on.
  if (command.startsWith('cmake --build fetched/'))
    return `cp ${library} fetched/build/_deps/limber-build/ && cmake --build fetched/build -- first/fast consumer/fast`;
  return command;
}
function expectGood(said: string): void {
  for (const solver of ['ccd', 'dls', 'lm', 'sdls', 'autodiff'])
    expect(said).toContain(`${solver}: converged`);
  expect(said).toContain('rank 3');
  expect(said).toContain("link 'link2': parent 'nowhere' is unknown");
}

describe('a C++ project', { timeout: 1_800_000 }, () => {
  let folder = '';
  beforeAll(buildLibrary, 1_800_000);

  it('is built as the page says', async () => {
    let said: string[];
    ({ folder, said } = await follow('docs/site/start/cpp.md', typed));
    expect(said.at(-1)).toMatch(/^converged, /);
    expect(existsSync(join(folder, 'installed/include/limber/limber.h'))).toBe(true);
  });

  it('fetches the sources, and gets the library alone', async () => {
    expectGood(await runIn(root, join(folder, 'fetched/build/consumer')));
  });

  it('finds what was installed, wherever that was', async () => {
    const build = join(consumers, 'cpp');
    rmSync(build, { recursive: true, force: true });
    const flags = ['-DCMAKE_BUILD_TYPE=Debug', `-DCMAKE_PREFIX_PATH=${join(folder, 'installed')}`];
    // Vectors of twice the width than the library's, so another alignment of Eigen's types.
    if (process.arch === 'x64') flags.push('-DCMAKE_CXX_FLAGS=-mavx2');
    await runIn(root, 'cmake', '-S', source, '-B', build, ...flags);
    await runIn(root, 'cmake', '--build', build);
    expectGood(await runIn(root, join(build, 'consumer')));
  });
});
