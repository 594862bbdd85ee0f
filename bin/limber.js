#!/usr/bin/env node
// The command itself is built: web/src/command/cli.ts. Where it is not there yet, this says what to do.
import process from 'node:process';

const unbuilt = ['ERR_MODULE_NOT_FOUND', 'loadFailed'];

try {
  const { main } = await import('../web/dist/command/cli.js');
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!unbuilt.includes(error.code)) throw error;
  process.stderr.write('limber: not built yet; run "npm run build" in its folder first\n');
  process.exitCode = 1;
}
