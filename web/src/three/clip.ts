import {
  AnimationClip,
  PropertyBinding,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
  type Object3D,
  type Quaternion,
  type Vector3,
} from 'three';
import { LimberError, show } from '../describe/errors.ts';
import type { Moved, Trajectory } from '../moves/trajectory.ts';

/** An object that a clip can animate: an `ArmShape`, a `RobotBinding`, or a `Character` of limber/character. */
export interface Posable {
  readonly model: Moved;
  /**
   * Calls `take` with every moving object and its local pose at `q`; `position` is null if it never changes.
   * Both arguments are reused for the next object.
   */
  poseAt(
    q: Float64Array,
    take: (object: Object3D, quaternion: Quaternion, position: Vector3 | null) => void,
  ): void;
}

interface Rows {
  readonly quaternions: Float32Array;
  readonly positions: Float32Array | null;
}

/**
 * Converts a trajectory to an animation: a quaternion track for each moving object, and a position track for
 * each that changes its place. Tracks name objects by their uuid, because names may not be unique: the clip
 * plays on these objects, and GLTFExporter writes it along with them. Named by `name`, it plays on any copy.
 *
 * @param name name of the clip; default: the trajectory's.
 * @param by how tracks name objects.
 * @throws LimberError `badTrajectory` for a trajectory of another model, numbers outside the 32-bit range, or
 *   objects that lack a name of their own.
 */
export function toClip(
  posable: Posable,
  trajectory: Trajectory,
  name = trajectory.name,
  by: 'uuid' | 'name' = 'uuid',
): AnimationClip {
  trajectory.checkFits(posable.model);
  const { length } = trajectory;
  const rows = new Map<Object3D, Rows>();
  for (let frame = 0; frame < length; ++frame) {
    posable.poseAt(trajectory.row(frame), (object, quaternion, position) => {
      const row = rows.get(object) ?? addRows(rows, object, length, position !== null);
      quaternion.toArray(row.quaternions, 4 * frame);
      position?.toArray(row.positions!, 3 * frame);
    });
  }
  // Clips begin at 0.
  const times = Float32Array.from(trajectory.times, (time) => time - trajectory.times[0]!);
  const labels = new Set<string>();
  const tracks = [...rows].flatMap(([object, { quaternions, positions }]) => {
    const label = PropertyBinding.sanitizeNodeName(object[by]);
    if (label === '' || labels.has(label)) {
      const text = `the name ${show(object.name)} is not one object's alone; name it, or tracks by uuid`;
      throw new LimberError('badTrajectory', text);
    }
    labels.add(label);
    const turns = new QuaternionKeyframeTrack(`${label}.quaternion`, times, quaternions);
    return positions ? [turns, new VectorKeyframeTrack(`${label}.position`, times, positions)] : [turns];
  });
  for (const track of tracks) {
    if (track.values.every(Number.isFinite) && times.every(Number.isFinite)) continue;
    const text = `times or places are too large for a clip, which ends at 3e38; scale them down`;
    throw new LimberError('badTrajectory', text);
  }
  return new AnimationClip(name, trajectory.duration, tracks);
}

function addRows(rows: Map<Object3D, Rows>, object: Object3D, length: number, moves: boolean): Rows {
  const row = {
    quaternions: new Float32Array(4 * length),
    positions: moves ? new Float32Array(3 * length) : null,
  };
  rows.set(object, row);
  return row;
}
