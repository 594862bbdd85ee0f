// Without a bundler the worker's pattern works unchanged, except for the import map, which workers lack.
import { run } from './run.js';

void run();
