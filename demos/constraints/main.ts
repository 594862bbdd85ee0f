import { open } from '../shell/open.ts';

// three.js and the solver come after the text.
open('The robot', () => import('./page.ts'));
