// The core is embedded; with `url` it is loaded from the file at that address. All calls of init share one
// load.
import { init } from 'limber';
import { first } from './src/first.js';

if (process.argv[2] === 'url') await init({ wasmUrl: import.meta.resolve('limber/wasm/limber.wasm') });
console.log(JSON.stringify(await first()));
