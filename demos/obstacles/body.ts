import type { Problem, SolveOptions, Status, Vec3 } from 'limber';
import { capsuleTo } from 'limber/presets';
import type { Vector3 } from 'three';
import { CharacterFigure, figureOffsets } from '../views/figure.ts';
import { type Pin, Puppet } from '../character/puppet.ts';
import type { Actor, Grip } from './actor.ts';

/** Metres: radius of each part; those of the left side are mirrored. Parts of the trunk may touch each other. */
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
/** What ends a branch has no bone to lie along: metres along its own, and its radius. */
const ends: Readonly<Record<string, readonly [length: number, radius: number]>> = {
  head: [0.09, 0.105],
  leftHand: [0.13, 0.035],
  rightHand: [0.13, 0.035],
};

/** Weight of a foot on the floor, beside a hand's 1. */
const standing = 30;

const sides = ['left', 'right'] as const;
const arms = sides.flatMap((side) => [`${side}LowerArm`, `${side}Hand`]);
const farFromArms = [...Object.keys(trunk), 'head', 'leftUpperLeg', 'rightUpperLeg'];

/** The page's own figure, its feet on the floor; hands and head are dragged. */
export class Body implements Actor {
  readonly grips: readonly Grip[];
  readonly cube = 0.06;
  private readonly puppet: Puppet;
  private readonly pins: readonly Pin[];

  constructor() {
    this.puppet = new Puppet(new CharacterFigure(), { offsets: figureOffsets });
    this.pins = this.puppet.pins.filter(({ isFoot, label }) => !isFoot && label !== 'Hips');
    this.grips = this.pins.map((pin) => this.gripOf(pin));
    this.addShapes();
  }

  get problem(): Problem {
    return this.puppet.character.problem;
  }

  get object(): CharacterFigure {
    return this.puppet.scene as CharacterFigure;
  }

  solve(options: SolveOptions): Status {
    this.puppet.options = options;
    // Of one priority: what obstacles leave is shared out by weight, and feet give way last.
    for (const { effector, isFoot, held } of this.puppet.pins) {
      effector.priority = 0;
      if (isFoot && held) effector.weight = standing;
    }
    this.puppet.step();
    return this.puppet.result!.status;
  }

  /** Its bones are written by every solve. */
  show(): void {}

  stand(q: ArrayLike<number>): void {
    const { state } = this.problem;
    state.q.set(q);
    state.update();
    this.puppet.character.write();
  }

  reset(): void {
    this.puppet.reset();
  }

  dispose(): void {
    this.puppet.dispose();
  }

  private gripOf(pin: Pin): Grip {
    const { puppet } = this;
    return {
      label: pin.label,
      get target() {
        return pin.effector.target;
      },
      take: () => puppet.take(pin),
      move: (place: Vector3) => {
        // Home and Escape move it without taking hold.
        if (!puppet.isDragged(pin)) puppet.take(pin);
        pin.effector.target.copy(place);
      },
      letGo: () => puppet.letGo(pin),
      get distance() {
        return pin.held ? pin.effector.distance : 0;
      },
      get isHeld() {
        return puppet.isDragged(pin);
      },
    };
  }

  private addShapes(): void {
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

/** Where the trunk goes on, and not where a limb begins. */
function mainEnd(
  children: readonly { readonly name: string; readonly origin: { readonly position: Vec3 } }[],
): Vec3 {
  const main = children.find(({ name }) => !/^(left|right)(Shoulder|UpperLeg)/.test(name)) ?? children[0];
  return main?.origin.position ?? [0, 0, 0];
}
