import type { LinkDescription, ModelDescription } from '../../../describe/description.ts';

const half = Math.SQRT1_2;

/**
 * Rotates an arm by a quarter turn about X at its roots: three.js has Y up, robots have Z up. Its world's (x,
 * y, z) become (x, z, −y).
 */
export function yUp(description: ModelDescription): ModelDescription {
  return { ...description, links: description.links.map((link) => (link.parent ? link : turned(link))) };
}

function turned(link: LinkDescription): LinkDescription {
  const { position: [px, py, pz] = [0, 0, 0], rotation: [x, y, z, w] = [0, 0, 0, 1] } = link.origin ?? {};
  // (−√½, 0, 0, √½) times the rotation.
  const rotation = [half * (x - w), half * (y + z), half * (z - y), half * (w + x)] as const;
  return { ...link, origin: { position: [px, pz, -py], rotation } };
}
