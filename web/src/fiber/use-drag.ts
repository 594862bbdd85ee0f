import { type ThreeEvent, useThree } from '@react-three/fiber';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { Object3D, Quaternion, Vector3 } from 'three';
import type { DragWay, Grip } from './drag-ways.ts';

type Handler = (event: ThreeEvent<PointerEvent>) => void;

/** Handlers for the dragged object, or for a part of it. */
export interface Drag {
  readonly onPointerDown: Handler;
  readonly onPointerMove: Handler;
  readonly onPointerOver: Handler;
  readonly onPointerOut: Handler;
}

export interface DragActions {
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

/**
 * Handlers that drag an object. The canvas's default controls rest during a drag, and a touch does not scroll
 * the page.
 */
export function useDrag(object: RefObject<Object3D | null>, way: DragWay, actions: DragActions): Drag {
  const canvas = useThree((state) => state.gl.domElement);
  const controls = useThree((state) => state.controls) as unknown as Controls;
  const latest = useRef({ actions, controls, way });
  useEffect(() => void (latest.current = { actions, controls, way }));
  const held = useRef<Held | null>(null);

  useEffect(() => {
    const end = (event?: Event): void => {
      const { current } = held;
      if (!current || (event instanceof PointerEvent && event.pointerId !== current.pointer)) return;
      held.current = null;
      current.letGo();
      latest.current.actions.end();
    };
    const touched = (event: Event): void => {
      if (held.current) event.preventDefault();
    };
    for (const name of ends) window.addEventListener(name, end);
    canvas.addEventListener('touchmove', touched, { passive: false });
    return () => {
      for (const name of ends) window.removeEventListener(name, end);
      canvas.removeEventListener('touchmove', touched);
      canvas.style.cursor = '';
      end();
    };
  }, [canvas]);

  return useMemo(() => {
    const grab: Handler = ({ point, pointerId, target }) => {
      const position = object.current!.getWorldPosition(new Vector3());
      const orientation = object.current!.getWorldQuaternion(new Quaternion());
      (target as Element).setPointerCapture(pointerId);
      const letGo = pause(latest.current.controls);
      held.current = { pointer: pointerId, point: point.clone(), position, orientation, letGo };
      latest.current.actions.start();
    };
    const follow: Handler = ({ ray, camera }) => {
      const grip = held.current!;
      const { way, actions } = latest.current;
      to.position.copy(grip.position);
      to.quaternion.copy(grip.orientation);
      if (!way(ray, camera, grip, to)) return;
      const parent = object.current!.parent!;
      parent.worldToLocal(to.position);
      to.quaternion.premultiply(parent.getWorldQuaternion(frame).invert()).normalize();
      actions.move(to);
    };
    return {
      onPointerDown: (event) => {
        if (event.button !== 0 || held.current || !object.current?.parent) return;
        event.stopPropagation();
        grab(event);
      },
      onPointerMove: (event) => {
        if (event.pointerId !== held.current?.pointer || !object.current?.parent) return;
        event.stopPropagation();
        follow(event);
      },
      onPointerOver: () => void (canvas.style.cursor = 'grab'),
      onPointerOut: () => void (canvas.style.cursor = ''),
    };
  }, [object, canvas]);
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
