/** The complete path of every traced point over one period of the drive. */
import { Box3, Vector3 } from 'three';
import { Mechanism } from './mechanism.ts';
import type { Linkage } from './scenes/index.ts';

const points = 180;

export interface Ways {
  /** Points of each trace (metres). */
  readonly lines: readonly (readonly Vector3[])[];
  /** Box around everywhere that its joints and handles pass. */
  readonly box: Box3;
}

export function waysOf(linkage: Linkage): Ways {
  const rig = new Mechanism(linkage);
  const lines: readonly Vector3[][] = linkage.traces.map(() => []);
  const box = new Box3();
  const marks = linkage.marks.map(({ at }) => at).filter(({ link }) => link !== null);
  const watched = [...linkage.handles, ...marks];
  rig.play(true);
  rig.time = 0;
  // Twice: once to get onto the path, once along it.
  for (let i = -points; i <= points; i += 1) {
    rig.step(linkage.drive.period / points);
    if (i < 0) continue;
    for (const each of watched) box.expandByPoint(rig.place(each));
    linkage.traces.forEach((each, k) => lines[k]!.push(rig.place(each)));
  }
  rig.dispose();
  return { lines, box };
}
