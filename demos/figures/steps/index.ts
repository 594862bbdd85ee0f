/** Figures of the solvers' pages, each a file that turns a pose and a goal into frames. */
import { dls } from './dls.ts';
import { fabrik } from './fabrik.ts';
import type { Steps } from './frame.ts';

export const steps: Readonly<Record<string, Steps>> = { dls, fabrik };
