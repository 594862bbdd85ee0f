/** Skeletons of three.js made by code: random ones, and bodies with the bone names of common programs. */
import {
  Bone,
  type BoxGeometry,
  Float32BufferAttribute,
  Group,
  MeshStandardMaterial,
  Object3D,
  Quaternion,
  SkinnedMesh,
  Uint16BufferAttribute,
  Vector3,
} from 'three';

/** Seeded random numbers from 0 to 1 (mulberry32). */
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

/** A box for a skin, all of it on the first bone; it is to be bound. */
export function boxSkin(geometry: BoxGeometry, name = 'skin'): SkinnedMesh {
  const { count } = geometry.getAttribute('position');
  const weights = Array.from({ length: 4 * count }, (_, i) => (i % 4 ? 0 : 1));
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Uint16Array(4 * count), 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  return new SkinnedMesh(geometry, new MeshStandardMaterial({ name }));
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

/**
 * Bones with random axes and scales (also mirrored) and nodes between them, under one or two roots, in a
 * moved scene.
 */
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

/**
 * A part of a body at rest: its role, its parent, and its offset from there (metres; x left, y up, z
 * forward).
 */
type BodyLine = readonly [role: string, parent: string, at: readonly [number, number, number]];

const middle: readonly BodyLine[] = [
  ['hips', '', [0, 0.95, 0]],
  ['spine', 'hips', [0, 0.1, -0.01]],
  ['chest', 'spine', [0, 0.13, 0]],
  ['upperChest', 'chest', [0, 0.13, 0.01]],
  ['neck', 'upperChest', [0, 0.15, 0.01]],
  ['head', 'neck', [0, 0.09, 0.02]],
];

/** `droop` is the angle in radians by which the arms hang below horizontal. */
const leftHalf = (droop: number): readonly BodyLine[] => {
  const along = (length: number, forward = 0): [number, number, number] => [
    length * Math.cos(droop),
    -length * Math.sin(droop),
    forward,
  ];
  return [
    ['Shoulder', 'upperChest', [0.05, 0.1, 0]],
    ['UpperArm', 'Shoulder', [0.11, 0, 0]],
    ['LowerArm', 'UpperArm', along(0.27)],
    ['Hand', 'LowerArm', along(0.25)],
    ['UpperLeg', 'hips', [0.1, -0.05, 0]],
    ['LowerLeg', 'UpperLeg', [0, -0.42, 0.01]],
    ['Foot', 'LowerLeg', [0, -0.41, -0.02]],
    ['Toes', 'Foot', [0, -0.06, 0.13]],
  ];
};

/** A hand's fingers, each bone bent by `curl` radians against the one before, thumbs across the palm. */
const leftFingers = (droop: number, curl: number): BodyLine[] =>
  ['Thumb', 'Index', 'Middle', 'Ring', 'Little'].flatMap((finger, i) => {
    const isThumb = i === 0;
    const bones = isThumb ? ['Metacarpal', 'Proximal', 'Distal'] : ['Proximal', 'Intermediate', 'Distal'];
    const step = (length: number, bend: number, spread: number): [number, number, number] => [
      length * Math.cos(droop + bend) * Math.cos(spread),
      -length * Math.sin(droop + bend) * Math.cos(spread),
      length * Math.sin(spread),
    ];
    const [x, y, z] = step(isThumb ? 0.03 : 0.09, 0, isThumb ? 0.9 : 0.3 - 0.15 * i);
    return [...bones, 'End'].map((bone, k): BodyLine => {
      const above = k === 0 ? 'Hand' : finger + bones[k - 1]!;
      if (k === 0) return [finger + bone, above, [x, y, z]];
      return [finger + bone, above, step(0.03, isThumb ? 0.3 : k * curl, isThumb ? 0.8 - k * curl : 0)];
    });
  });

export interface BodyOptions {
  /** Name of a role's bone. */
  readonly name?: (role: string) => string;
  /** Angle in radians by which the arms hang below horizontal at rest; default 0. */
  readonly droop?: number;
  /** Random bone axes; by default all are the world's. */
  readonly random?: () => number;
  /** Uniform scale of the bones' parent; default 1. The body's size does not change. */
  readonly scale?: number;
  /** Radians by which the bones of its fingers are bent at rest; by default it has none. */
  readonly curl?: number;
  /** Swaps left and right. */
  readonly mirror?: boolean;
}

/** A standing body of 22 bones, or 62 with fingers and their ends, left and right mirrored. */
export function makeBody(options: BodyOptions = {}): { scene: Group; bones: Map<string, Bone> } {
  const { name = (role) => role, droop = 0, random, scale = 1, curl } = options;
  const sided = (side: string, sign: number): BodyLine[] =>
    [...leftHalf(droop), ...(curl === undefined ? [] : leftFingers(droop, curl))].map(
      ([role, parent, [x, y, z]]) => [
        side + role,
        /^[A-Z]/.test(parent) ? side + parent : parent,
        [sign * x, y, z],
      ],
    );
  const scene = new Group();
  if (options.mirror) scene.scale.x = -1;
  const holder = new Object3D();
  holder.scale.setScalar(scale);
  scene.add(holder);
  const bones = new Map<string, Bone>();
  const turns = new Map<string, Quaternion>([['', new Quaternion()]]);
  for (const [role, parent, at] of [...middle, ...sided('left', 1), ...sided('right', -1)]) {
    const bone = new Bone();
    bone.name = name(role);
    const turn = random ? randomTurn(random) : new Quaternion();
    turns.set(role, turn);
    const back = turns.get(parent)!.clone().conjugate();
    bone.position.set(...at).applyQuaternion(back);
    bone.position.divideScalar(scale);
    bone.quaternion.copy(back).multiply(turn);
    (bones.get(parent) ?? holder).add(bone);
    bones.set(role, bone);
  }
  return { scene, bones };
}
