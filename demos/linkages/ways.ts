/** The whole way of every point that is traced, as the drive brings it round once. */
import type { Linkage } from './scenes/index.ts';
import { Rig } from './rig.ts';
import { placeIn } from './places.ts';

const points = 180;

/** A list of points (metres, x y z) a trace; null where the linkage did not come all the way. */
export function waysOf(linkage: Linkage): Float32Array<ArrayBuffer>[] {
  const rig = new Rig(linkage);
  try {
    const { model, problem } = rig;
    const ways = linkage.traces.map(() => new Float32Array(3 * (points + 1)));
    rig.play(true);
    rig.time = 0;
    // Twice: once to come onto the way, once along it.
    for (let i = -points; i <= points; i += 1) {
      rig.step(linkage.drive.period / points);
      if (i < 0) continue;
      linkage.traces.forEach(({ link, position }, k) => {
        const place = placeIn(problem.state.poses, model.findLink(link!), position);
        place.toArray(ways[k]!, 3 * i);
      });
    }
    return ways;
  } finally {
    rig.dispose();
  }
}
