/** Robots to choose from. A new one needs one line. */
import type { ModelDescription } from 'limber';
import { type ArmPreset, fromURDF, robots, tipsOf, yUp } from 'limber/robots';
import type { MeshSource } from 'limber/three';
import type { Given } from '../shell/files.ts';
import humanoid from './humanoid.urdf?raw';

/** A link that can be the end effector. */
export interface Tip {
  readonly name: string;
  readonly title: string;
  /** Heading in the list of tips. */
  readonly group: string;
  /** Links that it stands for; default: the one of its name. */
  readonly links?: readonly string[];
}

/** A reader's file, with its accompanying files and warnings about it. */
export interface OwnFile {
  readonly text: string;
  readonly given: readonly Given[];
  readonly warnings: string;
}

/** A robot to show: from the table, or from a reader's file. */
export interface RobotSource {
  /** Name in the address. */
  readonly name: string;
  readonly title: string;
  /** The original description: Z up, except for the article's arm. */
  readonly description: ModelDescription;
  /** The same with Y up, for views. */
  readonly upright: ModelDescription;
  /** All links, the likeliest first. */
  readonly tips: readonly Tip[];
  /** Initial joint values; empty: zero, or slightly bent. */
  readonly start: readonly number[];
  /** Length of its unit in metres; default 1. */
  readonly unit?: number;
  readonly own?: OwnFile;
  /** Heading in the list of robots. */
  readonly group?: string;
  /** An arm of the command line, with its own start and effectors. */
  readonly preset?: ArmPreset;
  /** Source of its meshes; missing: it is drawn without them. */
  readonly meshes?: MeshSource;
}

export function makeSource(
  name: string,
  title: string,
  description: ModelDescription,
  start: readonly number[] = [],
  upright = yUp(description),
): RobotSource {
  const likely = tipsOf(description);
  const others = upright.links.map(({ name }) => name).filter((each) => !likely.includes(each));
  const tip = (group: string) => (name: string) => ({ name, title: name, group });
  const tips = [...likely.map(tip('Likely tips')), ...others.map(tip('Other links'))];
  return { name, title, description, upright, tips, start };
}

const preset = (name: keyof typeof robots, title: string, start: readonly number[]): RobotSource =>
  makeSource(name, title, robots[name], start);

/** Knees and elbows slightly bent; depth first, as q is: waist, neck, arms, legs. */
// prettier-ignore
const standing = [
  0, 0, 0,
  -0.4, 0.2, 0, -1, 0, 0,
  -0.4, -0.2, 0, -1, 0, 0,
  0, 0, -0.3, 0.6, -0.3, 0,
  0, 0, -0.3, 0.6, -0.3, 0,
];

const { article } = robots;

export const catalogue: readonly RobotSource[] = [
  preset('panda', 'Panda', [0, -0.785, 0, -2.356, 0, 1.571, 0.785]),
  preset('ur5', 'UR5', [0.4, -1.4, 1.7, -1.9, -1.571, 0]),
  preset('ur10', 'UR10', [0.4, -1.4, 1.7, -1.9, -1.571, 0]),
  preset('iiwa14', 'iiwa 14', [0.3, 0.6, 0, -1.4, 0, 1.1, 0]),
  preset('puma560', 'Puma 560', [0.3, 0.7, -1.3, 0, 0.6, 0]),
  preset('stanford', 'Stanford arm', [0.4, -0.9, 0.7, 0, 0.6, 0]),
  preset('cobra600', 'Cobra 600', [0.5, 0.9, 0.05, 0]),
  preset('so101', 'SO-101', [0.2, -0.8, 0.8, 0.8, 0]),
  {
    ...makeSource('article', 'The article’s arm', article, [0, 0.6, 0.4, 0.7, 0.4, 0.3], article),
    unit: 0.01,
  },
  makeSource('humanoid', 'Humanoid', fromURDF(humanoid), standing),
];
