import { GreaterDepth, Mesh, MeshStandardMaterial } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { Vec3 } from '../describe/description.ts';
import { PointHandle, type PointHandleOptions } from './point-handle.ts';
import { type Palette, palettes, type Theme, type Themed } from './theme.ts';
import type { View } from './view.ts';

/** Options of a `GoalHandle`. */
export interface GoalHandleOptions extends PointHandleOptions {
  /** Initial position, restored by the Home key (metres, world). */
  position: Vec3;
  /** Edge of the cube in metres. */
  size: number;
  /** Colour of the palette; default `goal`. */
  colour?: keyof Palette;
  /** Visible through a body that contains it, and without shadow; default false. */
  seeThrough?: boolean;
}

/**
 * A goal point to drag: a cube in the scene and over it a focusable control for mouse, touch, pen and
 * keyboard. Arrow keys move it in the camera's plane, PageUp and PageDown away from and towards the camera,
 * Shift in small steps, Escape back to the place before the drag or the focus, Home to the first point.
 */
export class GoalHandle extends PointHandle<GoalMesh> {
  constructor(view: View, options: GoalHandleOptions) {
    super(view, new GoalMesh(options), options, options.size);
    this.begin(options.position, 'Goal', 'draggable point');
  }
}

/** The cube. */
export class GoalMesh extends Mesh<RoundedBoxGeometry, MeshStandardMaterial> implements Themed {
  readonly #colour: keyof Palette;
  /** Where something hides the cube. */
  readonly #hidden = new MeshStandardMaterial({
    transparent: true,
    opacity: 0.35,
    depthWrite: false,
    depthFunc: GreaterDepth,
  });

  constructor({
    size,
    colour = 'goal',
    seeThrough = false,
  }: Pick<GoalHandleOptions, 'size' | 'colour' | 'seeThrough'>) {
    super(
      new RoundedBoxGeometry(size, size, size, 3, size * 0.09),
      new MeshStandardMaterial({ roughness: 0.45, depthTest: !seeThrough, transparent: true }),
    );
    this.name = 'goal';
    this.#colour = colour;
    this.castShadow = !seeThrough;
    this.renderOrder = 1;
    if (!seeThrough) this.#showThrough();
  }

  /** A tip inside is seen faintly through the cube, and the cube through whatever hides it. */
  #showThrough(): void {
    this.material.opacity = 0.8;
    const behind = new Mesh(this.geometry, this.#hidden);
    behind.renderOrder = 2;
    this.add(behind);
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    for (const material of [this.material, this.#hidden]) {
      material.color.set(palette[this.#colour]);
      // Emission keeps the accent's hue on the side away from the light.
      material.emissive.set(palette[this.#colour]);
      material.emissiveIntensity = 0.25;
    }
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    this.#hidden.dispose();
  }
}
