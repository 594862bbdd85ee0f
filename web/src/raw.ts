/** The compiled core as embind shows it: cpp/bindings/bindings.cpp, name for name. */

type Address = number;

interface RawObject {
  delete(): void;
}

export interface RawModel extends RawObject {
  name(): string;
  linkCount(): number;
  nq(): number;
  nv(): number;
  reach(): number;
  linkName(link: number): string;
  linkParent(link: number): number;
  motionCount(link: number): number;
  /** Of 26 numbers, until the next call. */
  motion(link: number, index: number): Address;
}

export interface RawBuilder extends RawObject {
  setName(name: string): void;
  addLink(name: string, parent: string, jointType: string): void;
  setOrigin(...pose: [number, number, number, number, number, number, number]): void;
  setAxis(x: number, y: number, z: number): void;
  setAxis2(x: number, y: number, z: number): void;
  setPitch(metresPerRadian: number): void;
  addLimits(min: number, max: number): void;
  setSwing(xMin: number, xMax: number, yMin: number, yMax: number): void;
  setTwist(min: number, max: number): void;
  setMimic(link: string, multiplier: number, offset: number): void;
  build(hinges: boolean): RawModel | null;
  errorCode(): string;
  errorText(): string;
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
  target(goal: number): Address;
  targetSize(goal: number): number;
  weight(goal: number): number;
  setWeight(goal: number, weight: number): void;
  setOffset(...pose: [number, number, number, number, number, number, number]): void;
  setAxis(x: number, y: number, z: number): void;
  setFree(axis: number): void;
  setPriority(priority: number): void;
  addGoal(type: string, link: string, weight: number): number;
  removeGoal(goal: number): void;
  supports(solver: number): string;
  update(): boolean;
  reset(): void;
  projectOntoLimits(): void;
  measure(): void;
  solve(solver: number): void;
  reason(): string;
  conditioning(): void;
  errorCode(): string;
  errorText(): string;
}

export interface RawModule {
  /** Remade by Emscripten whenever the memory grows. */
  HEAPF64: Float64Array;
  Builder: new () => RawBuilder;
  Problem: new (model: RawModel) => RawProblem;
  solverNames(): string;
  goalTypeNames(): string;
  jointTypeNames(): string;
  statusNames(): string;
  modeNames(): string;
  errorCodeNames(): string;
  optionNames(): string;
  optionMin(option: number): number;
  optionMax(option: number): number;
  optionDefault(option: number): number;
  optionKind(option: number): string;
}

/** What Emscripten's factory takes of us. */
export interface RawModuleOptions {
  instantiateWasm: (
    imports: WebAssembly.Imports,
    ready: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
  print: (text: string) => void;
  printErr: (text: string) => void;
}
