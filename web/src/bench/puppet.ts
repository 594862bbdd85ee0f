/** A character moved by pins: points that a hand drags. */
import { Vector3 } from 'three';
import type { Character } from '../character/gltf/character.ts';
import type { Effector, EffectorOptions } from '../character/gltf/effector.ts';
import { hasPoint, type Goal, type GoalDescription } from '../core/goal.ts';
import type { SolveOptions } from '../core/options.ts';
import type { SolveResult } from '../core/result.ts';
import { RestRule } from '../robots/run/index.ts';

/** Target of a pin: an effector, or the point of a goal. */
export type PinPoint = Pick<Effector, 'target' | 'distance' | 'toBone'>;

/** A point that can be dragged. */
export interface Pin<Point extends PinPoint = PinPoint> {
  /** Name for readers. */
  readonly label: string;
  /** The given role or name. */
  readonly bone: string;
  readonly effector: Point;
  /** True if it stays where it was put; otherwise it follows the body. */
  held: boolean;
}

export interface PuppetOptions {
  /** Bones, by role or name, with the options of their effectors. */
  readonly pins?: readonly (EffectorOptions & { readonly bone: string })[];
  /** Goals; those with a point in the world also get a pin. */
  readonly goals?: readonly GoalDescription[];
  /** Name of a bone's pin for readers; default: the bone's. */
  readonly labelOf?: (bone: string) => string;
}

/** The point of a goal. */
export class GoalPoint implements PinPoint {
  readonly target = new Vector3();
  readonly #goal: Goal;
  readonly #sent = new Vector3();

  constructor(goal: Goal) {
    this.#goal = goal;
    this.#sent.copy(this.target.fromArray(goal.target));
  }

  get distance(): number {
    return this.#goal.distance;
  }

  /** Nothing to do: a goal's description determines its place. */
  toBone(): void {}

  /** Call it before a solve. Also accepts a target written to the goal in the meantime. */
  send(): void {
    const { target } = this.#goal;
    if (this.target.equals(this.#sent)) this.target.fromArray(target);
    else this.target.toArray(target);
    this.#sent.copy(this.target);
  }
}

/** A character with its pins, solved once per frame until it rests. */
export class Puppet {
  readonly pins: readonly Pin[];
  /** Result of the last solve. */
  result: SolveResult | null = null;
  readonly #rest: RestRule;
  readonly #start: Float64Array;

  /** Owns the character. @throws LimberError for pins or goals that do not fit. */
  constructor(
    readonly character: Character,
    { pins = [], goals = [], labelOf = (bone) => bone }: PuppetOptions,
  ) {
    const pinAt = (bone: string, effector: PinPoint): Pin => ({
      bone,
      label: labelOf(bone),
      effector,
      held: true,
    });
    this.pins = [
      ...pins.map(({ bone, ...options }) => pinAt(bone, character.addEffector(bone, options))),
      ...goals.flatMap((description) => {
        const goal = character.addGoal(description);
        return hasPoint(goal) ? [pinAt(description.link, new GoalPoint(goal))] : [];
      }),
    ];
    this.#start = character.problem.state.q.slice();
    this.#rest = new RestRule(character.problem);
  }

  /** True if nothing will move until something changes. */
  get resting(): boolean {
    return this.#rest.resting;
  }

  /** Call it after a change: solving continues. */
  wake(): void {
    this.#rest.wake();
  }

  /** Moves a pin (metres, world). */
  move(pin: Pin, place: Vector3): void {
    pin.effector.target.copy(place);
    this.wake();
  }

  /** Solves once. Returns whether there is more to do. */
  step(options?: SolveOptions): boolean {
    for (const { effector } of this.pins) if (effector instanceof GoalPoint) effector.send();
    this.result = this.character.solve(options);
    return this.#rest.end(this.result);
  }

  /** Sets the pose without solving; pins stay. */
  stand(q: ArrayLike<number>): void {
    const { problem } = this.character;
    problem.state.q.set(q);
    problem.state.update();
    this.character.write();
  }

  /** Returns to the original pose; pins stay. */
  reset(): void {
    this.stand(this.#start);
    this.wake();
  }

  dispose(): void {
    this.character.dispose();
  }
}
