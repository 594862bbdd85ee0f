import { useFrame } from '@react-three/fiber';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type Group, type Object3D, Vector3 } from 'three';
import { arrow, cube, rings, type Turn, turns } from '../bench/goal-parts.ts';
import { type GoalDescription, pointTypes } from '../core/goal.ts';
import { useSame } from '../react/same.ts';
import { areAtOnePlace, withNumbers } from '../react/set-goals.ts';
import { Arrow } from '../three/direction-handle.ts';
import { GoalMesh } from '../three/goal-handle.ts';
import { Rings } from '../three/orientation-handle.ts';
import type { Theme, Themed } from '../three/theme.ts';
import { aim, roll, shift, useDrag } from './drag.ts';
import { type Rig, type RigGoal, useRig } from './rig.ts';

interface HandleProps {
  /** Called with the whole new target during a drag. */
  readonly onChange?: (target: number[]) => void;
  readonly onDragStart?: () => void;
  readonly onDragEnd?: () => void;
  /** False: nothing to see and to drag. Default true. */
  readonly handle?: boolean;
  /** Edge of the cube in metres; default: a fraction of the arm's reach, or of the character's height. */
  readonly size?: number;
  /** Shown and dragged instead of the default handle, about the target's point. */
  readonly children?: ReactNode;
}

/**
 * Props of `<IKGoal>`: a goal's description, and its handle. `target` is in the arm's frame, or for a
 * character in the world: metres, unit quaternions (x y z w). It is taken whenever its numbers change, so
 * that a goal stays where it was dragged. Default: the link's own place.
 */
export type IKGoalProps = GoalDescription & HandleProps;

/**
 * A goal of the `<IKArm>` or `<IKCharacter>` that it is in, with a handle: a cube for a point, rings for an
 * orientation, an arrow for a direction. The goal is removed when the component is.
 *
 * @throws LimberError as `problem.addGoal`, for an error boundary; `badOption` elsewhere.
 */
export function IKGoal(props: IKGoalProps): ReactNode {
  const { onChange, onDragStart, onDragEnd, handle = true, size, children, ...given } = props;
  const { rig, description, goal, ready, write } = useGoal(given);
  const layout = useMemo(() => layoutOf(description), [description]);
  const object = useRef<Group>(null);
  useFrame(() => {
    if (!rig || !goal.current || !object.current) return;
    place(object.current, layout, goal.current.target, rig.poseOf(description.link));
  });

  const edge = size ?? cube * (rig?.size ?? 1);
  const isArrow = layout.turn?.count === 3;
  const radius = edge * ((isArrow ? arrow : rings) / cube);
  const change = (first: number, numbers: readonly number[]): void => {
    const next = write(first, numbers);
    onChange?.(next);
  };
  const start = (): void => onDragStart?.();
  const end = (): void => onDragEnd?.();
  const moving = useDrag(object, shift, { start, end, move: (to) => change(0, to.position.toArray()) });
  const turning = useDrag(object, isArrow ? aim : roll(radius), {
    start,
    end,
    move: (to) => layout.turn && change(layout.turn.first, numbersOf(layout.turn, to)),
  });

  if (!rig || !ready || !handle) return null;
  const { theme } = rig;
  const custom = children !== undefined;
  return (
    <group ref={object}>
      {custom && <group {...(layout.point ? moving : turning)}>{children}</group>}
      {!custom && layout.point && <Cube edge={edge} theme={theme} {...moving} />}
      {!custom && layout.turn && <Turner isArrow={isArrow} radius={radius} theme={theme} {...turning} />}
    </group>
  );
}

function Cube({ edge, theme, ...drag }: { edge: number; theme: Theme } & object): ReactNode {
  const mesh = useThemed(() => new GoalMesh({ size: edge }), theme, [edge]);
  return <primitive object={mesh} {...drag} />;
}

interface TurnerProps {
  readonly isArrow: boolean;
  /** Metres. */
  readonly radius: number;
  readonly theme: Theme;
}

function Turner({ isArrow, radius, theme, ...drag }: TurnerProps & object): ReactNode {
  const shown = useThemed(() => (isArrow ? new Arrow(radius) : new Rings(radius)), theme, [isArrow, radius]);
  const grip = useMemo(() => {
    // Thicker than what is seen, for fingers. Rays meet it, although it is not drawn.
    const rings = new Rings(radius, 0.1 * radius);
    rings.material.visible = false;
    return rings;
  }, [radius]);
  useEffect(() => () => grip.dispose(), [grip]);
  return (
    <group {...drag}>
      <primitive object={shown} />
      {!isArrow && <primitive object={grip} />}
    </group>
  );
}

