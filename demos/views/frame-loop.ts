import { Group, Vector3 } from 'three';
import type { View } from 'limber/three';
import { CurvedArrow } from './curved-arrow.ts';
import { Names } from './names.ts';
import { Triad } from './triad.ts';

const up = new Vector3(0, 1e-3, 0);

/** The four frames of the loop, and the four arrows between them, as in the source's figure. */
export class FrameLoop extends Group {
  readonly world: Triad;
  readonly base: Triad;
  readonly effector: Triad;
  readonly target: Triad;
  readonly #arrows: readonly [CurvedArrow, CurvedArrow, CurvedArrow, CurvedArrow];
  readonly #middles = [0, 1, 2, 3].map(() => new Vector3());
  readonly #names: Names;
  readonly #bulge = new Vector3();

  /** `size`: length of the axes in metres. */
  constructor(
    view: View,
    private readonly size: number,
  ) {
    super();
    const triad = () => new Triad(size);
    this.world = triad();
    this.base = triad();
    this.effector = triad();
    this.target = triad();
    const thick = 0.03 * size;
    // The robot's own joints stand out from the outer motions; the virtual arm has the colour of a wanted
    // direction.
    this.#arrows = [
      new CurvedArrow(thick, 'axis'),
      new CurvedArrow(thick, 'needle'),
      new CurvedArrow(thick, 'direction'),
      new CurvedArrow(thick, 'axis'),
    ];
    this.add(this.world, this.base, this.effector, this.target, ...this.#arrows);
    this.#names = new Names(view);
    this.#name4(['world', 'base', 'effector', 'target']);
    view.add(this);
    ['X<sub>u</sub>', 'q', 'X<sub>f</sub>', 'X<sub>u</sub>'].forEach((html, i) => {
      const kind = ['outer', 'joints', 'feature', 'outer'][i]!;
      this.#names.add('', `way ${kind}`, this.#middles[i]!).innerHTML = `<i>${html}</i>`;
    });
  }

  set shown(on: boolean) {
    this.visible = on;
    this.#names.visible = on;
  }

  /** Updates the arrows after the triads have been placed. */
  update(): void {
    if (!this.visible) return;
    const { world, base, effector, target } = this;
    const stops = [world.position, base.position, effector.position, target.position, world.position];
    this.#arrows.forEach((arrow, i) => {
      const [from, to] = [stops[i]!, stops[i + 1]!];
      this.#bend(i, from.distanceTo(to));
      arrow.span(from, to, this.#bulge.length() > 0 ? this.#bulge : up);
      arrow.middle(this.#middles[i]!);
    });
  }

  /** Bulges: flat along the floor, over the arm for the joints, and a loop for a short arrow. */
  #bend(way: number, length: number): void {
    const { size } = this;
    const bulge = this.#bulge;
    if (way === 0) bulge.set(0, 0.3 * length, 0);
    else if (way === 1) bulge.set(0.3 * length, 0.45 * length, 0);
    else if (way === 2) bulge.set(0.3, 1, 0).setLength(Math.max(1.1 * size, 0.3 * length));
    else bulge.set(-0.25 * length, 0, 0);
  }

  #name4([world, base, effector, target]: readonly [string, string, string, string]): void {
    this.#names.add(world, 'frame', this.world.position, -4, 16);
    this.#names.add(base, 'frame', this.base.position, 12, 26);
    this.#names.add(effector, 'frame', this.effector.position, -38, 24);
    this.#names.add(target, 'frame', this.target.position, 36, -30);
  }
}
