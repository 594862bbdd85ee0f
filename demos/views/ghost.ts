import type { ModelLike, Palette, Theme } from 'limber/three';
import { ArmShape, palettes } from 'limber/three';

/** An arm in one colour that can be seen through: another answer beside the arm's own. */
export class Ghost extends ArmShape {
  constructor(model: ModelLike) {
    super(model, { generate: 'auto', opacity: 0.38 });
  }

  override setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    const colour = palette.direction;
    super.setTheme(theme, { ...palette, link: colour, joint: colour, tip: colour });
  }
}
