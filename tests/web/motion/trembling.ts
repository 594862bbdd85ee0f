/** Noise. */
import { type FigureSource, type Landmark, roles } from 'limber/character';
import { seeded } from '../gltf/skeletons.ts';

/** Numbers of a normal distribution. */
const normals = (random: () => number) => () =>
  Array.from({ length: 12 }, random).reduce((sum, each) => sum + each, -6);

/** Landmarks with noise of a standard deviation of `size` on each number. */
export function noisy(landmarks: readonly Landmark[], size: number, random: () => number): Landmark[] {
  const normal = normals(random);
  return landmarks.map(({ x, y, z, visibility = 1 }) => ({
    x: x + size * normal(),
    y: y + size * normal(),
    z: z + size * normal(),
    visibility,
  }));
}

/** A source whose places tremble, with a standard deviation of `size` in its own unit of length. */
export function trembling(source: FigureSource, size: number): FigureSource {
  const normal = normals(seeded(7));
  return {
    rest: source.rest,
    read(figure, time) {
      source.read(figure, time);
      for (let i = 0; i < 7 * roles.length; i += 7)
        for (let k = 0; k < 3; k += 1) figure[i + k]! += size * normal();
    },
  };
}
