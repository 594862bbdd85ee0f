import {
  Box3,
  CircleGeometry,
  Color,
  Mesh,
  type Object3D,
  ShadowMaterial,
  Vector2,
  type Vector3,
  Vector4,
} from 'three';
import type { Palette } from './theme.ts';
import type { UpAxis } from './up.ts';

const varyings = /* glsl */ `
  varying vec2 plane;
  varying vec4 place;
`;

const vertexWorld = /* glsl */ `
  #include <shadowmap_vertex>
  plane = (modelMatrix * vec4(position, 1.0)).xAXIS;
  place = gl_Position;
`;

const fragmentColor = /* glsl */ `
  vec2 cell = plane / spacing;
  vec2 width = fwidth(cell);
  vec2 away = abs(fract(cell - 0.5) - 0.5) / width;
  float line = 1.0 - min(min(away.x, away.y), 1.0);
  line *= 1.0 - smoothstep(0.15, 0.5, max(width.x, width.y));
  vec3 tint = mix(floorColor, gridColor, line);
  float shade = 1.0 - getShadowMask();
  for (int i = 0; i < 4; ++i) {
    vec2 apart = (plane - feet[i].xy) / feet[i].z;
    shade = max(shade, feet[i].w * exp(-dot(apart, apart)));
  }
  tint = mix(tint, color, shade);
  vec2 edge = smoothstep(0.7, 1.0, abs(place.xy / place.w));
  float fade = 1.0 - (1.0 - smoothstep(0.2, 1.0, distance(plane, centre) / radius)) * (1.0 - edge.x) * (1.0 - edge.y);
  gl_FragColor = isClear ? vec4(vec3(0.0), (1.0 - getShadowMask()) * (1.0 - fade) * 0.3) : vec4(mix(tint, background, fade), 1.0);
`;

/**
 * A pale floor that receives shadows, with a faint grid. It fades into the background in the distance
 * and towards the edges of the picture, so that a view has no frame and objects on it are not cut off.
 */
export class Floor extends Mesh<CircleGeometry, ShadowMaterial> {
  readonly #uniforms = {
    floorColor: { value: new Color() },
    gridColor: { value: new Color() },
    background: { value: new Color() },
    isClear: { value: false },
    centre: { value: new Vector2() },
    spacing: { value: 1 },
    radius: { value: 1 },
    feet: { value: Array.from({ length: 4 }, () => new Vector4(0, 0, 1, 0)) },
  };

  constructor(private readonly axis: UpAxis = 'y') {
    const geometry = new CircleGeometry(1, 48);
    if (axis === 'y') geometry.rotateX(-Math.PI / 2);
    super(geometry, new ShadowMaterial({ fog: false, transparent: false, toneMapped: false }));
    this.receiveShadow = true;
    const uniforms = this.#uniforms;
    // three.js takes programs for the same if the text of this function is.
    this.material.customProgramCacheKey = () => `floor, ${axis} up`;
    this.material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, uniforms);
      shader.vertexShader = `${varyings}${shader.vertexShader}`.replace(
        '#include <shadowmap_vertex>',
        vertexWorld.replace('AXIS', this.#across),
      );
      shader.fragmentShader = `
        ${varyings}
        uniform vec3 floorColor, gridColor, background;
        uniform vec2 centre;
        uniform bool isClear;
        uniform float spacing, radius;
        uniform vec4 feet[4];
        ${shader.fragmentShader}`.replace(/gl_FragColor = [^;]*;/, fragmentColor);
    };
  }

  /** The horizontal axis beside X. */
  get #across(): UpAxis {
    return this.axis === 'y' ? 'z' : 'y';
  }

  /** Covers everything within `extent` metres of the point above or below `target`, and fades out beyond. */
  fit(target: Vector3, extent: number): void {
    const radius = extent * 6;
    this.position.x = target.x;
    this.position[this.#across] = target[this.#across];
    this.scale.setScalar(radius);
    this.#uniforms.centre.value.set(target.x, target[this.#across]);
    this.#uniforms.radius.value = radius;
    this.#uniforms.spacing.value = roundLength(extent / 4);
  }

  /** Darkens the floor under the `userData.feet` of objects that stand on it, four at most. */
  touch(objects: readonly Object3D[]): void {
    const { feet } = this.#uniforms;
    const { axis } = this;
    const across = this.#across;
    let used = 0;
    for (const { userData, matrixWorld, visible } of objects) {
      for (const box of visible ? ((userData.feet as readonly Box3[] | undefined) ?? []) : []) {
        const { min, max } = foot.copy(box).applyMatrix4(matrixWorld);
        const radius = 0.75 * Math.max(max.x - min.x, max[across] - min[across]);
        const near = 1 - Math.abs(min[axis] - this.position[axis]) / radius;
        if (near <= 0) continue;
        const middle = [(min.x + max.x) / 2, (min[across] + max[across]) / 2] as const;
        feet.value[used++ % feet.value.length]!.set(...middle, radius, near);
      }
    }
    for (let i = used; i < feet.value.length; ++i) feet.value[i]!.w = 0;
  }

  setPalette(palette: Palette): void {
    this.#uniforms.floorColor.value.set(palette.floor);
    this.#uniforms.gridColor.value.set(palette.grid);
    // Without a background only the shadow is left.
    const isClear = palette.background === 'transparent';
    this.#uniforms.isClear.value = this.material.transparent = isClear;
    if (!isClear) this.#uniforms.background.value.set(palette.background);
    this.material.color.set(palette.shadow);
  }
}

const foot = new Box3();

/** The nearest of 1, 2, 5, 10, 20, 50 … */
function roundLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const digit = length / power;
  return power * (digit < 1.4 ? 1 : digit < 3.2 ? 2 : digit < 7.1 ? 5 : 10);
}
