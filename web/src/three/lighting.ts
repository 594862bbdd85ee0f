import { Color, DirectionalLight, Fog, HemisphereLight, Object3D, type Scene, type Vector3 } from 'three';
import type { Palette } from './theme.ts';
import { fromYUp, type UpAxis } from './up.ts';

/** A sun with soft shadows, a sky, and fog that fades into the background. */
export class Lighting {
  readonly #sky = new HemisphereLight(0xffffff, 0xffffff, 1.9);
  readonly #sun = new DirectionalLight(0xffffff, 2.1);
  readonly #fog = new Fog(0xffffff);
  readonly #background = new Color();
  /** Objects that it adds to a scene. */
  readonly objects: readonly Object3D[] = [this.#sky, this.#sun, this.#sun.target];

  constructor(
    scene: Scene,
    private readonly up: UpAxis,
  ) {
    this.#sky.position.copy(Object3D.DEFAULT_UP).applyQuaternion(fromYUp(up));
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(512, 512);
    this.#sun.shadow.radius = 4;
    scene.background = this.#background;
    scene.fog = this.#fog;
    scene.add(...this.objects);
  }

  setPalette(palette: Palette): void {
    this.#background.set(palette.background);
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
