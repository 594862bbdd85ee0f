/** The article's scenes as exhibits, in centimetres: `<limber-arm scene>` names one. Loaded with the first. */
import type { Exhibit, ExhibitArm } from '../../bench/exhibit.ts';
import { LimberError, show } from '../../describe/errors.ts';
import type { Model } from '../../core/model.ts';
import { articleArm } from '../../robots/presets/index.ts';
import { JointOverlay } from '../../three/joint-overlay.ts';
import type { ArmSettings } from '../attributes.ts';

/** An arm with its goal; what a reader can set comes on top. */
export interface ArticleScene extends Exhibit {
  readonly arm: ExhibitArm & { readonly targets: readonly [number, number, number] };
  readonly title: string;
  readonly camera: NonNullable<Exhibit['camera']>;
}

/** The article's arm at rest, from where it reaches for a goal. */
const reaching = (...targets: ArticleScene['arm']['targets']): ArticleScene['arm'] => ({
  description: articleArm,
  effectors: ['effector'],
  toolAxis: [1, 0, 0],
  unit: 0.01,
  gripper: false,
  targets,
});

/** The arm with a limit at joint 1, half a turn either way, to get stuck at. */
const stopped = {
  ...articleArm,
  links: articleArm.links.map((link) =>
    link.name === 'joint 1'
      ? { ...link, joint: { ...link.joint!, limits: [-Math.PI, Math.PI] as const } }
      : link,
  ),
};

const shared = { solver: 'ccd', camera: { position: [44, 80, 126], target: [4, 32, 0] } } as const;

export const scenes = {
  whole: {
    ...shared,
    title: 'The whole arm: aim, hinges and limits',
    arm: reaching(33, 58, 26),
    camera: { position: [38, 74, 116], target: [10, 39, 0] },
  },
  aim: {
    ...shared,
    title: 'The arm with balls for joints',
    arm: reaching(30, 40, 26),
    hinges: false,
    limits: false,
  },
  hinge: {
    ...shared,
    title: 'The arm with hinges',
    arm: reaching(34, 40, 30),
    limits: false,
    overlay: { limits: false },
  },
  clamp: {
    ...shared,
    title: 'The arm with hinges and limits',
    arm: reaching(-20, 14, 36),
    camera: { position: [40, 78, 128], target: [-6, 28, 0] },
    overlay: { limits: true },
  },
  direction: {
    ...shared,
    title: 'The arm reaches a point from a chosen side',
    arm: reaching(34, 34, 30),
    direction: [0, -1, 0],
  },
  escape: {
    ...shared,
    title: 'The arm is stuck, and jumps out',
    // From this q the sweeps turn joint 1 to its limit, with the goal beyond it: the only way there is all the way
    // back.
    arm: { ...reaching(43.1, 38.1, 24.5), description: stopped, q: [0, 2.88, -0.5, -1.13, -2.06, 0.53] },
    overlay: { limits: true },
  },
} as const satisfies Readonly<Record<string, ArticleScene>>;

/** @throws LimberError `badOption` for an unknown one. */
export function sceneOf(name: string): ArticleScene {
  if (Object.hasOwn(scenes, name)) return scenes[name as keyof typeof scenes];
  const known = [...Object.keys(scenes), 'landscape'].join(', ');
  throw new LimberError('badOption', `scene ${show(name)} is unknown; known: ${known}`);
}

export const overlayOf = (model: Model): JointOverlay => new JointOverlay(model);

/** The scene's settings, where the element has no attribute of its own. */
export function withScene(settings: ArmSettings, element: Element): ArmSettings {
  const own = Object.entries(sceneOf(settings.scene));
  return {
    ...settings,
    ...Object.fromEntries(own.filter(([name]) => name in settings && !element.hasAttribute(name))),
  };
}
