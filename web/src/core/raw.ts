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
  warnings(): number;
  warning(a: number): string;
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

export interface RawProblem {
  numbers(a: string): number;
  share(a: string): RawShare | null;
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
  smallestSingularValue(): number;
  manipulability(): number;
  place(): boolean;
  jacobian(a: number): number;
  time(): number;
  step(a: number): void;
  warning(): string;
  forgetMotion(): void;
  addGoal(): boolean;
  removeGoal(a: number): void;
  target(a: number): number;
  targetSize(a: number): number;
  targetVelocity(a: number): number;
  shareGoal(a: number): RawShare | null;
  parameter(a: number, b: number): number;
  toLink(a: number): void;
  checkGoal(a: number): boolean;
  changeOffset(a: number): boolean;
  changePriority(a: number, b: number): void;
  addLoop(): boolean;
  routeLoop(a: number): boolean;
  removeLoop(a: number): void;
  setLoopClosed(a: number, b: boolean): void;
  mobility(a: number): number;
  addObstacle(): boolean;
  removeObstacle(a: number): void;
  shareObstacle(a: number): RawShare | null;
  obstaclePose(a: number): number;
  obstacleSize(a: number): number;
  clearance(): number;
  nearestPairs(a: number): number;
  collisionPairs(): number;
  sampleCollisionPairs(a: number, b: number): number;
  setCollisionPairs(): boolean;
  findSolutions(): void;
  family(): string;
  solutionsReason(): string;
  delete(): void;
}

export interface RawShare {
  delete(): void;
}

export interface RawMotion {
  plan(a: boolean, b: number): number;
  clip(a: boolean, b: boolean): number;
  take(): number;
  follow(a: boolean, b: number, c: boolean): number;
  delete(): void;
}

export interface RawModule {
  /** Emscripten replaces it whenever the memory grows. */
  HEAPF64: Float64Array;
  Problem: new (a: RawModel) => RawProblem;
  buildModel(a: boolean): RawModel | null;
  makeMotion(a: RawProblem): RawMotion | null;
  usedBytes(): number;
  room(a: number): number;
  errorCode(): string;
  errorText(): string;
}
