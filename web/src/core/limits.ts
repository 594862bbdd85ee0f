import type { Link } from './any-model.ts';

/** Names of links that are locked or at a limit, according to these nv numbers. */
export function linksAtLimit(links: readonly Link[], active: Float64Array): string[] {
  const isActive = ({ vIndex, nv }: Link): boolean =>
    active.subarray(vIndex, vIndex + nv).some((each) => each !== 0);
  return links.filter((link) => link.isLocked || isActive(link)).map(({ name }) => name);
}
