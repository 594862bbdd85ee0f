import { type FigureSource, roles } from 'limber/character';
import { seeded } from '../gltf/skeletons.ts';

/** A source whose places tremble, with a standard deviation of `size` in its own unit of length. */
export function trembling(source: FigureSource, size: number): FigureSource {
  const random = seeded(7);
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, each) => sum + each, -6);
  return {
    rest: source.rest,
    read(figure, time) {
      source.read(figure, time);
      for (let i = 0; i < 7 * roles.length; i += 7)
        for (let k = 0; k < 3; k += 1) figure[i + k]! += size * normal();
    },
  };
}
