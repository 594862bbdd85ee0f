/** What cpp/bindings/constraints.h adds to the core, name for name. */
import { core } from '../loader.ts';
import type { RawBuilder, RawModule, RawProblem } from '../raw.ts';

type Address = number;
type Seven = [number, number, number, number, number, number, number];

export interface RawLoopDraft {
  setName(name: string): void;
  setWeight(weight: number): void;
  setFree(axis: number): void;
  setFrame(isB: boolean, link: string, ...pose: Seven): void;
  delete(): void;
}

export interface RawConstraintBuilder extends RawBuilder {
  addLoop(draft: RawLoopDraft): void;
}

export interface RawConstraintProblem extends RawProblem {
  setTargetLink(link: string): void;
  setSide(side: number): void;
  setMotion(motion: number): void;
  clearNext(): void;
  loopResiduals(): Address;
  addLoop(draft: RawLoopDraft): boolean;
  routeLoop(loop: number, draft: RawLoopDraft): boolean;
  removeLoop(loop: number): void;
  setLoopClosed(loop: number, closed: boolean): void;
  fitWeights(): Address;
  misfits(): Address;
  place(): boolean;
  setChain(place: number, joint: number): void;
  setRow(row: number, wanted: boolean): void;
  setGain(gain: number): void;
  targetVelocity(goal: number): Address;
  velocities(): Address;
  drivenVelocities(): Address;
  time(): number;
  step(dt: number): void;
  warning(): string;
  forgetMotion(): void;
  /** Of 4 numbers, until the next call. */
  mobility(): Address;
}

interface RawConstraintModule extends RawModule {
  LoopDraft: new () => RawLoopDraft;
}

/** The core with all that this entry needs of it. */
export const constraintModule = (): RawConstraintModule => core().module as RawConstraintModule;

/** Gives `use` a loop in the making, and frees it. */
export function withDraft<T>(use: (draft: RawLoopDraft) => T): T {
  const draft = new (constraintModule().LoopDraft)();
  try {
    return use(draft);
  } finally {
    draft.delete();
  }
}
