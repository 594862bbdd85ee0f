/** Small mechanisms with closed loops, and their geometry. */
import type { LoopDescription, ModelDescription } from 'limber';
import { link } from './models.ts';

/**
 * Lengths in metres. The ground runs from (0, 0) to (ground, 0); in the zero pose every link lies along X.
 */
export interface FourBar {
  readonly crank: number;
  readonly coupler: number;
  readonly rocker: number;
  readonly ground: number;
}

/** The crank, the shortest bar, turns fully: 0.3 + 0.9 < 0.7 + 0.8 (Grashof). */
export const crankRocker: FourBar = { crank: 0.3, coupler: 0.9, rocker: 0.7, ground: 0.8 };

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

/** K₁ cos φ − K₂ cos θ + K₃ − cos(θ − φ) of crank and rocker (Freudenstein 1955): 0 where the four-bar is closed. */
export function freudenstein({ crank, coupler, rocker, ground }: FourBar, q: ArrayLike<number>): number {
  const [theta, phi] = [q[0]!, q[2]!];
  const last = (crank ** 2 - coupler ** 2 + rocker ** 2 + ground ** 2) / (2 * crank * rocker);
  const sum = (ground / crank) * Math.cos(phi) - (ground / rocker) * Math.cos(theta) + last;
  return sum - Math.cos(theta - phi);
}

/** Ends of the coupler and the rocker from the angles alone. */
export function pinEnds({ crank, coupler, rocker, ground }: FourBar, q: ArrayLike<number>) {
  const [theta, bend, phi] = [q[0]!, q[1]!, q[2]!];
  const along = (length: number, angle: number) => [length * Math.cos(angle), length * Math.sin(angle)];
  const [ax, ay] = along(crank, theta);
  const [bx, by] = along(coupler, theta + bend);
  const [cx, cy] = along(rocker, phi);
  return { coupler: [ax! + bx!, ay! + by!], rocker: [ground + cx!, cy!] } as const;
}

/** A free body held only by a closure to a frame in the world. */
export const heldBody = (loop: Omit<LoopDescription, 'a'> & { a?: object }): ModelDescription => ({
  links: [link('body', null, { type: 'free' })],
  loops: [{ ...loop, a: { link: 'body', ...loop.a } }],
});
