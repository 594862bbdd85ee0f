/** Robots on movable bases. */
import type { LinkDescription, ModelDescription, ShapeDescription } from 'limber';

/** Prefixes every link's name, so that two robots of the same kind fit into one model. */
export function named(prefix: string, description: ModelDescription): ModelDescription {
  const links = description.links.map((link) => ({
    ...link,
    name: `${prefix} ${link.name}`,
    ...(link.parent ? { parent: `${prefix} ${link.parent}` } : {}),
  }));
  return { ...description, links };
}

/** Two robots of one kind with Y up, `left` and `right`, face to face, each `away` metres from the middle. */
export function facing(description: ModelDescription, away: number): ModelDescription {
  const sides = [named('left', description), named('right', description)].map(({ links }, i) =>
    links.map((link): LinkDescription => {
      if (link.parent) return link;
      const [a, b, c, d] = link.origin?.rotation ?? [0, 0, 0, 1];
      // Half a turn about the vertical: (0, 1, 0, 0) times the rotation.
      const rotation = i === 0 ? ([a, b, c, d] as const) : ([c, d, -a, -b] as const);
      return { ...link, origin: { position: [i === 0 ? -away : away, 0, 0], rotation } };
    }),
  );
  return { links: sides.flat() };
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
