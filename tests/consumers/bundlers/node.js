import { first } from './src/first.js';

console.log(JSON.stringify(await first()));
