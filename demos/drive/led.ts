/** A scene: what is led by which hands, and what they carry. */
import type { ModelDescription, Problem, Vec3 } from 'limber';
import type { Exhibit } from 'limber/bench';
import { type Object3D, Quaternion, type Vector3 } from 'three';

/** Something that a hand leads. */
export interface HandOf {
  /** In the address. */
  readonly name: string;
  readonly title: string;
  readonly link: string;
  /** The led point, in the link's frame (metres). */
  readonly point: Vec3;
  /** The joints that move it, by their links, in words. */
  readonly joints: Readonly<Record<string, string>>;
  /** The joint that a grip moves, by its link, and its values, open and closed. */
  readonly jaw?: { readonly link: string; readonly range: readonly [open: number, closed: number] };
  /** Without jaws a closing grip moves the hand, along its own axes (metres). */
  readonly press?: Vec3;
  /** Shortens a step from a place so that the joints can follow it (metres, world); returns whether it had to. */
  keepWithin(problem: Problem, place: Vector3, step: Vector3): boolean;
}

/** Things that hands carry. */
export interface Props {
  /** Where they are, in words. */
  readonly words: string;
  /** How far jaws can close: 0 to 1. */
  readonly mostGrip: number;
  /** Carries or drops them; returns whether one has moved. */
  step(dt: number): boolean;
  /** Lets go without dropping: another motion begins. */
  forget(): void;
  /** Like a hand's own, for things in the way; `alone`: the other hand is not led with it. */
  keepWithin?(hand: number, place: Vector3, step: Vector3, alone: boolean): void;
}

export interface Scene {
  /** In the address. */
  readonly name: string;
  readonly title: string;
  readonly exhibit: Exhibit & {
    readonly arm: { readonly description: ModelDescription; readonly q: readonly number[] };
  };
  /** The first is led at first. */
  readonly hands: readonly HandOf[];
  /** All hands are led as one, too, by a handle of this name; it comes first. */
  readonly together?: string;
  /** Edge of a handle (metres). */
  readonly size: number;
  /** A handle is dragged over the table, and not in the plane that faces the eye. */
  readonly isFlat?: boolean;
  /** Where its origin stands in a room, from the reader's eyes: see `enterXR`. Default: she is where the camera is. */
  readonly room?: Vec3;
  /** Makes a problem ready, and the things in it. */
  prepare(problem: Problem): Props;
  /** What stands there. */
  scenery?(): readonly Object3D[];
}

/** What can be led by keys: a hand, or all. */
export interface Led {
  readonly name: string;
  readonly title: string;
  /** By their places in the scene's list. */
  readonly hands: readonly number[];
}

const known = new Map<Scene, readonly Led[]>();

/** The handles of a scene: always the same list. */
export function ledIn(scene: Scene): readonly Led[] {
  const { hands, together } = scene;
  const all = together && { name: 'both', title: together, hands: hands.map((_, i) => i) };
  const each = hands.map(({ name, title }, i) => ({ name, title, hands: [i] }));
  if (!known.has(scene)) known.set(scene, [...(all ? [all] : []), ...each]);
  return known.get(scene)!;
}

const scratch = new Quaternion();

/** Writes the led point of a hand and the turn of its link (world, metres). */
export function readPoint(
  { model, state }: Problem,
  { link, point }: HandOf,
  place: Vector3,
  turn = scratch,
): Vector3 {
  const at = 7 * model.findLink(link);
  turn.fromArray(state.poses, at + 3);
  const [x, y, z] = state.poses.subarray(at, at + 3);
  place.fromArray(point).applyQuaternion(turn);
  return place.set(place.x + x!, place.y + y!, place.z + z!);
}

/** No solver moves these links. */
export function hold({ jointWeights, model }: Problem, links: readonly string[]): void {
  for (const link of links) {
    const { vIndex, nv } = model.links[model.findLink(link)]!;
    jointWeights.fill(0, vIndex, vIndex + nv);
  }
}
