/** The arm of two hinges beside its landscape, in the pose of one ball; the others are thin lines. */
import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  RingGeometry,
} from 'three';
import type { Problem } from '../../../core/problem.ts';
import { ArmShape } from '../../../three/arm-shape.ts';
import { type Palette, palettes, type Theme, type Themed } from '../../../three/theme.ts';
import { lengths, pointsAt, type Pose } from './ground.ts';

const reach = lengths[0] + lengths[1];
const hole = lengths[0] - lengths[1];
/** Behind the arm. */
const depth = -0.16;

/** All places that the tip can reach, as a plate behind the arm. */
class Plate extends Mesh<RingGeometry, MeshStandardMaterial> implements Themed {
  constructor() {
    super(new RingGeometry(hole, reach, 96), new MeshStandardMaterial({ roughness: 0.9 }));
    this.position.z = depth;
    this.receiveShadow = true;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.floor);
  }
}

export class Arm extends Group {
  readonly shape: ArmShape;
  readonly #plate = new Plate();
  readonly #lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #points: BufferAttribute;

  constructor(
    /** Its state is the pose that is shown. */
    private readonly problem: Problem,
    colours: readonly Color[],
  ) {
    super();
    this.shape = new ArmShape(problem.model, { toolAxis: [1, 0, 0] });
    const geometry = new BufferGeometry();
    this.#points = new BufferAttribute(new Float32Array(12 * colours.length), 3);
    geometry.setAttribute('position', this.#points);
    const each = colours.flatMap(({ r, g, b }) => [r, g, b, r, g, b, r, g, b, r, g, b]);
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(each), 3));
    this.#lines = new LineSegments(
      geometry,
      new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.55, fog: false, toneMapped: false }),
    );
    this.#lines.frustumCulled = false;
    this.#lines.position.z = depth + 0.02;
    this.add(this.#plate, this.#lines, this.shape);
  }

  pose([first, second]: Pose): void {
    const { state } = this.problem;
    state.q[0] = first;
    state.q[1] = second;
    state.update();
    this.shape.update(state.poses);
  }

  /** The pose of another ball, as a line. */
  line(i: number, pose: Pose): void {
    const [elbow, tip] = pointsAt(pose);
    const at = 4 * i;
    this.#points.setXYZ(at, 0, 0, 0);
    this.#points.setXYZ(at + 1, ...elbow, 0);
    this.#points.setXYZ(at + 2, ...elbow, 0);
    this.#points.setXYZ(at + 3, ...tip, 0);
    this.#points.needsUpdate = true;
  }

  dispose(): void {
    this.shape.dispose();
    this.#plate.geometry.dispose();
    this.#plate.material.dispose();
    this.#lines.geometry.dispose();
    this.#lines.material.dispose();
  }
}
