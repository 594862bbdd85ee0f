/** Ribbons behind balls, laid on the ground by the shader: only new strides are written. */
import { BufferAttribute, BufferGeometry, type Color, DoubleSide, Mesh, ShaderMaterial } from 'three';
import type { Ball } from './balls.ts';
import { mostStrides } from './balls.ts';
import { groundShader, wrapped } from './ground.ts';
import type { GroundUniforms } from './relief.ts';

/** Cross lines per straight part of a path, of which a stride has one or two. */
const lines = 12;
/** Half of a ribbon's width in radians, and of the one that is followed. */
const widths = [0.026, 0.05] as const;
const most = (2 * mostStrides + 1) * (lines + 1);

const vertex = /* glsl */ `
  ${groundShader}
  attribute vec2 across;
  uniform float width;
  varying float side;
  void main() {
    side = position.z;
    vec2 q = position.xy + across * width * side;
    vec3 place = placeOf(q);
    place.y += 0.012;
    vec4 seen = projectionMatrix * modelViewMatrix * vec4(place, 1.0);
    // In front of the ground's own triangles.
    seen.z -= 0.004 * seen.w;
    gl_Position = seen;
  }
`;

const fragment = /* glsl */ `
  uniform vec3 colour;
  uniform float opacity;
  varying float side;
  void main() {
    float off = abs(side);
    gl_FragColor = vec4(colour, opacity * (1.0 - smoothstep(0.7, 1.0, off)));
  }
`;

export class Trail extends Mesh<BufferGeometry, ShaderMaterial> {
  readonly #ball: Ball;
  /** Straight parts that are written. */
  #written = 0;
  readonly #places: BufferAttribute;
  readonly #across: BufferAttribute;

  constructor(ball: Ball, uniforms: GroundUniforms, colour: Color) {
    const geometry = new BufferGeometry();
    const material = new ShaderMaterial({
      vertexShader: vertex,
      fragmentShader: fragment,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      uniforms: {
        ...uniforms,
        colour: { value: colour },
        width: { value: widths[0] },
        opacity: { value: 0.9 },
      },
    });
    super(geometry, material);
    this.#ball = ball;
    this.#places = new BufferAttribute(new Float32Array(6 * most), 3);
    this.#across = new BufferAttribute(new Float32Array(4 * most), 2);
    geometry.setAttribute('position', this.#places);
    geometry.setAttribute('across', this.#across);
    const triangles = new Uint16Array(6 * (most - 1));
    for (let i = 0; i < most - 1; ++i)
      triangles.set(
        [0, 1, 2, 2, 1, 3].map((k) => 2 * i + k),
        6 * i,
      );
    geometry.setIndex(new BufferAttribute(triangles, 1));
    geometry.setDrawRange(0, 0);
    this.frustumCulled = false;
    this.renderOrder = 2;
  }

  set emphasis(on: boolean) {
    this.material.uniforms.width!.value = widths[on ? 1 : 0];
    this.renderOrder = on ? 2.5 : 2;
  }

  empty(): void {
    this.#written = 0;
    this.geometry.setDrawRange(0, 0);
  }

  /** Shows the path up to a part of the ball's present stride. */
  show(part: number): void {
    const { count, from } = this.#ball;
    if (this.#written < count - 1) this.#write();
    const parts = from + (count - 1 - from) * part;
    const quads = Math.min(Math.floor(parts * (lines + 1)), (count - 1) * (lines + 1) - 1);
    this.geometry.setDrawRange(0, 6 * Math.max(0, quads));
  }

  #write(): void {
    const { count, path } = this.#ball;
    for (; this.#written < count - 1; this.#written += 1) {
      const i = this.#written;
      const jumps = this.#ball.jumpedFrom === i;
      const [a, b, c, d] = path.subarray(2 * i, 2 * i + 4) as unknown as [number, number, number, number];
      const length = Math.hypot(c - a, d - b) || 1;
      let last: readonly [number, number] | null = null;
      for (let k = 0; k <= lines; ++k) {
        const t = k / lines;
        const place = [wrapped(a + t * (c - a)), wrapped(b + t * (d - b))] as const;
        // Between one edge of the map and the other there is no ribbon; nor under a jump.
        const cut = jumps || (last !== null && Math.hypot(place[0] - last[0], place[1] - last[1]) > 3);
        this.#put(i * (lines + 1) + k, place, cut ? [0, 0] : [-(d - b) / length, (c - a) / length]);
        if (cut && k > 0) this.#put(i * (lines + 1) + k - 1, last!, [0, 0]);
        last = place;
      }
    }
    this.#places.needsUpdate = this.#across.needsUpdate = true;
  }

  #put(line: number, [x, y]: readonly [number, number], [u, v]: readonly [number, number]): void {
    for (const side of [-1, 1]) {
      const k = 2 * line + (side + 1) / 2;
      this.#places.setXYZ(k, x, y, side);
      this.#across.setXY(k, u, v);
    }
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
