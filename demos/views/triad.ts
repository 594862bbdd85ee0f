import { CylinderGeometry, Group, Mesh, MeshBasicMaterial, type BufferGeometry, ConeGeometry } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Theme, Themed } from 'limber/three';

/** The usual colours: red, green and blue for x, y and z. */
const colours = {
  light: ['#d3363d', '#1f9254', '#2f6fe0'],
  dark: ['#ff7378', '#4cd08a', '#6aa5ff'],
} as const;

/** Drawn over everything, as in a diagram: an effector's frame is inside its hand. */
const flat = () => new MeshBasicMaterial({ depthTest: false, transparent: true, fog: false });

/** Three arrows along the axes of a frame. */
export class Triad extends Group implements Themed {
  readonly #materials = [0, 1, 2].map(() => flat());

  /** `size`: metres. */
  constructor(size: number) {
    super();
    this.name = 'frame';
    this.#materials.forEach((material, axis) => {
      const mesh = new Mesh(arrow(size, axis), material);
      mesh.renderOrder = 4;
      this.add(mesh);
    });
    this.setTheme('light');
  }

  /** Metres and a quaternion x y z w, as in `state.poses`. */
  place(pose: ArrayLike<number>, first = 0): void {
    this.position.fromArray(pose, first);
    this.quaternion.fromArray(pose, first + 3);
  }

  setTheme(theme: Theme): void {
    this.#materials.forEach((material, axis) => {
      material.color.set(colours[theme][axis]!);
    });
  }

  dispose(): void {
    for (const child of this.children) (child as Mesh<BufferGeometry>).geometry.dispose();
    for (const material of this.#materials) material.dispose();
  }
}

function arrow(size: number, axis: number): BufferGeometry {
  const shaft = new CylinderGeometry(0.03 * size, 0.03 * size, 0.78 * size, 12);
  shaft.translate(0, 0.39 * size, 0);
  const head = new ConeGeometry(0.085 * size, 0.24 * size, 16);
  head.translate(0, 0.88 * size, 0);
  const whole = mergeGeometries([shaft, head]);
  shaft.dispose();
  head.dispose();
  if (axis === 0) whole.rotateZ(-Math.PI / 2);
  if (axis === 2) whole.rotateX(Math.PI / 2);
  return whole;
}
