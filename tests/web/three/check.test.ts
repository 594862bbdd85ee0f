/** Wrong arguments that are easily passed to a view, and their errors. */
import { Box3, Object3D, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { LimberError, Model, Problem } from 'limber';
import { ArmShape, GoalHandle } from 'limber/three';
import { checkFramed, checkHost, checkView } from '../../../web/src/three/check.ts';
import { chain } from '../support/models.ts';

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(LimberError);
    return (error as LimberError).message;
  }
  throw new Error('nothing was thrown');
}

it.each([
  ['a description', chain(2)],
  ['nothing', undefined],
  ['a text', 'arm'],
])('an arm of %s', (_, model) => {
  expect(messageOf(() => new ArmShape(model as never))).toContain('Model.from');
});

it('an arm that is given the state in place of its poses, and goes on', () => {
  using model = Model.from(chain(2));
  using problem = new Problem(model);
  const arm = new ArmShape(model);
  const wrong = [problem.state, problem.state.q, undefined, []] as never[];
  for (const poses of wrong) expect(messageOf(() => arm.update(poses))).toContain('problem.state.poses');
  arm.update(problem.state.poses);
  const last = arm.children[2]!;
  expect(new Vector3().setFromMatrixPosition(last.matrix).toArray().every(Number.isFinite)).toBe(true);
});

it.each([[null], ['#stage'], [{}]])('a view in %s', (host) => {
  expect(messageOf(() => checkHost(host as never))).toContain('element of the page');
});

it('a view in a page without what it watches with, as in jsdom', () => {
  const host = { getBoundingClientRect: () => ({}) };
  expect(messageOf(() => checkHost(host as never))).toContain('IntersectionObserver');
});

it('a handle without its view', () => {
  expect(messageOf(() => new GoalHandle({ position: [0, 0, 0] } as never, {} as never))).toContain(
    'the View',
  );
  expect(messageOf(() => checkView(undefined as never))).toContain('the View');
});

it('a view that frames a number', () => {
  expect(messageOf(() => checkFramed(3))).toContain('Box3');
  expect(() => [new Box3(), new Object3D()].forEach(checkFramed)).not.toThrow();
});
