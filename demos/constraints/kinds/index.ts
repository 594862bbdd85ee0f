/** The constraints that can be picked, in the order of the list. A new one is one file and one line here. */
import { distanceKind } from './distance.ts';
import type { ConstraintKind } from './kind.ts';
import { lineKind } from './line.ts';
import { lookAt } from './look-at.ts';
import { plane } from './plane.ts';
import { pose } from './pose.ts';

export const kinds: readonly ConstraintKind[] = [pose, distanceKind, lookAt, plane, lineKind];

export type { ConstraintKind, Marker, Settings } from './kind.ts';
