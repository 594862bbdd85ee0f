import { Matrix4, Quaternion, Vector3 } from 'three';
import type { LinkDescription, ModelDescription, PoseDescription, Vec3 } from 'limber';
import { fromDegrees } from '../../../web/src/presets/angles.ts';
import { turning, type JointMark, type Linkage, type LinkagePart, type Rod } from './linkage.ts';

/** Lengths (metres) and twists (radians) of alternate links; sin α / a = sin β / b. */
const alpha = fromDegrees(40);
const beta = fromDegrees(75);
const a = 0.36;
export const bennett = {
  a,
  alpha,
  beta,
  b: (a * Math.sin(beta)) / Math.sin(alpha),
  /** Angle between two links at the first hinge in the zero pose. */
  start: fromDegrees(75),
};

/** tan(θ/2) tan(φ/2), for the Denavit-Hartenberg angles at two neighbouring hinges. */
const bennettProduct = Math.sin((beta + alpha) / 2) / Math.sin((beta - alpha) / 2);

/** The second angle for a given first. */
export const angleBeside = (theta: number): number => 2 * Math.atan(bennettProduct / Math.tan(theta / 2));

/** Metres. */
const rod = 0.017;
const drum = 0.03;
/** Distance along a hinge between the two links that share it. */
const shift = 0.026;

const rotationZ = (angle: number) => new Matrix4().makeRotationZ(angle);
const along = (length: number, twist: number) =>
  new Matrix4().makeTranslation(length, 0, 0).multiply(new Matrix4().makeRotationX(twist));

function poseOf(matrix: Matrix4): PoseDescription & { position: Vec3 } {
  const position = new Vector3();
  const rotation = new Quaternion();
  matrix.decompose(position, rotation, new Vector3());
  return { position: position.toArray(), rotation: rotation.toArray() };
}

/**
 * Four links in a ring: a hinge about z of each frame, the next one at (length, 0, 0), twisted about x. The
 * last link is fixed, and the third closes the ring with it; `third`: the third's length relative to the
 * correct one.
 */
function makeBennett(third: number): Pick<Linkage, 'description' | 'parts' | 'marks'> {
  const { b, start } = bennett;
  const next = angleBeside(start);
  const sides = [along(a, alpha), along(b, beta), along(a, alpha), along(b, beta)];
  const angles = [start, next, -start, -next];
  // Upright, with the fixed link low and level.
  const base = new Matrix4()
    .makeTranslation(-0.12, 0.36, 0.1)
    .multiply(new Matrix4().makeRotationX(fromDegrees(-62)));
  const names = ['crank', 'coupler', 'follower'];
  const links = names.map((name, i): LinkDescription => {
    const frame = rotationZ(angles[i]!);
    const origin = i === 0 ? base.clone().multiply(frame) : sides[i - 1]!.clone().multiply(frame);
    return {
      name,
      ...(i === 0 ? {} : { parent: names[i - 1]! }),
      origin: poseOf(origin),
      joint: { type: 'continuous', axis: [0, 0, 1] },
    };
  });
  // The ring closes where the fixed link begins: at the fourth hinge, before its rotation.
  const last = base.clone().multiply(sides[3]!.clone().invert()).multiply(rotationZ(angles[3]!).invert());
  const end = poseOf(along(a * third, alpha));
  const ground = poseOf(last);
  const description: ModelDescription = {
    name: 'bennett',
    links,
    loops: [{ name: 'ring', a: { link: 'follower', ...end }, b: ground, free: 'revolute' }],
  };
  const lengths = [a, b, a * third];
  const twists = [alpha, beta, alpha];
  const parts = names.flatMap((link, i) =>
    bar(
      { link, tone: i === 0 ? 'tip' : 'link' },
      (z) => [0, 0, z],
      (z) => plus([lengths[i]!, 0, 0], times(unit(twists[i]!), z)),
      shift,
    ),
  );
  const marks = names.map((joint) => pin(joint, joint, [0, 0, 0], [0, 0, 1]));
  marks.push(pin('ring', 'follower', [lengths[2]!, 0, 0], unit(alpha)));
  return { description, parts: [...parts, ...standing(base, last)], marks };
}

function pin(joint: string, link: string, position: Vec3, axis: Vec3): JointMark {
  const span = [-shift - 0.024, shift + 0.024] as const;
  return { joint, kind: 'pin', at: { link, position }, radius: 0.014, axis, span };
}

const unit = (twist: number): Vec3 => [0, -Math.sin(twist), Math.cos(twist)];
const times = (v: Vec3, by: number): Vec3 => [v[0] * by, v[1] * by, v[2] * by];
const plus = (v: Vec3, w: Vec3): Vec3 => [v[0] + w[0], v[1] + w[1], v[2] + w[2]];

/** A rod from above one hinge to below the next (`above` below 0: the reverse), with a drum around each. */
function bar(
  look: Pick<Rod, 'link' | 'tone'>,
  from: (z: number) => Vec3,
  to: (z: number) => Vec3,
  above: number,
): LinkagePart[] {
  const around = (hinge: (z: number) => Vec3, z: number): LinkagePart => ({
    ...{ kind: 'rod', ...look, radius: drum },
    ...{ from: hinge(z - 0.02), to: hinge(z + 0.02) },
  });
  return [
    { kind: 'rod', ...look, from: from(above), to: to(-above), radius: rod },
    around(from, above),
    around(to, -above),
  ];
}

/** The fixed link, from the fourth hinge to the first, and its feet. */
function standing(base: Matrix4, last: Matrix4): LinkagePart[] {
  const look = { link: null, tone: 'joint' } as const;
  const on =
    (frame: Matrix4) =>
    (z: number): Vec3 =>
      new Vector3(0, 0, z).applyMatrix4(frame).toArray();
  const [first, fourth] = [on(base), on(last)];
  const feet = [first(-shift), fourth(shift)].map((from): LinkagePart => {
    const [x, , z] = from;
    return { kind: 'rod', ...look, from, to: [x, 0, z], radius: rod };
  });
  return [...bar(look, first, fourth, -shift), ...feet];
}

const end: Vec3 = [bennett.b, 0, 0];
/** Top of a hinge's pin, above the next link. */
const headOf = (length: number, twist: number): Vec3 =>
  plus([length, 0, 0], times(unit(twist), shift + 0.036));

const shared = {
  traces: [{ link: 'coupler', position: end }],
  handles: [
    { link: 'coupler', position: headOf(bennett.b, beta), label: 'Corner opposite the standing link' },
    { link: 'crank', position: headOf(a, alpha), label: 'End of the crank' },
  ],
  drive: turning('crank', 6),
  planar: false,
  side: [0.6, 0.35, 1] as const,
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
