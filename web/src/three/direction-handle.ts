import {
  CylinderGeometry,
  Group,
  MathUtils,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  Raycaster,
  Sphere,
  Vector2,
  Vector3,
} from 'three';
import type { Vec3 } from '../description.ts';
import { unitVector } from './joint-motions.ts';
import { DragControl, type DragDelegate } from './drag-control.ts';
import { cone } from './parts.ts';
import { palettes, type Theme, type Themed } from './theme.ts';
import type { View } from './view.ts';

export interface DirectionHandleOptions {
  /** Where it points first and where Home brings it (world; any length but zero). */
  direction: Vec3;
  /** Foot of the arrow (metres, world). */
  origin: Vec3;
  /** Length of the arrow in metres. */
  length: number;
  /** Degrees a key press turns it; default 5, with Shift a fifth. */
  step?: number;
  /** Name for screen readers; default "Direction". */
  label?: string;
  help?: string;
  onStart?: () => void;
  /** The person turned it; `direction` is the handle's own unit vector (world). */
  onChange?: (direction: Vector3) => void;
  onEnd?: () => void;
}

const defaultHelp =
  'Drag the arrow’s tip, or turn it with the arrow keys; Page Up and Page Down turn it away from and ' +
  'towards you. Shift turns in small steps, Escape goes back, Home returns it to the start.';

/**
 * A direction that people turn: an arrow whose tip is dragged on a sphere or turned by the arrow
 * keys (PageUp and PageDown: away from and towards the camera).
 */
export class DirectionHandle {
  /** Unit vector, world. Write through `setDirection`. */
  readonly direction = new Vector3();
  /** Where Home brings it: a unit vector, world. */
  readonly home = new Vector3();
  /** The arrow, in the view's scene. */
  readonly object: Arrow;
  private readonly control: DragControl;
  private readonly tip = new Vector3();
  private readonly remembered = new Vector3();
  private readonly before = new Vector3();
  private readonly sphere = new Sphere();
  private readonly raycaster = new Raycaster();
  private readonly cursor = new Vector2();
  private readonly scratch = new Vector3();
  private readonly towards = new Vector3();
  private readonly turn = new Quaternion();
  /** The drag goes on over the half of the sphere that faces away from the camera. */
  private behind = false;

  constructor(
    readonly view: View,
    private readonly options: DirectionHandleOptions,
  ) {
    this.object = new Arrow(options.length);
    this.home.copy(unitVector(options.direction, [0, -1, 0]));
    this.sphere.radius = options.length;
    this.sphere.center.fromArray(options.origin);
    this.setDirection(...this.home.toArray());
    this.remembered.copy(this.direction);
    view.add(this.object);
    this.control = new DragControl(view, this.delegate(), {
      label: options.label ?? 'Direction',
      roleDescription: 'draggable direction',
      help: options.help ?? defaultHelp,
    });
  }

  /** The focusable control at the arrow's tip. */
  get element(): HTMLElement {
    return this.control.element;
  }

  /** True while a pointer holds it. */
  get dragging(): boolean {
    return this.control.dragging;
  }

  /** Turns it without calling `onChange`; zero is ignored. */
  setDirection(x: number, y: number, z: number): void {
    this.scratch.set(x, y, z);
    if (!(this.scratch.lengthSq() > 0)) return;
    this.direction.copy(this.scratch).normalize();
    this.place();
  }

  /** Moves the foot (metres, world): call it with a goal's position to have the arrow follow it. */
  setOrigin(x: number, y: number, z: number): void {
    this.sphere.center.set(x, y, z);
    this.place();
  }

  /** Shows or hides arrow and control. */
  get visible(): boolean {
    return this.object.visible;
  }
  set visible(on: boolean) {
    this.object.visible = on;
    this.control.visible = on;
    this.view.invalidate();
  }

  /** Reads a short text once it has settled. */
  announce(text: string): void {
    this.view.announce(text);
  }

  dispose(): void {
    this.control.dispose();
    this.view.remove(this.object);
    this.object.dispose();
  }

  private delegate(): DragDelegate {
    return {
      anchor: this.tip,
      size: this.options.length * 0.3,
      start: () => {
        this.scratch.subVectors(this.view.camera.position, this.tip);
        this.behind = this.scratch.dot(this.direction) < 0;
        this.options.onStart?.();
      },
      end: () => this.options.onEnd?.(),
      remember: () => this.remembered.copy(this.direction),
      restore: () => this.turnTo(this.remembered),
      home: () => this.turnTo(this.home),
      dragTo: (x, y) => this.dragTo(x, y),
      step: (right, up, away, fine) => this.step(right, up, away, fine),
    };
  }

