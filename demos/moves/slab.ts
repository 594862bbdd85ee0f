import { palettes, type Palette, type Theme, type Themed } from 'limber/three';
import { type BufferGeometry, Mesh, MeshStandardMaterial, SphereGeometry } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { Surface } from './surface.ts';

/** Metres. */
const thick = 0.016;
/** Metres: what is drawn is not in it by half. */
const below = 0.001;

/** A surface as it is seen. */
export class Slab extends Mesh<BufferGeometry, MeshStandardMaterial> implements Themed {
  constructor({ kind }: Surface) {
    const side = 2.08 * kind.extent;
    const flat = () =>
      new RoundedBoxGeometry(side, side, thick, 3, thick / 3).translate(0, 0, thick / 2 + below);
    const ball = () => new SphereGeometry(kind.radius - below, 64, 40).translate(0, 0, kind.radius);
    super(kind.radius > 0 ? ball() : flat(), new MeshStandardMaterial({ roughness: 0.7 }));
    this.name = 'surface';
    this.castShadow = this.receiveShadow = true;
  }

  place({ middle, rotation }: Surface): void {
    this.position.copy(middle);
    this.quaternion.copy(rotation);
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    // Paler than an arm: lines are read on it.
    this.material.color.set(theme === 'light' ? palette.background : palette.grid);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
