// Vitest's projects of each suite, and the files in build/ in which the runs of scripts/test.mjs leave their results.
import { join } from 'node:path';
import { root } from './run.mjs';

/** Of C++, one per shard; CMakeLists.txt names them. */
export const gtestReports = (preset) =>
  [0, 1].map((shard) => join(root, 'build', preset, `gtest-${shard}.xml`));

export const projectsOf = (suite) =>
  (suite === 'node' ? ['node', 'node-alone'] : [suite]).map((name) => `--project=${name}`);

/** Of Vitest's suites in one run. */
export const vitestReport = (...suites) => join(root, `build/vitest-${suites.join('-')}.json`);
