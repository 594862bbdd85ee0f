import type { ModelDescription as TreeDescription, PoseDescription } from '../description.ts';
import { LimberError, show } from '../errors.ts';
import { asList, asNumber, asObject, asPose, asString } from '../flatten.ts';
import { poseAxes, type PoseAxis } from '../goal.ts';
import type { RawLoopDraft } from './raw.ts';

/** What a closure of that name leaves free, of frame b's axes: a hinge turns about z, a slider slides along it. */
export const closures = {
  fixed: [],
  revolute: ['rz'],
  prismatic: ['z'],
  cylindrical: ['z', 'rz'],
  planar: ['x', 'y', 'rz'],
  ball: ['rx', 'ry', 'rz'],
} as const satisfies Record<string, readonly PoseAxis[]>;

/** One of `closures`. */
export type ClosureName = keyof typeof closures;

/** A frame on a link. */
export interface FrameDescription extends PoseDescription {
  /** Name of the link; none: the world. */
  readonly link?: string | null;
}

/** Two frames that stay together although the tree does not join them. */
export interface LoopDescription {
  /** For messages; default ''. */
  readonly name?: string;
  /** On a link. */
  readonly a: FrameDescription;
  /** On another link, or in the world. */
  readonly b: FrameDescription;
  /** The motions that the closure leaves frame `a`, of b's axes, or a name for them. Default 'fixed': none. */
  readonly free?: ClosureName | readonly PoseAxis[];
  /** Above 0; maximal: how much of a misfit it leaves to the joints. Default 1. */
  readonly weight?: number;
}

/** As that of `limber`, with loops. */
export interface ModelDescription extends TreeDescription {
  /** Closures of the tree. A problem starts with all of them closed, and may open them. */
  readonly loops?: readonly LoopDescription[];
}

type Path = string;

/** The axes of a closure, by name or one by one. @throws LimberError `badLoop`. */
export function freeAxes(free: unknown, path: Path): readonly number[] {
  if (typeof free === 'string') {
    if (Object.hasOwn(closures, free))
      return closures[free as ClosureName].map((axis) => poseAxes.indexOf(axis));
    throw new LimberError('badLoop', `${path} is ${show(free)}; known: ${Object.keys(closures).join(', ')}`);
  }
  return asList(free, path).map((axis) => {
    const index = poseAxes.findIndex((each) => each === axis);
    if (index >= 0) return index;
    throw new LimberError('badLoop', `${path}: axis ${show(axis)} is unknown; known: ${poseAxes.join(', ')}`);
  });
}

function setFrame(draft: RawLoopDraft, isB: boolean, value: unknown, path: Path): void {
  const { link, ...pose } = asObject(value, path, ['link', 'position', 'rotation']);
  draft.setFrame(isB, asString(link ?? '', `${path}.link`), ...asPose(pose, path));
}

/** Fills `draft`. @throws LimberError `badDescription` or `badLoop`, naming the place. */
export function flattenLoop(description: LoopDescription, draft: RawLoopDraft, path: Path): void {
  const loop = asObject(description, path, ['name', 'a', 'b', 'free', 'weight']);
  draft.setName(asString(loop.name ?? '', `${path}.name`));
  setFrame(draft, false, loop.a, `${path}.a`);
  setFrame(draft, true, loop.b, `${path}.b`);
  for (const axis of freeAxes(loop.free ?? 'fixed', `${path}.free`)) draft.setFree(axis);
  draft.setWeight(asNumber(loop.weight ?? 1, `${path}.weight`));
}
