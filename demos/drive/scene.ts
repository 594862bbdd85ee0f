/** The arm that is led, in its view: the handle at its tool, and the mat. */
import type { Bench } from 'limber/bench';
import { GoalHandle } from 'limber/three';
import { Mesh, MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import type { Scenery } from '../shell/exhibition.ts';
import { box } from '../../web/src/three/parts.ts';
import { themed } from '../views/looks.ts';
import { Scenery as Things } from '../views/scenery.ts';
import { mat, matSize } from './arm.ts';
import { Driver } from './driver.ts';

const up = new Vector3(0, 1, 0);
const ahead = new Vector3();

export class DriveScene implements Scenery {
  readonly driver: Driver;
  readonly handle: GoalHandle;
  readonly #things: Things;
  readonly #listening = new AbortController();
  readonly #place = new Vector3();

  /** `onHand`: the reader leads it. */
  constructor(
    private readonly bench: Bench,
    private readonly onHand: () => void,
  ) {
    const { problem, view } = bench;
    this.driver = new Driver(problem, () => this.#eye(), window);
    this.#things = new Things(view);
    this.#things.show(makeMat());
    this.driver.tool(this.#place);
    this.handle = new GoalHandle(view, {
      ...{ label: 'Hand', position: this.#place.toArray(), size: 0.022, step: 0.01 },
      // Over the table: up and down have keys and buttons.
      normal: up.toArray(),
      onStart: () => this.#take(!this.handle.dragging),
      onChange: (place) => {
        // Escape and Home move it without taking it.
        if (!this.driver.isHeld) this.#take(true);
        this.driver.handle.copy(place);
        this.#tell();
      },
      onEnd: () => {
        this.driver.letGo();
        this.#tell();
      },
    });
    const { signal } = this.#listening;
    // Keys that the driver has taken; it has heard of them before.
    const onKey = (event: Event): void => void (event.defaultPrevented && this.#tell());
    window.addEventListener('keydown', onKey, { signal });
    window.addEventListener('gamepadconnected', () => this.#tell(), { signal });
  }

  #take(arrives: boolean): void {
    this.driver.handle.copy(this.handle.position);
    this.driver.take(arrives);
  }

  #tell(): void {
    this.driver.wake();
    this.onHand();
  }

  /** The view's turn about the vertical: W is away from the eye, and not into the table. */
  #eye(): Quaternion {
    this.bench.view.camera.getWorldDirection(ahead);
    return eye.setFromAxisAngle(up, Math.atan2(-ahead.x, -ahead.z));
  }

  /** The bench's own frames have nothing to do. */
  halt(): void {
    this.bench.arm.player.halt();
  }

  update(): void {
    if (this.driver.isHeld) return;
    this.driver.tool(this.#place);
    this.handle.setPosition(...this.#place.toArray());
  }

  dispose(): void {
    this.#listening.abort();
    this.driver.dispose();
    this.handle.dispose();
    this.#things.show();
  }
}

const eye = new Quaternion();

function makeMat(): Mesh {
  const material = new MeshStandardMaterial({ roughness: 0.9 });
  const mesh = new Mesh(box(matSize, 0.003, matSize, 0.3), material);
  mesh.position.set(mat[0], 0.0005, mat[2]);
  mesh.receiveShadow = true;
  return themed(mesh, ({ obstacle }) => material.color.set(obstacle));
}
