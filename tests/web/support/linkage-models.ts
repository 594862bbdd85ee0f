/** A four-bar, whose links lie along X in the zero pose. */
import type { LoopDescription, ModelDescription } from 'limber';
import { link } from './models.ts';

/** In metres. The ground runs from (0, 0) to (ground, 0). The crank turns fully: 0.3 + 0.9 < 0.7 + 0.8 (Grashof). */
export const crankRocker = { crank: 0.3, coupler: 0.9, rocker: 0.7, ground: 0.8 };
type FourBar = typeof crankRocker;

/** Near a closed pose of `crankRocker`. */
export const nearlyClosed = [0.5, 0.8, 1.9];

const hinge = { type: 'revolute' } as const;

/** The pin between coupler and rocker. */
export const pinOf = ({ coupler, rocker }: FourBar): LoopDescription => ({
  name: 'pin',
  a: { link: 'coupler', position: [coupler, 0, 0] },
  b: { link: 'rocker', position: [rocker, 0, 0] },
  free: 'revolute',
});

export const fourBar = (bar: FourBar = crankRocker): ModelDescription => ({
  name: 'four-bar',
  links: [
    link('crank', null, hinge),
    link('coupler', 'crank', hinge, [bar.crank, 0, 0]),
    link('rocker', null, hinge, [bar.ground, 0, 0]),
  ],
  loops: [pinOf(bar)],
});
