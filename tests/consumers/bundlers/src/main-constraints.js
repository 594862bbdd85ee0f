// The larger core, carried; `?url`: from a file that the bundler copies.
import wasmUrl from 'limber/wasm/limber-constraints.wasm?url';
import { turnCrank } from './linkage.js';

turnCrank(location.search === '?url' ? { wasmUrl } : {})
  .catch(({ code, message }) => ({ error: `${code}: ${message}` }))
  .then((first) => (document.documentElement.dataset.results = JSON.stringify({ first })));
