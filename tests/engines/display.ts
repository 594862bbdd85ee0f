/** A screen in memory, for browsers that draw WebGL only where there is one. */
import { start, type Program } from './programs.ts';
import { size } from './tab.ts';

/** `found` is the number of the display. */
export const display = (): Promise<Program> =>
  start(
    'Xvfb',
    ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', `${size.width + 200}x${size.height + 200}x24`],
    /^(\d+)\n/m,
    { extra: 3 },
  );
