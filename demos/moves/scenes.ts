/** Lines on surfaces to begin with. A new one needs one line. */
import { lines, type LineKind } from './lines.ts';
import { surfaces, type SurfaceKind } from './surface.ts';

export interface Scene {
  /** Name in the address. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly line: LineKind;
  readonly surface: SurfaceKind;
  /** Centre of the box (metres); empty: no obstacle. */
  readonly box: readonly number[];
}

const named = <T extends { readonly name: string }>(table: readonly T[], which: string): T =>
  table.find(({ name }) => name === which)!;

const scene = (
  name: string,
  title: string,
  text: string,
  [line, surface]: readonly [line: string, surface: string],
  box: readonly number[] = [],
): Scene => ({ name, title, text, line: named(lines, line), surface: named(surfaces, surface), box });

// prettier-ignore
export const scenes: readonly Scene[] = [
  scene(
    'box', 'Past a box', 'Seven joints get past the box, six do not: pick the UR5 to see where it ends.',
    ['letter', 'table'], [0.35, 0.35, -0.17],
  ),
  scene('ball', 'On a ball', 'The pen stands upright on the ball all the way round.', ['spiral', 'ball']),
  scene('corners', 'Corners', 'At each corner the arm has to stop: its speed falls to zero.', ['zigzag', 'desk']),
  scene(
    'upright', 'Upright', 'Here the Panda comes to limits of its joints; the iiwa and the UR5 do not.',
    ['circle', 'wall'],
  ),
];

/** Centre of the box where a scene has none (metres). */
export const usualBox: readonly number[] = scenes[0]!.box;
