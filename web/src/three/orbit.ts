import { MathUtils, Object3D, type PerspectiveCamera, Quaternion, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

const keyTurn = MathUtils.degToRad(6);
const keyZoom = 0.92;
/**
 * Damping ends when a frame moves the camera by less than this fraction of its distance: well under a pixel.
 */
const still = 1e-4;

/**
 * Three.js's orbit controls without scrolling: the wheel and vertical swipes scroll the page. Ctrl + wheel
 * (which a pinch on a touchpad sends as well) and the keys + and − zoom, arrow keys turn, Home returns.
 */
export class Orbit {
  readonly controls: OrbitControls;
  readonly #before = new Vector3();
  /** Camera's place when the reader grabbed it. */
  readonly #taken = new Vector3();
  readonly #place = new Spherical();
  readonly #toY = new Quaternion();

  constructor(
    private readonly camera: PerspectiveCamera,
    private readonly canvas: HTMLCanvasElement,
    private readonly onChange: () => void,
    /** Called when the reader grabs the camera. */
    private readonly onTaken: () => void,
  ) {
    const controls = new OrbitControls(camera, canvas);
    this.controls = controls;
    controls.enableZoom = false;
    controls.enablePan = false;
    controls.rotateSpeed = 0.7;
    controls.dampingFactor = 0.18;
    controls.addEventListener('change', onChange);
    controls.addEventListener('start', this.#onStart);
    controls.addEventListener('end', this.#onEnd);
    canvas.addEventListener('wheel', this.#onWheel, { passive: false });
    canvas.addEventListener('keydown', this.#onKeyDown);
    canvas.addEventListener('pointercancel', this.#onCancel);
  }

  get enabled(): boolean {
    return this.controls.enabled;
  }
  set enabled(on: boolean) {
    const { canvas, controls } = this;
    if (!on) this.stop();
    controls.enabled = on;
    canvas.style.touchAction = on ? 'pan-y' : '';
    canvas.style.cursor = on ? 'grab' : '';
    if (on) canvas.tabIndex = 0;
    else canvas.removeAttribute('tabindex');
    canvas.setAttribute('role', on ? 'application' : 'presentation');
    if (on) canvas.removeAttribute('aria-hidden');
    else canvas.setAttribute('aria-hidden', 'true');
  }

  /** Moves the camera by one frame; requests another one by `onChange` while it still moves. */
  update(): void {
    const { position } = this.camera;
    this.#before.copy(position);
    this.controls.update();
    const moved = this.#before.distanceTo(position);
    if (moved > 0 && moved < still * this.controls.getDistance()) this.stop();
  }

  /** Returns to the saved place. */
  home(): void {
    this.stop();
    this.controls.reset();
  }

  /** Stops the damping. */
  stop(): void {
    const { enableDamping } = this.controls;
    this.controls.enableDamping = false;
    this.controls.update();
    this.controls.enableDamping = enableDamping;
  }

  dispose(): void {
    this.controls.dispose();
    this.canvas.removeEventListener('wheel', this.#onWheel);
    this.canvas.removeEventListener('keydown', this.#onKeyDown);
    this.canvas.removeEventListener('pointercancel', this.#onCancel);
  }

  readonly #onStart = (): void => {
    this.canvas.style.cursor = 'grabbing';
    this.#taken.copy(this.camera.position);
    this.onTaken();
    this.onChange();
  };

  readonly #onEnd = (): void => {
    if (this.enabled) this.canvas.style.cursor = 'grab';
  };

  /** The swipe scrolls the page, so the camera returns to where it was. */
  readonly #onCancel = (): void => {
    if (!this.enabled) return;
    this.stop();
    this.camera.position.copy(this.#taken);
    this.controls.update();
    this.onChange();
  };

  readonly #onWheel = (event: WheelEvent): void => {
    if (!this.enabled || !event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    this.#move(0, 0, Math.exp(-0.002 * MathUtils.clamp(event.deltaY, -120, 120)));
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (!this.enabled || event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = event.shiftKey ? keyTurn / 5 : keyTurn;
    if (event.key === 'ArrowLeft') this.#move(turn, 0, 1);
    else if (event.key === 'ArrowRight') this.#move(-turn, 0, 1);
    else if (event.key === 'ArrowUp') this.#move(0, turn, 1);
    else if (event.key === 'ArrowDown') this.#move(0, -turn, 1);
    else if (event.key === '+' || event.key === '=') this.#move(0, 0, 1 / keyZoom);
    else if (event.key === '-') this.#move(0, 0, keyZoom);
    else if (event.key === 'Home') this.home();
    else return;
    event.preventDefault();
  };

  /**
   * Turns about the target, in radians, and zooms in by a factor above 1, within the limits of the control.
   * Its own methods for this are newer than the oldest supported three.js.
   */
  #move(left: number, up: number, nearer: number): void {
    const { target, minPolarAngle, maxPolarAngle, minDistance, maxDistance } = this.controls;
    const { position } = this.camera;
    this.#toY.setFromUnitVectors(this.camera.up, Object3D.DEFAULT_UP);
    const place = this.#place.setFromVector3(position.sub(target).applyQuaternion(this.#toY));
    place.theta -= left;
    place.phi = MathUtils.clamp(place.phi - up, minPolarAngle, maxPolarAngle);
    place.radius = MathUtils.clamp(place.radius / nearer, minDistance, maxDistance);
    position.setFromSpherical(place.makeSafe()).applyQuaternion(this.#toY.invert()).add(target);
    this.controls.update();
    this.onTaken();
    this.onChange();
  }
}