/** An object with its theme's colours. three.js makes its buffers again if it is drawn after a disposal. */
function useThemed<T extends Themed & { dispose(): void }>(
  make: () => T,
  theme: Theme,
  facts: readonly unknown[],
): T {
  const object = useMemo(make, facts);
  useMemo(() => object.setTheme(theme), [object, theme]);
  useEffect(() => () => object.dispose(), [object]);
  return object;
}

/** A goal that gave way to one with other parameters. */
interface Removed {
  readonly addGoal: Rig['addGoal'];
  readonly description: GoalDescription;
  readonly target: number[];
}

/** A goal that belongs to a component. */
interface OwnGoal {
  /** Null until both are ready. */
  readonly rig: Rig | null;
  /** The same object as long as the descriptions are equal. */
  readonly description: GoalDescription;
  /** Null until it is added, and after it is removed: read it in frames and events. */
  readonly goal: RefObject<RigGoal | null>;
  /** True while it is added. */
  readonly ready: boolean;
  /** Writes numbers from an index of the target on, and returns the whole target. */
  readonly write: (first: number, numbers: readonly number[]) => number[];
}

/**
 * Adds a goal to the component's rig. Its target is the last of those given or written, also in a rig that is
 * made anew; else the link's place, which stays where other parameters, such as room, change.
 *
 * @throws LimberError as `problem.addGoal`, for an error boundary.
 */
function useGoal(given: GoalDescription): OwnGoal {
  const rig = useRig();
  const { target, ...rest } = useSame(withNumbers(given));
  const description = useSame(rest) as GoalDescription;
  const goal = useRef<RigGoal | null>(null);
  const latest = useRef<ArrayLike<number> | undefined>(undefined);
  const removed = useRef<Removed | null>(null);
  const [ready, setReady] = useState(false);
  const { addGoal, wake } = rig ?? {};

  useEffect(() => {
    if (!target) return;
    latest.current = target;
    goal.current?.write(target);
  }, [target]);
  useEffect(() => {
    if (!addGoal) return undefined;
    const before = removed.current?.addGoal === addGoal ? removed.current : null;
    const stays = before && areAtOnePlace(before.description, description);
    const from = latest.current ?? (stays ? before.target : undefined);
    const made = addGoal({ ...description, ...(from && { target: from }) });
    goal.current = made;
    setReady(true);
    return () => {
      goal.current = null;
      setReady(false);
      removed.current = { addGoal, description, target: made.target };
      made.remove();
    };
  }, [addGoal, description]);
  useEffect(() => {
    wake?.();
    return wake;
  }, [wake, addGoal, description, target]);

  const write = (first: number, numbers: readonly number[]): number[] => {
    const next = goal.current?.target ?? [];
    next.splice(first, numbers.length, ...numbers);
    goal.current?.write(next);
    latest.current = next;
    wake?.();
    return next;
  };
  return { rig, description, goal, ready, write };
}

/** Parts of a target that a handle shows and moves. */
interface GoalLayout {
  /** True if the target begins with a point. */
  readonly point: boolean;
  readonly turn: Turn | null;
}

/** Targets on other links have no handle. */
function layoutOf(goal: GoalDescription): GoalLayout {
  const { type } = goal;
  if ('targetLink' in goal && goal.targetLink !== undefined) return { point: false, turn: null };
  return { point: pointTypes.has(type), turn: turns[type] ?? null };
}

/** Arrows are along their own +Y. */
const along = new Vector3(0, 1, 0);
const direction = new Vector3();

/** Moves a handle to its goal's target; without a point to `pose`, that of the goal's link. */
function place(
  handle: Object3D,
  { point, turn }: GoalLayout,
  target: readonly number[],
  pose: ArrayLike<number>,
): void {
  handle.position.fromArray(point ? target : pose);
  if (turn?.count === 4) handle.quaternion.fromArray(target, turn.first).normalize();
  if (turn?.count === 3)
    handle.quaternion.setFromUnitVectors(along, direction.fromArray(target, turn.first).normalize());
}

/** The numbers of a target for the orientation of its handle. */
function numbersOf({ count }: Turn, { quaternion }: Pick<Object3D, 'quaternion'>): number[] {
  if (count === 4) return quaternion.toArray();
  return direction.copy(along).applyQuaternion(quaternion).toArray();
}
