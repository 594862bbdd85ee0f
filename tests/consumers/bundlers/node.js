// The core is carried; `url`: from the file that its address names. All calls of init share one load.
import { init } from 'limber';
import { first } from './src/first.js';

if (process.argv[2] === 'url') await init({ wasmUrl: import.meta.resolve('limber/wasm/limber.wasm') });
console.log(JSON.stringify(await first()));
