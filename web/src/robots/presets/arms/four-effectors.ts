import type { LinkDescription, ModelDescription, Vec3 } from '../../../describe/description.ts';
import { effector, hinge, slide, up } from './parts.ts';
import type { ArmPreset } from './preset.ts';

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
const here: Vec3 = [0, 0, 0];

/** Two crossed hinges, then one half-way: it points and it bends. */
function finger(name: string, limb: string, knuckle: Vec3, lean: number): LinkDescription[] {
  const half = up(0.18, lean);
  return [
    hinge(`${name} aside`, `${limb} slide`, knuckle, Z, 100),
    hinge(`${name} forward`, `${name} aside`, here, X, 100),
    hinge(`${name} bend`, `${name} forward`, half, Z, 120),
    effector(`${name} effector`, `${name} bend`, half),
  ];
}

/** Two hinges and a slide, with two fingers at the end. */
function limb(name: string, lean: number): LinkDescription[] {
  return [
    hinge(`${name} aside`, 'trunk slide', up(0.09), Z, 80),
    hinge(`${name} forward`, `${name} aside`, here, X, 80),
    slide(`${name} slide`, `${name} forward`, up(0.16, lean), 0.07),
    ...finger(`${name} outer`, name, up(0.1, lean), 1.5 * lean),
    ...finger(`${name} inner`, name, up(0.1, lean), 0.4 * lean),
  ];
}

/** Hinges and slides with limits: a trunk, two limbs on it, two fingers on each. Reaches 1 m. */
export const fourEffectorTree: ModelDescription = {
  name: 'tree with four effectors',
  links: [
    hinge('waist', null, here, Y, 170),
    hinge('lean', 'waist', here, Z, 60),
    slide('trunk slide', 'lean', up(0.17), 0.05),
    ...limb('left', -40),
    ...limb('right', 40),
  ],
};

export const tree: ArmPreset<'tree'> = {
  name: 'tree',
  title: 'Tree with four effectors',
  text: 'A trunk, two limbs and four fingers of hinges and slides, all of them with limits.',
  description: fourEffectorTree,
  effectors: ['left outer effector', 'left inner effector', 'right inner effector', 'right outer effector'],
};
