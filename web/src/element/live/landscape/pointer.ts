/** The pointer on the picture: a press on the ground drops the balls there, and a ball under it is followed. */
import { Raycaster, Vector2 } from 'three';
import type { View } from '../../../three/view.ts';
import type { Pose } from './ground.ts';
import type { Picture } from './picture.ts';

/** Pixels from a ball within which a pointer means it. */
const near = 20;

export interface PointerActions {
  /** Where the balls start now. */
  start(): Pose;
  move(start: Pose): void;
  drop(): void;
  /** Follows the ball of this index. */
  follow(ball: number): void;
}

export function takePointer(
  view: View,
  picture: Picture,
  signal: AbortSignal,
  actions: PointerActions,
): void {
  /** The pointer that has pressed the ground, and where the balls started before. */
  let held: { readonly id: number; readonly before: Pose } | null = null;

  const poseUnder = (): Pose | null => {
    const { width, height } = view.size;
    cursor.set((pixel.x / width) * 2 - 1, 1 - (pixel.y / height) * 2);
    caster.setFromCamera(cursor, view.camera);
    return picture.poseUnder(caster.ray);
  };

  const press = (event: PointerEvent): void => {
    if (event.target !== view.canvas || event.button !== 0 || held) return;
    const pose = poseUnder();
    if (!pose) return;
    // The camera stays.
    event.stopPropagation();
    held = { id: event.pointerId, before: actions.start() };
    view.canvas.setPointerCapture(event.pointerId);
    actions.move(pose);
  };

  const move = (event: PointerEvent): void => {
    if (held?.id === event.pointerId) {
      const pose = poseUnder();
      if (pose) actions.move(pose);
    } else if (event.buttons === 0) {
      const ball = picture.ballAt(pixel.x, pixel.y, near);
      if (ball >= 0) actions.follow(ball);
    }
  };

  const release = (event: PointerEvent): void => {
    if (held?.id !== event.pointerId) return;
    // A swipe scrolls the page.
    if (event.type === 'pointercancel') actions.move(held.before);
    held = null;
    actions.drop();
  };

  const listeners = { pointerdown: press, pointermove: move, pointerup: release, pointercancel: release };
  for (const [type, listener] of Object.entries(listeners))
    view.host.addEventListener(
      type,
      (event) => {
        const { clientX, clientY } = event as PointerEvent;
        const box = view.canvas.getBoundingClientRect();
        pixel.set(clientX - box.left, clientY - box.top);
        listener(event as PointerEvent);
      },
      { capture: true, signal },
    );
}

const caster = new Raycaster();
const cursor = new Vector2();
const pixel = new Vector2();
