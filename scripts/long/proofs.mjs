// npm run long -- proofs [--targets N]: 67 arms that are built, and N targets of three kinds each (default 200), exact and
// printed; a row per arm of the answers that are false. Then their sum, the rows of docs/reliability.md.
import { join } from 'node:path';
import { builds } from '../build.mjs';
import { ensurePackages, needs } from '../packages.mjs';
import { collect, fail, readArguments, root } from '../run.mjs';

const { values } = readArguments({ options: { targets: { type: 'string', default: '200' } } }, '--targets N');
if (!(Number(values.targets) > 0)) fail(`--targets is "${values.targets}"; give a number above 0`, 2);

await ensurePackages(needs.native, needs.tests);
await builds.native();
const run = (shard) =>
  collect(join(root, 'build/native/limber_tests'), ['--gtest_filter=*RealArms.Have*'], {
    env: {
      ...process.env,
      LIMBER_TARGETS: values.targets,
      GTEST_TOTAL_SHARDS: '2',
      GTEST_SHARD_INDEX: String(shard),
    },
  });
const runs = await Promise.all([run(0), run(1)]);
const rows = runs.flatMap(({ text }) => text.match(/^\| .+ \|$/gm) ?? []);
const numbers = rows.map((row) => row.split('|').slice(2, -1).map(Number));
const sum = numbers[0].map((_, i) => numbers.reduce((all, row) => all + row[i], 0));
for (const row of rows) console.log(row);
console.log(`| all ${rows.length} | ${sum.join(' | ')} |`);
const [missed, unreachable] = [0, 1].map((at) =>
  sum.reduce((all, each, i) => all + (columnOf(i) === at ? each : 0), 0),
);
console.log(`${missed} missed, ${unreachable} falsely unreachable`);
process.exitCode = missed + unreachable > 0 ? 1 : 0;

/** 0: missed, 1: unreachable, 2: open; printed targets have no third. */
function columnOf(i) {
  return i < 9 ? i % 3 : (i - 9) % 2;
}
