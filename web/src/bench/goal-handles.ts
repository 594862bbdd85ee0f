/** Handles for moving and turning the targets of a problem's goals, and the edges of their room. */
import { Quaternion, Vector3 } from 'three';
import type { Quat, Vec3 } from '../describe/description.ts';
import { hasPoint, type Goal } from '../core/goal.ts';
import type { Problem } from '../core/problem.ts';
import { DirectionHandle } from '../three/direction-handle.ts';
import { GoalHandle } from '../three/goal-handle.ts';
import { OrientationHandle } from '../three/orientation-handle.ts';
import type { PointBounds } from '../three/point-handle.ts';
import type { View } from '../three/view.ts';
import { arrow, cube, rings, turns } from './goal-parts.ts';
import type { EdgeHandle } from '../three/edge-handle.ts';

/** The part of a goal that a handle moves: its point, its orientation or an edge of its room. */
export type GoalPart = 'point' | 'turn' | 'room';

/** What a handle is for, in its name. */
export type GoalWhat = 'Goal' | 'Direction' | 'Orientation' | 'Room';

export interface GoalHandlesOptions {
  /** Metres, the basis for the handles' sizes: the reach of an arm, the height of a figure. */
  readonly size: number;
  /** Cubes for points; default true. */
  readonly points?: boolean;
  /** Arrows for directions and rings for orientations; default true. */
  readonly turns?: boolean;
  /** Draws the goals' rooms, with balls for their edges: `goalRooms`; default: not drawn. */
  readonly rooms?: MakeRooms | null;
  /** Allowed region for points; default: anywhere. */
  readonly bounds?: PointBounds;
  /** Names a handle for screen readers; default "Goal of hand". */
  readonly label?: (what: GoalWhat, link: string, goal: Goal) => string;
  /** Called when a handle is grabbed. */
  readonly onStart?: (goal: Goal, part: GoalPart) => void;
  /** Called when it moves, and the goal's target with it. */
  readonly onChange?: (goal: Goal, part: GoalPart) => void;
  /** Called when it is released. */
  readonly onEnd?: (goal: Goal, part: GoalPart) => void;
}

/** Rooms as drawn. */
export interface GoalRooms {
  /** The balls on their edges, in the order of the goals. */
  readonly edges: readonly EdgeHandle[];
  /** Follows goals and tools. */
  update(): void;
  dispose(): void;
}

/** Draws the rooms of goals. `label` is given. */
export type MakeRooms = (
  view: View,
  problem: Problem,
  options: GoalHandlesOptions & Required<Pick<GoalHandlesOptions, 'label'>>,
) => GoalRooms;

/** A handle, and the numbers of its goal's target that it shows. */
interface Part {
  readonly goal: Goal;
  readonly handle: GoalHandle | DirectionHandle | OrientationHandle;
  /** The initial numbers, and the numbers as shown. */
  readonly start: Float64Array;
  readonly shown: Float64Array;
  /** Index of the first of these numbers in the target. */
  readonly first: number;
  readonly show: () => void;
  /** For handles that turn: moves them to their goal's point. */
  readonly move?: (x: number, y: number, z: number) => void;
}

/** Arguments for making a handle. */
interface Making {
  readonly label: string;
  readonly size: number;
  readonly bounds: PointBounds | undefined;
  /** Its current numbers. */
  readonly numbers: () => ArrayLike<number>;
  readonly onStart: () => void;
  readonly onChange: (value: { toArray(): number[] }) => void;
  readonly onEnd: () => void;
}

type Made = Pick<Part, 'handle' | 'show' | 'move'>;

function makeCube(view: View, { numbers, size, bounds, ...rest }: Making): Made {
  const position = () => numbers() as unknown as Vec3;
  const more = bounds && { bounds };
  const handle = new GoalHandle(view, { position: position(), size: cube * size, ...more, ...rest });
  return { handle, show: () => handle.setPosition(...position()) };
}

const nowhere: Vec3 = [0, 0, 0];

function makeArrow(view: View, { numbers, size, ...rest }: Making): Made {
  const direction = () => numbers() as unknown as Vec3;
  const look = { direction: direction(), origin: nowhere, length: arrow * size };
  const handle = new DirectionHandle(view, { ...look, ...rest });
  return {
    handle,
    show: () => handle.setDirection(...direction()),
    move: (x, y, z) => handle.setOrigin(x, y, z),
  };
}

const z = new Vector3(0, 0, 1);
const frame = new Quaternion();

function makeFrameArrow(view: View, { numbers, onChange, ...rest }: Making): Made {
  const direction = () => z.clone().applyQuaternion(frame.fromArray(numbers())).toArray();
  return makeArrow(view, {
    ...rest,
    numbers: direction,
    onChange: (value) => onChange(frame.setFromUnitVectors(z, value as Vector3)),
  });
}

function makeRings(view: View, { numbers, size, ...rest }: Making): Made {
  const orientation = () => numbers() as unknown as Quat;
  const look = { position: nowhere, orientation: orientation(), radius: rings * size };
  const handle = new OrientationHandle(view, { ...look, ...rest });
  return {
    handle,
    show: () => handle.setOrientation(...orientation()),
    move: (x, y, z) => handle.setPosition(x, y, z),
  };
}

