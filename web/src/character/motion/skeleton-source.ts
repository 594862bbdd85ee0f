/** A skeleton of three.js in motion, as a source of figures. */
import { type Object3D, Quaternion, Vector3 } from 'three';
import { LimberError, show } from '../../describe/errors.ts';
import { Character } from '../gltf/character.ts';
import type { CharacterOptions } from '../gltf/skeleton.ts';
import { type Role, roles } from '../gltf/roles.ts';

/**
 * Numbers of a figure: for each of `roles`, a place and a rotation x y z w, in axes with +Y up; then a weight for
 * each, 0 where it is not known; then the time in seconds. A rotation has z along the bone and x across it, as
 * `character.frameOf`.
 */
export const figureSize = 8 * roles.length + 1;

/** A person whose pose can be read, in any unit of length; see `figureSize`. */
export interface FigureSource {
  /** The person at rest, as a figure. */
  readonly rest: Float64Array;
  /** Writes the present pose into a figure. `time`: seconds. */
  read(figure: Float64Array, time: number): void;
}

export interface SkeletonOptions {
  /** Bones by role; see `CharacterOptions`. A VRM animation: `gltf` as three's GLTFLoader gives it. */
  readonly humanoid?: CharacterOptions['humanoid'];
  /** The source's rest pose: `bind` (default), that of skins under its root if there are any, or as it stands now. */
  readonly restPose?: CharacterOptions['restPose'];
}

/** A bone with a role, and its link's frame in its space. */
interface Part {
  readonly bone: Object3D;
  readonly inBone: Quaternion;
  /** Where its numbers are in a figure. */
  readonly at: number;
}

function partsOf(
  root: Object3D,
  { humanoid = 'auto', restPose = 'bind' }: SkeletonOptions,
  rest: Float64Array,
) {
  using character = new Character(root, { humanoid, restPose });
  if (character.humanoid.size === 0) {
    const text = `there is no human body in ${show(root.name)}; give its bones by role as options.humanoid`;
    throw new LimberError('badDescription', text);
  }
  character.reset();
  root.updateWorldMatrix(true, true);
  const { poses } = character.problem.state;
  return roles.flatMap((role: Role, i): Part[] => {
    const bone = character.humanoid.get(role);
    if (!bone) return [];
    const pose = poses.subarray(7 * character.linkOf(bone), 7 * character.linkOf(bone) + 7);
    const inBone = bone.getWorldQuaternion(new Quaternion()).conjugate();
    inBone.multiply(new Quaternion().fromArray(pose, 3));
    rest.set(pose, 7 * i);
    rest[7 * roles.length + i] = 1;
    return [{ bone, inBone, at: i }];
  });
}

/**
 * A skeleton of three.js, which any animation moves. Its bones are read, not joint values: an elbow that is read
 * as a hinge would lose a part of its motion.
 */
export class SkeletonSource implements FigureSource {
  readonly rest = new Float64Array(figureSize);
  readonly #parts: readonly Part[];

  /**
   * The root must stand in its rest pose, unless that is its skin's, and is left as it is.
   *
   * @throws LimberError `badDescription` if no human body is found.
   */
  constructor(
    readonly root: Object3D,
    options: SkeletonOptions = {},
  ) {
    this.#parts = partsOf(root, options, this.rest);
  }

  get bones(): ReadonlyMap<Role, Object3D> {
    return new Map(this.#parts.map(({ bone, at }) => [roles[at]!, bone]));
  }

  /** @throws LimberError `badTrajectory` for a bone that is not finite. */
  read(figure: Float64Array, time: number): void {
    this.root.updateWorldMatrix(true, true);
    for (const part of this.#parts) writePart(part, figure, time);
    figure[figureSize - 1] = time;
  }
}

const place = new Vector3();
const turn = new Quaternion();
const scale = new Vector3();

function writePart({ bone, inBone, at }: Part, frame: Float64Array, time: number): void {
  bone.matrixWorld.decompose(place, turn, scale);
  turn.multiply(inBone);
  if (!Number.isFinite(place.x + place.y + place.z + turn.x + turn.y + turn.z + turn.w)) {
    const text = `the bone ${show(bone.name)} is not finite at ${time} s of the clip; is its file whole?`;
    throw new LimberError('badTrajectory', text);
  }
  frame.set([place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w], 7 * at);
  frame[7 * roles.length + at] = 1;
}
