/** Scenes of the article in an element, loaded with the first `scene`. */
import type { ExhibitArm } from '../../bench/exhibit.ts';
import { LimberError, show } from '../../errors.ts';
import type { Model } from '../../model.ts';
import { articleArm } from '../../presets/index.ts';
import { JointOverlay } from '../../three/joint-overlay.ts';
import type { ArmSettings } from '../attributes.ts';
import { scenes, type ArticleScene } from './article.ts';

/** @throws LimberError `badOption` for an unknown one. */
function find(name: string): ArticleScene {
  if (Object.hasOwn(scenes, name)) return scenes[name as keyof typeof scenes];
  const known = Object.keys(scenes).join(', ');
  throw new LimberError('badOption', `scene ${show(name)} is unknown; known: ${known}`);
}

/** The exhibit of a scene. @throws LimberError `badOption`. */
export function sceneOf(name: string) {
  const { camera, description = articleArm, overlay = null, q, targets, title } = find(name);
  const arm: ExhibitArm = {
    description,
    effectors: ['effector'],
    toolAxis: [1, 0, 0],
    unit: 0.01,
    gripper: false,
    targets,
    ...(q && { q }),
  };
  return { arm, camera, overlay, title };
}

export const overlayOf = (model: Model): JointOverlay => new JointOverlay(model);

/** The scene's settings, where the element has no attribute of its own. */
export function withScene(settings: ArmSettings, element: Element): ArmSettings {
  const { direction = null, hinges = true, limits = true } = find(settings.scene);
  const own = { solver: 'ccd', direction, hinges, limits };
  const missing = Object.entries(own).filter(([name]) => !element.hasAttribute(name));
  return { ...settings, ...Object.fromEntries(missing) };
}
