/** Everything that two frames can be tied by. A new constraint: a line here, and an entry in wishes.ts. */
import type { Problem, PoseAxis } from 'limber';
import type { Side } from '../shell/sides.ts';
import type { Pick } from './frames.ts';

/** What a reader fills in, whatever the kind; each kind takes of it what it needs. */
export interface Draft {
  readonly kind: string;
  readonly a: Pick;
  /** Of a direction, `position` is the direction. */
  readonly b: Pick;
  /** Single axes that the closure holds, of b's. */
  readonly held: readonly PoseAxis[];
  readonly side: Side;
  /** Metres. */
  readonly distance: number;
  /** Which motion of the joint, and its value (radians or metres). */
  readonly motion: number;
  readonly value: number;
  readonly weight: number;
}

/** Parts of the form. */
export type FormPart =
  'aPoint' | 'aAxis' | 'b' | 'bPoint' | 'bAxis' | 'direction' | 'held' | 'distance' | 'motion';

export interface TieKind {
  readonly name: string;
  /** In the list of kinds. */
  readonly title: string;
  readonly parts: readonly FormPart[];
}

const frames: readonly FormPart[] = ['aPoint', 'aAxis', 'b', 'bPoint', 'bAxis'];

export const closureKinds: readonly TieKind[] = [
  { name: 'fixed', title: 'fixed', parts: frames },
  { name: 'revolute', title: 'revolute', parts: frames },
  { name: 'prismatic', title: 'prismatic', parts: frames },
  { name: 'cylindrical', title: 'cylindrical', parts: frames },
  { name: 'planar', title: 'planar', parts: frames },
  { name: 'ball', title: 'ball', parts: ['aPoint', 'b', 'bPoint'] },
  { name: 'axes', title: 'single axes', parts: [...frames, 'held'] },
];

export const wishKinds: readonly TieKind[] = [
  { name: 'pose', title: 'pose', parts: ['aPoint', 'b', 'bPoint', 'bAxis'] },
  { name: 'position', title: 'position', parts: ['aPoint', 'b', 'bPoint'] },
  { name: 'orientation', title: 'orientation', parts: ['b', 'bAxis'] },
  { name: 'distance', title: 'distance', parts: ['aPoint', 'b', 'bPoint', 'distance'] },
  { name: 'lookAt', title: 'look-at', parts: ['aPoint', 'aAxis', 'b', 'bPoint'] },
  { name: 'direction', title: 'direction', parts: ['aAxis', 'b', 'direction'] },
  { name: 'line', title: 'point on line', parts: ['aPoint', 'b', 'bPoint', 'bAxis'] },
  { name: 'plane', title: 'point on plane', parts: ['aPoint', 'b', 'bPoint', 'bAxis'] },
  { name: 'joint', title: 'joint value', parts: ['motion'] },
];

export const isClosure = (kind: string): boolean => closureKinds.some(({ name }) => name === kind);

export function kindOf(name: string): TieKind {
  return [...closureKinds, ...wishKinds].find((each) => each.name === name)!;
}

/** Turns and slides of a link's joint that can be given a value. */
export function settableMotions(
  { model }: Problem,
  link: string,
): { readonly index: number; readonly slides: boolean }[] {
  const motions = model.links[model.findLink(link)]?.motions ?? [];
  return motions.flatMap(({ isBall, mimics, w }, index) =>
    isBall || mimics ? [] : [{ index, slides: w.every((each) => each === 0) }],
  );
}
