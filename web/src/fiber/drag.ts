import { type ThreeEvent, useThree } from '@react-three/fiber';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { type Camera, Object3D, Quaternion, type Ray, Vector3 } from 'three';
import { dragPoint, dragTurn } from '../three/sight.ts';

/** Where something was grabbed. All in the world: metres. */
interface Grip {
  /** The grabbed point. */
  readonly point: Vector3;
  /** The object's place at that moment. */
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

/**
 * Writes where a line of sight takes an object that stands as it was grabbed. The grabbed point goes along in
 * the plane that faces the camera. False: nowhere.
 */
type DragWay = (sight: Ray, camera: Camera, grip: Grip, object: Object3D) => boolean;

const point = new Vector3();
const arm = new Vector3();
const turn = new Quaternion();

/** Moves it by the way of the grabbed point. */
export const shift: DragWay = (sight, camera, grip, { position }) => {
  if (!dragPoint(sight, camera, grip.point, null, point)) return false;
  position.add(point).sub(grip.point);
  return true;
};

/** Turns it like a ball of `radius` metres. */
export const roll =
  (radius: number): DragWay =>
  (sight, camera, grip, { quaternion }) => {
    if (!dragTurn(sight, camera, grip.point, radius, turn)) return false;
    quaternion.premultiply(turn);
    return true;
  };

/** Turns it about its place, so that it points at the grabbed point as before. */
export const aim: DragWay = (sight, camera, grip, { position, quaternion }) => {
  if (!dragPoint(sight, camera, grip.point, null, point)) return false;
  arm.subVectors(grip.point, position).normalize();
  quaternion.premultiply(turn.setFromUnitVectors(arm, point.sub(position).normalize()));
  return true;
};

type Handler = (event: ThreeEvent<PointerEvent>) => void;

/** Handlers for the dragged object, or for a part of it. */
interface Drag {
  readonly onPointerDown: Handler;
  readonly onPointerMove: Handler;
  readonly onPointerOver: Handler;
  readonly onPointerOut: Handler;
}

interface DragActions {
  readonly start: () => void;
  /** `to`: the new place in the frame of the object's parent, metres; reused. */
  readonly move: (to: Object3D) => void;
  readonly end: () => void;
}

/** A drag by a pointer. */
interface Held extends Grip {
  readonly pointer: number;
  readonly letGo: () => void;
}

type Controls = { enabled: boolean } | null;

/** What the handlers need, as of the last rendering. */
interface Latest {
  readonly actions: DragActions;
  readonly controls: Controls;
  readonly way: DragWay;
}

/** A drag of an object: grabbed, followed, released. */
class Dragging {
  held: Held | null = null;

  constructor(
    private readonly object: RefObject<Object3D | null>,
    private readonly latest: RefObject<Latest>,
  ) {}

  grab({ point, pointerId, target }: ThreeEvent<PointerEvent>): void {
    const object = this.object.current!;
    const position = object.getWorldPosition(new Vector3());
    const orientation = object.getWorldQuaternion(new Quaternion());
    (target as Element).setPointerCapture(pointerId);
    const letGo = pause(this.latest.current.controls);
    this.held = { pointer: pointerId, point: point.clone(), position, orientation, letGo };
    this.latest.current.actions.start();
  }

  follow({ ray, camera }: ThreeEvent<PointerEvent>): void {
    const grip = this.held!;
    const { way, actions } = this.latest.current;
    to.position.copy(grip.position);
    to.quaternion.copy(grip.orientation);
    if (!way(ray, camera, grip, to)) return;
    const parent = this.object.current!.parent!;
    parent.worldToLocal(to.position);
    to.quaternion.premultiply(parent.getWorldQuaternion(frame).invert()).normalize();
    actions.move(to);
  }

  end(event?: Event): void {
    const { held } = this;
    if (!held || (event instanceof PointerEvent && event.pointerId !== held.pointer)) return;
    this.held = null;
    held.letGo();
    this.latest.current.actions.end();
  }
}

/** Ends a drag wherever its pointer is released; while it lasts a touch does not scroll. */
function listen(canvas: HTMLCanvasElement, drag: Dragging): () => void {
  const end = (event?: Event): void => drag.end(event);
  const touched = (event: Event): void => {
    if (drag.held) event.preventDefault();
  };
  for (const name of ends) window.addEventListener(name, end);
  canvas.addEventListener('touchmove', touched, { passive: false });
  return () => {
    for (const name of ends) window.removeEventListener(name, end);
    canvas.removeEventListener('touchmove', touched);
    canvas.style.cursor = '';
    end();
  };
}

/**
 * Handlers that drag an object. The canvas's default controls rest during a drag, and a touch does not scroll
 * the page.
 */
export function useDrag(object: RefObject<Object3D | null>, way: DragWay, actions: DragActions): Drag {
  const canvas = useThree((state) => state.gl.domElement);
  const controls = useThree((state) => state.controls) as unknown as Controls;
  const latest = useRef<Latest>({ actions, controls, way });
  useEffect(() => void (latest.current = { actions, controls, way }));
  const drag = useMemo(() => new Dragging(object, latest), [object]);
  useEffect(() => listen(canvas, drag), [canvas, drag]);
  return useMemo(
    () => ({
      onPointerDown: (event) => {
        if (event.button !== 0 || drag.held || !object.current?.parent) return;
        event.stopPropagation();
        drag.grab(event);
      },
      onPointerMove: (event) => {
        if (event.pointerId !== drag.held?.pointer || !object.current?.parent) return;
        event.stopPropagation();
        drag.follow(event);
      },
      onPointerOver: () => void (canvas.style.cursor = 'grab'),
      onPointerOut: () => void (canvas.style.cursor = ''),
    }),
    [object, canvas, drag],
  );
}

const ends = ['pointerup', 'pointercancel', 'blur'];
const to = new Object3D();
const frame = new Quaternion();

/** Switches controls off; returns a function that gives them back as they were. */
function pause(controls: Controls): () => void {
  if (!controls) return () => {};
  const { enabled } = controls;
  controls.enabled = false;
  return () => void (controls.enabled = enabled);
}
