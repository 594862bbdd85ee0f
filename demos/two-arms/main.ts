import { open } from '../shell/open.ts';

// three.js, the chart and the solver come after the text.
open('The arms', () => import('./page.ts'));
