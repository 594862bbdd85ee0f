/** Loop closures. */
import { copy } from './copy.ts';
import type { PoseDescription } from './description.ts';
import { LimberError, show } from './errors.ts';
import { asList, asNumber, asPlain, asPose, asString, bad, type Path } from './flatten.ts';
import { poseAxes, type PoseAxis } from './goal.ts';
import { core } from './loader.ts';
import { checkPresent, type Owner, type View } from './part.ts';
import type { RawLoopDraft } from './raw.ts';

/** Axes of frame b that each named closure leaves free: a hinge turns about z, a slider slides along it. */
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
  /** Name of the link; omitted: the world. */
  readonly link?: string | null;
}

/** Two frames that stay together although no joint connects them. */
export interface LoopDescription {
  /** For messages; default ''. */
  readonly name?: string;
  /** Frame on a link. */
  readonly a: FrameDescription;
  /** Frame on another link or in the world. */
  readonly b: FrameDescription;
  /**
   * How frame `a` may move along and about the axes of `b`: a name or a list of axes. Default 'fixed': not at
   * all.
   */
  readonly free?: ClosureName | readonly PoseAxis[];
  /** Above 0; maximal: stiffness where not all joints fit. Default 1. */
  readonly weight?: number;
}

/** The axes of a closure, by name or one by one. @throws LimberError `badLoop`. */
function freeAxes(free: unknown, path: Path): readonly number[] {
  if (typeof free === 'string') {
    if (Object.hasOwn(closures, free))
      return closures[free as ClosureName].map((axis) => poseAxes.indexOf(axis));
    throw new LimberError('badLoop', `${path} is ${show(free)}; known: ${Object.keys(closures).join(', ')}`);
  }
  const axes = asList(free, path);
  if (axes.length > poseAxes.length) bad(path, `at most ${poseAxes.length} axes`, free);
  return axes.map((axis) => {
    const index = poseAxes.findIndex((each) => each === axis);
    if (index >= 0) return index;
    throw new LimberError('badLoop', `${path}: axis ${show(axis)} is unknown; known: ${poseAxes.join(', ')}`);
  });
}

function setFrame(draft: RawLoopDraft, isB: boolean, value: unknown, path: Path): void {
  const { link, ...pose } = asPlain(value, path, ['link', 'position', 'rotation']);
  draft.setFrame(isB, asString(link ?? '', `${path}.link`), ...asPose(pose, path));
}

/** Passes a loop on to `draft`. @throws LimberError `badDescription`, naming the place. */
export function flattenLoop(description: unknown, draft: RawLoopDraft, path: Path): void {
  const loop = asPlain(description, path, ['name', 'a', 'b', 'free', 'weight']);
  draft.setName(asString(loop.name ?? '', `${path}.name`));
  setFrame(draft, false, loop.a, `${path}.a`);
  setFrame(draft, true, loop.b, `${path}.b`);
  for (const axis of freeAxes(loop.free ?? 'fixed', `${path}.free`)) draft.setFree(axis);
  draft.setWeight(asNumber(loop.weight ?? 1, `${path}.weight`));
}

/**
 * Calls `use` with the loop in the core's form. @throws LimberError `badDescription` or `badLoop`, naming the
 * place.
 */
export function withLoop<T>(description: unknown, path: Path, use: (draft: RawLoopDraft) => T): T {
  const draft = new (core().module.LoopDraft)();
  try {
    flattenLoop(description, draft, path);
    return use(draft);
  } finally {
    draft.delete();
  }
}

/** A loop of a problem: one per loop of the model, plus those made by `problem.addLoop`. */
export class Loop<R = void> {
  /** Index in `residuals`; −1 once removed. @internal */
  index: number;
  readonly #owner: Owner<R>;
  readonly #residuals: View;
  #description: LoopDescription;
  #closed = true;

  /** @internal */
  constructor(owner: Owner<R>, description: LoopDescription, index: number, residuals: View) {
    this.#owner = owner;
    // The caller's objects may change later.
    this.#description = copy(description);
    this.index = index;
    this.#residuals = residuals;
  }

  #present(): void {
    checkPresent(this.#owner, this, nameOf);
  }

  /** As described; default ''. */
  get name(): string {
    return this.description.name ?? '';
  }

  /** Its current frames and free axes, as plain data for JSON. */
  get description(): LoopDescription {
    return this.#description;
  }

  /** An open loop has no effect. */
  get closed(): boolean {
    return this.#closed;
  }

  set closed(closed: boolean) {
    this.#present();
    if (typeof closed !== 'boolean')
      throw new LimberError('badLoop', `closed of ${nameOf(this)} is ${show(closed)}; give true or false`);
    this.#owner.setLoopClosed(this, closed);
    this.#closed = closed;
  }

  /**
   * Changes frames or free axes; omitted ones stay.
   *
   * @throws LimberError as `problem.addLoop`; nothing is changed then.
   */
  route(change: Partial<LoopDescription>): R {
    this.#present();
    const description = { ...this.#description, ...change };
    return this.#owner.routeLoop(this, description, () => (this.#description = copy(description)));
  }

  /** Gap in metres, after the last solve or update. */
  get distance(): number {
    this.#present();
    return this.#residuals.get()[2 * this.index]!;
  }

  /** Gap in radians. */
  get angle(): number {
    this.#present();
    return this.#residuals.get()[2 * this.index + 1]!;
  }
}

const nameOf = ({ name }: { readonly name: string }): string => `the loop '${name}'`;
