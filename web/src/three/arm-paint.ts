import { Color, DataTexture, MeshStandardMaterial, SRGBColorSpace } from 'three';
import { type Paint, paints } from './arm-layout.ts';
import { reflectStudio } from './lighting.ts';
import type { Palette } from './theme.ts';

/** Roughness (green) and metalness (blue) of links, joints and tips, and of explicit colours. */
const [metals, painted] = [
  { link: [0, 100, 20], joint: [0, 80, 190], tip: [0, 70, 170] },
  [0, 110, 20],
] as const;

/** A material whose colours are in a row of texels, so that one draw call can have several. */
export class ArmPaint extends MeshStandardMaterial {
  readonly #texels: Uint8Array;

  constructor(
    private readonly row: readonly Paint[],
    opacity: number,
  ) {
    super({ roughness: 1, metalness: 1, opacity, transparent: opacity < 1 });
    this.#texels = new Uint8Array(4 * row.length).fill(255);
    const map = new DataTexture(this.#texels, row.length, 1);
    map.colorSpace = SRGBColorSpace;
    this.map = map;
    const looks = row.flatMap((paint) => [...(metals[paint as keyof typeof metals] ?? painted), 255]);
    this.roughnessMap = this.metalnessMap = new DataTexture(new Uint8Array(looks), row.length, 1);
    this.roughnessMap.needsUpdate = true;
    reflectStudio(this);
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
    this.roughnessMap!.dispose();
    super.dispose();
  }
}

/** Placeholder for a file without colours: the arm's own material replaces it. */
export const unpainted = /* @__PURE__ */ new MeshStandardMaterial();

const color = /* @__PURE__ */ new Color();
