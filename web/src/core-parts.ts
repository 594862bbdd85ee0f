/** Goals, loops and obstacles in the core's memory. */
import { copy } from './copy.ts';
import type { PoseDescription } from './description.ts';
import { asNumbers, asObject, asPose, asString, type Path, type Seven } from './flatten.ts';
import { asPriority, type GoalDescription, type GoalFacts, type GoalStore } from './goal.ts';
import { core, throwRaw } from './loader.ts';
import { withLoop, type LoopDescription, type LoopStore } from './loop.ts';
import { sizeOf, type ObstacleDescription, type ObstacleStore } from './obstacle.ts';
import { toNumbers, type Parameter } from './parameter.ts';
import type { Store } from './part.ts';
import type { RawProblem } from './raw.ts';
import { MemoryView, type Block } from './view.ts';
import type { GoalType } from './words.ts';

/** The problem in the core. @throws LimberError `disposed`. */
type Check = () => RawProblem;

/** A part in the core. */
export interface CoreStore extends Store {
  /** Its memory, unless that is the problem's. */
  readonly block: Block | undefined;
}

/** Keys of a description that are not parameters. */
const otherKeys = ['type', 'link', 'target', 'offset', 'priority', 'targetLink'];

/**
 * Adds a goal to the core's problem. Its target is still to be checked and written.
 *
 * @throws LimberError `unknownGoalType`, `unknownLink`, `badGoal`, `notFinite`, `notUnit`, `tooLarge`, or
 * `badDescription` for a wrong type or an unknown key.
 */
export function addCoreGoal(description: GoalDescription, raw: RawProblem): GoalFacts & { target: unknown } {
  const { type } = (description ?? {}) as { type?: unknown };
  // The core refuses an unknown type, whatever the other keys are.
  const parameters = core().tables.parameters.get(type as string);
  const keys = parameters?.map(({ name }) => name) ?? Object.keys(description ?? {});
  try {
    const goal = asObject(description, 'goal', [...otherKeys, ...keys]);
    const facts = {
      type: asString(goal.type, 'goal.type') as GoalType,
      link: asString(goal.link, 'goal.link'),
      target: goal.target,
      priority: asPriority(goal.priority ?? 0, 'goal.priority'),
      targetLink: goal.targetLink === undefined ? undefined : asString(goal.targetLink, 'goal.targetLink'),
      parameters: parameters ?? [],
    };
    raw.setOffset(...asPose(goal.offset ?? {}, 'goal.offset'));
    const offset = copy((goal.offset ?? {}) as PoseDescription);
    raw.setPriority(facts.priority);
    if (facts.targetLink !== undefined) raw.setTargetLink(facts.targetLink);
    let weight = 1;
    for (const parameter of facts.parameters) {
      const { name, count } = parameter;
      if (goal[name] === undefined) continue;
      const numbers = toNumbers(parameter, goal[name], `goal.${name}`);
      if (name === 'weight') weight = numbers[0]!;
      else if (name === 'gain') raw.setGain(numbers[0]!);
      else for (let place = 0; place < count; ++place) raw.setNumber(name, count, place, numbers[place]!);
    }
    if (raw.addGoal(facts.type, facts.link, weight) < 0) throwRaw(raw);
    return { ...facts, offset };
  } finally {
    // Values left over after an error must not go to the next goal.
    raw.clearNext();
  }
}

export class CoreGoal implements GoalStore, CoreStore {
  readonly #target: MemoryView;
  readonly #velocity: MemoryView;
  readonly #parameters: readonly MemoryView[];

  /** @param residuals of all goals of the problem. */
  constructor(
    readonly check: Check,
    public index: number,
    readonly block: Block,
    private readonly residuals: MemoryView,
    parameters: readonly Parameter[],
  ) {
    const raw = check();
    const view = (address: number, length: number) => new MemoryView(block, address, length);
    this.#target = view(raw.target(index), raw.targetSize(index));
    this.#velocity = view(raw.targetVelocity(index), 6);
    this.#parameters = parameters.map(({ count }, place) => view(raw.parameter(index, place), count));
  }

  get target(): Float64Array {
    return this.#target.show();
  }

  get velocity(): Float64Array {
    return this.#velocity.show();
  }

  /** @throws LimberError `badDescription`. */
  setTarget(target: unknown, path: Path): void {
    const numbers = this.#target.get();
    numbers.set(asNumbers(target, numbers.length as 3, path));
    this.check().measure();
  }

  residual(part: 0 | 1): number {
    return this.residuals.get()[2 * this.index + part]!;
  }

  read(place: number): Float64Array {
    return this.#parameters[place]!.get();
  }

  /** Allocates nothing if the values are valid. @throws LimberError if they are inconsistent. */
  write(place: number, numbers: ArrayLike<number>): void {
    const now = this.read(place);
    before.set(now);
    now.set(numbers);
    const raw = this.check();
    if (raw.checkGoal(this.index)) return;
    now.set(before.subarray(0, now.length));
    throwRaw(raw);
  }

  /** @throws LimberError `notFinite` or `notUnit`. */
  setOffset(offset: Seven): void {
    const raw = this.check();
    if (!raw.changeOffset(this.index, ...offset)) throwRaw(raw);
  }

  setPriority(priority: number): void {
    this.check().changePriority(this.index, priority);
  }
}

/** Numbers of a parameter before a write; no parameter has more than six. */
const before = new Float64Array(6);

export class CoreLoop implements LoopStore, CoreStore {
  readonly block = undefined;
  description: LoopDescription;
  #closed = true;

  /** @param residuals of all loops of the problem. */
  constructor(
    readonly check: Check,
    public index: number,
    private readonly residuals: MemoryView,
    description: LoopDescription,
  ) {
    // The caller's objects may change later.
    this.description = copy(description);
  }

  get closed(): boolean {
    return this.#closed;
  }

  set closed(closed: boolean) {
    this.check().setLoopClosed(this.index, closed);
    this.#closed = closed;
  }

  residual(part: 0 | 1): number {
    return this.residuals.get()[2 * this.index + part]!;
  }

  route(change: Partial<LoopDescription>): void {
    const raw = this.check();
    const description = { ...this.description, ...change };
    if (!withLoop(description, 'the loop', (draft) => raw.routeLoop(this.index, draft))) throwRaw(raw);
    this.description = copy(description);
  }
}

export class CoreObstacle implements ObstacleStore, CoreStore {
  readonly #pose: MemoryView;
  readonly #size: MemoryView;

  constructor(
    readonly check: Check,
    public index: number,
    readonly block: Block,
    type: ObstacleDescription['type'],
  ) {
    const raw = check();
    this.#pose = new MemoryView(block, raw.obstaclePose(index), 7);
    this.#size = new MemoryView(block, raw.obstacleSize(index), sizeOf(type));
  }

  get pose(): Float64Array {
    return this.#pose.show();
  }

  get size(): Float64Array {
    return this.#size.show();
  }
}
