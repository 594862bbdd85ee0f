// npm start [-- --port N] [--host]: sets up missing parts, builds the wasm and serves the pages.
import { builds } from './build.mjs';
import { emscriptenPackages } from './emscripten.mjs';
import { ensurePackages } from './packages.mjs';
import { nodeTool, say } from './run.mjs';

await ensurePackages(emscriptenPackages());
await builds.wasm();
say('serving the pages …');
process.exitCode = await nodeTool('vite/bin/vite.js', process.argv.slice(2));
