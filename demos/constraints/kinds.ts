/**
 * The constraints that can be picked, in the order of the list. A new one needs one entry here, and its mark.
 */
import type { GoalDescription, Vec3 } from 'limber';
import { Quaternion, Vector3 } from 'three';
import type { Side } from '../shell/sides.ts';

/** The reader's settings of one constraint. */
export interface Settings {
  readonly on: boolean;
  readonly weight: number;
  /** The point that can be dragged (metres, world). */
  readonly place: Vec3;
  /** The arrow that can be turned (unit vector, world); unused where there is no arrow. */
  readonly direction: Vec3;
  /** Metres, where the constraint has a distance. */
  readonly distance: number;
  /** Whether the tool may be nearer or farther than that distance. */
  readonly side: Side;
}

export interface ConstraintKind {
  /** One word, for addresses. */
  readonly name: 'pose' | 'distance' | 'look' | 'plane' | 'line';
  readonly title: string;
  /** One sentence. */
  readonly text: string;
  readonly start: Pick<Settings, 'place' | 'direction' | 'distance'>;
  /** Names for screen readers; without `direction`, there is no arrow. */
  readonly handles: { readonly place: string; readonly direction?: string };
  readonly hasDistance?: boolean;
  /** The residuals that apply. */
  readonly residuals: readonly ('distance' | 'angle')[];
  readonly goal: (link: string, settings: Settings) => GoalDescription;
  /** The goal's target. */
  readonly target: (settings: Settings) => readonly number[];
  /** Writes the nearest tool position that meets this constraint (metres, world); absent for a pure turn. */
  readonly nearest?: (settings: Settings, tool: Vector3, out: Vector3) => void;
}

const z = new Vector3(0, 0, 1);
const vector = new Vector3();
const turn = new Quaternion();

/** A frame at the point, its z along the arrow, without further turn about it: px py pz qx qy qz qw. */
export const frameOf = ({ place, direction }: Settings): number[] => [
  ...place,
  ...turn.setFromUnitVectors(z, vector.fromArray(direction)).toArray(),
];

const unit = (x: number, y: number, z: number): Vec3 => new Vector3(x, y, z).normalize().toArray();

/** Whether a tool at that distance is allowed there. */
const isFree: Readonly<Record<Side, (away: number, distance: number) => boolean>> = {
  inside: (away, distance) => away <= distance,
  outside: (away, distance) => away >= distance,
  exact: () => false,
};

export const kinds: readonly ConstraintKind[] = [
  {
    name: 'pose',
    title: 'Copy pose',
    text: 'The tool has the target’s position and orientation.',
    start: { place: [0.42, 0.5, 0.42], direction: unit(0.5, -0.8, 0.3), distance: 0 },
    handles: { place: 'Pose', direction: 'Direction of the pose' },
    residuals: ['distance', 'angle'],
    goal: (link) => ({ type: 'pose', link }),
    target: frameOf,
    nearest: ({ place }, _, out) => out.fromArray(place),
  },
  {
    name: 'distance',
    title: 'Distance',
    text: 'The tool stays inside a sphere, outside it, or on it.',
    start: { place: [-0.35, 0.6, 0.25], direction: [0, 1, 0], distance: 0.35 },
    handles: { place: 'Centre of the sphere' },
    hasDistance: true,
    residuals: ['distance'],
    goal: (link, { side }) => ({ type: 'distance', link, side }),
    target: ({ place, distance }) => [...place, distance],
    nearest({ place, distance, side }, tool, out) {
      out.copy(tool).sub(vector.fromArray(place));
      if (isFree[side](out.length(), distance)) out.copy(tool);
      else out.setLength(distance).add(vector);
    },
  },
  {
    name: 'look',
    title: 'Look at',
    text: 'The tool’s axis points at the target, wherever the tool is.',
    start: { place: [0.75, 0.3, 0.55], direction: [0, 1, 0], distance: 0 },
    handles: { place: 'What is looked at' },
    residuals: ['angle'],
    goal: (link) => ({ type: 'lookAt', link, axis: [0, 0, 1] }),
    target: ({ place }) => place,
  },
  {
    name: 'plane',
    title: 'Point on plane',
    text: 'The tool’s tip stays on a plane and slides on it freely.',
    start: { place: [0.55, 0.55, -0.05], direction: unit(-1, 0.25, 0.35), distance: 0 },
    handles: { place: 'Point of the plane', direction: 'Normal of the plane' },
    residuals: ['distance'],
    goal: (link) => ({ type: 'pose', link, free: ['x', 'y', 'rx', 'ry', 'rz'] }),
    target: frameOf,
    nearest({ place, direction }, tool, out) {
      const away = out.fromArray(place).sub(tool).dot(vector.fromArray(direction));
      out.copy(tool).addScaledVector(vector, away);
    },
  },
  {
    name: 'line',
    title: 'Point on line',
    text: 'The tool’s tip stays on a line and slides along it freely.',
    start: { place: [0.1, 0.72, 0.5], direction: unit(1, 0.05, -0.1), distance: 0 },
    handles: { place: 'Point of the line', direction: 'Direction of the line' },
    residuals: ['distance'],
    goal: (link) => ({ type: 'pose', link, free: ['z', 'rx', 'ry', 'rz'] }),
    target: frameOf,
    nearest({ place, direction }, tool, out) {
      const far = out.fromArray(place).sub(tool).dot(vector.fromArray(direction));
      out.fromArray(place).addScaledVector(vector, -far);
    },
  },
];

export interface Example {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly on: readonly ConstraintKind['name'][];
  /** Settings that differ from the constraints' initial ones. */
  readonly other?: Readonly<Partial<Record<ConstraintKind['name'], Partial<Settings>>>>;
}

export const examples: readonly Example[] = [
  {
    name: 'leash',
    title: 'On a leash',
    text: 'The tool may not leave the sphere and looks at a point. Everything else is free.',
    on: ['distance', 'look'],
  },
  {
    name: 'board',
    title: 'Pen on a board',
    text: 'The tip stays on the plane and points at the cube beyond it. Push the base, and the tip slides.',
    on: ['look', 'plane'],
    other: { look: { place: [0.85, 0.5, 0.1] } },
  },
  {
    name: 'rail',
    title: 'Camera on a rail',
    text: 'The tip stays on the line and looks at a point.',
    on: ['look', 'line'],
    other: { look: { place: [0.35, 0.15, 0.95] } },
  },
  {
    name: 'pose',
    title: 'A pose',
    text: 'Six numbers for seven joints. Push the base: the tool stays.',
    on: ['pose'],
  },
  {
    name: 'conflict',
    title: 'A conflict',
    text: 'The tip cannot be on the sphere and in the plane at once. The weights decide where it settles.',
    on: ['distance', 'plane'],
    other: { distance: { side: 'exact', distance: 0.2 }, plane: { direction: unit(-1, 0.1, 0.5) } },
  },
];

/** The example that any change by the reader turns into. */
export const own: Example = {
  name: 'own',
  title: 'Your own',
  text: 'Any constraint can be combined with any other.',
  on: [],
};
