// The two trees of Buss and Kim's experiments with their targets, from the public BussIK program, in its
// units.
import type { LinkDescription, ModelDescription, Vec3 } from 'limber';

export interface BussTree {
  readonly name: string;
  readonly description: ModelDescription;
  readonly effectors: readonly string[];
  /** Damping λ of DLS that the program's authors found best. */
  readonly lambda: number;
  /** Places of the program's targets at a time, one per effector. */
  targets(time: number): Vec3[];
}

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
/** A unit axis neither parallel nor perpendicular to the others. */
const W: Vec3 = [Math.sqrt(14) / 8, 1 / 8, 7 / 8];

/** A hinge, or an effector if it has no axis; `at` is its world position at zero angles. */
interface Node {
  readonly at: Vec3;
  readonly axis?: Vec3;
  readonly children: readonly Node[];
}

function hinge(at: Vec3, axis: Vec3, ...children: Node[]): Node {
  return { at, axis, children };
}

function effector(at: Vec3): Node {
  return { at, children: [] };
}

/** Links depth first, in the model's order; names contain their index. */
function describe(name: string, root: Node): { description: ModelDescription; effectors: string[] } {
  const links: LinkDescription[] = [];
  const effectors: string[] = [];
  const add = ({ at, axis, children }: Node, parent: string | null, from: Vec3): void => {
    const link = axis ? `hinge ${links.length}` : `effector ${effectors.length}`;
    const position: Vec3 = [at[0] - from[0], at[1] - from[1], at[2] - from[2]];
    links.push({
      name: link,
      parent,
      origin: { position },
      ...(axis ? { joint: { type: 'continuous', axis } } : {}),
    });
    if (!axis) effectors.push(link);
    for (const child of children) add(child, link, at);
  };
  add(root, null, [0, 0, 0]);
  return { description: { name, links }, effectors };
}

const y = describe(
  'Y',
  hinge(
    [0, -0.5, 0],
    Z,
    hinge([0, 0.4, 0], Z, hinge([0.5, 1, 0], X, hinge([0.7, 1.3, 0], W, effector([0.7, 2, 0])))),
    hinge([0, 0.4, 0], Z, hinge([-0.5, 1, 0], X, hinge([-0.8, 1.5, 0], W, effector([-0.8, 1.9, 0])))),
  ),
);

/** A finger of the double Y: three equal bones from its fork along one direction. */
function finger(fork: Vec3, [dx, dy]: readonly [number, number]): Node {
  const at = (bones: number): Vec3 => [fork[0] + bones * dx, fork[1] + bones * dy, 0];
  return hinge(fork, X, hinge(at(1), Z, hinge(at(2), X, hinge(at(2), Y, effector(at(3))))));
}

/** Two fingers, each with its own rotation about Y, on a limb that leans to one side by 45°. */
function limb(side: 1 | -1, flatFirst: boolean): Node {
  const lean = 0.5 * Math.SQRT1_2;
  const fork: Vec3 = [side * lean, -0.5 + lean, 0];
  const across = (side * Math.sqrt(3)) / 4;
  const flat = hinge(fork, Y, finger(fork, [across, 0.25]));
  const steep = hinge(fork, Y, finger(fork, [across, Math.abs(across)]));
  return hinge([0, -0.5, 0], Z, ...(flatFirst ? [flat, steep] : [steep, flat]));
}

const doubleY = describe(
  'double Y',
  hinge([0, -1.5, 0], W, hinge([0, -1, 0], X, hinge([0, -1, 0], Z, limb(1, true), limb(-1, false)))),
);

const s = Math.sin;

export const trees: readonly BussTree[] = [
  {
    name: 'two effectors',
    ...y,
    lambda: 0.6,
    targets: (t) => [
      [2 + 1.5 * s(6 * t), 1.2 + 0.2 * s(7 * t), 0.3 + 0.2 * s(8 * t)],
      [-0.7 + 0.4 * s(4 * t), 0.8 + 0.3 * s(4 * t), -0.2 + 0.2 * s(3 * t)],
    ],
  },
  {
    name: 'four effectors',
    ...doubleY,
    lambda: 1.1,
    targets: (t) => [
      [2 + 3 * s(3 * t), 0.5 + 0.4 * s(7 * t), 0.3 + 1.4 * s(5 * t)],
      [0.5 + 0.8 * s(4 * t), 0.4 + 0.6 * s(4 * t), -0.2 + 2 * s(3 * t)],
      [-0.5 + 1.6 * s(6 * t), 0.6 + 0.4 * s(7 * t), 0.3 + s(8 * t)],
      [-1.6 + 1.6 * s(4 * t), 0.3 + 0.6 * s(4 * t), -0.2 + 0.6 * s(3 * t)],
    ],
  },
];
