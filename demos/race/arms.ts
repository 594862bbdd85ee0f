import type { ModelDescription, Vec3 } from 'limber';
import { ballChain, fourEffectorTree, prismaticMix, robots, twoEffectorTree, yUp } from 'limber/presets';

/** An arm for the race. Every leaf of its tree is an effector. */
export interface RaceArm {
  /** Name in the address. */
  readonly name: string;
  readonly title: string;
  /** Called when it is first picked. */
  readonly describe: () => ModelDescription;
  /** The effectors' tool axis, in their own frames. */
  readonly toolAxis: Vec3;
}

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

export const raceArms: readonly RaceArm[] = [
  { name: 'article', title: 'The article’s arm', describe: () => robots.article, toolAxis: X },
  { name: 'panda', title: 'Panda', describe: () => yUp(robots.panda), toolAxis: Z },
  { name: 'ur5', title: 'UR5', describe: () => yUp(robots.ur5), toolAxis: Z },
  { name: 'chain10', title: 'Chain of 10 balls', describe: () => ballChain(10), toolAxis: Y },
  { name: 'chain50', title: 'Chain of 50 balls', describe: () => ballChain(50), toolAxis: Y },
  { name: 'chain100', title: 'Chain of 100 balls', describe: () => ballChain(100), toolAxis: Y },
  { name: 'tree2', title: 'Two-effector tree', describe: () => twoEffectorTree, toolAxis: Y },
  { name: 'tree4', title: 'Four-effector tree', describe: () => fourEffectorTree, toolAxis: Y },
  { name: 'slides', title: 'Slides and balls', describe: () => prismaticMix, toolAxis: Y },
];
