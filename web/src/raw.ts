/** The compiled core as exposed by embind. Names are those of cpp/bindings/bindings.cpp. */

type Address = number;
type Seven = [number, number, number, number, number, number, number];
/** A pose, and an axis. */
type Ten = [number, number, number, number, number, number, number, number, number, number];

interface RawObject {
  delete(): void;
}

export interface RawModel extends RawObject {
  name(): string;
  linkCount(): number;
  nq(): number;
  nv(): number;
  reach(): number;
  size(): number;
  linkName(link: number): string;
  linkParent(link: number): number;
  moveJoint(link: number, ...poseAndAxis: Ten): void;
  motionCount(link: number): number;
  /** Address of 26 numbers, valid until the next call. */
  motion(link: number, index: number): Address;
}

export interface RawBuilder extends RawObject {
  setName(name: string): void;
  addLink(name: string, parent: string, jointType: string): void;
  setOrigin(...pose: Seven): void;
  setAxis(x: number, y: number, z: number): void;
  setAxis2(x: number, y: number, z: number): void;
  setPitch(metresPerRadian: number): void;
  addLimits(min: number, max: number): void;
  setSwing(xMin: number, xMax: number, yMin: number, yMax: number): void;
  setTwist(min: number, max: number): void;
  setMimic(link: string, multiplier: number, offset: number): void;
  addLoop(draft: RawLoopDraft): void;
  addShape(draft: RawShapeDraft): void;
  build(hinges: boolean): RawModel | null;
  errorCode(): string;
  errorText(): string;
}

export interface RawLoopDraft extends RawObject {
  setName(name: string): void;
  setWeight(weight: number): void;
  setFree(axis: number): void;
  setFrame(isB: boolean, link: string, ...pose: Seven): void;
}

export interface RawShapeDraft extends RawObject {
  setType(type: string): void;
  setSize(place: number, metres: number): void;
  setPose(...pose: Seven): void;
  addPoint(x: number, y: number, z: number): void;
  addTriangle(a: number, b: number, c: number): void;
  setLink(link: string): void;
  ignore(link: string): void;
}

export interface RawProblem extends RawObject {
  q(): Address;
  poses(): Address;
  jointWeights(): Address;
  rest(): Address;
  activeLimits(): Address;
  options(): Address;
  result(): Address;
  residuals(): Address;
  loopResiduals(): Address;
  fitWeights(): Address;
  misfits(): Address;
  velocities(): Address;
  drivenVelocities(): Address;
  targetVelocity(goal: number): Address;
  /** Address of the block that holds all numbers of a goal. */
  goalBlock(goal: number): Address;
  target(goal: number): Address;
  targetSize(goal: number): number;
  setOffset(...pose: Seven): void;
  setPriority(priority: number): void;
  setTargetLink(link: string): void;
  /** Sets one of the `count` numbers of a parameter of the next goal. */
  setNumber(name: string, count: number, place: number, number: number): void;
  parameter(goal: number, place: number): Address;
  /** True if the written parameters are valid. */
  checkGoal(goal: number): boolean;
  changeOffset(goal: number, ...pose: Seven): boolean;
  changePriority(goal: number, priority: number): void;
  setGain(gain: number): void;
  /** Values left over after an error must not go to the next goal. */
  clearNext(): void;
  addGoal(type: string, link: string, weight: number): number;
  removeGoal(goal: number): void;
  addLoop(draft: RawLoopDraft): boolean;
  routeLoop(loop: number, draft: RawLoopDraft): boolean;
  removeLoop(loop: number): void;
  setLoopClosed(loop: number, closed: boolean): void;
  addObstacle(draft: RawShapeDraft): boolean;
  removeObstacle(obstacle: number): void;
  /** Address of the block that holds all numbers of an obstacle. */
  obstacleBlock(obstacle: number): Address;
  obstaclePose(obstacle: number): Address;
  obstacleSize(obstacle: number): Address;
  clearance(): number;
  /** Address of a count, then 14 numbers per pair; valid until the next call. */
  nearestPairs(most: number): Address;
  /** Address of a count, then 2 numbers per pair; valid until the next call. */
  collisionPairs(): Address;
  sampleCollisionPairs(samples: number, seed: number): Address;
  /** Takes effect at `setCollisionPairs`. */
  addCollisionPair(a: number, b: number): void;
  setCollisionPairs(): boolean;
  supports(solver: number): string;
  defaultSolver(): string;
  update(): boolean;
  reset(): void;
  projectOntoLimits(): void;
  place(): boolean;
  measure(): void;
  /** Uses the default solver if `solver` is negative. */
  solve(solver: number): void;
  /** Makes room for a slice: targets, starts and q of all rows, then residuals. */
  batch(rows: number): Address;
  /** Address of four 32-bit integers per row: status, iterations, restarts, and an unused one. */
  batchResults(): Address;
  /** Solves the rows already written; `starts` is the number of starts: none, one or all. */
  solveAll(solver: number, starts: number): void;
  step(dt: number): void;
  time(): number;
  warning(): string;
  forgetMotion(): void;
  /** Address of 5 numbers, valid until the next call. */
  mobility(maxTime: number): Address;
  /** Applies to the next call; −1: the swivel. */
  setRedundancy(qIndex: number, value: number): void;
  /**
   * Returns the number of solutions. Their numbers are at `solutionsQ` and `selfMotion` until the next call.
   */
  findSolutions(
    limits: boolean,
    most: number,
    intervals: boolean,
    clearance: number,
    maxTime: number,
  ): number;
  clearCount(): number;
  intervals(): Address;
  intervalNumbers(): number;
  /** As the qIndex of setRedundancy; −2: nothing. */
  slicedBy(): number;
  solutionsQ(): Address;
  selfMotion(): Address;
  isComplete(): boolean;
  family(): string;
  solutionsReason(): string;
  reason(): string;
  conditioning(): void;
  errorCode(): string;
  errorText(): string;
}

export interface RawModule {
  /** Emscripten replaces it whenever the memory grows. */
  HEAPF64: Float64Array;
  Builder: new () => RawBuilder;
  LoopDraft: new () => RawLoopDraft;
  ShapeDraft: new () => RawShapeDraft;
  Problem: new (model: RawModel) => RawProblem;
  /** The next delete of that block does not free its memory; freeBlock does. */
  keepBlock(block: Address): void;
  freeBlock(block: Address): void;
  /** Bytes that the core has allocated. */
  usedBytes(): number;
  solverNames(): string;
  goalTypeNames(): string;
  /** Parameters of a goal type; those common to all types come first. */
  parameterNames(type: number): string;
  parameterWords(type: number, place: number): string;
  /** Address of 11 numbers, valid until the next call. */
  parameter(type: number, place: number): Address;
  jointTypeNames(): string;
  statusNames(): string;
  modeNames(): string;
  errorCodeNames(): string;
  optionNames(): string;
  optionMin(option: number): number;
  optionMax(option: number): number;
  optionDefault(option: number): number;
  optionKind(option: number): string;
  optionReaders(option: number): string;
}

/** A `WebAssembly.Module`. Projects without DOM types lack that name. */
export type CompiledModule = object;

/** Options for Emscripten's factory. */
export interface RawModuleOptions {
  instantiateWasm: (imports: object, ready: (instance: object, module: CompiledModule) => void) => object;
  print: (text: string) => void;
  printErr: (text: string) => void;
}
