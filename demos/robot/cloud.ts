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
import type { ReachMap, ReachProgress } from 'limber/reach';

/**
 * Colours of a share from 0 to 1: viridis without its darkest end. Lightness rises evenly, so the order also
 * shows to the colour-blind, in grey, and on light and dark ground (S. van der Walt and N. Smith, 2015;
 * public domain).
 */
const stops = ['#414487', '#2a788e', '#22a884', '#7ad151', '#fde725'] as const;

/** For a bar in CSS. */
export const gradient = `linear-gradient(to right, ${stops.join(', ')})`;

/** Meanings of the colours. */
export const measures = {
  share: 'Orientations',
  manipulability: 'Manipulability',
  solutions: 'Solutions',
} as const;
export type Measure = keyof typeof measures;

/** What a map has numbers for; one of places alone has one orientation. */
export function answerOf({ solutions, total, kind }: ReachMap, measure: Measure): true | string {
  if (measure === 'solutions' && !solutions) return 'this arm has no closed form that counts them';
  if (measure === 'share' && total === 1 && kind === 'orientations') return 'only places are asked for';
  return true;
}

function greatestOf(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; ++i) most = Math.max(most, values[i]!);
  return most;
}

/** The value of each cell, relative to the greatest. */
function scaleOf(
  map: ReachMap,
  measure: Measure,
): { readonly most: number; readonly of: (cell: number) => number } {
  const { manipulability, reached, solutions, total } = map;
  const isShare = measure === 'share' || (measure === 'solutions' && !solutions);
  const values: ArrayLike<number> = isShare ? reached : measure === 'solutions' ? solutions! : manipulability;
  const greatest = isShare ? total : greatestOf(values) || 1;
  return {
    most: measure === 'solutions' ? greatest / total : greatest,
    of: (cell) => values[cell]! / greatest,
  };
}

/** Labels at both ends of the colours. */
export function endsOf(measure: Measure, most: number): readonly [string, string] {
  if (measure === 'share') return ['one orientation', 'all'];
  if (measure === 'manipulability') return ['0: singular', most.toPrecision(2)];
  return ['0', `${most.toFixed(1)} per orientation`];
}

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
  map: ReachMap | null = null;
  /** Upper end of the colours. */
  most = 0;
  /** Number of dots. */
  count = 0;
  #measure: Measure = 'share';
  /** Cells with a dot, in the order of the dots. */
  #cells: Uint32Array = new Uint32Array(0);

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

  get measure(): Measure {
    return this.#measure;
  }

  /** Recolours all dots. */
  set measure(measure: Measure) {
    this.#measure = measure;
    if (!this.map) return;
    const { most, of } = scaleOf(this.map, measure);
    this.most = most;
    const share = this.geometry.attributes.share as BufferAttribute;
    for (let i = 0; i < this.count; ++i) share.setX(i, of(this.#cells[i]!));
    share.addUpdateRange(0, this.count);
    share.needsUpdate = true;
  }

  /** Adds cells that have become known. */
  grow({ map, cells, step }: Pick<ReachProgress, 'map' | 'cells' | 'step'>): void {
    if (map !== this.map) this.#begin(map);
    const { position, share } = this.geometry.attributes as Record<string, BufferAttribute>;
    const scale = scaleOf(map, this.#measure);
    const first = this.count;
    for (const cell of cells) {
      if (map.reached[cell] === 0) continue;
      position!.setXYZ(this.count, ...map.point(cell));
      share!.setX(this.count, scale.of(cell));
      this.#cells[this.count] = cell;
      this.count += 1;
    }
    this.material.uniforms.radius!.value = (fill / 2) * step * map.spacing;
    this.geometry.setDrawRange(0, this.count);
    for (const attribute of [position!, share!]) {
      const size = attribute.itemSize;
      attribute.addUpdateRange(size * first, size * (this.count - first));
      attribute.needsUpdate = true;
    }
    // A new maximum changes all colours.
    if (scale.most !== this.most) this.measure = this.#measure;
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

  /** Starts with another map, without dots. */
  #begin(map: ReachMap): void {
    this.map = map;
    this.#cells = new Uint32Array(map.count);
    [this.count, this.most] = [0, 0];
    this.geometry.dispose();
    this.geometry = new BufferGeometry();
    for (const [name, size] of [
      ['position', 3],
      ['share', 1],
    ] as const) {
      const numbers = new BufferAttribute(new Float32Array(size * map.count), size);
      this.geometry.setAttribute(name, numbers.setUsage(DynamicDrawUsage));
    }
  }
}
