import { CoreHandle, disposeSymbol } from '../../core/disposable.ts';
import { Character } from '../gltf/character.ts';
import type { Role } from '../gltf/roles.ts';
import { show } from '../../describe/errors.ts';
import { asObject, bad } from '../../describe/flatten.ts';
import { send, core } from '../../core/loader.ts';
import { makeMotion, reaching, withoutFingers } from './core.ts';
import { Fingers } from './fingers.ts';
import { askGround, type GroundAt } from './ground.ts';
import { RobotBody } from './robot-body.ts';
import { figureSize, type FigureSource } from './skeleton-source.ts';

/**
 * Whether an arm takes the directions of the source's bones, or its hand the place that it has in the source from the
 * middle of the shoulders, by the ratio of the arms and shoulders; `auto`: the latter where the hand is near (0.3 leg
 * lengths) the other hand, the head, the trunk or the ground.
 */
export type HandRule = 'auto' | 'direction' | 'place';
const handRules: readonly HandRule[] = ['auto', 'direction', 'place'];
export const followerOptions = ['hands', 'limits', 'ground'] as const;

export interface FollowerOptions {
  /** Of both arms, or of each; default `auto`. `place` for a hand on a prop. */
  readonly hands?: HandRule | { readonly left?: HandRule; readonly right?: HandRule };
  /** Whether ball joints stay within their limits, at the cost of hands and feet; hinges always do. Default false. */
  readonly limits?: boolean;
  /** The ground where it is not level, such as stairs; it is asked for in every frame, under both feet. */
  readonly ground?: GroundAt;
}

/** @throws LimberError `badDescription`. */
export function checkBody(body: unknown): asserts body is Character | RobotBody {
  if (!(body instanceof Character || body instanceof RobotBody))
    bad('the body', 'a Character or a RobotBody, as in new Character(gltf.scene)', body);
}

/**
 * Both rules as the core's number.
 *
 * @throws LimberError `badDescription` for an unknown one.
 */
export function handsOf(hands: FollowerOptions['hands'] = 'auto'): number {
  const each = typeof hands === 'string' ? { left: hands, right: hands } : hands;
  asObject(each, 'options.hands', ['left', 'right']);
  const [left, right] = [each.left, each.right].map((rule = 'auto') => {
    const at = handRules.indexOf(rule);
    return at < 0
      ? bad('options.hands', `${handRules.map(show).join(', ')} for both or for left and right`, rule)
      : at;
  });
  return left! + 4 * right!;
}

/** Seconds; as in the core. */
const longestGap = 0.3;

/**
 * A body that follows a person live, frame by frame. It knows nothing of frames to come: a foot is held where it
 * is when it is seen to stand, up to 70 ms late.
 *
 * @example
 * const follower = new Follower(body, new SkeletonSource(skeleton.bones[0]));
 * mixer.update(dt);
 * follower.step(mixer.time); // poses the bones of a character, or robot.problem.state
 */
export class Follower {
  readonly #handle: CoreHandle<ReturnType<typeof makeMotion>>;
  readonly #figure = new Float64Array(figureSize);
  readonly #places = new Float64Array(8);
  /** Distances of hands and feet, contacts. */
  readonly #result = new Float64Array(6);
  readonly #person: Character;
  readonly #hands: number;
  readonly #fingers: Fingers;
  /** Seconds; of the last figure that a robot followed. */
  #time = NaN;

  /**
   * The body goes to its rest pose.
   *
   * @throws LimberError `unknownLink` if the source or the body lacks hips, legs, feet, or both neck and head;
   *   `badDescription` for another body or option.
   */
  constructor(
    readonly body: Character | RobotBody,
    readonly source: FigureSource,
    readonly options: FollowerOptions = {},
  ) {
    checkBody(body);
    asObject(options, 'options', followerOptions);
    this.#hands = handsOf(options.hands);
    this.#person = body instanceof RobotBody ? body.person : body;
    this.#person.reset();
    this.#handle = new CoreHandle(makeMotion(this.#person, source.rest), 'follower');
    this.#fingers = new Fingers(this.#person, source.rest);
  }

  /**
   * Reads the source and poses the body. A time that goes back, a gap of more than 0.3 s or a jump begins anew,
   * with no foot held.
   *
   * @param time seconds.
   * @throws LimberError as the source's `read`; `disposed`, also if the body is.
   */
  step(time: number): void {
    const { limits = false, ground } = this.options;
    const { raw } = this.#handle;
    // The core's part poses the body's problem.
    void this.#person.problem.raw;
    this.source.read(this.#figure, time);
    send(withoutFingers(this.#figure));
    const at = raw.take() / 8;
    if (ground) {
      this.#places.set(core().module.HEAPF64.subarray(at, at + 8));
      askGround(ground, this.#places);
      core().module.HEAPF64.set(this.#places, at);
    }
    const from = raw.follow(limits, this.#hands, ground !== undefined) / 8;
    this.#result.set(core().module.HEAPF64.subarray(from, from + 6));
    if (!(this.body instanceof RobotBody)) {
      this.body.write();
      this.#fingers.write(this.#figure);
      return;
    }
    const now = this.#figure[figureSize - 1]!;
    const passed = now - this.#time;
    this.body.follow(!(passed >= 0 && passed <= longestGap));
    this.#time = now;
  }

  /** Metres by which a hand or a foot is not where it should be; 0 for all other roles. */
  missed(role: Role): number {
    const missed = this.#result[reaching.indexOf(role)] ?? 0;
    return this.body instanceof RobotBody ? Math.max(missed, this.body.missed(role)) : missed;
  }

  /** Whether a foot is held. */
  stands(side: 'left' | 'right'): boolean {
    return this.#result[side === 'left' ? 4 : 5] === 1;
  }

  dispose(): void {
    this.#handle.dispose();
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}
