/** The constraints that can be picked, in the order of the list. A new one is one file and one line here. */
import { distance } from './distance.ts';
import type { Kind } from './kind.ts';
import { line } from './line.ts';
import { lookAt } from './look-at.ts';
import { plane } from './plane.ts';
import { pose } from './pose.ts';

export const kinds: readonly Kind[] = [pose, distance, lookAt, plane, line];

export { sides, type Kind, type Marker, type Settings, type Side } from './kind.ts';
