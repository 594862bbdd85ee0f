/** What belongs to a body in its lane: the ground that it walks on, and marks where its feet stand. */
import {
  CircleGeometry,
  ExtrudeGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  Quaternion,
  RingGeometry,
  Shape,
  Vector3,
} from 'three';
import type { Palette, Themed } from 'limber/three';
import { themed } from '../views/looks.ts';
import type { Actor, Way } from './actor.ts';
import { type FootSide, footSides } from './source.ts';

/** Metres of slip up to which a foot stands well. */
export const standingWell = 0.005;

const up = new Vector3(0, 0, 1);

/** At a foot that stands: a ring where it began to, and a disc where it is. */
class ContactMark {
  readonly meshes: readonly (Mesh<RingGeometry | CircleGeometry, MeshBasicMaterial> & Themed)[];
  #slips = false;
  #palette: Palette | null = null;

  constructor(private readonly side: FootSide) {
    const material = (opacity: number) =>
      new MeshBasicMaterial({ transparent: true, opacity, depthWrite: false });
    this.meshes = [
      new Mesh(new RingGeometry(0.1, 0.125, 40), material(1)),
      new Mesh(new CircleGeometry(0.1, 40), material(0.45)),
    ].map((mesh) =>
      themed(mesh, (palette) => {
        this.#palette = palette;
        this.#paint();
      }),
    );
  }

  show(actor: Actor, way: Way, time: number): void {
    const foot = actor.at(way, time)?.standing.find(({ side }) => side === this.side);
    for (const mesh of this.meshes) mesh.visible = foot !== undefined;
    if (!foot) return;
    this.#slips = foot.slip > standingWell;
    this.#paint();
    [foot.begun, foot.now].forEach((at, i) => {
      const { height, normal = [0, 1, 0] } = actor.ground(at.x, at.z);
      const out = new Vector3(...normal);
      const { position, quaternion } = this.meshes[i]!;
      position.set(at.x, height, at.z).addScaledVector(out, i === 0 ? 0.006 : 0.004);
      quaternion.copy(new Quaternion().setFromUnitVectors(up, out));
    });
  }

  #paint(): void {
    const { warning, goal } = this.#palette ?? {};
    for (const { material } of this.meshes) material.color.set((this.#slips ? warning : goal) ?? 0);
  }
}

/** Half the width of a body's stairs (metres). */
const half = 0.3;

/** `outline`: from the side. */
function groundMesh(outline: Actor['outline']): Object3D & { dispose(): void } {
  const shape = new Shape();
  shape.moveTo(-outline[0]![0], 0);
  for (const [z, y] of outline) shape.lineTo(-z, y);
  shape.lineTo(-outline.at(-1)![0], 0);
  // Drawn in x and y, it is turned so that −x becomes z.
  const geometry = new ExtrudeGeometry(shape, { depth: 2 * half, bevelEnabled: false });
  geometry.translate(0, 0, -half).rotateY(Math.PI / 2);
  const material = new MeshStandardMaterial({ roughness: 0.9 });
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = mesh.receiveShadow = true;
  const dispose = () => {
    geometry.dispose();
    material.dispose();
  };
  return Object.assign(
    themed(mesh, ({ grid, joint }, theme) => material.color.set(theme === 'dark' ? joint : grid)),
    { dispose },
  );
}

export class Decor {
  readonly group = new Group();
  readonly #marks = footSides.map((side) => new ContactMark(side));
  #ground: ReturnType<typeof groundMesh> | null = null;

  constructor(readonly actor: Actor) {
    this.group.position.copy(actor.lane.position);
    this.group.add(...this.#marks.flatMap(({ meshes }) => meshes));
  }

  /** Shows the ground that the body has now. */
  load(): void {
    const { outline } = this.actor;
    this.#ground?.removeFromParent();
    this.#ground?.dispose();
    this.#ground = outline.length > 0 ? groundMesh(outline) : null;
    if (this.#ground) this.group.add(this.#ground);
  }

  show(way: Way, time: number): void {
    for (const mark of this.#marks) mark.show(this.actor, way, time);
  }
}
