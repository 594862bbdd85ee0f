import type { LinkDescription, ModelDescription, Vec3 } from 'limber';
import { ballChain } from 'limber/robots';

const X: Vec3 = [1, 0, 0];
const Z: Vec3 = [0, 0, 1];

export interface SizedArm {
  readonly description: ModelDescription;
  readonly effectors: readonly string[];
}

/** `count` hinges alternately about X and Z, `bone` metres apart along Y. */
function hinges(prefix: string, parent: string | null, count: number, bone: number): LinkDescription[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `${prefix} ${i}`,
    parent: i === 0 ? parent : `${prefix} ${i - 1}`,
    origin: { position: [0, i === 0 && parent === null ? 0 : bone, 0] },
    joint: { type: 'revolute', axis: i % 2 === 0 ? X : Z },
  }));
}

function tip(name: string, parent: string, bone: number): LinkDescription {
  return { name, parent, origin: { position: [0, bone, 0] } };
}

const trunk = 32;
const branches = 64;

/** A family of arms with one size parameter. */
export interface Family {
  readonly name: string;
  readonly sizes: readonly number[];
  make(size: number): SizedArm;
}

const joints = [10, 30, 100, 300, 1000];

export const families: readonly Family[] = [
  {
    name: 'balls',
    sizes: joints,
    make: (size) => ({ description: ballChain(size), effectors: ['effector'] }),
  },
  {
    name: 'hinges',
    sizes: joints,
    make(size) {
      const links = hinges('hinge', null, size, 1 / size);
      return {
        description: { links: [...links, tip('effector', `hinge ${size - 1}`, 1 / size)] },
        effectors: ['effector'],
      };
    },
  },
  {
    name: `effectors, ${trunk} hinges in the trunk and ${branches} in the branches`,
    sizes: [1, 2, 4, 8, 16],
    make(size) {
      const bone = 1 / (trunk + branches / size);
      const names = Array.from({ length: size }, (_, i) => `effector ${i}`);
      const limbs = names.flatMap((name, i) => [
        ...hinges(`branch ${i}`, `trunk ${trunk - 1}`, branches / size, bone),
        tip(name, `branch ${i} ${branches / size - 1}`, bone),
      ]);
      return { description: { links: [...hinges('trunk', null, trunk, bone), ...limbs] }, effectors: names };
    },
  },
];
