/** A scene in its view: the handles, and what stands there. */
import type { Bench } from 'limber/bench';
import { GoalHandle } from 'limber/three';
import { Quaternion, Vector3 } from 'three';
import type { Scenery } from '../shell/exhibition.ts';
import { Scenery as Things } from '../views/scenery.ts';
import { Driver } from './driver.ts';
import type { Guide } from './guide.ts';
import { Inputs } from './inputs.ts';
import type { Scene } from './led.ts';

/** Size of handles that keys do not lead, by that of the one that they do. */
const others = 0.65;
const up = new Vector3(0, 1, 0);
const ahead = new Vector3();

export class DriveScene implements Scenery {
  readonly driver: Driver;
  /** In the order of the driver's guides. */
  readonly handles: readonly GoalHandle[];
  readonly #things: Things;
  readonly #listening = new AbortController();
  readonly #place = new Vector3();

  /** `onHand`: the reader leads it. `onChoice`: another handle was taken, or has the focus. */
  constructor(
    private readonly bench: Bench,
    scene: Scene,
    private readonly onHand: () => void,
    onChoice: (guide: Guide) => void,
  ) {
    const { problem, view } = bench;
    this.driver = new Driver(problem, scene, new Inputs(window), () => this.#eye());
    this.#things = new Things(view);
    this.#things.show(...(scene.scenery?.() ?? []));
    this.handles = this.driver.guides.map((guide) => this.#makeHandle(guide, onChoice));
    const { signal } = this.#listening;
    // Keys that the driver has taken; it has heard of them before.
    const onKey = (event: Event): void => void (event.defaultPrevented && this.#tell());
    window.addEventListener('keydown', onKey, { signal });
    window.addEventListener('gamepadconnected', () => this.#tell(), { signal });
  }

  #makeHandle(guide: Guide, onChoice: (guide: Guide) => void): GoalHandle {
    const { driver } = this;
    const { size, isFlat } = driver.scene;
    const take = (arrives: boolean): void => {
      guide.handle.copy(handle.position);
      driver.take(arrives, guide);
      onChoice(guide);
    };
    const handle = new GoalHandle(this.bench.view, {
      ...{ label: guide.led.title, position: guide.tool(this.#place).toArray(), size, step: size / 2 },
      // Over the table: up and down have keys and buttons.
      ...(isFlat ? { normal: up.toArray() } : { seeThrough: true }),
      onStart: () => take(!handle.dragging),
      onChange: (place) => {
        // Escape and Home move it without taking it.
        if (!guide.isHeld) take(true);
        guide.handle.copy(place);
        this.#tell();
      },
      onEnd: () => {
        guide.letGo();
        this.#tell();
      },
    });
    handle.element.addEventListener('focus', () => onChoice(guide));
    return handle;
  }

  #tell(): void {
    // A drag that ends with the scene: its problem is gone.
    if (this.#listening.signal.aborted) return;
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

  /** A frame of a headset, whose hands need no handles. */
  see(frame: XRFrame, space: XRReferenceSpace, time: number): void {
    if (!this.driver.inputs.isInRoom) this.#showHandles(false);
    this.driver.inputs.see(frame, space, time);
  }

  leaveRoom(): void {
    this.driver.inputs.leaveRoom();
    this.#showHandles(true);
    this.#tell();
  }

  #showHandles(on: boolean): void {
    for (const handle of this.handles) handle.visible = on;
  }

  update(): void {
    const { chosen, guides } = this.driver;
    guides.forEach((guide, i) => {
      const handle = this.handles[i]!;
      handle.object.scale.setScalar(guide === chosen ? 1 : others);
      if (!guide.isHeld) handle.setPosition(...guide.tool(this.#place).toArray());
    });
  }

  dispose(): void {
    this.#listening.abort();
    this.driver.dispose();
    for (const handle of this.handles) handle.dispose();
    this.#things.show();
  }
}

const eye = new Quaternion();
