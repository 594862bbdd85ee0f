import { addGoal } from './add-goal.ts';
import { AnyProblem } from './any-problem.ts';
import { lengthOf, mapArrays, sizesOf, type ArrayName } from './arrays.ts';
import { solveBatch, type BatchOptions, type BatchResult, type Widths } from './batch.ts';
import { CoreHandle } from './disposable.ts';
import { LimberError, show } from '../describe/errors.ts';
import { packLoop, packObstacle, sizeOf } from '../describe/fields.ts';
import { asList, asNumbers, asString, asWhole, bad, type Three } from '../describe/flatten.ts';
import { AnyGoal, perGoal, type Goal, type GoalDescription, type GoalOf } from './goal.ts';
import { send, core, throwRaw } from './loader.ts';
import { Loop } from './loop.ts';
import type { LoopDescription, ObstacleDescription } from '../describe/description.ts';
import { Model } from './model.ts';
import { readPairs } from './collision-pairs.ts';
import { Obstacle, type CollisionPair, type NearPair } from './obstacle.ts';
import {
  checkObject,
  readMaxTime,
  solverIndex,
  writeOptions,
  type SolveOptions,
  type StepOptions,
} from './options.ts';
import { PartList, type Owner, type Part } from './part.ts';
import type { RawProblem } from './raw.ts';
import {
  makeResults,
  type Mobility,
  type MobilityOptions,
  type SolveResult,
  type StepResult,
} from './result.ts';
import { makeFinder, solutionNumbers, type SolutionOptions, type Solutions } from './solutions.ts';
import { makeState, type State } from './state.ts';
import { Block, type MemoryView } from './memory.ts';
import type { GoalType, SolverName } from '../describe/core-names.ts';

type ViewName = ArrayName | 'options' | 'result' | 'solutions' | 'residuals' | 'loopResiduals';

const noParts = () => ({
  goals: new PartList<Goal, undefined>(),
  loops: new PartList<Loop, undefined>(),
  obstacles: new PartList<Obstacle, undefined>(),
});

/** A model, its state, and its goals and loops. */
export class Problem extends AnyProblem<Model, Goal, Loop, Obstacle> {
  /** The current pose: a solve starts from it and stores its best pose here. */
  readonly state: State;
  readonly #handle: CoreHandle<RawProblem>;
  readonly #views: Readonly<Record<ViewName, MemoryView>>;
  readonly #parts: ReturnType<typeof noParts>;
  readonly #owner: Owner<void>;
  readonly #find: ReturnType<typeof makeFinder>;
  readonly #results: { readonly solve: SolveResult; readonly step: StepResult };

