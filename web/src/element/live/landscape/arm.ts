/** The arm of two hinges beside its landscape, in the pose of one ball; the others are thin lines. */
import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  RingGeometry,
} from 'three';
import type { Problem } from '../../../core/problem.ts';
import { ArmShape } from '../../../three/arm-shape.ts';
import { type Palette, palettes, type Theme, type Themed } from '../../../three/theme.ts';
import { lengths, type Point, pointsAt, type Pose } from './ground.ts';

const reach = lengths[0] + lengths[1];
const hole = lengths[0] - lengths[1];
/** Behind the arm. */
const depth = -0.16;
/** Half of a line's width. */
const thickness = 0.006;

/** All places that the tip can reach, as a plate behind the arm. */
class Plate extends Mesh<RingGeometry, MeshStandardMaterial> implements Themed {
  constructor() {
    super(
      new RingGeometry(hole, reach, 96),
      new MeshStandardMaterial({ roughness: 0.9, emissiveIntensity: 0.35 }),
    );
    this.position.z = depth;
    this.receiveShadow = true;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.floor);
    // As bright as the floor of other views, though it stands.
    this.material.emissive.set(palette.floor);
  }
}

export class Arm extends Group {
  readonly shape: ArmShape;
  readonly #plate = new Plate();
  readonly #lines: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #points: BufferAttribute;

  constructor(
    /** Its state is the pose that is shown. */
    private readonly problem: Problem,
    colours: readonly Color[],
  ) {
    super();
    this.shape = new ArmShape(problem.model, { toolAxis: [1, 0, 0] });
    const geometry = new BufferGeometry();
    this.#points = new BufferAttribute(new Float32Array(24 * colours.length), 3);
    geometry.setAttribute('position', this.#points);
    const each = colours.flatMap(({ r, g, b }) => Array.from({ length: 8 }, () => [r, g, b]).flat());
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(each), 3));
    geometry.setIndex(
      colours.flatMap((_, i) => [0, 4].flatMap((k) => [0, 1, 2, 2, 1, 3].map((j) => 8 * i + k + j))),
    );
    const look = { vertexColors: true, transparent: true, opacity: 0.75, fog: false, toneMapped: false };
    this.#lines = new Mesh(geometry, new MeshBasicMaterial({ ...look, depthWrite: false, side: DoubleSide }));
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
    this.#bar(8 * i, [0, 0], elbow);
    this.#bar(8 * i + 4, elbow, tip);
    this.#points.needsUpdate = true;
  }

  #bar(at: number, from: Point, to: Point): void {
    const [x, y] = [to[0] - from[0], to[1] - from[1]];
    const part = thickness / Math.hypot(x, y);
    let k = at;
    for (const end of [from, to])
      for (const sign of [-part, part]) this.#points.setXYZ(k++, end[0] - sign * y, end[1] + sign * x, 0);
  }

  dispose(): void {
    this.shape.dispose();
    this.#plate.geometry.dispose();
    this.#plate.material.dispose();
    this.#lines.geometry.dispose();
    this.#lines.material.dispose();
  }
}
