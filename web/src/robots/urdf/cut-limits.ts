import type {
  Interval,
  JointDescription,
  LinkDescription,
  ModelDescription,
} from '../../describe/description.ts';

export const free: Interval = [-Infinity, Infinity];

/** The interval of a joint's motion. */
export function limitsOf({ limits = [] }: Pick<JointDescription, 'limits'>, motion: number): Interval {
  const isOne = limits.length === 2 && limits.every((each) => typeof each === 'number');
  const list = isOne ? [limits] : (limits as readonly (Interval | null)[]);
  return list[motion] ?? free;
}

/**
 * The same model without `mimic.limits`, which URDF lacks: what followers cut is cut from the limits of the joint that
 * leads them all.
 */
export function withCutLimits(description: ModelDescription): ModelDescription {
  const named = new Map(description.links.map((link) => [link.name, link]));
  const cut = new Map<string, Interval>();
  for (const link of description.links) {
    if (link.joint?.mimic?.limits !== 'cut') continue;
    let [at, ratio, offset] = [link, 1, 0];
    for (const seen = new Set<LinkDescription>(); at.joint?.mimic && !seen.has(at);) {
      seen.add(at);
      const { mimic } = at.joint;
      offset += ratio * (mimic.offset ?? 0);
      ratio *= mimic.multiplier ?? 1;
      at = named.get(mimic.link) ?? at;
    }
    if (ratio === 0) continue;
    const before = cut.get(at.name) ?? limitsOf(at.joint ?? {}, 0);
    const ends = limitsOf(link.joint, 0).map((end) => (end - offset) / ratio);
    cut.set(at.name, [Math.max(before[0], Math.min(...ends)), Math.min(before[1], Math.max(...ends))]);
  }
  const written = (link: LinkDescription): LinkDescription => {
    const limits = cut.get(link.name);
    if (!limits || !link.joint) return link;
    const type = link.joint.type === 'continuous' ? 'revolute' : link.joint.type;
    return { ...link, joint: { ...link.joint, type, limits } };
  };
  return cut.size > 0 ? { ...description, links: description.links.map(written) } : description;
}
