/** Collision shapes for arms without any. */
import { Model, Problem, type ModelDescription } from 'limber';
import { capsuleTo, compareFromHere, robots, withCapsules, yUp } from 'limber/robots';
import { Quaternion, Vector3 } from 'three';
import { expect, it } from 'vitest';

it.each([[[0, 0, 2]], [[0, 0, -2]], [[1, 0, 0]], [[0.3, -0.4, 0.1]], [[1e-9, 0, -1]]] as const)(
  'lies from the origin to %j',
  (point) => {
    const { position, rotation, length, radius } = capsuleTo(point, 0.1)!;
    const along = new Vector3(0, 0, length / 2).applyQuaternion(new Quaternion(...rotation!));
    const middle = new Vector3(...position!);
    expect(radius).toBe(0.1);
    expect(middle.clone().sub(along).length()).toBeLessThan(1e-8);
    expect(middle.add(along).distanceTo(new Vector3(...point))).toBeLessThan(1e-8);
  },
);

it('has none to the origin itself', () => {
  expect(capsuleTo([0, 0, 0], 0.1)).toBeNull();
});

it('lays one along each bone that is long enough, and leaves the rest as it is', () => {
  const { links } = withCapsules(robots.panda);
  const lengths = links.map(({ collision = [] }) =>
    collision.map((shape) => shape.type === 'capsule' && shape.length),
  );
  // Distances between the frames in Franka's table.
  expect(lengths.flat()).toEqual(
    [0.333, 0.316, 0.0825, Math.hypot(0.0825, 0.384), 0.088, 0.107].map(
      (each) => expect.closeTo(each, 9) as number,
    ),
  );
  expect(links.map(({ name, origin, joint }) => ({ name, origin, joint }))).toEqual(
    robots.panda.links.map(({ name, origin, joint }) => ({ name, origin, joint })),
  );
});

it('leaves a circle of parents to Model.from', () => {
  const description: ModelDescription = {
    links: [
      { name: 'a', parent: 'b', origin: { position: [1, 0, 0] } },
      { name: 'b', parent: 'a', origin: { position: [1, 0, 0] } },
    ],
  };
  expect(() => Model.from(withCapsules(description))).toThrow(
    expect.objectContaining({ code: 'cycle' }) as Error,
  );
});

it.each(Object.entries(robots))('compares no pairs of the %s that are near where it stands', (_, robot) => {
  using model = Model.from(withCapsules(yUp(robot)));
  using problem = new Problem(model);
  const room = 0.02 * model.size;
  compareFromHere(problem, room);
  expect(problem.clearance()).toBeGreaterThanOrEqual(room);
});
