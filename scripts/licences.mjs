// npm run licences: lists all third-party parts that ship, with their licences; fails on one that is not
// allowed, and on an outdated NOTICE.md. npm run licences -- --write: writes NOTICE.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { complaintsOf, packageNotice, shipped } from './licences/parts.mjs';
import { ensureNodeModules } from './node-modules.mjs';
import { fail, root, say } from './run.mjs';

const [option, ...rest] = process.argv.slice(2);
if ((option && option !== '--write') || rest.length)
  fail(`unknown argument "${rest[0] ?? option}"; known: --write`, 2);
const titles = {
  installed: 'npm installs with the package',
  package: 'inside the package: web/dist/embed and limber.wasm',
  pages: 'inside the built pages',
};

const parts = shipped();
for (const [where, title] of Object.entries(titles)) {
  console.log(`${title}:`);
  for (const { name, version, license } of parts[where]) console.log(`  ${name} ${version}: ${license}`);
}
const complaints = [...new Set(complaintsOf(Object.values(parts).flat()))];
if (complaints.length > 0)
  fail(`${complaints.join('; ')}: take it out, or allow the licence in scripts/licences/parts.mjs`);

await ensureNodeModules();
const file = join(root, 'NOTICE.md');
const wanted = packageNotice();
if (option) writeFileSync(file, wanted);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted)
  fail('NOTICE.md is out of date; npm run licences -- --write writes it');
say('licences: all in order');
