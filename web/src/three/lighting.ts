import {
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  type MeshStandardMaterial,
  Object3D,
  type Scene,
  type Vector3,
} from 'three';
import type { Palette } from './theme.ts';
import { fromYUp, type UpAxis } from './up.ts';

/** Reflections in the frame of the camera: a grey room, a lamp above, and one on either side. */
const reflections = /* glsl */ `
  vec3 eye = normalize(vViewPosition);
  vec3 mirrored = reflect(-eye, normal);
  float blur = 0.1 + roughnessFactor;
  float above = smoothstep(0.55 - blur, 0.55 + blur, mirrored.y);
  float beside = smoothstep(0.8 - blur, 0.8 + blur, abs(mirrored.x));
  vec3 f0 = mix(vec3(0.04), diffuseColor.rgb, metalnessFactor);
  vec3 gloss = f0 + (max(vec3(1.0 - roughnessFactor), f0) - f0) * pow(1.0 - abs(dot(normal, eye)), 5.0);
  outgoingLight += gloss * (0.3 + 1.1 * above + 0.8 * beside);
  #include <opaque_fragment>
`;

/** Makes a material reflect a studio; three.js's own environments need 6 kB of shaders and a picture. */
export function reflectStudio(material: MeshStandardMaterial): void {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace('#include <opaque_fragment>', reflections);
  };
}

/** A sun with soft shadows, a sky, and fog that fades into the background. */
export class Lighting {
  readonly #sky = new HemisphereLight(0xffffff, 0xffffff, 1.9);
  readonly #sun = new DirectionalLight(0xffffff, 2.1);
  readonly #fog = new Fog(0xffffff);
  readonly #background = new Color();
  /** Objects that it adds to a scene. */
  readonly objects: readonly Object3D[] = [this.#sky, this.#sun, this.#sun.target];

  constructor(
    private readonly scene: Scene,
    private readonly up: UpAxis,
  ) {
    this.#sky.position.copy(Object3D.DEFAULT_UP).applyQuaternion(fromYUp(up));
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(512, 512);
    this.#sun.shadow.radius = 4;
    scene.add(...this.objects);
  }

  setPalette(palette: Palette): void {
    const isClear = palette.background === 'transparent';
    if (!isClear) this.#background.set(palette.background);
    this.scene.background = isClear ? null : this.#background;
    this.scene.fog = isClear ? null : this.#fog;
    this.#fog.color.copy(this.#background);
    this.#sky.color.set(palette.sky);
    this.#sky.groundColor.set(palette.ground);
  }

  /** Sets light and shadow for everything within `radius` (metres) of `target`. */
  fit(target: Vector3, radius: number): void {
    this.#sun.target.position.copy(target);
    const from = this.#sun.position.set(-1.1, 2.3, 1.9).applyQuaternion(fromYUp(this.up));
    from.multiplyScalar(radius).add(target);
    const shadow = this.#sun.shadow;
    const { camera } = shadow;
    camera.top = camera.right = 1.6 * radius;
    camera.bottom = camera.left = -1.6 * radius;
    camera.near = 0.1 * radius;
    camera.far = 7 * radius;
    camera.updateProjectionMatrix();
    shadow.normalBias = 0.006 * radius;
  }

  /** Sets fog for a camera at this distance (metres) from its target. */
  fitFog(distance: number, radius: number): void {
    this.#fog.near = distance + 1.5 * radius;
    this.#fog.far = distance + 7 * radius;
  }

  releaseGpu(): void {
    this.#sun.shadow.map = null;
  }
}
