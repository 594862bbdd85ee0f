/** Small mechanisms shared by tests. */
import type { JointDescription, LinkDescription, ModelDescription, Problem, Quat, Vec3 } from 'limber';
import { LimberError, solverNames, type ErrorCode, type SolverName } from 'limber';
import { expect } from 'vitest';

/** Iterative solvers, which support any chain of balls; the closed form supports none. */
export const descents = (): SolverName[] => solverNames().filter((name) => name !== 'analytic');

export function link(
  name: string,
  parent: string | null,
  joint: JointDescription,
  position: Vec3 = [0, 0, 0],
  rotation: Quat = [0, 0, 0, 1],
): LinkDescription {
  return { name, parent, origin: { position, rotation }, joint };
}

/** A root called `link0`, a joint every metre along X, and a fixed `tool` at the end. */
export function chain(
  count: number,
  joint: (i: number) => JointDescription = () => ({ type: 'revolute' }),
): ModelDescription {
  const links = Array.from({ length: count }, (_, i) =>
    link(`link${i}`, i ? `link${i - 1}` : null, joint(i), i ? [1, 0, 0] : [0, 0, 0]),
  );
  return {
    name: `chain of ${count}`,
    links: [...links, link('tool', `link${count - 1}`, { type: 'fixed' }, [1, 0, 0])],
  };
}

/** Alternating axes Z, Y, Z, Y …: the tool moves in space. */
export const zigzag = (count: number): ModelDescription =>
  chain(count, (i) => ({ type: 'revolute', axis: i % 2 ? [0, 1, 0] : [0, 0, 1] }));

/** Expects q inside the limits: what lies there the core leaves alone to the bit (tests/cpp/model/projection_test.cpp). */
export function expectInside({ state }: Problem): void {
  const before = [...state.q];
  state.projectOntoLimits();
  expect([...state.q]).toEqual(before);
}

/**
 * Returns the error of `action`. Fails unless it is a LimberError with that code and all `words` in its
 * message.
 */
export function expectError(action: () => unknown, code: ErrorCode, ...words: string[]): LimberError {
  let thrown: unknown;
  try {
    action();
  } catch (error) {
    thrown = error;
  }
  return checkError(thrown, code, ...words);
}

export function checkError(thrown: unknown, code: ErrorCode, ...words: string[]): LimberError {
  expect(thrown, `an error ${code}`).toBeInstanceOf(LimberError);
  const error = thrown as LimberError;
  expect(error.code, error.message).toBe(code);
  expect(error.name).toBe('LimberError');
  expect(error).toBeInstanceOf(Error);
  for (const word of words) expect(error.message).toContain(word);
  return error;
}
