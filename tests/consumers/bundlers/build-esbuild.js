import { build } from 'esbuild';

const { warnings } = await build({
  entryPoints: { main: 'src/main-own-worker.js', thread: 'src/thread.js', 'own-worker': 'src/own-worker.js' },
  bundle: true,
  minify: true,
  format: 'esm',
  outdir: 'dist/esbuild',
});
if (warnings.length > 0) process.exitCode = 1;
