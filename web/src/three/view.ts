import { type Box3, MathUtils, Object3D, PerspectiveCamera, Scene, type Vector2, Vector3 } from 'three';
import type { Vec3 } from '../describe/description.ts';
import { type Doing, doingOf } from './doing.ts';
import { bad } from '../describe/flatten.ts';
import { checkFramed, checkHost } from './check.ts';
import { Announcer } from './announcer.ts';
import { hiddenText, listen, style, uniqueId } from './dom.ts';
import { Floor } from './floor.ts';
import { distanceFor } from './framing.ts';
import { Lighting } from './lighting.ts';
import { Orbit } from './orbit.ts';
import { applyTheme, boundsOf, releaseGpu, watch } from './scene-tree.ts';
import { Stage, type StageView } from './stage.ts';
import { fromYUp, type UpAxis } from './up.ts';
import { type Palette, pageTheme, paletteOf, palettes, type Theme, type ThemeChoice } from './theme.ts';

/** Options of a view. */
export interface ViewOptions {
  /**
   * Camera's position (metres); default: everything in the view, including the reach of its arms, is visible.
   */
  position?: Vec3;
  /** Point that the camera looks at and orbits about (metres); default the origin. */
  target?: Vec3;
  /**
   * Vertical field of view in degrees; default 45. A view narrower than it is high has this angle
   * horizontally.
   */
  fov?: number;
  /** The reader may orbit the camera (drag, arrow keys, + and −, ctrl + wheel); default true. */
  orbit?: boolean;
  /** Description of the view for screen readers; also names the camera control. */
  label?: string;
  /** The world's axis that points up: 'z' for robots as their files describe them. Default 'y'. */
  up?: UpAxis;
  /** Default true: a pale floor at height 0 with a faint grid, fading into the background. */
  floor?: boolean;
  /** Default `auto`. */
  theme?: ThemeChoice;
}

const orbitHelp =
  'Arrow keys turn the camera, plus and minus zoom, Home returns it. Shift turns in small steps.';

const defaultPosition = (up: UpAxis): Vec3 =>
  new Vector3(1.2, 1.4, 3.6).applyQuaternion(fromYUp(up)).toArray();
const longestStep = 0.1;

/**
 * A scene with a camera, light, soft shadow and floor in `host`, whose CSS must give it a size. World: Y up
 * unless the option `up` says Z, metres, or whatever unit the model is in. Draws only after a call of `invalidate()`, a resize of the host,
 * or when the view scrolls into sight.
 *
 * DOM inside `host`: a canvas (z-index 1) and `overlay` (z-index 3) with the handles; both stay hidden until
 * the first frame, so a picture in the host shows until then. The host gets `data-drawn` with the first
 * frame, and has `data-state`: `moving` while a frame is due, or else `resting`.
 */
export class View implements StageView {
  // Explicit type, because older types of three.js have no type parameters here.
  readonly scene: Scene = new Scene();
  /** Moved by `frame` and by the reader. */
  readonly camera: PerspectiveCamera;
  /** A copy of the picture drawn by the one WebGL context. */
  readonly canvas = document.createElement('canvas');
  /** Handles put their DOM here; takes no pointer events itself. */
  readonly overlay = document.createElement('div');
  /** Resolves with the first frame; never without WebGL. */
  readonly ready: Promise<void>;
  /** The floor at height 0; move it up or down by its position along the axis that points up (metres). */
  readonly floor: Floor | null;
  /**
   * Called before each frame with the seconds since the view's last one (at most 0.1; 1/60 after a rest).
   * Return true to be called in the next frame as well; false lets the view rest until `invalidate()`.
   */
  onFrame: ((dt: number) => boolean) | null = null;

  /** @internal */
  readonly doing: Doing;
  readonly #stage = Stage.shared();
  readonly #context: CanvasRenderingContext2D;
  readonly #orbiter: Orbit;
  readonly #target = new Vector3();
  readonly #announcer = new Announcer();
  readonly #lighting: Lighting;
  readonly #up: UpAxis;
  readonly #drawnListeners: (() => void)[] = [];
  readonly #disposeListeners: (() => void)[] = [];
  readonly #fov: number;
  #choice: ThemeChoice;
  #currentTheme: Theme = 'light';
  #currentPalette: Palette = palettes.light;
  #extent = 1;
  #lastFrame = 0;
  /** False until the camera is aimed; until then it aims at everything. */
  #aimed = false;
  /** True after an object to aim at was added. */
  #stale = true;
  #running = false;
  #drawn = false;
  #disposed = false;
  #namesHost = true;
  #settleReady: () => void = () => {};
  #stopWatching: () => void = () => {};
  #endMoving: (() => void) | null = null;

