/** A virtual screen, for browsers that draw WebGL only with one. */
import { start, type Program } from '../programs.ts';
import { size } from './tab.ts';

/** Starts the screen; `found` is the display's number. */
export const display = (): Promise<Program> =>
  start(
    'Xvfb',
    ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', `${size.width + 200}x${size.height + 200}x24`],
    /^(\d+)\n/m,
    { extra: 3 },
  );
