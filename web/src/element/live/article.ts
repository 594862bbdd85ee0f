/** Scenes of the article as data: settings of its arm, in centimetres. */
import type { Exhibit } from '../../bench/exhibit.ts';
import type { Vec3 } from '../../description.ts';
import { articleArm } from '../../presets/robots/article.ts';

const camera = { position: [44, 80, 126], target: [4, 32, 0] } as const;

/** The arm with a limit at joint 1, half a turn either way, to get stuck at. */
const stopped = {
  ...articleArm,
  links: articleArm.links.map((link) =>
    link.name === 'joint 1'
      ? { ...link, joint: { ...link.joint!, limits: [-Math.PI, Math.PI] as const } }
      : link,
  ),
};

/** An arm with its goal; what a reader can set comes on top. */
export interface ArticleScene
  extends
    Pick<Exhibit, 'direction' | 'hinges' | 'limits' | 'overlay'>,
    Required<Pick<Exhibit, 'camera' | 'title'>> {
  readonly targets: Vec3;
  readonly description?: typeof articleArm;
  /** Initial joint values. Default: zero, from where the arm reaches for the goal. */
  readonly q?: readonly number[];
}

export const scenes = {
  whole: {
    title: 'The whole arm: aim, hinges and limits',
    targets: [33, 58, 26],
    camera: { position: [38, 74, 116], target: [10, 39, 0] },
  },
  aim: {
    title: 'The arm with balls for joints',
    targets: [30, 40, 26],
    camera,
    hinges: false,
    limits: false,
  },
  hinge: {
    title: 'The arm with hinges',
    targets: [34, 40, 30],
    camera,
    limits: false,
    overlay: { limits: false },
  },
  clamp: {
    title: 'The arm with hinges and limits',
    targets: [-20, 14, 36],
    camera: { position: [40, 78, 128], target: [-6, 28, 0] },
    overlay: { limits: true },
  },
  direction: {
    title: 'The arm comes to a point from a chosen side',
    targets: [34, 34, 30],
    camera,
    direction: [0, -1, 0],
  },
  escape: {
    title: 'The arm is stuck, and jumps out',
    description: stopped,
    targets: [43.1, 38.1, 24.5],
    camera,
    // From here the sweeps turn joint 1 to its limit, with the goal beyond it: the only way there is all the
    // way back.
    q: [0, 2.88, -0.5, -1.13, -2.06, 0.53],
    overlay: { limits: true },
  },
} as const satisfies Readonly<Record<string, ArticleScene>>;
