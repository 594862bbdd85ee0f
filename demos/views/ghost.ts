import type { MeshStandardMaterial } from 'three';
import { Mesh } from 'three';
import type { ModelLike, Palette, Theme } from 'limber/three';
import { ArmShape, palettes } from 'limber/three';

/** Opacity of a ghost. */
const usual = 0.38;

/** A translucent arm in one colour, for another solution beside the arm's own. */
export class Ghost extends ArmShape {
  #colour: keyof Palette = 'direction';
  #seen: readonly [Theme, Palette] = ['light', palettes.light];

  /** `generate`: as for `ArmShape`. */
  constructor(model: ModelLike, generate: 'auto' | 'always' = 'auto') {
    super(model, { generate, opacity: usual });
  }

  override setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.#seen = [theme, palette];
    const colour = palette[this.#colour];
    super.setTheme(theme, { ...palette, link: colour, joint: colour, tip: colour });
  }

  /** Sets another colour of the palette, and an opacity up to 1. */
  tint(colour: keyof Palette, opacity: number): void {
    this.traverse((part) => {
      if (part instanceof Mesh) (part.material as MeshStandardMaterial).opacity = opacity;
    });
    if (colour === this.#colour) return;
    this.#colour = colour;
    this.setTheme(...this.#seen);
  }
}
