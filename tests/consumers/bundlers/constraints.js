// The larger core: carried, or, where it is asked for, from the file that its address names.
import { turnCrank } from './src/linkage.js';

const wasmUrl = import.meta.resolve('limber/wasm/limber-constraints.wasm');
console.log(JSON.stringify(await turnCrank(process.argv[2] === 'url' ? { wasmUrl } : {})));
