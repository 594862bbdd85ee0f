/** The whole way of every point that is traced, as the drive brings it round once. */
import { Box3, Vector3 } from 'three';
import { placeIn } from './places.ts';
import { Mechanism } from './mechanism.ts';
import type { Linkage, LinkPoint } from './scenes/index.ts';

const points = 180;

export interface Ways {
  /** A list of points (metres, x y z) a trace. */
  readonly lines: readonly Float32Array[];
  /** Where its joints and handles come by. */
  readonly box: Box3;
}

export function waysOf(linkage: Linkage): Ways {
  const rig = new Mechanism(linkage);
  const lines = linkage.traces.map(() => new Float32Array(3 * (points + 1)));
  const box = new Box3();
  const place = new Vector3();
  const find = ({ link, position }: LinkPoint) =>
    placeIn(rig.problem.state.poses, rig.model.findLink(link!), position, place);
  const watched = [...linkage.handles, ...linkage.marks.map(({ at }) => at)].filter(
    ({ link }) => link !== null,
  );
  rig.play(true);
  rig.time = 0;
  // Twice: once to come onto the way, once along it.
  for (let i = -points; i <= points; i += 1) {
    rig.step(linkage.drive.period / points);
    if (i < 0) continue;
    for (const each of watched) box.expandByPoint(find(each));
    linkage.traces.forEach((each, k) => find(each).toArray(lines[k]!, 3 * i));
  }
  rig.dispose();
  return { lines, box };
}
