/** Ghosts of an arm's other poses; a click takes one. */
import { Ghost } from 'limber/bench';
import type { View } from 'limber/three';
import { Raycaster, Vector2, type Object3D } from 'three';
import type { Pose, Poses } from './poses.ts';

/** Opacity of a ghost: usually, outside limits, and under the pointer. */
const opacity = { usual: 0.24, outside: 0.1, lit: 0.75 } as const;
/** Greatest movement during a click (pixels). */
const steady = 4;
/** Distance below which surfaces count as coincident, relative to the robot's size. */
const touching = 2e-3;
/** More would be a cloud. */
const mostGhosts = 32;

export class Ghosts {
  readonly all: Ghost[] = [];
  /** Poses of the ghosts. */
  drawn: readonly Pose[] = [];
  /** Name of the pose that is pointed at. */
  lit: string | null = null;
  readonly #raycaster = new Raycaster();
  readonly #leave = new AbortController();

  /** `onPoint`: the pointer is on a ghost, or has left it; `onTake`: it was clicked. */
  constructor(
    private readonly view: View,
    private readonly arm: Poses,
    private readonly look: 'auto' | 'always',
    onPoint: (name: string | null) => void,
    onTake: (pose: Pose) => void,
  ) {
    const { canvas } = view;
    const { signal } = this.#leave;
    let down = { x: 0, y: 0 };
    const point = (pose: Pose | null): void => {
      canvas.style.cursor = pose && arm.allows(pose) ? 'pointer' : 'grab';
      onPoint(pose?.name ?? null);
    };
    canvas.addEventListener('pointermove', (event) => event.buttons === 0 && point(this.#at(event)), {
      signal,
    });
    canvas.addEventListener('pointerleave', () => point(null), { signal });
    canvas.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => (down = { x, y }), { signal });
    const click = (event: MouseEvent): void => {
      const pose = this.#at(event);
      // Otherwise it was a turn of the camera.
      const isClick = Math.hypot(event.clientX - down.x, event.clientY - down.y) <= steady;
      if (isClick && pose && arm.allows(pose)) onTake(pose);
    };
    canvas.addEventListener('click', click, { signal });
  }

  /** Draws the poses but for the arm's own. `now`: present poses of the links. */
  update(now: Float64Array, showsAll: boolean): void {
    const { all, arm, lit, view } = this;
    const { own } = arm;
    // A pose that differs only by turns of links about themselves would merely tint the arm.
    const others = arm.all.filter((each) => each.name === lit || (showsAll && !standsAt(each.poses, now)));
    this.drawn = others.filter((each) => each !== own || arm.moving).slice(0, mostGhosts);
    while (all.length < this.drawn.length) {
      const ghost = new Ghost(arm.model, this.look);
      all.push(ghost);
      view.add(ghost);
    }
    all.forEach((ghost, i) => this.#draw(ghost, this.drawn[i], now));
  }

  dispose(): void {
    this.#leave.abort();
    this.view.canvas.style.cursor = '';
    for (const ghost of this.all) {
      this.view.remove(ghost);
      ghost.dispose();
    }
  }

  #draw(ghost: Ghost, pose: Pose | undefined, now: Float64Array): void {
    ghost.visible = pose !== undefined;
    if (!pose) return;
    ghost.update(pose.poses);
    const isAllowed = this.arm.allows(pose);
    const isLit = pose.name === this.lit;
    const share = isLit ? opacity.lit : isAllowed ? opacity.usual : opacity.outside;
    ghost.tint(isAllowed ? 'direction' : 'axis', this.lit && !isLit ? 0.5 * share : share);
    // Links that coincide with the arm's own, such as the base, are not drawn twice.
    ghost.children.forEach((frame, i) => (frame.visible = !isSame(now, pose.poses, 7 * i)));
  }

  /** Pose of the front ghost at a point of the window. */
  #at({ clientX, clientY }: MouseEvent): Pose | null {
    const { camera, canvas } = this.view;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const place = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    this.#raycaster.setFromCamera(place, camera);
    const seen = this.all.filter(({ visible }) => visible);
    const hits = this.#raycaster.intersectObjects(seen).filter(({ object }) => object.parent!.visible);
    // Where several coincide, rounding decides which one the ray meets first: prefer the one that is lit.
    const nearest = hits.filter(({ distance }) => distance < hits[0]!.distance + touching * this.arm.size);
    const poses = nearest.map(({ object }) => this.drawn[seen.findIndex((ghost) => isIn(ghost, object))]);
    return (
      poses.find((each) => each?.name === this.lit) ?? this.drawn.find((each) => poses.includes(each)) ?? null
    );
  }
}

function isIn(whole: Object3D, part: Object3D): boolean {
  for (let at: Object3D | null = part; at; at = at.parent) if (at === whole) return true;
  return false;
}

const isNear = (a: number, b: number | undefined): boolean => Math.abs(a - (b ?? NaN)) < 1e-6;

/** Whether all links have the same positions, whatever their orientations. */
const standsAt = (poses: Float64Array, now: Float64Array): boolean =>
  now.every((each, i) => i % 7 > 2 || isNear(each, poses[i]));

/** Whether a link has the same pose; `first`: index of its numbers. */
const isSame = (a: Float64Array, b: Float64Array, first: number): boolean =>
  a.subarray(first, first + 7).every((each, i) => isNear(each, b[first + i]));
