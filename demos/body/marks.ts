/** What belongs to a body in its lane: the ground that it walks on, and marks where its feet stand. */
import * as three from 'three';
import { Group, Mesh, Vector2, Vector3 } from 'three';
import type { GroundAt } from 'limber/character';
import type { Palette } from 'limber/three';
import { themed } from '../views/looks.ts';
import { footSides } from './source.ts';
import type { Measure, Standing, Walker } from './walker.ts';

/** Metres of slip up to which a foot stands well. */
export const standingWell = 0.005;

const up = new Vector3(0, 0, 1);
/** Half the width of a body's ground (metres). */
const half = 0.3;
/** Metres in front of a body, at the start, where its ground begins. */
const start = -0.5;

/** At a foot that stands: a ring where it began to, and a disc where it is. */
class ContactMark {
  readonly meshes: readonly Mesh<three.RingGeometry | three.CircleGeometry, three.MeshBasicMaterial>[];
  #slips = false;
  #palette: Palette | null = null;

  constructor() {
    const make = (geometry: three.RingGeometry | three.CircleGeometry, opacity: number) => {
      const material = new three.MeshBasicMaterial({ transparent: true, opacity, depthWrite: false });
      return themed(new Mesh(geometry, material), (palette) => {
        this.#palette = palette;
        this.#paint();
      });
    };
    this.meshes = [
      make(new three.RingGeometry(0.1, 0.125, 40), 1),
      make(new three.CircleGeometry(0.1, 40), 0.45),
    ];
  }

  show(foot: Standing | undefined, { ground }: Walker): void {
    for (const mesh of this.meshes) mesh.visible = foot !== undefined;
    if (!foot) return;
    this.#slips = foot.slip > standingWell;
    this.#paint();
    [foot.begun, foot.now].forEach((at, i) => {
      const { height, normal = [0, 1, 0] } = ground(at.x, at.z);
      const out = new Vector3(...normal);
      const { position, quaternion } = this.meshes[i]!;
      position.set(at.x, height, at.z).addScaledVector(out, i === 0 ? 0.006 : 0.004);
      quaternion.setFromUnitVectors(up, out);
    });
  }

  #paint(): void {
    const { warning, goal } = this.#palette ?? {};
    for (const { material } of this.meshes) material.color.set((this.#slips ? warning : goal) ?? 0);
  }
}

/** The ground from behind a body to the end of its way; null: the floor. */
function groundMesh(ground: GroundAt): Mesh<three.ExtrudeGeometry, three.MeshStandardMaterial> | null {
  // Drawn in x and y, it is turned so that −x becomes z.
  const outline = Array.from({ length: 301 }, (_, i) => {
    const z = start + i / 100;
    return new Vector2(-z, ground(0, z).height);
  });
  const begin = outline.findIndex(({ y }) => y > 0);
  if (begin < 0) return null;
  // What is as low as the floor is the floor's.
  outline.splice(0, begin - 1);
  const [first, last] = [outline[0]!, outline.at(-1)!];
  const shape = new three.Shape([...outline, new Vector2(last.x, 0), new Vector2(first.x, 0)]);
  const geometry = new three.ExtrudeGeometry(shape, { depth: 2 * half, bevelEnabled: false });
  geometry.translate(0, 0, -half).rotateY(Math.PI / 2);
  const mesh = new Mesh(geometry, new three.MeshStandardMaterial({ roughness: 0.9 }));
  mesh.castShadow = mesh.receiveShadow = true;
  return themed(mesh, ({ grid, joint }, theme) => mesh.material.color.set(theme === 'dark' ? joint : grid));
}

export class Marks extends Group {
  readonly #feet = footSides.map(() => new ContactMark());
  #ground: ReturnType<typeof groundMesh> | null = null;

  constructor(readonly walker: Walker) {
    super();
    this.position.copy(walker.lane.position);
    this.add(...this.#feet.flatMap(({ meshes }) => meshes));
  }

  /** Shows the ground that the body has now. */
  load(): void {
    this.#ground?.removeFromParent();
    this.#ground?.geometry.dispose();
    this.#ground?.material.dispose();
    this.#ground = groundMesh(this.walker.ground);
    if (this.#ground) this.add(this.#ground);
  }

  show(measure: Measure | null): void {
    footSides.forEach((side, i) =>
      this.#feet[i]!.show(
        measure?.standing.find((foot) => foot.side === side),
        this.walker,
      ),
    );
  }
}
