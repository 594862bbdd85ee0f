/** Shapes fitted to meshes: any triangles are contained or refused. */
import fc from 'fast-check';
import { Vector3 } from 'three';
import { expect } from 'vitest';
import { init } from 'limber';
import { fitCapsules, fitHulls, type MeshData } from 'limber/three';
import { Oracle } from '../web/fit/shape-oracle.ts';
import '../web/support/silence.ts';
import { fuzz, orRefused, spoiled } from './fuzz.ts';

await init();

/** Coarse, so that points coincide and lie on common lines and planes. */
const coordinate = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ min: -1, max: 1, noNaN: true }));
const mesh: fc.Arbitrary<MeshData> = fc
  .tuple(
    fc.array(coordinate, { minLength: 3, maxLength: 36 }),
    fc.option(fc.array(fc.nat(), { minLength: 3, maxLength: 30 })),
    fc.constantFrom(1, 1, 1e-3, 1e3),
  )
  .map(([numbers, corners, size]) => {
    const positions = numbers.slice(0, numbers.length - (numbers.length % 3)).map((each) => size * each);
    const index = corners?.slice(0, corners.length - (corners.length % 3));
    return { positions, index: index?.map((each) => each % (positions.length / 3)) ?? null };
  });
const options = fc.record({ parts: fc.integer({ min: 1, max: 4 }) }, { requiredKeys: [] });

/** Corners of triangles, or all points if there is no index. */
function cornersOf({ positions, index }: MeshData): Vector3[] {
  const at = index ? Array.from(index) : Array.from({ length: positions.length / 3 }, (_, i) => i);
  return at.map((i) => new Vector3().fromArray(positions as number[], 3 * i));
}

for (const [name, fit] of Object.entries({ fitCapsules, fitHulls })) {
  fuzz(
    `${name}: every corner is within`,
    fc.tuple(mesh, options),
    ([given, how]) => {
      const { shapes, overshoot } = fit(given, how);
      expect(overshoot).toBeGreaterThanOrEqual(0);
      const corners = cornersOf(given);
      const size = Math.max(...corners.map((each) => each.distanceTo(corners[0]!)), 1e-3);
      using oracle = new Oracle(shapes);
      for (const corner of corners) expect(oracle.distance(corner)).toBeLessThanOrEqual(1e-6 * size);
    },
    12,
  );
  fuzz(
    `${name}: a mesh or options of which a part is something else are fitted or refused`,
    fc.tuple(spoiled(mesh), fc.oneof(options, spoiled(options))),
    ([given, how]) => {
      const found = orRefused(() => fit(given, how), 'badDescription', 'notFinite', 'tooLarge');
      if (found) expect(Number.isFinite(found.overshoot)).toBe(true);
    },
    16,
  );
}
