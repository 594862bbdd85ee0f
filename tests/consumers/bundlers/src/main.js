import { run } from './run.js';

void run();
