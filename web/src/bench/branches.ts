import type { Model } from '../core/model.ts';

/** Links at which branches end, the longest branch first. */
export function branchEnds({ links }: Model): string[] {
  const parents = new Set(links.map(({ parent }) => parent));
  const lengths: number[] = [];
  for (const { parent, origin } of links)
    lengths.push(parent < 0 ? 0 : lengths[parent]! + Math.hypot(...origin.position));
  const ends = links.filter(({ index }) => !parents.has(index) && lengths[index]! > 0);
  return ends.sort((a, b) => lengths[b.index]! - lengths[a.index]!).map(({ name }) => name);
}
