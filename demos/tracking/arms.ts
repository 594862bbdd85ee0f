/** The arms that follow: each on a base that can be pushed about, and bent at the start. */
import type { ModelDescription } from 'limber';
import { articleArm, ballChain, iiwa14, yUp } from 'limber/presets';
import { onBase, scaled } from '../views/robots.ts';

export interface TrackingArm {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly description: ModelDescription;
  readonly effector: string;
  /** Radians by which joints are turned at first: balls about their z. */
  readonly bent: Readonly<Record<string, number>>;
}

export const baseName = 'stand';

/** Height of the plinth (metres). */
export const lowPlinth = 0.07;

const stand = (description: ModelDescription): ModelDescription => ({
  ...description,
  links: onBase(baseName, description, lowPlinth),
});

export const trackingArms: readonly TrackingArm[] = [
  {
    name: 'balls',
    title: 'Five ball joints',
    text: 'Five links of 20 cm each.',
    description: stand(ballChain(5)),
    effector: 'effector',
    bent: { 'ball 1': -0.5, 'ball 2': 0.6, 'ball 3': 0.7, 'ball 4': 0.6, 'ball 5': 0.5 },
  },
  {
    name: 'article',
    title: 'The article’s arm',
    text: 'Five hinges with limits, a little over a metre long.',
    description: stand(scaled(articleArm, 0.0125)),
    effector: 'effector',
    bent: { 'joint 1': -1, 'joint 2': 0.4, 'joint 3': 0.9, 'joint 4': 0.6 },
  },
  {
    name: 'seven',
    title: 'Seven hinges',
    text: 'A KUKA iiwa 14 with its limits, at 90 % of its size.',
    description: stand(scaled(yUp(iiwa14), 0.9)),
    effector: 'effector',
    bent: { 'joint 2': -0.6, 'joint 4': 1.3, 'joint 6': -0.9 },
  },
];
