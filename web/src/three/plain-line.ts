import { BufferGeometry, Line, LineBasicMaterial, type LineBasicMaterialParameters } from 'three';
import { type Palette, palettes, type Theme, type Themed } from './theme.ts';

/** A line in a colour of the palette. */
export class PlainLine extends Line<BufferGeometry, LineBasicMaterial> implements Themed {
  constructor(
    private readonly colour: keyof Palette,
    look: LineBasicMaterialParameters,
  ) {
    super(new BufferGeometry(), new LineBasicMaterial({ transparent: true, ...look }));
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette[this.colour]);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
