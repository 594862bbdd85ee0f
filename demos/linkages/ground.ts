import { palettes, type Palette, type Theme, type Themed } from 'limber/three';
import { Group, Mesh, MeshStandardMaterial, Vector3 } from 'three';
import { box } from '../../web/src/three/parts.ts';
import { placeIn } from './places.ts';
import type { Mechanism } from './mechanism.ts';

/** Metres. */
const spacing = 0.25;
const half = 1;

/** Stones beside a walker's way. The foot that stands takes the ground along, so that they go by as it walks. */
export class Stones extends Group implements Themed {
  private readonly material = new MeshStandardMaterial({ roughness: 0.7 });
  private readonly geometry = box(0.05, 0.014, 0.05, 0.3);
  private readonly place = new Vector3();
  private readonly feet: readonly {
    link: number;
    position: Mechanism['linkage']['handles'][number]['position'];
  }[];
  private standing = -1;
  private stoodAt = 0;
  private gone = 0;

  constructor({ linkage, model }: Mechanism) {
    super();
    this.name = 'stones';
    this.feet = (linkage.feet ?? []).map(({ link, position }) => ({ link: model.findLink(link!), position }));
    for (let i = 0; i < (2 * half) / spacing; i += 1) {
      for (const z of [-0.3, 0.3]) {
        const stone = new Mesh(this.geometry, this.material);
        stone.position.set(0, 0.007, z);
        stone.castShadow = stone.receiveShadow = true;
        this.add(stone);
      }
    }
    this.goBy(0);
  }

  update(poses: ArrayLike<number>): void {
    let lowest = -1;
    let [low, x] = [Infinity, 0];
    this.feet.forEach(({ link, position }, i) => {
      const foot = placeIn(poses, link, position, this.place);
      if (foot.y < low) [lowest, low, x] = [i, foot.y, foot.x];
    });
    if (lowest === this.standing) this.goBy(this.stoodAt - x);
    this.standing = lowest;
    this.stoodAt = x;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.joint);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }

  /** The walker has come further by so much (metres). */
  private goBy(length: number): void {
    this.gone += length;
    this.children.forEach((stone, i) => {
      const x = Math.floor(i / 2) * spacing - this.gone;
      stone.position.x = ((((x + half) % (2 * half)) + 2 * half) % (2 * half)) - half;
    });
  }
}
