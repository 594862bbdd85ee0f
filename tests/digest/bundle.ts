/** Bundles test modules into one file each, for every engine. */
import { build } from 'vite';
import { root } from '../package/folders.ts';
import { alias } from '../../vite.config.ts';

/** `es`: with exports; `iife`: a classic script. */
export async function bundle(entry: string, format: 'es' | 'iife'): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: { alias },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: { entry, formats: [format], name: 'bundle', fileName: 'bundle' },
    },
  });
  const [first] = [built].flat();
  if (!first || !('output' in first)) throw new Error(`${entry} came out as nothing`);
  return first.output[0].code;
}

/** The digest's page, which leaves the lines in `data-results`. */
export const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Digest</title>
<script type="module">
  import { all } from './digest.js';
  const leave = (results) => (document.documentElement.dataset.results = JSON.stringify(results));
  all().then(leave, (error) => leave({ error: String(error) }));
</script></head><body></body></html>`;
