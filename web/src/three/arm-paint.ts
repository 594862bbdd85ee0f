import { Color, DataTexture, MeshStandardMaterial, SRGBColorSpace } from 'three';
import { type Paint, paints } from './arm-layout.ts';
import type { Palette } from './theme.ts';

/** A material whose colours are in a row of texels, so that one draw call can have several. */
export class ArmPaint extends MeshStandardMaterial {
  readonly #texels: Uint8Array;

  constructor(
    private readonly row: readonly Paint[],
    opacity: number,
  ) {
    super({ roughness: 0.5, opacity, transparent: opacity < 1 });
    this.#texels = new Uint8Array(4 * row.length).fill(255);
    const map = new DataTexture(this.#texels, row.length, 1);
    map.colorSpace = SRGBColorSpace;
    this.map = map;
  }

  setPalette(palette: Palette): void {
    for (const [i, paint] of this.row.entries()) {
      const isKind = (paints as readonly string[]).includes(paint);
      const rgb = color.set(isKind ? palette[paint as keyof Palette] : paint).getHex();
      this.#texels.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255], 4 * i);
    }
    this.map!.needsUpdate = true;
  }

  override dispose(): void {
    this.map!.dispose();
    super.dispose();
  }
}

/** Placeholder for a file without colours: the arm's own material replaces it. */
export const unpainted = /* @__PURE__ */ new MeshStandardMaterial();

const color = /* @__PURE__ */ new Color();
