import {
  BackSide,
  BoxGeometry,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  PMREMGenerator,
  Scene,
  type Texture,
  type Vector3,
  type WebGLRenderer,
} from 'three';
import type { Palette } from './theme.ts';
import { fromYUp, type UpAxis } from './up.ts';

/** Boxes seen from inside: brightness, width, height, depth, and x, y, z of the middle. */
const studio = [
  [0.35, 20, 12, 20, 0, 2, 0],
  [3.5, 9, 0.1, 7, 1, 7.5, 2],
  [7, 0.1, 6, 4, -9.5, 3, 3],
  [3, 0.1, 7, 1.5, 9.5, 2, -1],
  [2, 5, 2, 0.1, 2, 3, -9.5],
] as const;

/** Surroundings for metal to reflect: a grey room with lamps. */
export function makeEnvironment(renderer: WebGLRenderer): Texture {
  const room = new Scene();
  const box = new BoxGeometry();
  for (const [brightness, width, height, depth, x, y, z] of studio) {
    const mesh = new Mesh(box, new MeshBasicMaterial({ side: BackSide }));
    mesh.material.color.setScalar(brightness);
    mesh.scale.set(width, height, depth);
    mesh.position.set(x, y, z);
    room.add(mesh);
  }
  return new PMREMGenerator(renderer).fromScene(room, 0.02).texture;
}

/** A sun with soft shadows, a sky, and fog that fades into the background. */
export class Lighting {
  readonly #sky = new HemisphereLight(0xffffff, 0xffffff, 0.75);
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