/** A part of a goal's target, with the handle that moves it. */
interface Kind {
  readonly part: GoalPart;
  readonly what: GoalWhat;
  /** Index and count of its numbers in the target. */
  readonly first: number;
  readonly count: number;
  readonly make: (view: View, making: Making) => Made;
}

const point: Kind = { part: 'point', what: 'Goal', first: 0, count: 3, make: makeCube };
/** An arrow along z, for a pose whose turns are free: a line, or a plane's normal. */
const frameArrow: Kind = { part: 'turn', what: 'Direction', first: 3, count: 4, make: makeFrameArrow };

function turnOf(goal: Goal): Kind | undefined {
  const turn = turns[goal.type];
  if (!turn) return undefined;
  // A point on a plane or a line turns by z alone; a mere point does not turn.
  if (goal.type === 'pose' && /^(x,y,|z,|)rx,ry,rz$/.test(goal.free.join()))
    return goal.free.length > 3 ? frameArrow : undefined;
  const isDirection = turn.count === 3;
  const [what, make] = isDirection
    ? (['Direction', makeArrow] as const)
    : (['Orientation', makeRings] as const);
  return { part: 'turn', what, ...turn, make };
}

const place = new Vector3();
const named = (what: GoalWhat, link: string): string => `${what} of ${link}`;

/**
 * Handles for all goals of a problem with a target in the world: a cube for a point, an arrow for a
 * direction, rings for an orientation; and their rooms, with a ball for each edge. Dragging writes the goal's target or
 * room; `update` shows what was written by other code.
 */
export class GoalHandles {
  /** The cubes, in the order of the goals that have a point. */
  readonly points: readonly GoalHandle[];
  readonly #problem: Problem;
  readonly #options: GoalHandlesOptions;
  readonly #parts: readonly Part[];
  readonly #rooms: GoalRooms | null;

  constructor(view: View, problem: Problem, options: GoalHandlesOptions) {
    this.#problem = problem;
    this.#options = options;
    const { points: moved = true, turns: turned = true, rooms, label = named } = options;
    this.#parts = problem.goals
      .filter(({ targetLink }) => targetLink === undefined)
      .flatMap((goal) => {
        const kinds = [moved && hasPoint(goal) ? point : undefined, turned ? turnOf(goal) : undefined];
        return kinds.flatMap((kind) => (kind ? [this.#make(view, goal, kind)] : []));
      });
    this.#rooms = rooms?.(view, problem, { ...options, label }) ?? null;
    this.points = this.#parts.flatMap(({ handle }) => (handle instanceof GoalHandle ? [handle] : []));
    this.update();
  }

  /** True while a pointer has one of them. */
  get held(): boolean {
    const all = [...this.#parts.map(({ handle }) => handle), ...this.edges];
    return all.some(({ dragging }) => dragging);
  }

  /**
   * Moves each handle to its goal's current target. A handle that turns is placed at its goal's point, or
   * else at a point that its link should reach, or else at the link.
   */
  update(): void {
    const { goals, model, state } = this.#problem;
    for (const { goal, first, shown, show, move } of this.#parts) {
      // The displayed value is computed through angles. Written back, it would not be bit-equal, and the arm
      // would never rest.
      if (shown.some((each, i) => each !== goal.target[first + i])) {
        shown.set(goal.target.subarray(first, first + shown.length));
        show();
      }
      if (!move) continue;
      const own = goals.find(
        ({ type, link, targetLink }) =>
          link === goal.link && !targetLink && (type === 'pose' || type === 'position'),
      );
      if (own) place.fromArray(own.target);
      else place.fromArray(state.poses, 7 * model.findLink(goal.link));
      move(place.x, place.y, place.z);
    }
    this.#rooms?.update();
  }

  /** Sets other bounds for the points; null: none. A point outside moves in, as if dragged. */
  bound(bounds: PointBounds | null): void {
    for (const each of this.points) each.setBounds(bounds);
  }

  /** From now on the present targets are the initial ones, also for the key Home. @internal */
  keep(): void {
    this.update();
    for (const { goal, start, first } of this.#parts)
      start.set(goal.target.subarray(first, first + start.length));
    for (const each of this.points) each.home.copy(each.position);
    for (const each of this.edges) each.home.x = each.number;
  }

  /** Restores the initial targets and rooms. */
  reset(): void {
    for (const each of this.edges) each.setNumber(each.home.x);
    for (const { goal, first, start } of this.#parts) goal.target.set(start, first);
    this.update();
  }

  dispose(): void {
    for (const { handle } of this.#parts) handle.dispose();
    this.#rooms?.dispose();
  }

  /** The balls on edges of rooms, in the order of the goals. */
  get edges(): GoalRooms['edges'] {
    return this.#rooms?.edges ?? [];
  }

  #make(view: View, goal: Goal, { part, what, first, count, make }: Kind): Part {
    const { bounds, label = named, size } = this.#options;
    const { onStart, onChange, onEnd } = this.#options;
    const numbers = () => goal.target.slice(first, first + count);
    const shown = numbers();
    const made = make(view, {
      label: label(what, goal.link, goal),
      size,
      bounds,
      numbers,
      onStart: () => onStart?.(goal, part),
      onChange: (value) => {
        goal.target.set(value.toArray(), first);
        shown.set(numbers());
        this.update();
        onChange?.(goal, part);
      },
      onEnd: () => onEnd?.(goal, part),
    });
    return { goal, start: shown.slice(), shown, first, ...made };
  }
}
