/** The ground as a relief: valleys glow, contour lines every 10 cm of error, limits stand on it as walls. */
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  ShaderMaterial,
  Vector2,
  Vector4,
  type IUniform,
  type Material,
} from 'three';
import { type Palette, palettes, type Theme, type Themed } from '../../../three/theme.ts';
import { groundShader, type Point, tallness } from './ground.ts';
import { merged } from '../../../three/parts.ts';
import { limits } from './presets.ts';

/** Squares per side. */
const squares = 180;
/** Lower edge of the block, in units of the ground. */
const bottom = -0.1;
/** Points along a wall. */
const posts = 90;

/** Where the scale of the error stands: at the left edge in front. It is a metre of error high. */
export const scalePlace = [-1.07, 1.07] as const;

/** Uniforms that all that lies on the ground shares. */
export interface GroundUniforms extends Record<string, IUniform> {
  readonly goal: IUniform<Vector2>;
  readonly limits: IUniform<Vector4>;
}

export const groundUniforms = (): GroundUniforms => ({
  goal: { value: new Vector2() },
  limits: { value: new Vector4() },
});

/** A colour as it is written, for shaders that do their own light. */
export function written(colour: string, out = new Color()): Color {
  return out.set(colour).convertLinearToSRGB();
}

const reliefVertex = /* glsl */ `
  ${groundShader}
  attribute float edge;
  varying vec2 q;
  varying float side;
  varying float height;
  void main() {
    q = position.xy * pi;
    vec3 place = placeOf(q);
    // A lower edge of the block has its number in "edge".
    side = edge;
    place.y = edge > 0.5 ? ${bottom} : place.y;
    height = place.y;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(place, 1.0);
  }
`;

const reliefFragment = /* glsl */ `
  ${groundShader}
  uniform vec3 deep, low, middle, high, ink, wall, page;
  const float bottom = float(${bottom});
  uniform vec4 limits;
  uniform float glow;
  uniform mat4 modelMatrix;
  varying vec2 q;
  varying float side;
  varying float height;
  float lineAt(float value, float width) {
    float off = abs(fract(value - 0.5) - 0.5) / max(fwidth(value), 1e-5);
    return 1.0 - smoothstep(width - 0.6, width + 0.6, off);
  }
  void main() {
    float error = length(errorOf(q));
    float part = clamp(error / 1.5, 0.0, 1.0);
    vec3 colour = mix(low, middle, smoothstep(0.0, 0.42, part));
    colour = mix(colour, high, smoothstep(0.35, 1.0, part));
    if (side > 0.0) {
      // The block's sides: layers of 10 cm, which fade towards the bottom.
      float layers = 0.14 * lineAt(height / tallness / 0.1, 0.5) + 0.2 * lineAt(height / tallness / 0.5, 0.8);
      float depth = clamp((height - bottom) / 0.5, 0.0, 1.0);
      gl_FragColor = vec4(mix(mix(colour, ink, 0.1 + layers), page, 0.75 * (1.0 - depth)), 1.0);
      return;
    }
    vec2 slope = slopeAt(q) * tallness * pi;
    vec3 normal = normalize(mat3(modelMatrix) * vec3(-slope.x, 1.0, slope.y));
    float sun = dot(normal, normalize(vec3(-0.55, 0.8, 0.35)));
    float light = 0.72 + 0.34 * smoothstep(-0.3, 1.0, sun);
    colour *= light;
    float lines = 0.16 * lineAt(error / 0.1, 0.5) + 0.22 * lineAt(error / 0.5, 0.9);
    // Far away, where lines would run together, they fade.
    lines *= 1.0 - smoothstep(0.25, 0.6, fwidth(error / 0.1));
    colour = mix(colour, ink, lines);
    float quarter = max(lineAt(q.x / (0.5 * pi), 0.3), lineAt(q.y / (0.5 * pi), 0.3));
    colour = mix(colour, ink, 0.07 * quarter);
    colour = mix(colour, deep, exp(-error * error / 0.03) * 0.85);
    colour += glow * deep * exp(-error / 0.16);
    vec2 beyond = max(limits.xz - q, q - limits.yw);
    if (max(beyond.x, beyond.y) > 0.0) {
      float hatch = lineAt((q.x + q.y) * 4.0, 1.0);
      colour = mix(mix(colour, vec3(dot(colour, vec3(0.33))), 0.8), wall, 0.14 + 0.3 * hatch);
    }
    gl_FragColor = vec4(colour, 1.0);
  }
`;

const wallVertex = /* glsl */ `
  ${groundShader}
  attribute float edge;
  varying float up;
  void main() {
    vec3 place = placeOf(position.xy * pi);
    up = edge;
    place.y += edge * 0.16;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(place, 1.0);
  }
`;

const wallFragment = /* glsl */ `
  uniform vec3 wall;
  varying float up;
  void main() { gl_FragColor = vec4(wall, mix(0.75, 0.2, up)); }
`;

/** Points as (first angle over π, second angle over π), and a number each. */
function geometryOf(points: number[], edges: number[], triangles: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  geometry.setAttribute('edge', new BufferAttribute(new Float32Array(edges), 1));
  geometry.setIndex(triangles);
  return geometry;
}

/** Appends a strip along points, from edge 0 to edge 1. */
function addStrip(
  points: number[],
  edges: number[],
  triangles: number[],
  at: (part: number) => Point,
  count: number,
) {
  const first = edges.length;
  for (let i = 0; i <= count; ++i)
    for (const edge of [0, 1]) {
      points.push(...at(i / count), 0);
      edges.push(edge);
      const k = first + 2 * i;
      if (edge && i < count) triangles.push(k, k + 1, k + 2, k + 2, k + 1, k + 3);
    }
}

