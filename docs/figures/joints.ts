/** The article's arm for the program that the reader edits: plain data. Centimetres, radians. */
import { articleArm } from 'limber/robots';

export interface Joint {
  /** From the joint before. */
  readonly offset: readonly number[];
  readonly axis: readonly number[];
  readonly min: number;
  readonly max: number;
  angle: number;
}

/** The arm as plain data for the program; its last link is the tool. */
export function jointsOf({ links } = articleArm): { joints: Joint[]; tool: readonly number[] } {
  const offsetOf = (i: number) => links[i]!.origin?.position ?? [0, 0, 0];
  const joints = links.slice(0, -1).map(({ joint }, i) => {
    const { axis, limits } = joint as { axis: readonly number[]; limits?: readonly [number, number] };
    const [min, max] = limits ?? [-Infinity, Infinity];
    return { offset: offsetOf(i), axis, min, max, angle: 0 };
  });
  return { joints, tool: offsetOf(links.length - 1) };
}
