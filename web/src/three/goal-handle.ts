import { Mesh, MeshStandardMaterial, Plane, Raycaster, Vector2, Vector3 } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { Vec3 } from '../description.ts';
import { DragControl, type DragDelegate } from './drag-control.ts';
import { palettes, type Theme, type Themed } from './theme.ts';
import type { View } from './view.ts';

/** Bounds of a goal point (metres, world); a missing or undefined number does not bound. */
export interface PointBounds {
  min?: readonly [x?: number | undefined, y?: number | undefined, z?: number | undefined];
  max?: readonly [x?: number | undefined, y?: number | undefined, z?: number | undefined];
}

export interface GoalHandleOptions {
  /** Where it is first and where Home brings it (metres, world). */
  position: Vec3;
  /** Edge of the cube in metres. */
  size: number;
  /** Metres a key press moves it; default `size` / 4. Shift: a fifth of it. */
  step?: number;
  /** Name for screen readers; default "Goal". */
  label?: string;
  /** How to use it; default tells the keys. */
  help?: string;
  bounds?: PointBounds;
  /** The person took hold of it (pointer or first key). */
  onStart?: () => void;
  /** The person moved it; `position` is the handle's own vector (metres, world). */
  onChange?: (position: Vector3) => void;
  /** The person let go, or the drag was cancelled. */
  onEnd?: () => void;
}

const defaultHelp =
  'Drag it, or use the arrow keys; Page Up and Page Down move it away from and towards you. ' +
  'Shift moves in small steps, Escape goes back, Home returns it to the start.';

/**
 * A goal point that people drag: a cube in the scene and over it a focusable control for mouse,
 * touch, pen and keyboard. Arrow keys move it in the camera's plane, PageUp and PageDown away from
 * and towards the camera, Shift in small steps, Escape back to where the drag or the focus began,
 * Home to the first point.
 */
export class GoalHandle {
  /** Metres, world. Write through `setPosition`. */
  readonly position = new Vector3();
  /** Where Home brings it (metres, world). */
  readonly home = new Vector3();
  /** The cube, in the view's scene. */
  readonly object: GoalMesh;
  private readonly control: DragControl;
  private readonly remembered = new Vector3();
  private readonly before = new Vector3();
  private readonly plane = new Plane();
  private readonly direction = new Vector3();
  private readonly raycaster = new Raycaster();
  private readonly cursor = new Vector2();
  private readonly stepLength: number;
  private bounds: PointBounds | null;

  constructor(
    readonly view: View,
    private readonly options: GoalHandleOptions,
  ) {
    this.bounds = options.bounds ?? null;
    this.stepLength = options.step ?? options.size / 4;
    this.object = new GoalMesh(options.size);
    this.home.fromArray(options.position);
    this.setPosition(...options.position);
    this.remembered.copy(this.position);
    view.add(this.object);
    this.control = new DragControl(view, this.delegate(), {
      label: options.label ?? 'Goal',
      roleDescription: 'draggable point',
      help: options.help ?? defaultHelp,
    });
  }

  /** The focusable control. */
  get element(): HTMLElement {
    return this.control.element;
  }

  /** True while a pointer holds it. */
  get dragging(): boolean {
    return this.control.dragging;
  }

  /** Moves it without calling `onChange`; kept inside the bounds. */
  setPosition(x: number, y: number, z: number): void {
    this.position.set(x, y, z);
    this.confine();
    this.object.position.copy(this.position);
    this.view.invalidate();
  }

  /** Changes the bounds; a point outside moves to the nearest inside and `onChange` is called. */
  setBounds(bounds: PointBounds | null): void {
    this.bounds = bounds;
    this.before.copy(this.position);
    this.changed();
  }

  /** Shows or hides cube and control. */
  get visible(): boolean {
    return this.object.visible;
  }
  set visible(on: boolean) {
    this.object.visible = on;
    this.control.visible = on;
    this.view.invalidate();
  }

  /** Reads a short text once it has settled: "reached", "2.1 cm away, elbow at its limit". */
  announce(text: string): void {
    this.view.announce(text);
  }

  dispose(): void {
    this.control.dispose();
    this.view.remove(this.object);
    this.object.geometry.dispose();
    this.object.material.dispose();
  }

  private delegate(): DragDelegate {
    return {
      anchor: this.position,
      size: this.options.size,
      start: () => this.options.onStart?.(),
      end: () => this.options.onEnd?.(),
      remember: () => this.remembered.copy(this.position),
      restore: () => this.moveTo(this.remembered),
      home: () => this.moveTo(this.home),
      dragTo: (x, y) => this.dragTo(x, y),
      step: (right, up, away, fine) => this.step(right, up, away, fine),
    };
  }

  /** Moves the point in the plane through it that faces the camera. */
  private dragTo(x: number, y: number): void {
    const { camera, size } = this.view;
    this.before.copy(this.position);
    camera.getWorldDirection(this.direction);
    this.plane.setFromNormalAndCoplanarPoint(this.direction, this.position);
    this.cursor.set((x / size.width) * 2 - 1, 1 - (y / size.height) * 2);
    this.raycaster.setFromCamera(this.cursor, camera);
    if (this.raycaster.ray.intersectPlane(this.plane, this.direction)) {
      this.position.copy(this.direction);
    } else {
      // The point is behind the camera: bring it in front, at the depth of what the camera looks
      // at.
      this.raycaster.ray.at(camera.position.distanceTo(this.home), this.position);
    }
    this.changed();
  }

  private step(right: number, up: number, away: number, fine: boolean): void {
    const length = fine ? this.stepLength / 5 : this.stepLength;
    const { matrixWorld } = this.view.camera;
    this.before.copy(this.position);
    this.position.addScaledVector(this.direction.setFromMatrixColumn(matrixWorld, 0), right * length);
    this.position.addScaledVector(this.direction.setFromMatrixColumn(matrixWorld, 1), up * length);
    this.position.addScaledVector(this.direction.setFromMatrixColumn(matrixWorld, 2), -away * length);
    this.changed();
  }

  private moveTo(point: Vector3): void {
    this.before.copy(this.position);
    this.position.copy(point);
    this.changed();
  }

  private changed(): void {
    this.confine();
    if (this.position.equals(this.before)) return;
    this.object.position.copy(this.position);
    this.options.onChange?.(this.position);
    this.view.invalidate();
  }

  private confine(): void {
    if (!this.bounds) return;
    const { min, max } = this.bounds;
    const { position } = this;
    for (let i = 0; i < 3; ++i) {
      const low = min?.[i] ?? -Infinity;
      const high = max?.[i] ?? Infinity;
      position.setComponent(i, Math.min(Math.max(position.getComponent(i), low), high));
    }
  }
}

/** The cube, in the one accent colour. */
class GoalMesh extends Mesh<RoundedBoxGeometry, MeshStandardMaterial> implements Themed {
  constructor(size: number) {
    super(
      new RoundedBoxGeometry(size, size, size, 3, size * 0.09),
      new MeshStandardMaterial({ roughness: 0.45 }),
    );
    this.name = 'goal';
    this.castShadow = true;
  }

  setTheme(theme: Theme): void {
    this.material.color.set(palettes[theme].goal);
    // Some light of its own keeps the accent's hue on the side away from the light.
    this.material.emissive.set(palettes[theme].goal);
    this.material.emissiveIntensity = 0.25;
  }
}