  /**
   * Brings the tip to where the line of sight meets the sphere, or to the sphere's outline beside
   * it.
   */
  private dragTo(x: number, y: number): void {
    const { camera, size } = this.view;
    const { ray } = this.raycaster;
    const { center, radius } = this.sphere;
    this.cursor.set((x / size.width) * 2 - 1, 1 - (y / size.height) * 2);
    this.raycaster.setFromCamera(this.cursor, camera);
    this.before.copy(this.direction);
    const middle = this.scratch.subVectors(center, ray.origin).dot(ray.direction);
    ray.at(middle, this.scratch).sub(center);
    const left = radius * radius - this.scratch.lengthSq();
    if (left > 0) {
      const half = Math.sqrt(left);
      this.scratch.addScaledVector(ray.direction, this.behind ? half : -half);
    } else {
      this.toOutline();
    }
    this.direction.copy(this.scratch).normalize();
    this.changed();
  }

  /**
   * Brings a point beside the sphere (`scratch`, from its centre) to the outline that the camera
   * sees.
   */
  private toOutline(): void {
    // From here the tip comes round to the near side.
    this.behind = false;
    const { center, radius } = this.sphere;
    const toCamera = this.towards.subVectors(this.view.camera.position, center);
    const sine = Math.min(1, radius / toCamera.length());
    toCamera.normalize();
    this.scratch.addScaledVector(toCamera, -this.scratch.dot(toCamera));
    this.scratch.setLength(Math.sqrt(1 - sine * sine)).addScaledVector(toCamera, sine);
  }

  /** Turns the tip towards the camera's right, top or far side, and stops where it points there. */
  private step(right: number, up: number, away: number, fine: boolean): void {
    const { matrixWorld } = this.view.camera;
    const column = right ? 0 : up ? 1 : 2;
    const towards = this.towards.setFromMatrixColumn(matrixWorld, column);
    towards.multiplyScalar(right || up || -away);
    const axis = this.scratch.crossVectors(this.direction, towards);
    const left = Math.atan2(axis.length(), this.direction.dot(towards));
    if (left < 1e-9) return;
    // From the opposite every way round is as short.
    if (axis.lengthSq() < 1e-12) axis.setFromMatrixColumn(matrixWorld, (column + 1) % 3);
    const degrees = (this.options.step ?? 5) / (fine ? 5 : 1);
    this.turn.setFromAxisAngle(axis.normalize(), Math.min(MathUtils.degToRad(degrees), left));
    this.before.copy(this.direction);
    this.direction.applyQuaternion(this.turn).normalize();
    this.changed();
  }

  private turnTo(direction: Vector3): void {
    this.before.copy(this.direction);
    this.direction.copy(direction);
    this.changed();
  }

  private changed(): void {
    if (this.direction.equals(this.before)) return;
    this.place();
    this.options.onChange?.(this.direction);
  }

  private place(): void {
    this.tip.copy(this.sphere.center).addScaledVector(this.direction, this.sphere.radius);
    this.object.position.copy(this.sphere.center);
    this.object.quaternion.setFromUnitVectors(unitY, this.direction);
    this.view.invalidate();
  }
}

const unitY = new Vector3(0, 1, 0);

/** Along its own +Y. */
class Arrow extends Group implements Themed {
  private readonly material = new MeshStandardMaterial({ roughness: 0.45, emissiveIntensity: 0.25 });
  private readonly shaft: Mesh;
  private readonly head: Mesh;

  constructor(length: number) {
    super();
    this.name = 'direction';
    const shaft = new CylinderGeometry(length * 0.025, length * 0.025, length * 0.75, 16);
    shaft.translate(0, length * 0.375, 0);
    const head = cone(length * 0.09, length * 0.28);
    head.translate(0, length * 0.72, 0);
    this.shaft = new Mesh(shaft, this.material);
    this.head = new Mesh(head, this.material);
    this.shaft.castShadow = this.head.castShadow = true;
    this.add(this.shaft, this.head);
  }

  setTheme(theme: Theme): void {
    this.material.color.set(palettes[theme].direction);
    this.material.emissive.set(palettes[theme].direction);
  }

  dispose(): void {
    this.shaft.geometry.dispose();
    this.head.geometry.dispose();
    this.material.dispose();
  }
}
