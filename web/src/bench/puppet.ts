/** A character that is moved by pins: points of it that a hand drags. */
import { Vector3 } from 'three';
import type { Character } from '../gltf/character.ts';
import type { Effector, EffectorOptions } from '../gltf/effector.ts';
import { hasPoint, type Goal, type GoalDescription } from '../goal.ts';
import type { SolveOptions } from '../options.ts';
import type { SolveResult } from '../result.ts';
import { RestRule } from '../presets/index.ts';

/** What a pin is at: an effector, or the point of a goal. */
export type PinPoint = Pick<Effector, 'target' | 'distance' | 'toBone'>;

/** A point that can be dragged. */
export interface Pin<Point extends PinPoint = PinPoint> {
  /** Names it for readers. */
  readonly label: string;
  /** As it was given: a role or a name. */
  readonly bone: string;
  readonly effector: Point;
  /** Stays where it was put; otherwise it goes where the body goes. */
  held: boolean;
}

export interface PuppetOptions {
  /** Bones, by role or name, with the options of their effectors. */
  readonly pins?: readonly (EffectorOptions & { readonly bone: string })[];
  /** Goals; those with a point in the world get a pin, too. */
  readonly goals?: readonly GoalDescription[];
  /** What readers call the pin of a bone; default: as the bone. */
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

  /** A goal's description says where it is. */
  toBone(): void {}

  /** Before a solve; a target that the goal was given meanwhile counts, too. */
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
  /** Of the last solve. */
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

  /** Nothing will move before something changes. */
  get resting(): boolean {
    return this.#rest.resting;
  }

  /** Something was changed: it is solved again. */
  wake(): void {
    this.#rest.wake();
  }

  /** The hand moves a pin (metres, world). */
  move(pin: Pin, place: Vector3): void {
    pin.effector.target.copy(place);
    this.wake();
  }

  /** One solve. Returns whether there is more to do. */
  step(options?: SolveOptions): boolean {
    for (const { effector } of this.pins) if (effector instanceof GoalPoint) effector.send();
    this.result = this.character.solve(options);
    return this.#rest.end(this.result);
  }

  /** Stands so, without solving; pins stay. */
  stand(q: ArrayLike<number>): void {
    const { problem } = this.character;
    problem.state.q.set(q);
    problem.state.update();
    this.character.write();
  }

  /** The pose in which it came; pins stay. */
  reset(): void {
    this.stand(this.#start);
    this.wake();
  }

  dispose(): void {
    this.character.dispose();
  }
}
