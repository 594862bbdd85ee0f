import type { Problem, SolveOptions, Vec3 } from 'limber';
import { Body, type Pin } from 'limber/bench';
import { Character } from 'limber/gltf';
import { capsuleTo } from 'limber/presets';
import { CharacterFigure, figureOffsets } from '../views/figure.ts';
import type { Actor } from './world.ts';

/**
 * Radius of each part (metres); those of the left side are mirrored. Parts of the trunk may touch each other.
 */
const trunk: Readonly<Record<string, number>> = {
  hips: 0.12,
  spine: 0.1,
  chest: 0.115,
  upperChest: 0.12,
  neck: 0.05,
};
const limbs: Readonly<Record<string, number>> = {
  UpperArm: 0.05,
  LowerArm: 0.04,
  UpperLeg: 0.088,
  LowerLeg: 0.06,
};
/** Ends of branches, without a bone to lie along: length along their own axis, and radius (metres). */
const ends: Readonly<Record<string, readonly [length: number, radius: number]>> = {
  head: [0.09, 0.105],
  leftHand: [0.13, 0.035],
  rightHand: [0.13, 0.035],
};

/** Weight of a foot on the floor, relative to 1 of a hand. */
const standing = 30;

const sides = ['left', 'right'] as const;
const arms = sides.flatMap((side) => [`${side}LowerArm`, `${side}Hand`]);
const farFromArms = [...Object.keys(trunk), 'head', 'leftUpperLeg', 'rightUpperLeg'];

/** The figure, its feet on the floor; hands and head can be dragged. */
export class ShapedFigure extends Body implements Actor {
  readonly grips: readonly Pin[];
  readonly cube = 0.06;

  constructor(readonly object = new CharacterFigure()) {
    // Equal priorities: where obstacles interfere, weights decide, and the feet give way last.
    super(new Character(object), { offsets: figureOffsets, priorities: [0, 0, 0], footWeight: standing });
    this.grips = this.pins.filter((pin) => !this.isFoot(pin) && pin.bone !== 'hips');
    this.#addShapes();
  }

  get problem(): Problem {
    return this.character.problem;
  }

  solve(options: SolveOptions): void {
    this.step(options);
  }

  #addShapes(): void {
    const { problem } = this;
    const { links } = problem.model;
    for (const { name, index } of links) {
      const [length, thick] = ends[name] ?? [];
      const radius = thick ?? trunk[name] ?? limbs[name.replace(/^(left|right)/, '')];
      if (radius === undefined) continue;
      const to: Vec3 = length ? [0, 0, length] : mainEnd(links.filter(({ parent }) => parent === index));
      const capsule = capsuleTo(to, radius);
      if (capsule) problem.addObstacle({ ...capsule, link: name });
    }
    problem.collisionPairs = arms.flatMap((arm) =>
      [...farFromArms, ...arms.filter((other) => arm.startsWith('left') && other.startsWith('right'))].map(
        (other) => [arm, other] as const,
      ),
    );
  }
}

/** The main continuation of the trunk, not the start of a limb. */
function mainEnd(
  children: readonly { readonly name: string; readonly origin: { readonly position: Vec3 } }[],
): Vec3 {
  const main = children.find(({ name }) => !/^(left|right)(Shoulder|UpperLeg)/.test(name)) ?? children[0];
  return main?.origin.position ?? [0, 0, 0];
}
