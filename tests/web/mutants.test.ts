/** Mutations that `npm run mutate` makes in C++, and the reasons for surviving ones. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { mutantsOf, spread } from '../../scripts/mutate/mutants.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const after = (line: string): string[] => mutantsOf(line).map((mutant) => mutant.after.trim());

it('swaps operators, changes numbers, negates conditions, drops statements', () => {
  expect(after('  if (a < 0.5) return true;')).toEqual([
    'if (a <= 0.5) return true;',
    'if (a < 0.5) return false;',
    'if (a < 1) return true;',
    'if (!(a < 0.5)) return true;',
  ]);
  expect(after('  x += a * 1e-6;')).toEqual(['x += a / 1e-6;', 'x -= a * 1e-6;', 'x += a * 1e-5;', ';']);
  expect(after('  follow(problem);')).toEqual([';']);
  expect(after('constexpr double closed = 1e-12;')).toEqual(['constexpr double closed = 1e-11;']);
});

it('leaves comments, texts, template arguments and declarations alone', () => {
  expect(after('// a + b, 1e-6')).toEqual([]);
  expect(after('#include <a + b>')).toEqual([]);
  expect(after('  say("a < b && c");')).toEqual([';']);
  expect(after('  map.block<3, 3>(first, n) = m;')).toEqual([';']);
  expect(after('  const double turn = a;')).toEqual([]);
  expect(after("constexpr std::size_t most = 10'000'000;")).toEqual([]);
  expect(after('  Result result(options);')).toEqual([]);
  expect(after('  std::vector<double> q(n);')).toEqual([]);
});

it('counts lines from one and leaves the others as they are', () => {
  expect(mutantsOf('a\n/* 1\n2 */\n  b = c - d;')).toEqual([
    { line: 4, before: '  b = c - d;', after: '  b = c + d;' },
    { line: 4, before: '  b = c - d;', after: '  ;' },
  ]);
});

it('takes so many, evenly spread', () => {
  const all = Array.from({ length: 100 }, (_, i) => i);
  expect(spread(all, 4)).toEqual([12, 37, 62, 87]);
  expect(spread(all, 200)).toEqual(all);
});

it('accepts survivors of lines that stand in their files, each with a reason', () => {
  const text = readFileSync(join(root, 'tests/mutation/accepted.json'), 'utf8');
  type Accepted = Record<'file' | 'before' | 'after' | 'reason', string> & { readonly above?: string };
  for (const { file, above, before, after, reason } of JSON.parse(text) as Accepted[]) {
    expect(existsSync(join(root, file)), file).toBe(true);
    const lines = readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line) => line.trim());
    const found = lines.filter((line, i) => line === before && (above ?? lines[i - 1]) === lines[i - 1]);
    expect(found.length, `${file}: ${before}`).toBeGreaterThan(0);
    expect(after).not.toBe(before);
    expect(reason.length, `${file}: ${after}`).toBeGreaterThan(20);
  }
});
