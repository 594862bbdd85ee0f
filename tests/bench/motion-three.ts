/** The same recordings by retargetClip of three's SkeletonUtils, with the offsets of bones and the scale it needs. */
import { AnimationMixer, Bone, type AnimationClip, LoopOnce, Matrix4, type Object3D, Quaternion, Skeleton, SkinnedMesh, Vector3 } from 'three'; // prettier-ignore
import { retargetClip } from 'three/addons/utils/SkeletonUtils.js';
import { Character, type Role } from 'limber/character';
import { roles } from '../../web/src/character/gltf/roles.ts';
import type { Track } from './motion-measure.ts';

type Bones = ReadonlyMap<Role, Object3D>;

const worldTurn = (node: Object3D) => node.getWorldQuaternion(new Quaternion());
const worldPlace = (node: Object3D) => node.getWorldPosition(new Vector3());

/** Bones of the same places and rotations, without scales above and between them, which three's way cannot bear. */
function plainBones(bones: Bones): Map<Role, Bone> {
  const plain = new Map<Role, Bone>();
  // Parents first.
  for (const role of roles) {
    const bone = bones.get(role);
    if (!bone) continue;
    let above: Object3D | null = bone.parent;
    while (above && ![...bones.values()].includes(above)) above = above.parent;
    const parent = [...bones].find(([, each]) => each === above);
    const made = new Bone();
    made.name = role;
    made.position.copy(worldPlace(bone));
    made.quaternion.copy(worldTurn(bone));
    if (parent) {
      const back = worldTurn(parent[1]).invert();
      made.position.sub(worldPlace(parent[1])).applyQuaternion(back);
      made.quaternion.premultiply(back);
      plain.get(parent[0])!.add(made);
    }
    plain.set(role, made);
  }
  return plain;
}

const legOf = (bones: Bones) =>
  worldPlace(bones.get('leftUpperLeg')!).distanceTo(worldPlace(bones.get('leftLowerLeg')!)) +
  worldPlace(bones.get('leftLowerLeg')!).distanceTo(worldPlace(bones.get('leftFoot')!));

/** The body at these times, and microseconds per frame. */
export function byThree(clip: AnimationClip, skeleton: Skeleton, scene: Object3D, times: Float64Array) {
  using source = new Character(skeleton.bones[0]!, { restPose: 'current' });
  using target = new Character(scene);
  scene.updateMatrixWorld(true);
  const bones = plainBones(target.humanoid);
  const mesh = new SkinnedMesh();
  mesh.add(bones.get('hips')!);
  mesh.updateMatrixWorld(true);
  mesh.bind(new Skeleton([...bones.values()]));
  const names: Record<string, string> = {};
  const localOffsets: Record<string, Matrix4> = {};
  for (const [role, bone] of bones) {
    const from = source.humanoid.get(role);
    if (!from) continue;
    names[role] = from.name;
    // At rest the bone is as it rests.
    const offset = worldTurn(from).invert().multiply(worldTurn(bone));
    localOffsets[role] = new Matrix4().makeRotationFromQuaternion(offset);
  }
  const scale = legOf(bones) / legOf(source.humanoid);
  const began = performance.now();
  const hip = source.humanoid.get('hips')!.name;
  const made = retargetClip(mesh, skeleton, clip, { hip, names, localOffsets, scale } as object);
  const count = clip.tracks.reduce((most, track) => Math.max(most, track.times.length), 0);
  const micros = (1000 * (performance.now() - began)) / count;
  const mixer = new AnimationMixer(mesh);
  const action = mixer.clipAction(made).setLoop(LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  const frames = [...times].map((time) => {
    mixer.setTime(time);
    mesh.updateMatrixWorld(true);
    return new Map([...bones].map(([role, bone]) => [role, [worldPlace(bone), worldTurn(bone)] as const]));
  });
  const track: Track = {
    count: times.length,
    roles: [...bones.keys()],
    place: (frame, role) => frames[frame]!.get(role)![0].clone(),
    turn: (frame, role) => frames[frame]!.get(role)![1].clone(),
  };
  return { track, micros };
}
