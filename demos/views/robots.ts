/** Robots on movable bases. */
import type { LinkDescription, ModelDescription, PoseDescription, ShapeDescription, Vec3 } from 'limber';

const times = (factor: number, [x, y, z]: Vec3): Vec3 => [factor * x, factor * y, factor * z];

function scaledPose(pose: PoseDescription, factor: number): PoseDescription {
  return pose.position ? { ...pose, position: times(factor, pose.position) } : pose;
}

function scaledShape(shape: ShapeDescription, factor: number): ShapeDescription {
  const at = scaledPose(shape, factor) as ShapeDescription;
  return at.type === 'box' ? { ...at, size: times(factor, at.size) } : at;
}

/** The same robot at another scale. For rotating joints only: limits of slides are not scaled. */
export function scaled(description: ModelDescription, factor: number): ModelDescription {
  const links = description.links.map((link) => ({
    ...link,
    ...(link.origin ? { origin: scaledPose(link.origin, factor) } : {}),
    ...(link.shapes ? { shapes: link.shapes.map((shape) => scaledShape(shape, factor)) } : {}),
  }));
  return { ...description, links };
}

/** Prefixes every link's name, so that two robots of the same kind fit into one model. */
export function named(prefix: string, description: ModelDescription): ModelDescription {
  const links = description.links.map((link) => ({
    ...link,
    name: `${prefix} ${link.name}`,
    ...(link.parent ? { parent: `${prefix} ${link.parent}` } : {}),
  }));
  return { ...description, links };
}

/** An object without a parent: its six degrees of freedom are moved by a solver or by hand. */
export function loose(name: string, shapes: readonly ShapeDescription[] = []): LinkDescription {
  return { name, joint: { type: 'free' }, shapes };
}

/** Height of a robot's plinth (metres). */
export const plinth = 0.08;

/** Puts a robot on a loose link of that name, `height` metres above its origin. */
export function onBase(base: string, description: ModelDescription, height = plinth): LinkDescription[] {
  const raised = (link: LinkDescription): LinkDescription => {
    const [x, y, z] = link.origin?.position ?? [0, 0, 0];
    return { ...link, parent: base, origin: { ...link.origin, position: [x, y + height, z] } };
  };
  return [loose(base), ...description.links.map((link) => (link.parent ? link : raised(link)))];
}

/** Adds a column on the base and a hand, which a table of the hinges omits. */
export function standing(description: ModelDescription, column: number, hand: number): ModelDescription {
  const links = description.links.map((link): LinkDescription => {
    if (link.name === 'effector') return { ...link, name: 'flange' };
    if (link.parent !== 'base') return link;
    const [x, y, z] = link.origin?.position ?? [0, 0, 0];
    return { ...link, origin: { ...link.origin, position: [x, y, z + column] } };
  });
  const effector: LinkDescription = {
    name: 'effector',
    parent: 'flange',
    origin: { position: [0, 0, hand] },
  };
  return { ...description, links: [...links, effector] };
}
