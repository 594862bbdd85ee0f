import { CircleGeometry, Color, Mesh, ShadowMaterial, Vector2, type Vector3 } from 'three';
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
  tint = mix(tint, color, 1.0 - getShadowMask());
  vec2 edge = smoothstep(0.7, 1.0, abs(place.xy / place.w));
  float fade = 1.0 - (1.0 - smoothstep(0.2, 1.0, distance(plane, centre) / radius)) * (1.0 - edge.x) * (1.0 - edge.y);
  gl_FragColor = vec4(mix(tint, background, fade), 1.0);
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
    centre: { value: new Vector2() },
    spacing: { value: 1 },
    radius: { value: 1 },
  };

  constructor(private readonly axis: UpAxis = 'y') {
    const geometry = new CircleGeometry(1, 48);
    if (axis === 'y') geometry.rotateX(-Math.PI / 2);
    super(geometry, new ShadowMaterial({ fog: false, transparent: false }));
    this.receiveShadow = true;
    const uniforms = this.#uniforms;
    this.material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, uniforms);
      shader.vertexShader = `${varyings}${shader.vertexShader}`.replace(
        '#include <shadowmap_vertex>',
        vertexWorld.replace('AXIS', this.across),
      );
      shader.fragmentShader = `
        ${varyings}
        uniform vec3 floorColor, gridColor, background;
        uniform vec2 centre;
        uniform float spacing, radius;
        ${shader.fragmentShader}`.replace(/gl_FragColor = [^;]*;/, fragmentColor);
    };
  }

  /** The horizontal axis beside X. */
  private get across(): UpAxis {
    return this.axis === 'y' ? 'z' : 'y';
  }

  /** Covers everything within `extent` metres of the point above or below `target`, and fades out beyond. */
  fit(target: Vector3, extent: number): void {
    const radius = extent * 6;
    this.position.x = target.x;
    this.position[this.across] = target[this.across];
    this.scale.setScalar(radius);
    this.#uniforms.centre.value.set(target.x, target[this.across]);
    this.#uniforms.radius.value = radius;
    this.#uniforms.spacing.value = roundLength(extent / 4);
  }

  setPalette(palette: Palette): void {
    this.#uniforms.floorColor.value.set(palette.floor);
    this.#uniforms.gridColor.value.set(palette.grid);
    this.#uniforms.background.value.set(palette.background);
    this.material.color.set(palette.shadow);
  }
}

/** The nearest of 1, 2, 5, 10, 20, 50 … */
function roundLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const digit = length / power;
  return power * (digit < 1.4 ? 1 : digit < 3.2 ? 2 : digit < 7.1 ? 5 : 10);
}
