/** The scenes. A new one is a file, and a line here. */
import type { Scene } from './led.ts';
import { arm } from './scenes/arm.ts';

export const scenes: readonly Scene[] = [arm];
