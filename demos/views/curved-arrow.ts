import {
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  CubicBezierCurve3,
  Group,
  Mesh,
  MeshBasicMaterial,
  Vector3,
} from 'three';
import { palettes, type Palette, type Theme, type Themed } from 'limber/three';

/** Rings along the arrow, and vertices per ring. */
const rings = 40;
const corners = 8;
const up = new Vector3(0, 1, 0);

/** A curved arrow whose ends may move in every frame; drawn over everything, as in a diagram. */
export class CurvedArrow extends Group implements Themed {
  readonly #curve = new CubicBezierCurve3();
  readonly #places = new Float32Array(3 * (rings + 1) * corners);
  readonly #tube = new BufferGeometry();
  readonly #head: Mesh<ConeGeometry, MeshBasicMaterial>;
  readonly #material = new MeshBasicMaterial({ depthTest: false, transparent: true, fog: false });
  readonly #centre = new Vector3();
  readonly #tangent = new Vector3();
  readonly #across = new Vector3();
  readonly #beside = new Vector3();
  readonly #side = new Vector3();

  /** `thickness`: metres; `colour`: a key of the palette. */
  constructor(
    private readonly thickness: number,
    private readonly colour: keyof Palette,
  ) {
    super();
    this.name = 'curved arrow';
    this.#tube.setAttribute('position', new BufferAttribute(this.#places, 3));
    this.#tube.setIndex(tubeFaces());
    const body = new Mesh(this.#tube, this.#material);
    const shape = new ConeGeometry(3.2 * thickness, 9 * thickness, 16);
    shape.translate(0, -4.5 * thickness, 0);
    this.#head = new Mesh(shape, this.#material);
    body.frustumCulled = this.#head.frustumCulled = false;
    body.renderOrder = this.#head.renderOrder = 5;
    this.add(body, this.#head);
    this.setTheme('light');
  }

  /**
   * Draws from one point to another (metres, world), bulging by `bulge` in between. Ends that are close
   * together are joined by a loop.
   */
  span(from: Vector3, to: Vector3, bulge: Vector3): void {
    const { v0, v1, v2, v3 } = this.#curve;
    v0.copy(from);
    v3.copy(to);
    // The two sides of a loop must be apart.
    const apart = 0.4 * Math.max(0, 1 - from.distanceTo(to) / (2 * bulge.length()));
    this.#side.crossVectors(bulge, this.#tangent.set(0, 0, 1)).multiplyScalar(apart);
    v1.copy(from)
      .lerp(to, 0.2)
      .addScaledVector(bulge, 4 / 3)
      .add(this.#side);
    v2.copy(from)
      .lerp(to, 0.8)
      .addScaledVector(bulge, 4 / 3)
      .sub(this.#side);
    this.#draw();
  }

  /** The middle of the arrow, for its name. */
  middle(out: Vector3): Vector3 {
    return this.#curve.getPoint(0.5, out);
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.#material.color.set(palette[this.colour]);
  }

  dispose(): void {
    this.#tube.dispose();
    this.#head.geometry.dispose();
    this.#material.dispose();
  }

  #draw(): void {
    const curve = this.#curve;
    const centre = this.#centre;
    const tangent = this.#tangent;
    const across = this.#across;
    const beside = this.#beside;
    for (let i = 0; i <= rings; i += 1) {
      // The head begins at the end of the tube.
      const t = (0.97 * i) / rings;
      curve.getPoint(t, centre);
      curve.getTangent(t, tangent);
      across.set(0.3, 1, 0.2).cross(tangent).normalize();
      beside.crossVectors(tangent, across);
      for (let k = 0; k < corners; k += 1) {
        const angle = (2 * Math.PI * k) / corners;
        const [c, s] = [this.thickness * Math.cos(angle), this.thickness * Math.sin(angle)];
        const first = 3 * (i * corners + k);
        this.#places[first] = centre.x + c * across.x + s * beside.x;
        this.#places[first + 1] = centre.y + c * across.y + s * beside.y;
        this.#places[first + 2] = centre.z + c * across.z + s * beside.z;
      }
    }
    this.#tube.attributes.position!.needsUpdate = true;
    this.#head.position.copy(curve.v3);
    this.#head.quaternion.setFromUnitVectors(up, curve.getTangent(0.97, tangent));
  }
}

function tubeFaces(): number[] {
  const faces: number[] = [];
  for (let i = 0; i < rings; i += 1) {
    for (let k = 0; k < corners; k += 1) {
      const [a, b] = [i * corners + k, i * corners + ((k + 1) % corners)];
      faces.push(a, b, a + corners, b, b + corners, a + corners);
    }
  }
  return faces;
}
