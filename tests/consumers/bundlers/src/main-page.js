// Without a bundler: the worker's pattern works as it stands, but for the import map, which workers do not have.
import { run } from './run.js';

void run();
