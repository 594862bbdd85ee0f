// The files in build/ in which the runs of scripts/test.mjs leave their results.
import { join } from 'node:path';
import { root } from './run.mjs';

/** Of C++, one per shard; CMakeLists.txt names them. */
export const gtestReports = (preset) =>
  [0, 1].map((shard) => join(root, 'build', preset, `gtest-${shard}.xml`));

/** Of Vitest's projects in one run. */
export const vitestReport = (...projects) => join(root, `build/vitest-${projects.join('-')}.json`);
