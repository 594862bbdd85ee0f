/** Robots to choose from. A new one is one line. */
import type { ModelDescription } from 'limber';
import { robots, yUp } from 'limber/presets';
import { fromURDF } from 'limber/urdf';
import humanoid from './files/humanoid.urdf?raw';

/** What the page shows: a preset, or a file of the reader's. */
export interface Source {
  readonly title: string;
  /** As it is copied: with Z up, but for the article's arm. */
  readonly description: ModelDescription;
  /** The same with Y up, as views have it. */
  readonly upright: ModelDescription;
  /** Joint values at first; default zero. */
  readonly start: readonly number[];
  /** Metres that its unit of length is; default 1. */
  readonly unit?: number;
}

/** With a link from the floor up to the first joint, which tables leave out. */
function standingOn(description: ModelDescription): ModelDescription {
  const links = description.links.map((link) => (link.parent ? link : { ...link, parent: 'base' }));
  return { ...description, links: [{ name: 'base' }, ...links] };
}

const preset = (title: string, description: ModelDescription, start: readonly number[] = []): Source => ({
  title,
  description,
  upright: description === robots.article ? description : yUp(standingOn(description)),
  start,
});

/** Knees and elbows a little bent; depth first, as q is: waist, neck, arms, legs. */
// prettier-ignore
const standing = [
  0, 0, 0,
  -0.4, 0.2, 0, -1, 0, 0,
  -0.4, -0.2, 0, -1, 0, 0,
  0, 0, -0.3, 0.6, -0.3, 0,
  0, 0, -0.3, 0.6, -0.3, 0,
];

/** By the name that stands in the address. */
export const catalogue = {
  panda: preset('Panda', robots.panda, [0, -0.785, 0, -2.356, 0, 1.571, 0.785]),
  ur5: preset('UR5', robots.ur5, [0.4, -1.4, 1.7, -1.9, -1.571, 0]),
  ur10: preset('UR10', robots.ur10, [0.4, -1.4, 1.7, -1.9, -1.571, 0]),
  iiwa14: preset('iiwa 14', robots.iiwa14, [0.3, 0.6, 0, -1.4, 0, 1.1, 0]),
  puma560: preset('Puma 560', robots.puma560, [0.3, 0.7, -1.3, 0, 0.6, 0]),
  stanford: preset('Stanford arm', robots.stanford, [0.4, -0.9, 0.7, 0, 0.6, 0]),
  cobra600: preset('Cobra 600', robots.cobra600, [0.5, 0.9, 0.05, 0]),
  article: { ...preset('The article’s arm', robots.article, [0, 0.6, 0.4, 0.7, 0.4, 0]), unit: 0.01 },
  humanoid: preset('Humanoid', fromURDF(humanoid), standing),
} as const satisfies Record<string, Source>;

export type RobotName = keyof typeof catalogue;
