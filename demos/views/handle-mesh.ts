/** The mesh of a handle. */
import { palettes, type Palette, type Theme, type Themed } from 'limber/three';
import { type BufferGeometry, Mesh, MeshStandardMaterial } from 'three';

/** A solid in the colour of goals. */
export class HandleMesh extends Mesh<BufferGeometry, MeshStandardMaterial> implements Themed {
  constructor(name: string, geometry: BufferGeometry) {
    super(geometry, new MeshStandardMaterial({ roughness: 0.45, emissiveIntensity: 0.25 }));
    this.name = name;
    this.castShadow = true;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.goal);
    this.material.emissive.set(palette.goal);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
