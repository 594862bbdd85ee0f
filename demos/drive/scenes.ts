/** The scenes. A new one is a file, and a line here. */
import type { Scene } from './led.ts';
import { arm } from './scenes/arm.ts';
import { box } from './scenes/box.ts';
import { humanoid } from './scenes/humanoid.ts';

export const scenes: readonly Scene[] = [arm, box, humanoid];
