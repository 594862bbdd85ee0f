import { Matrix4, Quaternion, Vector3 } from 'three';
import type { LinkDescription, PoseDescription, Vec3 } from 'limber';
import { fromDegrees } from '../../../web/src/robots/presets/angles.ts';
import { turning, type JointMark, type Linkage, type LinkagePart } from './linkage.ts';

/** Lengths (metres) and twists (radians) of alternate links; sin α / a = sin β / b. */
const [alpha, beta, a] = [fromDegrees(40), fromDegrees(75), 0.36];
const b = (a * Math.sin(beta)) / Math.sin(alpha);
/** Angle between two links at the first hinge in the zero pose. */
const start = fromDegrees(75);
/** The angle at the next hinge, from tan(θ/2) tan(φ/2) of the Denavit-Hartenberg angles at neighbours. */
const next = 2 * Math.atan(Math.sin((beta + alpha) / 2) / Math.sin((beta - alpha) / 2) / Math.tan(start / 2));

/** Metres: radii of a rod and of a pin, and half the length of a pin. */
const [rod, pin, half] = [0.024, 0.014, 0.055];

const turned = (angle: number) => new Matrix4().makeRotationZ(angle);
const along = (length: number, twist: number) =>
  new Matrix4().makeTranslation(length, 0, 0).multiply(new Matrix4().makeRotationX(twist));
const product = (...factors: readonly Matrix4[]) =>
  factors.reduce((all, each) => all.multiply(each), new Matrix4());

function poseOf(matrix: Matrix4): PoseDescription & { position: Vec3 } {
  const [position, rotation] = [new Vector3(), new Quaternion()];
  matrix.decompose(position, rotation, new Vector3());
  return { position: position.toArray(), rotation: rotation.toArray() };
}

const names = ['crank', 'coupler', 'follower'];
/** Upright, with the fixed link low and level. */
const base = product(
  new Matrix4().makeTranslation(-0.12, 0.36, 0.1),
  new Matrix4().makeRotationX(fromDegrees(-62)),
);
/** The ring closes where the fixed link begins: at the fourth hinge, before its rotation. */
const last = product(base, along(b, beta).invert(), turned(next));

/**
 * Four links in a ring: a hinge about z of each frame, the next one at (length, 0, 0), twisted about x. The
 * last link is fixed, and the third closes the ring with it; `third`: the third's length relative to the
 * correct one.
 */
function makeBennett(third: number): Pick<Linkage, 'description' | 'parts' | 'marks'> {
  const sides = [along(a, alpha), along(b, beta)];
  const angles = [start, next, -start];
  const links = names.map((name, i): LinkDescription => ({
    ...{ name, joint: { type: 'continuous', axis: [0, 0, 1] } },
    ...(i > 0 && { parent: names[i - 1]! }),
    origin: poseOf(product(sides[i - 1] ?? base, turned(angles[i]!))),
  }));
  const end = { link: 'follower', ...poseOf(along(a * third, alpha)) };
  const ring = { name: 'ring', a: end, b: poseOf(last), free: 'revolute' } as const;
  const parts = [a, b, a * third].map((length, i): LinkagePart => {
    return {
      link: names[i]!,
      from: [0, 0, 0],
      to: [length, 0, 0],
      radius: rod,
      tone: i > 0 ? 'link' : 'tip',
    };
  });
  const marks = [
    ...names.map((joint) => pinOf(joint, joint)),
    pinOf('ring', 'follower', end.position, alpha),
  ];
  return { description: { name: 'bennett', links, loops: [ring] }, parts: [...parts, ...standing()], marks };
}

const axisOf = (twist: number): Vec3 => [0, -Math.sin(twist), Math.cos(twist)];

const pinOf = (joint: string, link: string, position: Vec3 = [0, 0, 0], twist = 0): JointMark => ({
  ...{ joint, at: { link, position }, radius: pin, axis: axisOf(twist), span: [-half, half] },
});

/** The fixed link, from the fourth hinge to the first, and its feet. */
function standing(): LinkagePart[] {
  const [first, fourth] = [poseOf(base).position, poseOf(last).position];
  const down = ([x, , z]: Vec3): Vec3 => [x, 0, z];
  return (
    [
      [fourth, first],
      [first, down(first)],
      [fourth, down(fourth)],
    ] as const
  ).map(([from, to]) => {
    return { link: null, tone: 'joint', from, to, radius: rod };
  });
}

/** Top of a hinge's pin. */
const headOf = (length: number, twist: number): Vec3 => {
  const [, y, z] = axisOf(twist);
  return [length, (half + 0.012) * y, (half + 0.012) * z];
};

const shared = {
  traces: [{ link: 'coupler', position: [b, 0, 0] as const }],
  handles: [
    { link: 'coupler', position: headOf(b, beta), label: 'Corner opposite the standing link' },
    { link: 'crank', position: headOf(a, alpha), label: 'End of the crank' },
  ],
  ...{ drive: turning('crank', 6), planar: false, side: [0.6, 0.35, 1] as const },
};

export const scene: Linkage = {
  name: 'bennett',
  title: 'Bennett',
  text: 'Four hinges in space, no two of them parallel. By counting degrees of freedom it cannot move. It does, because lengths and twists are in proportion: a : b = sin α : sin β.',
  ...makeBennett(1),
  ...shared,
};

/** The linkage with the proportion violated. */
export const misfitScene: Linkage = {
  name: 'bennett-misfit',
  title: 'Bennett, 5 % off',
  text: 'Bennett’s linkage with one link 5 % too long: now counting is right, and it is jammed. When it is forced round in maximal coordinates, the joints give way, some more than others.',
  ...makeBennett(1.05),
  ...shared,
  misfits: true,
};
