/** One dot for each reached cell. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Points,
  ShaderMaterial,
  Vector4,
} from 'three';
import type { ReachMap } from 'limber/reach';

/**
 * Colours of a share from 0 to 1: viridis without its darkest end. Lightness rises evenly, so the order also
 * shows to the colour-blind, in grey, and on light and dark ground (S. van der Walt and N. Smith, 2015;
 * public domain).
 */
const stops = ['#414487', '#2a788e', '#22a884', '#7ad151', '#fde725'] as const;

/** For a bar in CSS. */
export const gradient = `linear-gradient(to right, ${stops.join(', ')})`;

/** Diameter of a dot, relative to a cell's edge. */
const fill = 0.62;

/**
 * Round points shaded as balls: 100,000 of them draw faster than as many meshes. `radius` in metres; points
 * on the far side of `cut` (a normal and an offset, in the cloud's own frame) are not drawn.
 */
const vertex = /* glsl */ `
  attribute float share;
  uniform float radius, height;
  uniform vec4 cut;
  uniform vec3 stops[${stops.length}];
  varying vec3 hue;

  void main() {
    float place = clamp(share, 0.0, 1.0) * ${stops.length - 1}.0;
    hue = stops[0];
    for (int i = 1; i < ${stops.length}; ++i) hue = mix(hue, stops[i], clamp(place - float(i - 1), 0.0, 1.0));
    vec4 seen = modelViewMatrix * vec4(position, 1.0);
    gl_Position = projectionMatrix * seen;
    gl_PointSize = max(1.5, height * projectionMatrix[1][1] * radius / -seen.z);
    if (dot(cut.xyz, position) > cut.w) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
  }
`;

const fragment = /* glsl */ `
  varying vec3 hue;

  void main() {
    vec2 at = 2.0 * gl_PointCoord - 1.0;
    float inside = 1.0 - dot(at, at);
    if (inside < 0.0) discard;
    float light = 0.72 + 0.28 * dot(vec3(at.x, -at.y, sqrt(inside)), normalize(vec3(-0.4, 0.7, 0.6)));
    gl_FragColor = vec4(hue * light, 1.0);
    #include <colorspace_fragment>
  }
`;

/** The view's drawn size, for its height in pixels. */
const viewport = new Vector4();

export class Cloud extends Points<BufferGeometry, ShaderMaterial> {
  /** Cells with a dot, in the order of the dots. */
  #cells: Uint32Array = new Uint32Array(0);
  #drawn = 0;
  #map: ReachMap | null = null;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: vertex,
      fragmentShader: fragment,
      uniforms: {
        radius: { value: 0.01 },
        height: { value: 1 },
        cut: { value: new Vector4(0, 0, 0, 1) },
        stops: { value: stops.map((each) => new Color(each)) },
      },
    });
    super(new BufferGeometry(), material);
    this.name = 'cloud';
    this.frustumCulled = false;
    this.onBeforeRender = (renderer) => {
      const { uniforms } = this.material;
      uniforms.height!.value = renderer.getCurrentViewport(viewport).w;
      this.material.uniformsNeedUpdate = true;
    };
  }

  /** Number of dots. */
  get count(): number {
    return this.#drawn;
  }

  /** Starts with another map, without dots. */
  load(map: ReachMap): void {
    this.#map = map;
    this.#cells = new Uint32Array(map.count);
    this.#drawn = 0;
    this.geometry.dispose();
    const geometry = new BufferGeometry();
    const attribute = (size: number) =>
      new BufferAttribute(new Float32Array(size * map.count), size).setUsage(DynamicDrawUsage);
    geometry.setAttribute('position', attribute(3));
    geometry.setAttribute('share', attribute(1));
    geometry.setDrawRange(0, 0);
    this.geometry = geometry;
  }

  /** Adds cells that have become known; `step`: width of their dots in cells. */
  grow(cells: Uint32Array, step: number, shareOf: (cell: number) => number): void {
    const map = this.#map!;
    const { position, share } = this.geometry.attributes as Record<string, BufferAttribute>;
    const first = this.#drawn;
    for (const cell of cells) {
      if (map.reached[cell] === 0) continue;
      position!.setXYZ(this.#drawn, ...map.point(cell));
      share!.setX(this.#drawn, shareOf(cell));
      this.#cells[this.#drawn] = cell;
      this.#drawn += 1;
    }
    this.material.uniforms.radius!.value = (fill / 2) * step * map.spacing;
    this.geometry.setDrawRange(0, this.#drawn);
    for (const [attribute, size] of [
      [position!, 3],
      [share!, 1],
    ] as const) {
      attribute.addUpdateRange(size * first, size * (this.#drawn - first));
      attribute.needsUpdate = true;
    }
  }

  /** Recolours all dots. */
  paint(shareOf: (cell: number) => number): void {
    const share = this.geometry.attributes.share as BufferAttribute | undefined;
    if (!share) return;
    for (let i = 0; i < this.#drawn; ++i) share.setX(i, shareOf(this.#cells[i]!));
    share.addUpdateRange(0, this.#drawn);
    share.needsUpdate = true;
  }

  /** Hides everything beyond `offset` metres along an axis; null: hides nothing. */
  cutAt(axis: 0 | 1 | 2 | null, offset: number): void {
    const cut = this.material.uniforms.cut!.value as Vector4;
    cut.set(0, 0, 0, 1);
    if (axis !== null) cut.setComponent(axis, 1).setW(offset);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
