/** The compiled core as exposed by embind; cpp/bindings explains its functions. Written by `node scripts/build.mjs wasm`. */

export interface RawModel {
  name(): string;
  linkCount(): number;
  nq(): number;
  nv(): number;
  reach(): number;
  size(): number;
  linkName(a: number): string;
  linkParent(a: number): number;
  moveJoint(
    a: number,
    b: number,
    c: number,
    d: number,
    e: number,
    f: number,
    g: number,
    h: number,
    i: number,
    j: number,
    k: number,
  ): void;
  motionCount(a: number): number;
  motion(a: number, b: number): number;
  delete(): void;
}

export interface RawBuilder {
  setName(a: string): void;
  addLink(a: string, b: string, c: string): void;
  setOrigin(a: number, b: number, c: number, d: number, e: number, f: number, g: number): void;
  setAxis(a: number, b: number, c: number): void;
  setAxis2(a: number, b: number, c: number): void;
  setPitch(a: number): void;
  addLimits(a: number, b: number): void;
  setSwing(a: number, b: number, c: number, d: number): void;
  setTwist(a: number, b: number): void;
  setMimic(a: string, b: number, c: number): void;
  addLoop(a: RawLoopDraft): void;
  addShape(a: RawShapeDraft): void;
  build(a: boolean): RawModel | null;
  errorCode(): string;
  errorText(): string;
  delete(): void;
}

export interface RawShapeDraft {
  setType(a: string): void;
  setSize(a: number, b: number): void;
  setPose(a: number, b: number, c: number, d: number, e: number, f: number, g: number): void;
  addPoint(a: number, b: number, c: number): void;
  addTriangle(a: number, b: number, c: number): void;
  setLink(a: string): void;
  ignore(a: string): void;
  delete(): void;
}

export interface RawLoopDraft {
  setName(a: string): void;
  setWeight(a: number): void;
  setFree(a: number): void;
  setFrame(
    a: boolean,
    b: string,
    c: number,
    d: number,
    e: number,
    f: number,
    g: number,
    h: number,
    i: number,
  ): void;
  delete(): void;
}

export interface RawProblem {
  q(): number;
  poses(): number;
  jointWeights(): number;
  rest(): number;
  activeLimits(): number;
  options(): number;
  result(): number;
  residuals(): number;
  supports(a: number): string;
  defaultSolver(): string;
  update(): boolean;
  reset(): void;
  projectOntoLimits(): void;
  measure(): void;
  solve(a: number): void;
  batch(a: number): number;
  batchResults(): number;
  solveAll(a: number, b: number): void;
  reason(): string;
  conditioning(): void;
  errorCode(): string;
  errorText(): string;
  fitWeights(): number;
  misfits(): number;
  place(): boolean;
  velocities(): number;
  drivenVelocities(): number;
  time(): number;
  step(a: number): void;
  warning(): string;
  forgetMotion(): void;
  setNumber(a: string, b: number, c: number, d: number): void;
  setOffset(a: number, b: number, c: number, d: number, e: number, f: number, g: number): void;
  setPriority(a: number): void;
  setTargetLink(a: string): void;
  setGain(a: number): void;
  clearNext(): void;
  addGoal(a: string, b: string, c: number): number;
  removeGoal(a: number): void;
  target(a: number): number;
  targetSize(a: number): number;
  targetVelocity(a: number): number;
  goalBlock(a: number): number;
  parameter(a: number, b: number): number;
  checkGoal(a: number): boolean;
  changeOffset(
    a: number,
    b: number,
    c: number,
    d: number,
    e: number,
    f: number,
    g: number,
    h: number,
  ): boolean;
  changePriority(a: number, b: number): void;
  addLoop(a: RawLoopDraft): boolean;
  routeLoop(a: number, b: RawLoopDraft): boolean;
  removeLoop(a: number): void;
  setLoopClosed(a: number, b: boolean): void;
  loopResiduals(): number;
  mobility(a: number): number;
  addObstacle(a: RawShapeDraft): boolean;
  removeObstacle(a: number): void;
  obstacleBlock(a: number): number;
  obstaclePose(a: number): number;
  obstacleSize(a: number): number;
  clearance(): number;
  nearestPairs(a: number): number;
  collisionPairs(): number;
  sampleCollisionPairs(a: number, b: number): number;
  addCollisionPair(a: number, b: number): void;
  setCollisionPairs(): boolean;
  setRedundancy(a: number, b: number): void;
  findSolutions(a: boolean, b: number, c: boolean, d: number, e: number): number;
  solutionsQ(): number;
  selfMotion(): number;
  intervals(): number;
  intervalNumbers(): number;
  clearCount(): number;
  slicedBy(): number;
  isComplete(): boolean;
  family(): string;
  solutionsReason(): string;
  delete(): void;
}

export interface RawModule {
  /** Emscripten replaces it whenever the memory grows. */
  HEAPF64: Float64Array;
  Builder: new () => RawBuilder;
  ShapeDraft: new () => RawShapeDraft;
  LoopDraft: new () => RawLoopDraft;
  Problem: new (a: RawModel) => RawProblem;
  parameterNames(a: number): string;
  parameterWords(a: number, b: number): string;
  parameter(a: number, b: number): number;
  keepBlock(a: number): void;
  freeBlock(a: number): void;
  usedBytes(): number;
  solverNames(): string;
  goalTypeNames(): string;
  jointTypeNames(): string;
  statusNames(): string;
  modeNames(): string;
  errorCodeNames(): string;
  optionNames(): string;
  optionMin(a: number): number;
  optionMax(a: number): number;
  optionDefault(a: number): number;
  optionReaders(a: number): string;
  optionKind(a: number): string;
}