function groundGeometry(): BufferGeometry {
  const [points, edges, triangles]: [number[], number[], number[]] = [[], [], []];
  const row = squares + 1;
  for (let i = 0; i < row; ++i)
    for (let j = 0; j < row; ++j) {
      points.push((2 * j) / squares - 1, (2 * i) / squares - 1, 0);
      edges.push(0);
      const k = i * row + j;
      if (i < squares && j < squares) triangles.push(k, k + 1, k + row, k + 1, k + row + 1, k + row);
    }
  return geometryOf(points, edges, triangles);
}

function sidesGeometry(): BufferGeometry {
  const [points, edges, triangles]: [number[], number[], number[]] = [[], [], []];
  for (const end of [-1, 1]) {
    addStrip(points, edges, triangles, (part) => [2 * part - 1, end], squares);
    addStrip(points, edges, triangles, (part) => [end, 2 * part - 1], squares);
  }
  return geometryOf(points, edges, triangles);
}

function wallsGeometry(): BufferGeometry {
  const [points, edges, triangles]: [number[], number[], number[]] = [[], [], []];
  const [[left, right], [near, far]] = limits.map((each) => each.map((angle) => angle / Math.PI)) as [
    [number, number],
    [number, number],
  ];
  for (const x of [left, right])
    addStrip(points, edges, triangles, (part) => [x, near + part * (far - near)], posts);
  for (const y of [near, far])
    addStrip(points, edges, triangles, (part) => [left + part * (right - left), y], posts);
  return geometryOf(points, edges, triangles);
}

/** Colours from the valleys to the summit. */
const ramps: Readonly<Record<Theme, Readonly<Record<'low' | 'middle' | 'high' | 'ink', string>>>> = {
  light: { low: '#6aa6ff', middle: '#cfe0fb', high: '#fbf7f0', ink: '#26324a' },
  dark: { low: '#2a5fc4', middle: '#22314f', high: '#3a3f4d', ink: '#d5e2ff' },
};

/** A staff with a mark every 10 cm. */
class Scale extends Mesh<BufferGeometry, MeshBasicMaterial> implements Themed {
  constructor() {
    const staff = new BoxGeometry(0.01, tallness, 0.01).translate(0, tallness / 2, 0);
    const marks = Array.from({ length: 11 }, (_, i) =>
      new BoxGeometry(i % 5 ? 0.035 : 0.06, 0.006, 0.006).translate(
        i % 5 ? -0.017 : -0.03,
        (tallness * i) / 10,
        0,
      ),
    );
    super(merged([staff, ...marks]), new MeshBasicMaterial({ fog: false, toneMapped: false }));
    this.position.set(scalePlace[0], 0, scalePlace[1]);
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.axis);
  }
}

export class Relief extends Group implements Themed {
  readonly #walls: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #ground: ShaderMaterial;
  readonly #scale = new Scale();

  constructor(private readonly uniforms: GroundUniforms) {
    super();
    const colour = (): IUniform<Color> => ({ value: new Color() });
    this.#ground = new ShaderMaterial({
      vertexShader: reliefVertex,
      fragmentShader: reliefFragment,
      side: DoubleSide,
      uniforms: {
        ...uniforms,
        ...{
          deep: colour(),
          low: colour(),
          middle: colour(),
          high: colour(),
          ink: colour(),
          wall: colour(),
          page: colour(),
        },
        glow: { value: 0 },
      },
    });
    const wallMaterial = new ShaderMaterial({
      vertexShader: wallVertex,
      fragmentShader: wallFragment,
      side: DoubleSide,
      transparent: true,
      depthWrite: false,
      uniforms: { ...uniforms, wall: this.#ground.uniforms.wall! },
    });
    this.#walls = new Mesh(wallsGeometry(), wallMaterial);
    this.#walls.renderOrder = 3;
    const sides = sidesGeometry();
    // The sides' upper edges are sides, too, and no ground.
    const edge = sides.getAttribute('edge') as BufferAttribute;
    for (let i = 0; i < edge.count; ++i) if (edge.getX(i) === 0) edge.setX(i, 0.25);
    this.add(new Mesh(groundGeometry(), this.#ground), new Mesh(sides, this.#ground), this.#walls);
    // The shader makes the height, of which three.js knows nothing.
    for (const each of this.children) each.frustumCulled = false;
    this.add(this.#scale);
    this.shape([0, 0], false);
  }

  /** Another goal, or walls. */
  shape(goal: Point, walls: boolean): void {
    this.uniforms.goal.value.set(...goal);
    const [[left, right], [near, far]] = limits;
    if (walls) this.uniforms.limits.value.set(left, right, near, far);
    else this.uniforms.limits.value.set(-9, 9, -9, 9);
    this.#walls.visible = walls;
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    const { uniforms } = this.#ground;
    const colours = { ...ramps[theme], deep: palette.goal, wall: palette.warning, page: palette.background };
    for (const [name, colour] of Object.entries(colours)) written(colour, uniforms[name]!.value as Color);
    uniforms.glow!.value = theme === 'dark' ? 0.9 : 0;
  }

  dispose(): void {
    for (const each of this.children as Mesh<BufferGeometry, Material>[]) {
      each.geometry.dispose();
      each.material.dispose();
    }
  }
}