  constructor(
    readonly host: HTMLElement,
    options: ViewOptions = {},
  ) {
    checkHost(host);
    this.doing = doingOf(host);
    this.#fov = options.fov ?? 45;
    this.#choice = options.theme ?? 'auto';
    this.#up = options.up ?? 'y';
    if (this.#up !== 'y' && this.#up !== 'z') bad('options.up', "'y' or 'z'", this.#up);
    this.#lighting = new Lighting(this.scene, this.#up);
    this.camera = new PerspectiveCamera(this.#fov);
    this.camera.up.applyQuaternion(fromYUp(this.#up));
    this.ready = new Promise((resolve) => (this.#settleReady = resolve));
    this.#context = this.canvas.getContext('2d')!;
    this.canvas.addEventListener('contextrestored', this.invalidate);
    this.#buildDom(options.label ?? 'Arm');
    this.floor = (options.floor ?? true) ? new Floor(this.#up) : null;
    this.#buildScene();
    this.#orbiter = new Orbit(this.camera, this.canvas, this.invalidate, () => (this.#aimed = true));
    this.orbit = options.orbit ?? true;
    if (this.floor) this.#orbiter.controls.maxPolarAngle = MathUtils.degToRad(88);
    this.look(options.position ?? defaultPosition(this.#up), options.target ?? [0, 0, 0]);
    this.#aimed = options.position !== undefined || options.target !== undefined;
    this.#stage.add(this);
    this.pageChanged();
  }

  get theme(): Theme {
    return this.#currentTheme;
  }

  get palette(): Palette {
    return this.#currentPalette;
  }

  /** Names the view for screen readers, and its host unless the page has named it. */
  set label(label: string) {
    if (this.#namesHost) this.host.setAttribute('aria-label', label);
    this.canvas.setAttribute('aria-label', `Camera: ${label}`);
  }

  /** `auto` (the default) follows the page. */
  setTheme(choice: ThemeChoice): void {
    this.#choice = choice;
    this.pageChanged();
  }

  /** Whether the reader may turn the camera. Switch it off while your own code uses the pointer. */
  get orbit(): boolean {
    return this.#orbiter.enabled;
  }
  set orbit(on: boolean) {
    this.#orbiter.enabled = on;
  }

  /** Requests a frame; cheap, call it as often as needed. */
  readonly invalidate = (): void => {
    this.#stage.invalidate(this);
  };

  /** Adds objects to the scene, in this theme's colours. Children added later are drawn too. */
  add(...objects: Object3D[]): this {
    // Adding nothing is an error to three.js.
    for (const object of objects) this.scene.add(object);
    // Before version 163, three.js has no events for added children.
    objects.forEach(this.#entered);
    return this;
  }

  /** Removes objects from the scene and frees their GPU memory until they are added again. */
  remove(...objects: Object3D[]): this {
    this.scene.remove(...objects);
    objects.forEach(releaseGpu);
    this.invalidate();
    return this;
  }

  /**
   * Aims the camera at a box (metres, world), or at an object's current extent including, for an arm, its
   * reach. It keeps the camera's side and fills the view; scales floor, fog, light. A view that is never
   * aimed does this by itself for everything in it.
   */
  frame(what: Box3 | Object3D): void {
    checkFramed(what);
    const box = what instanceof Object3D ? boundsOf([what]) : what;
    this.fit(box, this.camera.position.clone().sub(this.#target).toArray());
  }

  /**
   * Looks at a box (metres, world) from a side, given as a direction from its middle, and from the nearest
   * distance at which all its corners are visible in the view's current shape; scales floor, fog, light.
   */
  fit(box: Box3, side: Vec3): void {
    if (box.isEmpty()) return;
    const { width, height } = this.size;
    const { camera } = this;
    camera.position.fromArray(side).normalize();
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const distance = distanceFor(box, camera, this.#fov, height > 0 ? width / height : 1);
    const centre = box.getCenter(new Vector3());
    const place = camera.position.clone().setLength(distance).add(centre);
    this.look(place.toArray(), centre.toArray());
    this.setExtent(box.getSize(new Vector3()).length() / 2);
  }

  /**
   * Sets the size of the view's content (metres), which determines the floor, fog, shadow and clipping
   * planes. Default: half the distance from the camera to its target.
   */
  setExtent(radius: number): void {
    if (!(radius > 0)) return;
    this.#extent = radius;
    this.floor?.fit(this.#target, radius);
    this.#lighting.fit(this.#target, radius);
    this.invalidate();
  }

  /** Moves the camera (metres) and stores this place for Home. */
  look(position: Vec3, target: Vec3): void {
    this.#orbiter.stop();
    this.camera.position.fromArray(position);
    this.#target.fromArray(target);
    this.camera.lookAt(this.#target);
    this.camera.updateMatrixWorld();
    const distance = this.camera.position.distanceTo(this.#target);
    const { controls } = this.#orbiter;
    controls.target.copy(this.#target);
    controls.minDistance = distance / 3;
    controls.maxDistance = distance * 2;
    controls.update();
    controls.saveState();
    this.#aimed = true;
    this.setExtent(distance / 2);
  }

  /**
   * Moves the camera and the point that it looks at along with something that travels; so do Home, floor and
   * light. `by`: metres.
   */
  shift(by: Vec3): void {
    const { controls } = this.#orbiter;
    for (const point of [
      this.camera.position,
      this.#target,
      controls.target,
      controls.position0,
      controls.target0,
    ])
      point.add(scratch.fromArray(by));
    this.setExtent(this.#extent);
  }

  /** Moves the camera back to its place after `look` or `frame`. */
  resetCamera(): void {
    this.#orbiter.home();
    this.invalidate();
  }

  /**
   * Converts a world point (metres) to CSS pixels from the view's upper left corner; false behind the camera.
   */
  project(point: Vector3, out: Vector2): boolean {
    const { width, height } = this.#stage.sizeOf(this);
    scratch.copy(point).applyMatrix4(this.camera.matrixWorldInverse);
    const ahead = scratch.z < 0;
    scratch.applyMatrix4(this.camera.projectionMatrix);
    out.set(((scratch.x + 1) / 2) * width, ((1 - scratch.y) / 2) * height);
    return ahead;
  }

  /** Width and height in CSS pixels. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#stage.sizeOf(this);
  }

  /** Reads out a short text to screen readers once it has stayed the same for a moment. */
  announce(text: string): void {
    this.#announcer.say(text);
  }

  /** Calls `listener` after each frame; returns a function that removes it. */
  onDrawn(listener: () => void): () => void {
    return listen(this.#drawnListeners, listener);
  }

  /** Calls `listener` when the view is disposed; returns a function that removes it. */
  onDispose(listener: () => void): () => void {
    return listen(this.#disposeListeners, listener);
  }

  /** Removes DOM and listeners, and frees the GPU memory of everything in the scene. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const listener of [...this.#disposeListeners]) listener();
    this.#stage.remove(this);
    this.tellDue(false);
    this.doing.leave();
    this.#orbiter.dispose();
    this.canvas.removeEventListener('contextrestored', this.invalidate);
    this.#announcer.dispose();
    this.#stopWatching();
    this.releaseGpu();
    this.scene.clear();
    this.onFrame = null;
    this.#drawnListeners.length = 0;
    this.canvas.remove();
    this.overlay.remove();
    delete this.host.dataset.drawn;
  }

  /** Called by the stage. */
  drawFrame(now: number): boolean {
    const { width, height } = this.#stage.sizeOf(this);
    if (width === 0 || height === 0) return false;
    const dt = this.#running ? Math.min((now - this.#lastFrame) / 1000, longestStep) : 1 / 60;
    this.#lastFrame = now;
    this.#running = this.onFrame?.(dt) ?? false;
    if (this.#disposed || !this.#stage.canDraw) return false;
    this.#fitCanvas(width, height);
    if (this.#stale && !this.#aimed) this.#aim();
    this.#orbiter.update();
    this.#fitDepth();
    this.floor?.touch(this.scene.children);
    if (!this.#stage.render(this.scene, this.camera, this.#context)) return false;
    if (!this.#drawn) this.#show();
    for (const listener of this.#drawnListeners) listener();
    return this.#running;
  }

  /** Called by the stage when the context is lost. */
  releaseGpu(): void {
    releaseGpu(this.scene);
    this.#lighting.releaseGpu();
  }

  /** Called by the stage when the page's theme or the reader's preference for motion changes. */
  pageChanged(): void {
    this.#currentTheme = this.#choice === 'auto' ? pageTheme() : this.#choice;
    const palette = (this.#currentPalette = paletteOf(this.host, this.#currentTheme));
    this.#lighting.setPalette(palette);
    this.floor?.setPalette(palette);
    this.#orbiter.controls.enableDamping = !this.#stage.reducedMotion;
    applyTheme(this.scene, this.#currentTheme, palette);
    this.invalidate();
  }

  /** Called by the stage. */
  tellDue(due: boolean): void {
    if (due) this.#endMoving ??= this.doing.begin('moving');
    else {
      this.#endMoving?.();
      this.#endMoving = null;
    }
  }

  #buildDom(label: string): void {
    const { host, canvas, overlay } = this;
    if (getComputedStyle(host).position === 'static') host.style.position = 'relative';
    if (!host.hasAttribute('role')) host.setAttribute('role', 'group');
    const layer = { position: 'absolute', inset: '0', width: '100%', height: '100%' };
    style(canvas, { ...layer, display: 'block', visibility: 'hidden', zIndex: '1' });
    style(canvas, { userSelect: 'none', outlineOffset: '-3px' });
    style(overlay, { ...layer, visibility: 'hidden', zIndex: '3', pointerEvents: 'none' });
    overlay.style.overflow = 'clip';
    const help = hiddenText(orbitHelp);
    help.id = uniqueId();
    canvas.setAttribute('aria-roledescription', 'camera');
    canvas.setAttribute('aria-describedby', help.id);
    overlay.append(help);
    overlay.append(this.#announcer.element);
    host.append(canvas, overlay);
    this.#namesHost = !host.hasAttribute('aria-label');
    this.label = label;
  }

  #buildScene(): void {
    if (this.floor) this.scene.add(this.floor);
    this.#stopWatching = watch(this.scene, this.#entered, this.invalidate);
  }

  #fitCanvas(cssWidth: number, cssHeight: number): void {
    const ratio = this.#stage.pixelRatio;
    const width = Math.max(1, Math.round(cssWidth * ratio));
    const height = Math.max(1, Math.round(cssHeight * ratio));
    if (this.canvas.width === width && this.canvas.height === height) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.#stale = true;
    this.camera.aspect = width / height;
    const across = Math.tan(MathUtils.degToRad(this.#fov / 2)) / Math.min(1, this.camera.aspect);
    this.camera.fov = MathUtils.radToDeg(2 * Math.atan(across));
    this.camera.updateProjectionMatrix();
  }

  /** Adapts fog and clipping planes to the camera's distance. */
  #fitDepth(): void {
    const { camera } = this;
    const extent = this.#extent;
    const distance = camera.position.distanceTo(this.#target);
    this.#lighting.fitFog(distance, extent);
    const near = Math.max(0.05 * extent, (distance - 3 * extent) / 2);
    const far = distance + 14 * extent;
    if (camera.near === near && camera.far === far) return;
    camera.near = near;
    camera.far = far;
    camera.updateProjectionMatrix();
  }

  /** Aims at everything in the scene. */
  #aim(): void {
    this.#stale = false;
    const own = [this.floor, ...this.#lighting.objects];
    const box = boundsOf(this.scene.children.filter((each) => !own.includes(each)));
    // The floor hides everything below it.
    const up = this.#up;
    if (this.floor) box.min[up] = Math.max(box.min[up], Math.min(this.floor.position[up], box.max[up]));
    this.fit(box, defaultPosition(up));
    this.#aimed = false;
  }

  readonly #entered = (object: Object3D): void => {
    applyTheme(object, this.#currentTheme, this.#currentPalette);
    this.#stale = true;
    this.invalidate();
  };

  #show(): void {
    this.#drawn = true;
    this.canvas.style.visibility = '';
    this.overlay.style.visibility = '';
    this.host.dataset.drawn = '';
    this.#settleReady();
  }
}

const scratch = new Vector3();
