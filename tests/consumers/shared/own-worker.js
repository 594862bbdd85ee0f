import { first } from './first.js';

first().then(
  (result) => postMessage(result),
  (error) => postMessage([`${error.code}: ${error.message}`]),
);
