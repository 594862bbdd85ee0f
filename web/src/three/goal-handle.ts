import { Mesh, MeshStandardMaterial, Plane, type Ray, Vector3 } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { Vec3 } from '../description.ts';
import { checkView } from './check.ts';
import { Handle, type HandleOptions } from './handle.ts';
import { type Palette, palettes, type Theme, type Themed } from './theme.ts';
import type { View } from './view.ts';

/** Bounds of a goal point (metres, world); a missing or undefined number does not bound. */
export interface PointBounds {
  /** Least x, y, z. */
  min?: readonly [x?: number | undefined, y?: number | undefined, z?: number | undefined];
  /** Greatest x, y, z. */
  max?: readonly [x?: number | undefined, y?: number | undefined, z?: number | undefined];
}

/** Options of a `GoalHandle`. */
export interface GoalHandleOptions extends HandleOptions {
  /** Initial position, and that of the Home key (metres, world). */
  position: Vec3;
  /** Edge of the cube in metres. */
  size: number;
  /** Metres per key press; default `size` / 4. With Shift a fifth. */
  step?: number;
  /** Where it may go; default: anywhere. */
  bounds?: PointBounds;
}

const defaultHelp =
  'Drag it, or use the arrow keys; Page Up and Page Down move it away from and towards you. ' +
  'Shift moves in small steps, Escape goes back, Home returns it to the start.';

/**
 * A goal point to drag: a cube in the scene and over it a focusable control for mouse, touch, pen and keyboard. Arrow keys
 * move it in the camera's plane, PageUp and PageDown away from and towards the camera, Shift in small steps, Escape back to
 * where the drag or the focus began, Home to the first point.
 */
export class GoalHandle extends Handle<GoalMesh> {
  /** Metres, world. Write through `setPosition`. */
  readonly position = this.value;
  private readonly plane = new Plane();
  private readonly direction = new Vector3();
  private readonly stepLength: number;
  private bounds: PointBounds | null;

  constructor(view: View, options: GoalHandleOptions) {
    super(checkView(view), new GoalMesh(options.size), options);
    this.bounds = options.bounds ?? null;
    this.stepLength = options.step ?? options.size / 4;
    this.home.fromArray(options.position);
    this.setPosition(...options.position);
    this.show(this.position, options.size, {
      label: options.label ?? 'Goal',
      roleDescription: 'draggable point',
      help: options.help ?? defaultHelp,
    });
  }

  /** Moves it without calling `onChange`; kept inside the bounds. */
  setPosition(x: number, y: number, z: number): void {
    this.position.set(x, y, z);
    this.confine();
    this.place();
  }

  /** Changes the bounds; a point outside moves to the nearest inside and `onChange` is called. */
  setBounds(bounds: PointBounds | null): void {
    this.change(() => (this.bounds = bounds));
  }

  /** Moves the point in the plane through it that faces the camera. */
  protected drag(sight: Ray): void {
    const { camera } = this.view;
    camera.getWorldDirection(this.direction);
    this.plane.setFromNormalAndCoplanarPoint(this.direction, this.position);
    if (sight.intersectPlane(this.plane, this.direction)) {
      this.position.copy(this.direction);
    } else {
      // The point is behind the camera: bring it in front, at the depth of what the camera looks
      // at.
      sight.at(camera.position.distanceTo(this.home), this.position);
    }
  }

  protected step(right: number, up: number, away: number, fine: boolean): void {
    const length = fine ? this.stepLength / 5 : this.stepLength;
    const { matrixWorld } = this.view.camera;
    this.position.addScaledVector(this.direction.setFromMatrixColumn(matrixWorld, 0), right * length);
    this.position.addScaledVector(this.direction.setFromMatrixColumn(matrixWorld, 1), up * length);
    this.position.addScaledVector(this.direction.setFromMatrixColumn(matrixWorld, 2), -away * length);
  }

  protected place(): void {
    this.object.position.copy(this.position);
    this.view.invalidate();
  }

  protected override confine(): void {
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

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.material.color.set(palette.goal);
    // Some light of its own keeps the accent's hue on the side away from the light.
    this.material.emissive.set(palette.goal);
    this.material.emissiveIntensity = 0.25;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
