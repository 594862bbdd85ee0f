import {
  type Bone,
  type BufferGeometry,
  Float32BufferAttribute,
  Group,
  Matrix4,
  MeshStandardMaterial,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { palettes, type Theme, type Themed } from 'limber/three';
import type { Vec3 } from 'limber';
import { type BoneLine, makeBones } from './bones.ts';
import { egg, limb, wedge } from './solids.ts';

/** Standing at ease: arms hanging, elbows and knees slightly bent. */
const middle: readonly BoneLine[] = [
  ['hips', '', [0, 0.965, 0]],
  ['spine', 'hips', [0, 1.06, -0.005]],
  ['chest', 'spine', [0, 1.18, -0.01]],
  ['upperChest', 'chest', [0, 1.3, -0.008]],
  ['neck', 'upperChest', [0, 1.475, -0.005]],
  ['head', 'neck', [0, 1.555, 0.01]],
];
const left: readonly BoneLine[] = [
  ['Shoulder', 'upperChest', [0.045, 1.425, 0]],
  ['UpperArm', 'Shoulder', [0.18, 1.415, -0.01]],
  ['LowerArm', 'UpperArm', [0.245, 1.145, -0.02]],
  ['Hand', 'LowerArm', [0.285, 0.905, 0.045]],
  ['UpperLeg', 'hips', [0.092, 0.915, 0]],
  ['LowerLeg', 'UpperLeg', [0.1, 0.5, 0.022]],
  ['Foot', 'LowerLeg', [0.108, 0.088, -0.012]],
  ['Toes', 'Foot', [0.118, 0.026, 0.118]],
];

/** The palms and the middle of the head, in the spaces of their bones (metres). */
export const figureOffsets: Readonly<Record<'leftHand' | 'rightHand' | 'head', Vec3>> = {
  leftHand: [0.006, -0.075, 0.022],
  rightHand: [-0.006, -0.075, 0.022],
  head: [0, 0.105, 0.01],
};

type Look = 'link' | 'joint' | 'tip';

/** The visible part of a bone, in the world at rest. */
type PartLine = readonly [bone: string, look: Look, geometry: BufferGeometry];

const middleParts = (): PartLine[] => [
  ['hips', 'link', egg([0, 0.945, 0], [0.145, 0.1, 0.105], 0.25)],
  ['spine', 'joint', egg([0, 1.075, 0], [0.098, 0.085, 0.078])],
  ['chest', 'link', egg([0, 1.185, 0.002], [0.12, 0.1, 0.088], 0.1)],
  ['upperChest', 'link', egg([0, 1.345, 0.004], [0.158, 0.135, 0.108], 0.3)],
  ['neck', 'joint', limb([0, 1.45, -0.008], [0, 1.56, 0.006], 0.05, 0.045)],
  ['head', 'link', egg([0, 1.66, 0.02], [0.08, 0.118, 0.098], -0.12)],
  ['head', 'tip', egg([0, 1.668, 0.036], [0.0765, 0.046, 0.088], 0.15)],
];

const leftParts = (): PartLine[] => [
  ['UpperArm', 'joint', egg([0.18, 1.412, -0.01], [0.055, 0.056, 0.055])],
  ['UpperArm', 'link', limb([0.189, 1.375, -0.011], [0.238, 1.172, -0.019], 0.05, 0.04)],
  ['LowerArm', 'joint', egg([0.245, 1.145, -0.02], [0.038, 0.038, 0.038])],
  ['LowerArm', 'link', limb([0.249, 1.12, -0.013], [0.28, 0.935, 0.037], 0.042, 0.028)],
  ['Hand', 'joint', egg([0.285, 0.905, 0.045], [0.026, 0.026, 0.026])],
  ['Hand', 'link', egg([0.289, 0.85, 0.062], [0.02, 0.052, 0.04])],
  ['Hand', 'link', egg([0.284, 0.795, 0.075], [0.015, 0.05, 0.032], -0.2)],
  ['Hand', 'link', limb([0.279, 0.865, 0.085], [0.268, 0.818, 0.108], 0.014, 0.011)],
  ['UpperLeg', 'joint', egg([0.092, 0.915, 0], [0.075, 0.075, 0.078])],
  ['UpperLeg', 'link', limb([0.094, 0.86, 0.002], [0.099, 0.545, 0.019], 0.083, 0.056)],
  ['LowerLeg', 'joint', egg([0.1, 0.5, 0.022], [0.052, 0.054, 0.054])],
  ['LowerLeg', 'link', limb([0.101, 0.465, 0.016], [0.107, 0.13, -0.008], 0.058, 0.036)],
  ['Foot', 'joint', egg([0.108, 0.088, -0.012], [0.036, 0.036, 0.038])],
  ['Foot', 'link', wedge([0.112, 0, 0.03], [0.082, 0.082, 0.2])],
  ['Toes', 'link', egg([0.119, 0.021, 0.135], [0.042, 0.021, 0.058])],
];

const looks: readonly Look[] = ['link', 'joint', 'tip'];

/** Where a point of a bone's part, or the bone itself, is in a body of other proportions; both at rest. */
export type Proportions = (bone: string, at: Vec3) => Vec3;

/** A character: bones with VRM names, and a skin of smooth solids, all generated in code. */
export class CharacterFigure extends Group implements Themed {
  readonly #materials: Readonly<Record<Look, MeshStandardMaterial>> = {
    link: new MeshStandardMaterial({ roughness: 0.62 }),
    joint: new MeshStandardMaterial({ roughness: 0.5 }),
    tip: new MeshStandardMaterial({ roughness: 0.28 }),
  };
  readonly #bones: Bone[];
  readonly #parts: Readonly<Record<Look, BufferGeometry[]>> = { link: [], joint: [], tip: [] };

  constructor(private readonly proportions: Proportions = (_, at) => at) {
    super();
    this.name = 'figure';
    this.#bones = [...makeBones(middle, left, ['left', 'right'], proportions).values()];
    this.add(this.#bones[0]!);
    for (const part of middleParts()) this.#addPart(...part);
    for (const [bone, look, geometry] of leftParts()) {
      this.#addPart(`right${bone}`, look, mirror(geometry));
      this.#addPart(`left${bone}`, look, geometry);
    }
    this.#bindSkins();
    this.setTheme('light');
  }

  setTheme(theme: Theme): void {
    for (const look of looks) this.#materials[look].color.set(palettes[theme][look]);
  }

  /** Attaches a part rigidly to one bone. */
  #addPart(name: string, look: Look, geometry: BufferGeometry): void {
    const { count } = geometry.attributes.position!;
    const index = this.#bones.findIndex((bone) => bone.name === name);
    const first = (value: number) => Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? value : 0));
    const { position } = geometry.attributes;
    for (let i = 0; i < count; i += 1)
      position!.setXYZ(
        i,
        ...this.proportions(name, [position!.getX(i), position!.getY(i), position!.getZ(i)]),
      );
    geometry.deleteAttribute('uv');
    geometry.setAttribute('skinIndex', new Uint16BufferAttribute(first(index), 4));
    geometry.setAttribute('skinWeight', new Float32BufferAttribute(first(1), 4));
    this.#parts[look].push(geometry);
  }

  /** One skin per material. */
  #bindSkins(): void {
    this.updateMatrixWorld(true);
    const skeleton = new Skeleton(this.#bones);
    for (const look of looks) {
      const mesh = new SkinnedMesh(mergeGeometries(this.#parts[look]), this.#materials[look]);
      mesh.name = look;
      mesh.receiveShadow = true;
      mesh.bind(skeleton, new Matrix4());
      this.add(mesh);
    }
  }
}

/** The mirror image of a solid; its faces still point outwards. */
function mirror(geometry: BufferGeometry): BufferGeometry {
  const other = geometry.clone().scale(-1, 1, 1);
  const index = other.index!;
  for (let i = 0; i < index.count; i += 3) {
    const second = index.getX(i + 1);
    index.setX(i + 1, index.getX(i + 2));
    index.setX(i + 2, second);
  }
  return other;
}
