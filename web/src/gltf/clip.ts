import { AnimationClip, QuaternionKeyframeTrack, VectorKeyframeTrack, type Object3D } from 'three';
import type { Trajectory } from '../trajectory.ts';
import type { Character } from './character.ts';

interface Rows {
  readonly quaternions: Float32Array;
  readonly positions: Float32Array | null;
}

/**
 * A trajectory of `character.model` as a clip of three.js: for each bone a quaternion track, for each root a position
 * track too. Tracks name bones by their uuid, which is unique where names need not be: the clip plays on these bones,
 * and GLTFExporter writes it beside them.
 *
 * @param name of the clip; default: the trajectory's.
 * @throws LimberError `badTrajectory` for a trajectory of another model.
 */
export function toClip(character: Character, trajectory: Trajectory, name = trajectory.name): AnimationClip {
  trajectory.checkFits(character.model);
  const { length } = trajectory;
  const rows = new Map<Object3D, Rows>();
  for (let frame = 0; frame < length; ++frame) {
    character.poseAt(trajectory.at(frame), (bone, quaternion, position) => {
      const row = rows.get(bone) ?? addRows(rows, bone, length, position !== null);
      quaternion.toArray(row.quaternions, 4 * frame);
      position?.toArray(row.positions!, 3 * frame);
    });
  }
  // Clips begin at 0.
  const times = Float32Array.from(trajectory.times, (time) => time - trajectory.times[0]!);
  const tracks = [...rows].flatMap(([{ uuid }, { quaternions, positions }]) => {
    const turns = new QuaternionKeyframeTrack(`${uuid}.quaternion`, times, quaternions);
    return positions ? [turns, new VectorKeyframeTrack(`${uuid}.position`, times, positions)] : [turns];
  });
  return new AnimationClip(name, trajectory.duration, tracks);
}

function addRows(rows: Map<Object3D, Rows>, bone: Object3D, length: number, isRoot: boolean): Rows {
  const row = {
    quaternions: new Float32Array(4 * length),
    positions: isRoot ? new Float32Array(3 * length) : null,
  };
  rows.set(bone, row);
  return row;
}
