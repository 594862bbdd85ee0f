import { GoalHandle, View } from 'limber/three';
import {
  Box3,
  BufferGeometry,
  Line,
  LineBasicMaterial,
  type Mesh,
  type Object3D,
  SkeletonHelper,
  Vector3,
} from 'three';
import type { Pin, PolePin, Puppet } from './puppet.ts';

/** Of the figure's height: edge of a handle's cube. */
const cube = 0.038;
const poleCube = 0.026;
/** Opacity of a handle that holds nothing. */
const faint = 0.4;

interface Shown {
  readonly pin: Pin;
  readonly handle: GoalHandle;
}

interface ShownPole {
  readonly pole: PolePin;
  readonly handle: GoalHandle;
  readonly line: Line<BufferGeometry, LineBasicMaterial>;
}

/** What the reader sees: the character, and a handle on each of its pins. */
export class CharacterStage {
  readonly view: View;
  handles: readonly Shown[] = [];
  poles: readonly ShownPole[] = [];
  onTake: ((pin: Pin) => void) | null = null;
  onMove: (() => void) | null = null;
  onLetGo: ((pin: Pin) => void) | null = null;
  private puppet: Puppet | null = null;
  private skeleton: SkeletonHelper | null = null;
  private height = 1;
  private readonly point = new Vector3();

  constructor(host: HTMLElement) {
    this.view = new View(host, { label: 'A character', fov: 34 });
  }

  /** Shows another character. */
  load(puppet: Puppet): void {
    this.clear();
    this.puppet = puppet;
    const { scene } = puppet;
    prepare(scene);
    this.view.add(scene);
    if (!hasMeshes(scene)) {
      this.skeleton = new SkeletonHelper(scene);
      this.view.add(this.skeleton);
    }
    this.frame(scene);
    this.handles = puppet.pins.map((pin) => ({ pin, handle: this.makeHandle(pin) }));
    this.showPoles();
    this.update();
  }

  /** Handles for the poles that the character has now. */
  showPoles(): void {
    this.clearPoles();
    this.poles = this.puppet!.poles.map((pole) => this.makePole(pole));
    if (this.poles.length > 0) this.view.add(...this.poles.map(({ line }) => line));
    this.update();
  }

  /** Brings handles to where their points are; one that is dragged is where the reader has it. */
  update(): void {
    for (const { pin, handle } of this.handles) {
      const isDragged = this.puppet!.isDragged(pin);
      if (!isDragged) handle.setPosition(...pin.effector.target.toArray());
      handle.object.material.opacity = pin.held ? 1 : faint;
    }
    for (const { pole, handle, line } of this.poles) {
      if (!handle.dragging) handle.setPosition(...pole.pole.target.toArray());
      handle.object.material.color.set(this.view.palette.direction);
      handle.object.material.emissive.set(this.view.palette.direction);
      line.material.color.set(this.view.palette.direction);
      line.geometry.setFromPoints([pole.pole.position(this.point), handle.position]);
    }
    // A helper reads the bones' matrices, which the renderer makes after it.
    if (this.skeleton) this.puppet!.scene.updateMatrixWorld(true);
  }

  private makeHandle(pin: Pin): GoalHandle {
    const { target } = pin.effector;
    const handle: GoalHandle = new GoalHandle(this.view, {
      position: target.toArray(),
      size: cube * this.height,
      step: 0.012 * this.height,
      label: pin.label,
      onStart: () => this.onTake?.(pin),
      onChange: ({ x, y, z }) => {
        // Home and Escape move it without taking hold.
        if (!this.puppet!.isDragged(pin)) this.onTake?.(pin);
        pin.effector.target.set(x, y, z);
        this.onMove?.();
      },
      onEnd: () => this.onLetGo?.(pin),
    });
    return seeThrough(handle);
  }

  private makePole(pole: PolePin): ShownPole {
    const { target } = pole.pole;
    const handle: GoalHandle = new GoalHandle(this.view, {
      position: target.toArray(),
      size: poleCube * this.height,
      step: 0.012 * this.height,
      label: `Pole of the ${pole.label.toLowerCase()}`,
      onChange: ({ x, y, z }) => {
        target.set(x, y, z);
        this.onMove?.();
      },
    });
    const line = new Line(
      new BufferGeometry(),
      new LineBasicMaterial({ depthTest: false, transparent: true }),
    );
    line.frustumCulled = false;
    return { pole, handle: seeThrough(handle), line };
  }

  /** Aims the camera a little from the side, with room for raised arms; the floor goes under the feet. */
  private frame(scene: Object3D): void {
    const box = boxOf(scene);
    const size = box.getSize(new Vector3());
    this.height = Math.max(size.x, size.y, size.z, 1e-6);
    if (this.view.floor) this.view.floor.position.y = box.min.y;
    const centre = box.getCenter(new Vector3());
    const radius = 0.62 * this.height;
    const away = new Vector3(0.42, 0.16, 1).setLength((1.05 * radius) / Math.sin((17 * Math.PI) / 180));
    this.view.look(away.add(centre).toArray(), centre.toArray());
    this.view.setExtent(radius);
  }

  private clear(): void {
    for (const { handle } of this.handles) handle.dispose();
    this.clearPoles();
    if (this.puppet) this.view.remove(this.puppet.scene);
    if (this.skeleton) this.view.remove(this.skeleton);
    this.skeleton?.dispose();
    this.skeleton = null;
  }

  private clearPoles(): void {
    for (const { handle, line } of this.poles) {
      handle.dispose();
      this.view.remove(line);
      line.geometry.dispose();
      line.material.dispose();
    }
    this.poles = [];
  }
}

/** A handle inside the body is seen through it, and throws no shadow. */
function seeThrough(handle: GoalHandle): GoalHandle {
  const { object } = handle;
  object.castShadow = false;
  object.renderOrder = 1;
  object.material.depthTest = false;
  object.material.transparent = true;
  return handle;
}

const hasMeshes = (scene: Object3D): boolean => {
  let found = false;
  scene.traverse((node) => (found ||= (node as Partial<Mesh>).isMesh === true));
  return found;
};

/** Skinned meshes go where their bones go, which their own boxes do not know. */
function prepare(scene: Object3D): void {
  scene.traverse((node) => {
    if (!(node as Partial<Mesh>).isMesh) return;
    node.frustumCulled = false;
    node.castShadow = true;
  });
}

/** Around the meshes as they are now, or around the bones where there are none. */
function boxOf(scene: Object3D): Box3 {
  scene.updateMatrixWorld(true);
  const box = new Box3().setFromObject(scene, true);
  if (!box.isEmpty() && box.getSize(new Vector3()).length() > 0) return box;
  scene.traverse((node) => box.expandByPoint(node.getWorldPosition(new Vector3())));
  return box;
}