  /** @throws LimberError `disposed` if the model is disposed; `badDescription` for anything but a model. */
  constructor(model: Model) {
    const { module, tables } = core();
    if (!(model instanceof Model)) bad('the model', 'made by Model.from', model);
    const raw = new module.Problem(model.raw);
    const handle = new CoreHandle(raw, 'problem');
    const view = (name: ViewName, length: number): MemoryView =>
      new Block(module, () => raw.share(name)).view(raw.numbers(name), length);
    const views = {
      ...mapArrays((name) => view(name, lengthOf(name, sizesOf(model)))),
      options: view('options', tables.options.length),
      result: view('result', 4),
      solutions: view('solutions', solutionNumbers),
      // These grow as goals and loops are added.
      residuals: view('residuals', 0),
      loopResiduals: view('loopResiduals', 0),
    };
    const show = (name: ArrayName): Float64Array => (void handle.raw, views[name].show());
    const parts = noParts();
    const present = (): RawProblem => handle.raw;
    super(model, show, () => (present(), parts));
    this.#handle = handle;
    this.#views = views;
    this.#parts = parts;
    this.#owner = {
      check: present,
      checkGoal: (goal) => {
        if (!present().checkGoal(goal.index)) throwRaw();
      },
      toLink: (goal) => present().toLink(goal.index),
      changeOffset: (goal, offset) => this.#change((raw) => raw.changeOffset(goal.index), offset),
      changePriority: (goal, priority) => present().changePriority(goal.index, priority),
      setLoopClosed: (loop, closed) => present().setLoopClosed(loop.index, closed),
      routeLoop: (loop, description, keep) => {
        this.#change((raw) => raw.routeLoop(loop.index), packLoop(description, 'the loop'));
        keep();
      },
    };
    this.state = makeState(present, show);
    this.#results = makeResults(present, () => this.#numbers('result'), tables.statuses);
    this.#find = makeFinder(
      present,
      () => this.#numbers('solutions'),
      () => module.HEAPF64,
      model,
    );
    for (const loop of model.loops) this.#note(loop);
  }

  /** @throws LimberError `disposed`. @internal */
  get raw(): RawProblem {
    return this.#handle.raw;
  }

  /** Makes a change that reads `numbers`. @throws the core's last error. */
  #change(change: (raw: RawProblem) => boolean, numbers: readonly number[]): void {
    const raw = this.raw;
    send(numbers);
    if (!change(raw)) throwRaw();
  }

  /** For internal use. */
  #numbers(name: ViewName): Float64Array {
    void this.raw; // throws after dispose
    return this.#views[name].get();
  }

  /**
   * Adds a goal: a link to move, and its target, which is where the link is now unless given.
   *
   * @throws LimberError `unknownGoalType`, `unknownLink`, `badGoal` (zero axis, negative weight),
   * `notFinite`, `notUnit`, `tooLarge`, or `badDescription` for a wrong type.
   */
  addGoal<T extends GoalType>(description: GoalDescription & { readonly type: T }): GoalOf<T> {
    const raw = this.raw;
    const { target, ...facts } = addGoal(description, raw);
    const index = this.goals.length;
    const block = new Block(core().module, () => raw.shareGoal(goal.index));
    const views = {
      target: block.view(raw.target(index), raw.targetSize(index)),
      velocity: block.view(raw.targetVelocity(index), 6),
      residuals: this.#views.residuals,
      parameters: facts.parameters.map(({ count }, place) => block.view(raw.parameter(index, place), count)),
    };
    const goal = this.#parts.goals.add(new AnyGoal(this.#owner, facts, index, views) as Goal, undefined);
    this.#measureParts();
    if (target === undefined) return goal as GoalOf<T>;
    try {
      const numbers = views.target.get();
      numbers.set(asNumbers(target, numbers.length as 3, `the ${goal.type} goal's target`));
      raw.measure();
    } catch (error) {
      this.removeGoal(goal);
      throw error;
    }
    return goal as GoalOf<T>;
  }

  /** Ignores a goal of another problem. */
  removeGoal(goal: Goal): void {
    this.#remove(this.#parts.goals, goal, (raw, index) => raw.removeGoal(index));
  }

  #remove<P extends Part>(
    list: PartList<P, undefined>,
    part: P,
    remove: (raw: RawProblem, index: number) => void,
  ): void {
    const raw = this.raw;
    if (!list.known.has(part)) return;
    remove(raw, part.index);
    list.known.delete(part);
    list.hide(part);
    list.shown.forEach((each, i) => (each.index = i));
    this.#measureParts();
  }

  #measureParts(): void {
    const { residuals, loopResiduals } = this.#views;
    residuals.move(this.raw.numbers('residuals'), perGoal * this.#parts.goals.known.size);
    loopResiduals.move(this.raw.numbers('loopResiduals'), 2 * this.#parts.loops.known.size);
  }

  /**
   * Closes a loop, from the next solve on.
   *
   * @throws LimberError `unknownLink`, `badLoop`, `notFinite`, `notUnit`, `tooLarge`, or `badDescription` for
   * a wrong type.
   */
  addLoop(description: LoopDescription): Loop {
    this.#change((raw) => raw.addLoop(), packLoop(description, 'the loop'));
    return this.#note(description);
  }

  #note(description: LoopDescription): Loop {
    const { loops } = this.#parts;
    const loop = new Loop(this.#owner, description, loops.known.size, this.#views.loopResiduals);
    loops.add(loop, undefined);
    this.#measureParts();
    return loop;
  }

  /** Ignores a loop of another problem. */
  removeLoop(loop: Loop): void {
    this.#remove(this.#parts.loops, loop, (raw, index) => raw.removeLoop(index));
  }

  /**
   * Adds a shape in the world or on a link. The option `clearance` keeps it away from the links with
   * `collision`.
   *
   * @throws LimberError `unknownLink`, `badShape`, `notFinite`, `notUnit`, `tooLarge`, or `badDescription`
   * for a wrong type.
   */
  addObstacle(description: ObstacleDescription): Obstacle {
    const raw = this.raw;
    this.#change((raw) => raw.addObstacle(), packObstacle(description, 'the obstacle'));
    const index = this.obstacles.length;
    const block = new Block(core().module, () => raw.shareObstacle(obstacle.index));
    const pose = block.view(raw.obstaclePose(index), 7);
    const size = block.view(raw.obstacleSize(index), sizeOf(description.type));
    const obstacle: Obstacle = new Obstacle(this.#owner, description, index, pose, size);
    return this.#parts.obstacles.add(obstacle, undefined);
  }

  /** Ignores an obstacle of another problem. */
  removeObstacle(obstacle: Obstacle): void {
    this.#remove(this.#parts.obstacles, obstacle, (raw, index) => raw.removeObstacle(index));
  }

  /**
   * Smallest distance in metres of all compared pairs of shapes at the current poses; negative where they
   * overlap, Infinity without pairs, NaN if an obstacle's number is not finite.
   */
  clearance(): number {
    return this.raw.clearance();
  }

  /** Nearest pairs at the current poses, nearest first; at most 300. Makes new objects at each call. */
  nearestPairs(most: number): NearPair[] {
    const address = this.raw.nearestPairs(asWhole(most, 0, 2 ** 31 - 1, 'most'));
    const { buffer } = core().module.HEAPF64;
    const [count] = new Float64Array(buffer, address, 1);
    const ofLinks = this.model.links.reduce((sum, { collision }) => sum + collision.length, 0);
    return Array.from({ length: count! }, (_, i) => {
      const [a, b, linkA, linkB, distance, ...rest] = new Float64Array(
        buffer,
        address + 8 * (1 + 14 * i),
        14,
      );
      const name = (link: number): string | null => this.model.links[link]?.name ?? null;
      const obstacle = (body: number): Obstacle | null => this.obstacles[body - ofLinks] ?? null;
      const vector = (at: number) => rest.slice(at, at + 3) as Three;
      return {
        links: [name(linkA!), name(linkB!)],
        obstacles: [obstacle(a!), obstacle(b!)],
        distance: distance!,
        points: [vector(0), vector(3)],
        normal: vector(6),
      };
    });
  }

  /**
   * Pairs of links whose shapes are compared. Default: all pairs that can move against each other, except
   * neighbours, which a joint or a loop connects. `findCollisionPairs` finds fewer.
   *
   * @throws LimberError `unknownLink` on setting a name that no link has.
   */
  get collisionPairs(): CollisionPair[] {
    return readPairs(this.model, this.raw.collisionPairs());
  }

  set collisionPairs(pairs: readonly CollisionPair[]) {
    void this.raw; // throws after dispose
    // Not map, which would skip holes in a list.
    const indices = Array.from(asList(pairs, 'collisionPairs'), (pair, i) => {
      const names = asList(pair, `collisionPairs[${i}]`);
      const [a, b, ...others] = Array.from(names, (each) => this.#linkNamed(each));
      if (a === undefined || b === undefined || others.length > 0)
        bad(`collisionPairs[${i}]`, 'the names of two links', pair);
      return [a, b] as const;
    });
    this.#change((raw) => raw.setCollisionPairs(), [indices.length, ...indices.flat()]);
  }

  #linkNamed(given: unknown): number {
    const name = asString(given, 'a link of a collision pair');
    const index = this.model.findLink(name);
    if (index >= 0) return index;
    throw new LimberError('unknownLink', `a collision pair names link ${show(name)}, which is unknown`);
  }

  /** The solver that `solve` uses if none is named. */
  get defaultSolver(): SolverName {
    return this.raw.defaultSolver() as SolverName;
  }

  /** True, or the reason why the solver does not support this problem. */
  supports(solver: SolverName): true | string {
    return this.raw.supports(solverIndex(core().tables, solver)) || true;
  }

  /**
   * Solves, starting from the state, and leaves the best pose found in it. Allocates nothing: the result is
   * one live object per problem, and the next solve changes it. `solve().copy()` returns permanent values.
   *
   * @throws LimberError `badOption` or `unknownSolver`. A target that is not reached or not finite and an
   * unsupported problem are results, not errors.
   */
  solve(options: SolveOptions = {}): SolveResult {
    const raw = this.raw;
    raw.solve(this.#prepare(options));
    return this.#results.solve;
  }

  /**
   * Solves many targets in few calls into the core. A row of `targets` has the targets of all goals in their
   * order. Each row gives bit for bit the result of writing the start to `state.q`, `state.update()`, writing
   * the targets, and `solve` with these options. State and goals are left as after the last row. To use all
   * CPU cores: `SolverPool` of `limber/worker`.
   *
   * @throws LimberError `badDescription` for arrays of other lengths; `notFinite` naming the row of a target
   * or start, before any row is solved; `badGoal` without goals; those of `solve`; or the signal's reason.
   */
  solveAll(targets: Float64Array, options: BatchOptions = {}): BatchResult {
    checkObject(options);
    const access = {
      raw: () => this.raw,
      heap: () => core().module.HEAPF64,
      widths: () => this.#widths,
      prepare: (solving: SolveOptions) => this.#prepare(solving),
    };
    return solveBatch(access, targets, options);
  }

  get #widths(): Widths {
    const raw = this.raw;
    const targets = this.goals.reduce((sum, _, i) => sum + raw.targetSize(i), 0);
    return { targets, nq: this.model.nq, goals: this.goals.length };
  }

  /** Writes the options; returns the solver's index, −1: the default. */
  #prepare(options: SolveOptions): number {
    this.#writeOptions(options);
    const { solver } = options;
    return solver === undefined ? -1 : solverIndex(core().tables, solver);
  }

  /**
   * Simulates `dt` seconds by iTaSC: the joints follow the targets. Targets, and coordinates with
   * jointWeights 0, that you moved since the last step count as having moved evenly during this time.
   * Allocates nothing.
   *
   * @throws LimberError `badOption`. A dt or target that is not finite gives the status `notFinite`.
   */
  step(dt: number, options: StepOptions = {}): StepResult {
    if (typeof dt !== 'number') throw new LimberError('badOption', `dt is ${show(dt)}; give seconds`);
    this.#writeOptions(options);
    this.raw.step(dt);
    return this.#results.step;
  }

  #writeOptions(options: SolveOptions): void {
    writeOptions(core().tables, options, this.#numbers('options'));
  }

  /** Seconds: the sum of all steps. */
  get time(): number {
    return this.raw.time();
  }

  /**
   * Call it after a jump: everything moved since the last step then counts as having been there all along.
   */
  forgetMotion(): void {
    this.raw.forgetMotion();
  }

  /**
   * Jacobian of a link at the current pose, 6 × nv, column by column, as a copy: for each coordinate, how its
   * unit moves the link's origin (x y z, metres) and turns the link (x y z, radians), in world axes.
   *
   * @throws LimberError `unknownLink`.
   */
  jacobian(link: string): Float64Array {
    const { index } = this.model.named(link);
    const at = this.raw.jacobian(index) / 8;
    return core().module.HEAPF64.slice(at, at + 6 * this.model.nv);
  }

  /**
   * How the mechanism can move from its current pose. Far slower than a solve; do not call it every frame.
   *
   * @throws LimberError `badOption`.
   */
  mobility(options: MobilityOptions = {}): Mobility {
    const address = this.raw.mobility(readMaxTime(options));
    const at = new Float64Array(core().module.HEAPF64.buffer, address, 5);
    return { mobility: at[0]!, instantaneous: at[1]!, counted: at[2]!, rank: at[3]!, complete: at[4] === 1 };
  }

  /**
   * Every pose that meets the goals, nearest to the state first, by joint weights. The state does not change.
   * For goals on one link that constrain as many degrees of freedom as there are free hinges between the root
   * and that link: a pose by six, a position with a direction by five, a position or an orientation by three.
   * A pose by seven hinges gives a slice: the one with the nearest pose of all, or the one chosen by
   * `redundancy`. Hold other joints by jointWeights of 0.
   *
   * @throws LimberError `badOption`. `reason` explains any other failure.
   */
  solutions(options: SolutionOptions = {}): Solutions {
    return this.#find(options);
  }

  /** Frees the core's memory. Any later use throws LimberError `disposed`. */
  dispose(): void {
    this.#handle.dispose();
  }
}
