/** Robots to choose from. A new one is one line. */
import type { ModelDescription } from 'limber';
import { robots, yUp } from 'limber/presets';
import { fromURDF, tipsOf } from 'limber/urdf';
import type { MeshSource } from 'limber/three';
import type { Given } from '../shell/files.ts';
import humanoid from './humanoid.urdf?raw';

/** A link that can reach. */
export interface Tip {
  readonly name: string;
  readonly title: string;
  /** Heading in the list of tips. */
  readonly group: string;
}

/** A file of the reader's, with those that came with it, and what is to be said about it. */
export interface OwnFile {
  readonly text: string;
  readonly given: readonly Given[];
  readonly warnings: string;
}

/** What the page shows: a robot of the table, or a file of the reader's. */
export interface RobotSource {
  /** In the address. */
  readonly name: string;
  readonly title: string;
  /** As it is copied: with Z up, but for the article's arm. */
  readonly description: ModelDescription;
  /** The same with Y up, as views have it. */
  readonly upright: ModelDescription;
  /** All links, the likeliest first. */
  readonly tips: readonly Tip[];
  /** Joint values at first; empty: zero, or a little bent. */
  readonly start: readonly number[];
  /** Metres that its unit of length is; default 1. */
  readonly unit?: number;
  readonly own?: OwnFile;
  /** Where its meshes are; missing: it is drawn without. */
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

/** With a link from the floor up to the first joint, which tables leave out. */
function standingOn(description: ModelDescription): ModelDescription {
  const links = description.links.map((link) => (link.parent ? link : { ...link, parent: 'base' }));
  return { ...description, links: [{ name: 'base' }, ...links] };
}

const preset = (name: keyof typeof robots, title: string, start: readonly number[]): RobotSource =>
  makeSource(name, title, robots[name], start, yUp(standingOn(robots[name])));

/** Knees and elbows a little bent; depth first, as q is: waist, neck, arms, legs. */
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
  { ...makeSource('article', 'The article’s arm', article, [0, 0.6, 0.4, 0.7, 0.4, 0], article), unit: 0.01 },
  makeSource('humanoid', 'Humanoid', fromURDF(humanoid), standing),
];
