/** Materials of what is drawn of constraints: surfaces that can be seen through, and lines. */
import {
  DoubleSide,
  LineBasicMaterial,
  MeshBasicMaterial,
  type Material,
  type Mesh,
  type Object3D,
} from 'three';
import { Group, type Line } from 'three';
import { palettes, type Palette, type Theme, type Themed } from 'limber/three';

export const surface = (): MeshBasicMaterial =>
  new MeshBasicMaterial({
    transparent: true,
    opacity: 0.13,
    side: DoubleSide,
    depthWrite: false,
    fog: false,
  });

export const lineMaterial = (): LineBasicMaterial =>
  new LineBasicMaterial({ transparent: true, opacity: 0.75, fog: false });

/** Objects in one colour of the palette. */
export class Tinted extends Group implements Themed {
  constructor(
    private readonly colour: keyof Palette,
    ...parts: Object3D[]
  ) {
    super();
    this.add(...parts);
    this.setTheme('light');
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    for (const part of this.children as (Mesh | Line)[]) {
      (part.material as Material & { color: { set(colour: string): void } }).color.set(palette[this.colour]);
    }
  }
}
