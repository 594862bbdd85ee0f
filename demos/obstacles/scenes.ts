/** Actors and the things in their way. A new scene needs one line in the table. */
import type { ModelDescription, Vec3 } from 'limber';
import { robots, withCapsules, yUp } from 'limber/presets';
import { Box3, Vector3 } from 'three';
import type { OwnFile } from '../robot-files/catalogue.ts';
import { named } from '../views/robots.ts';
import { ShapedFigure } from './body.ts';
import { Robot } from './robot.ts';
import type { Actor } from './world.ts';
import { ball, bowl, box, pillar, shelf, table, type Thing, wall } from '../views/things.ts';

export interface Scene {
  /** Name in the address. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  make(): Actor;
  readonly things: readonly Thing[];
  /** Initially visible box (metres; null: around the actor), and the camera's direction. */
  readonly seen: Box3 | null;
  readonly side: Vec3;
  /** Whether the floor is an obstacle too: a character stands on it. */
  readonly floor: boolean;
  readonly own?: OwnFile;
  /** Greatest overshoot of the shapes beyond the file's meshes (metres); absent: there are no meshes. */
  readonly overshoot?: number;
}

/** A box from two of its corners. */
const seen = (min: Vec3, max: Vec3): Box3 => new Box3(new Vector3(...min), new Vector3(...max));

const { iiwa14, panda, ur5 } = robots;

/** Radii of the capsules (metres). */
const thin = 0.055;
const thick = 0.07;

const oneRobot = (description: ModelDescription, radius: number, start: readonly number[]) => (): Actor =>
  new Robot({ description: yUp(withCapsules(description, radius)), start, tips: ['effector'] });

const ready = [0, -0.785, 0, -2.356, 0, 1.571, 0.785];
const reaching = [0.3 + Math.PI, -1.35, 1.95, -2.17, -1.571, 0];
const bent = [0.3, 0.47, 0, -1.6, 0.3, -0.49, 0];

/** Two robots of one kind, facing each other. */
function facing(description: ModelDescription, away: number): ModelDescription {
  const upright = yUp(withCapsules(description, thick));
  const links = (['left', 'right'] as const).flatMap((side, i) =>
    named(side, upright).links.map((link) =>
      link.parent
        ? link
        : { ...link, origin: placed(link.origin?.rotation, i === 0 ? -away : away, i === 1) },
    ),
  );
  return { name: 'two robots', links };
}

function placed(rotation: readonly number[] = [0, 0, 0, 1], x: number, turned: boolean) {
  const [a, b, c, d] = rotation as [number, number, number, number];
  // Half a turn about the vertical: (0, 1, 0, 0) times the rotation.
  const turn = turned ? ([c, d, -a, -b] as const) : ([a, b, c, d] as const);
  return { position: [x, 0, 0], rotation: turn } as const;
}

export const scenes: readonly Scene[] = [
  {
    name: 'things',
    title: 'A robot among things',
    text: 'Drag the goal behind the pillar, or push the ball against the arm.',
    make: oneRobot(panda, thin, ready),
    things: [
      ball(0.09, [0.42, 0.75, 0.3]),
      pillar(0.05, 0.7, [0.5, 0, -0.25]),
      box([0.16, 0.24, 0.16], [0.45, 0.14, 0.28]),
    ],
    seen: seen([-0.3, -0.05, -0.4], [0.75, 0.95, 0.5]),
    side: [1, 0.45, 0.35],
    floor: true,
  },
  {
    name: 'shelf',
    title: 'Into a shelf',
    text: 'Drag the goal from one board to the other: the arm has to come out first.',
    make: oneRobot(panda, 0.045, ready),
    things: [shelf([0.95, 0, 0], [0.9, 0.95, 0.4], 0.15), ball(0.07, [0.5, 0.82, 0.3])],
    seen: seen([-0.3, 0, -0.5], [1, 1, 0.5]),
    side: [-0.5, 0.45, 1],
    floor: true,
  },
  {
    name: 'window',
    title: 'Through a window',
    text: 'Drag the goal through the wall, or the wall over the arm.',
    make: oneRobot(ur5, 0.05, reaching),
    things: [wall([0.66, 0.42, 0], [1.2, 0.85], [0.42, 0.36])],
    seen: seen([-0.3, 0, -0.6], [0.9, 0.9, 0.6]),
    side: [-0.55, 0.5, 1],
    floor: true,
  },
  {
    name: 'bowl',
    title: 'Into a bowl',
    text: 'Drag the goal into the bowl, which is a mesh of triangles, and through its side.',
    make: oneRobot(panda, 0.045, ready),
    things: [bowl(0.22, [0.52, 0.03, 0])],
    seen: seen([-0.3, -0.05, -0.4], [0.8, 0.95, 0.5]),
    side: [0.6, 0.55, 1],
    floor: true,
  },
  {
    name: 'robots',
    title: 'Two robots',
    text: 'One problem with two goals: neither arm may touch the other.',
    make: () =>
      new Robot({
        description: facing(iiwa14, 0.62),
        start: [...bent, ...bent],
        tips: ['left effector', 'right effector'],
      }),
    things: [ball(0.08, [0, 1.05, 0.15])],
    seen: seen([-0.85, 0, -0.35], [0.85, 1.15, 0.4]),
    side: [0.12, 0.36, 1],
    floor: true,
  },
  {
    name: 'table',
    title: 'A character at a table',
    text: 'Drag the hands under the table, or through the chest: they go around.',
    make: () => new ShapedFigure(),
    things: [table([0, 0, 0.52], [1.1, 0.76, 0.6]), ball(0.1, [-0.3, 1.3, 0.45])],
    seen: seen([-0.65, -0.1, -0.25], [0.65, 1.8, 0.9]),
    side: [0.75, 0.3, 1],
    floor: false,
  },
];
