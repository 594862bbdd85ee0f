/** Skeletons of three.js made by code: random ones, and bodies with the names that common programs give. */
import { Bone, Group, Object3D, Quaternion, Vector3 } from 'three';

/** Numbers from 0 to 1 that a seed gives (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomTurn(random: () => number): Quaternion {
  const part = () => 2 * random() - 1;
  return new Quaternion(part(), part(), part(), part() + 1e-9).normalize();
}

export function randomPoint(random: () => number, most = 1): Vector3 {
  const part = () => most * (2 * random() - 1);
  return new Vector3(part(), part(), part());
}

const scales = [1, 1, 1, 0.01, 100, -1, 0.5];

function place(node: Object3D, random: () => number): void {
  node.position.copy(randomPoint(random));
  node.quaternion.copy(randomTurn(random));
  const scale = scales[Math.floor(random() * scales.length)]!;
  const sign = () => (scale < 0 && random() < 0.5 ? -1 : 1);
  node.scale.set(scale * sign(), scale * sign(), scale * sign());
}

/** Bones with any axes, scales (mirrors too) and nodes between them, under one or two roots, in a scene that is moved. */
export function randomSkeleton(random: () => number): { scene: Group; bones: Bone[] } {
  const scene = new Group();
  place(scene, random);
  const bones: Bone[] = [];
  const count = 1 + Math.floor(random() * 12);
  for (let i = 0; i < count; ++i) {
    let parent: Object3D = i === 0 || random() < 0.1 ? scene : bones[Math.floor(random() * i)]!;
    while (random() < 0.25) {
      const between = new Object3D();
      place(between, random);
      parent.add(between);
      parent = between;
    }
    const bone = new Bone();
    bone.name = `bone${i}`;
    place(bone, random);
    parent.add(bone);
    bones.push(bone);
  }
  return { scene, bones };
}
