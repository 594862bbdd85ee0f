import type { ModelDescription, Vec3 } from 'limber';
import type { PeerArm } from '../../tests/bench/in-page.ts';
import { ballChain, fourEffectorTree, prismaticMix, robots, twoEffectorTree, yUp } from 'limber/robots';

/** Robots that both panels know: CCDIKSolver has limits for axes along X, Y and Z only. */
const titles: Readonly<Record<PeerArm, string>> = {
  panda: 'Panda',
  ur5: 'UR5',
  iiwa14: 'iiwa 14',
  puma560: 'Puma 560',
};

export interface RaceArm {
  /** Name in the address. */
  readonly name: string;
  readonly title: string;
  /** Called when it is first picked. */
  readonly describe: () => ModelDescription;
  /** The effectors' tool axis, in their own frames. Every leaf of the tree is an effector. */
  readonly toolAxis: Vec3;
}

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

export const peerArms: readonly RaceArm[] = (Object.keys(titles) as PeerArm[]).map((name) => ({
  name,
  title: titles[name],
  describe: () => yUp(robots[name]),
  toolAxis: Z,
}));

const balls = (count: number): RaceArm => ({
  name: `chain${count}`,
  title: `Chain of ${count} balls`,
  describe: () => ballChain(count),
  toolAxis: Y,
});

export const raceArms: readonly RaceArm[] = [
  ...[10, 50, 100].map(balls),
  { name: 'article', title: 'The article’s arm', describe: () => robots.article, toolAxis: X },
  ...peerArms,
  { name: 'tree2', title: 'Two-effector tree', describe: () => twoEffectorTree, toolAxis: Y },
  { name: 'tree4', title: 'Four-effector tree', describe: () => fourEffectorTree, toolAxis: Y },
  { name: 'slides', title: 'Slides and balls', describe: () => prismaticMix, toolAxis: Y },
];
