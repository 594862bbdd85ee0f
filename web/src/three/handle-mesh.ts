import { type BufferGeometry, Mesh, MeshStandardMaterial } from 'three';
import { type Palette, palettes, type Theme, type Themed } from './theme.ts';

/** The solid of a handle, in a colour of the palette. */
export class HandleMesh extends Mesh<BufferGeometry, MeshStandardMaterial> implements Themed {
  constructor(
    name: string,
    geometry: BufferGeometry,
    private readonly colour: keyof Palette = 'goal',
  ) {
    super(geometry, new MeshStandardMaterial({ roughness: 0.45, emissiveIntensity: 0.25 }));
    this.name = name;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    for (const each of [this.material.color, this.material.emissive]) each.set(palette[this.colour]);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
