/** What can be tried: which constraints are on, and what differs from where they start. */
import { unit } from './kinds/frames.ts';
import { kinds, type Settings } from './kinds/index.ts';

export interface Example {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly on: readonly string[];
  readonly other?: Readonly<Record<string, Partial<Settings>>>;
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

/** What it becomes as soon as the reader changes anything. */
export const own: Example = {
  name: 'own',
  title: 'Your own',
  text: 'Any constraint can be combined with any other.',
  on: [],
};

/** The settings of every constraint, in the order of the list. */
export function exampleSettings({ on, other = {} }: Example): Settings[] {
  return kinds.map(({ name, start }) => ({ ...start, on: on.includes(name), weight: 1, ...other[name] }));
}
