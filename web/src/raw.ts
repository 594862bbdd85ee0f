/** The compiled core as embind shows it: cpp/bindings/bindings.cpp, name for name. */

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
  /** Of 26 numbers, until the next call. */
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
  /** The block that holds all numbers of a goal. */
  goalBlock(goal: number): Address;
  target(goal: number): Address;
  targetSize(goal: number): number;
  setOffset(...pose: Seven): void;
  setPriority(priority: number): void;
  setTargetLink(link: string): void;
  /** Sets one of the `count` numbers of a parameter of the next goal. */
  setNumber(name: string, count: number, place: number, number: number): void;
  parameter(goal: number, place: number): Address;
  /** Whether the parameters that were written are valid. */
  checkGoal(goal: number): boolean;
  changeOffset(goal: number, ...pose: Seven): boolean;
  changePriority(goal: number, priority: number): void;
  setGain(gain: number): void;
  /** Nothing left over by an error may go to the next goal. */
  clearNext(): void;
  addGoal(type: string, link: string, weight: number): number;
  removeGoal(goal: number): void;
  addLoop(draft: RawLoopDraft): boolean;
  routeLoop(loop: number, draft: RawLoopDraft): boolean;
  removeLoop(loop: number): void;
  setLoopClosed(loop: number, closed: boolean): void;
  addObstacle(draft: RawShapeDraft): boolean;
  removeObstacle(obstacle: number): void;
  /** The block that holds all numbers of an obstacle. */
  obstacleBlock(obstacle: number): Address;
  obstaclePose(obstacle: number): Address;
  obstacleSize(obstacle: number): Address;
  clearance(): number;
  /** Of a count and 14 numbers a pair, until the next call. */
  nearestPairs(most: number): Address;
  /** Of a count and 2 numbers a pair, until the next call. */
  collisionPairs(): Address;
  sampleCollisionPairs(samples: number, seed: number): Address;
  /** In force from `setCollisionPairs` on. */
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
  /** Makes room for a slice: its targets, starts and q of all rows, then residuals. */
  batch(rows: number): Address;
  /** Of four 32-bit integers a row: status, iterations, restarts, and one of no use here. */
  batchResults(): Address;
  /** Solves the rows that were written, from none, one or all of their starts. */
  solveAll(solver: number, starts: number): void;
  step(dt: number): void;
  time(): number;
  warning(): string;
  forgetMotion(): void;
  /** Of 4 numbers, until the next call. */
  mobility(maxTime: number): Address;
  /** How many were found; their numbers lie at the next two, until the next call. */
  /** For the next call; −1: the swivel. */
  setRedundancy(qIndex: number, value: number): void;
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
  /** Like the qIndex of setRedundancy; −2: nothing. */
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
  /** Remade by Emscripten whenever the memory grows. */
  HEAPF64: Float64Array;
  Builder: new () => RawBuilder;
  LoopDraft: new () => RawLoopDraft;
  ShapeDraft: new () => RawShapeDraft;
  Problem: new (model: RawModel) => RawProblem;
  /** The next delete of that block leaves its memory as it is, until freeBlock. */
  keepBlock(block: Address): void;
  freeBlock(block: Address): void;
  solverNames(): string;
  goalTypeNames(): string;
  /** The parameters of a type of goals; those of all types come first. */
  parameterNames(type: number): string;
  parameterWords(type: number, place: number): string;
  /** Of 11 numbers, until the next call. */
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

/** A `WebAssembly.Module`: projects without DOM types do not know that name. */
export type CompiledModule = object;

/** Options for Emscripten's factory. */
export interface RawModuleOptions {
  instantiateWasm: (imports: object, ready: (instance: object, module: CompiledModule) => void) => object;
  print: (text: string) => void;
  printErr: (text: string) => void;
}
