/**
 * Arms to try solvers on. An arm's number is its place in the table, from 1. A new arm is one file and one
 * line.
 */
import { chain } from './ball-chain.ts';
import { tree } from './four-effectors.ts';
import type { ArmPreset } from './preset.ts';
import { telescope } from './prismatic-mix.ts';
import { trio } from './three-arms.ts';
import { fork } from './two-effectors.ts';

const all = [chain, telescope, fork, tree, trio] as const;

/** Names of the arms. */
export type ArmName = (typeof all)[number]['name'];

/** Arms to try solvers on. An arm's number, for the command line, is its place from 1. */
export const arms: readonly ArmPreset<ArmName>[] = all;

export { ballChain, type BallChainOptions } from './ball-chain.ts';
export { fourEffectorTree } from './four-effectors.ts';
export { prismaticMix } from './prismatic-mix.ts';
export { twoEffectorTree } from './two-effectors.ts';
export type { ArmPreset };
