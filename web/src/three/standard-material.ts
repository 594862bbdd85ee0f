import { type Color, MeshStandardMaterial, type Texture } from 'three';
import { reflectStudio } from './lighting.ts';

interface Shaded {
  readonly color?: Color;
  readonly map?: Texture | null;
}

/** A file's material as one of our own type, so that one type of shader suffices. */
export function standardMaterial({ color, map: picture }: Shaded): MeshStandardMaterial {
  // A missing image would be black.
  const map = picture?.image ? picture : null;
  const made = new MeshStandardMaterial({ roughness: 0.5, map, ...(color ? { color } : {}) });
  reflectStudio(made);
  return made;
}
