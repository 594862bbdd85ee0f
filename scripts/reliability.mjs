// npm run reliability [-- NAME …]: the short forms of what docs/reliability.md reports beyond `npm test`, one after the
// other, with their times.
import { fail, root, run, say } from './run.mjs';

const parts = {
  sanitize: ['test', 'sanitize'],
  fuzz: ['fuzz', '--fixed'],
  soak: ['soak'],
  engines: ['engines'],
};

const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(parts, name));
if (unknown) fail(`unknown part "${unknown}"; known: ${Object.keys(parts).join(', ')}`, 2);

const report = [];
for (const [name, [script, ...words]] of Object.entries(parts)) {
  if (named.length && !named.includes(name)) continue;
  const started = Date.now();
  const code = await run(process.execPath, [`scripts/${script}.mjs`, ...words], { cwd: root });
  report.push({ name, isGood: code === 0, seconds: Math.round((Date.now() - started) / 1000) });
}
for (const { name, isGood, seconds } of report) say(`${isGood ? 'good' : 'FAILED'}: ${name}, ${seconds} s`);
const good = report.filter(({ isGood }) => isGood).length;
say(`${good} passed, ${report.length - good} failed`);
process.exitCode = good === report.length ? 0 : 1;
