// The packages that package-lock.json names, installed once and again whenever it changes.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once, quietly, root, say } from './run.mjs';

const stamp = join(root, 'node_modules', '.limber-lock');

export const ensureNodeModules = once(async () => {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('installing the npm packages …');
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  await quietly('npm packages', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { env });
  writeFileSync(stamp, wanted);
});
