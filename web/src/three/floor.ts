import { Box3, CircleGeometry, Color, Mesh, type Object3D, ShadowMaterial, Vector2, Vector4 } from 'three';
import type { Palette } from './theme.ts';

const varyings = /* glsl */ `
  varying vec2 plane;
  varying vec4 place;
`;

const vertexWorld = /* glsl */ `
  #include <shadowmap_vertex>
  plane = (modelMatrix * vec4(position, 1.0)).xz;
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
  gl_FragColor = vec4(mix(tint, background, fade), 1.0);
`;

/**
 * A pale floor (Y up) that receives shadows, with a faint grid. It fades into the background in the distance
 * and towards the edges of the picture, so that a view has no frame and objects on it are not cut off.
 */
export class Floor extends Mesh<CircleGeometry, ShadowMaterial> {
  readonly #uniforms = {
    floorColor: { value: new Color() },
    gridColor: { value: new Color() },
    background: { value: new Color() },
    centre: { value: new Vector2() },
    spacing: { value: 1 },
    radius: { value: 1 },
    feet: { value: Array.from({ length: 4 }, () => new Vector4(0, 0, 1, 0)) },
  };

  constructor() {
    const geometry = new CircleGeometry(1, 48);
    geometry.rotateX(-Math.PI / 2);
    super(geometry, new ShadowMaterial({ fog: false, transparent: false, toneMapped: false }));
    this.receiveShadow = true;
    const uniforms = this.#uniforms;
    this.material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, uniforms);
      shader.vertexShader = `${varyings}${shader.vertexShader}`.replace(
        '#include <shadowmap_vertex>',
        vertexWorld,
      );
      shader.fragmentShader = `
        ${varyings}
        uniform vec3 floorColor, gridColor, background;
        uniform vec2 centre;
        uniform float spacing, radius;
        uniform vec4 feet[4];
        ${shader.fragmentShader}`.replace(/gl_FragColor = [^;]*;/, fragmentColor);
    };
  }

  /** Covers everything within `extent` metres of (x, z) and fades out beyond. */
  fit(x: number, z: number, extent: number): void {
    const radius = extent * 6;
    this.position.x = x;
    this.position.z = z;
    this.scale.setScalar(radius);
    this.#uniforms.centre.value.set(x, z);
    this.#uniforms.radius.value = radius;
    this.#uniforms.spacing.value = roundLength(extent / 4);
  }

  /** Darkens the floor under the `userData.feet` of objects that stand on it, four at most. */
  touch(objects: readonly Object3D[]): void {
    const { feet } = this.#uniforms;
    let used = 0;
    for (const { userData, matrixWorld, visible } of objects) {
      for (const box of visible ? ((userData.feet as readonly Box3[] | undefined) ?? []) : []) {
        const { min, max } = foot.copy(box).applyMatrix4(matrixWorld);
        const radius = 0.75 * Math.max(max.x - min.x, max.z - min.z);
        const near = 1 - Math.abs(min.y - this.position.y) / radius;
        if (near > 0)
          feet.value[used++ % feet.value.length]!.set((min.x + max.x) / 2, (min.z + max.z) / 2, radius, near);
      }
    }
    for (let i = used; i < feet.value.length; ++i) feet.value[i]!.w = 0;
  }

  setPalette(palette: Palette): void {
    this.#uniforms.floorColor.value.set(palette.floor);
    this.#uniforms.gridColor.value.set(palette.grid);
    this.#uniforms.background.value.set(palette.background);
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
