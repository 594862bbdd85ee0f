/** Goals of every type, and loops, on the bones of a character. */
import { Object3D, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { type LoopDescription, type Vec3 } from 'limber';
import { Character } from 'limber/character';
import { expectError } from '../support/models.ts';
import { makeBody, seeded, type BodyOptions } from './skeletons.ts';
import '../support/silence.ts';

const bodies: Readonly<Record<string, BodyOptions>> = {
  'names of another program': { name: (role) => `mixamorig:${role}` },
  'any axes': { random: seeded(21) },
  'any axes, in a mirror, at another scale': { random: seeded(22), mirror: true, scale: 0.01 },
};

describe.each(Object.keys(bodies))('a body with %s', (name) => {
  const make = () => {
    const { scene, bones } = makeBody(bodies[name]);
    const character = new Character(scene, { humanoid: true });
    scene.updateMatrixWorld(true);
    const [hand, head] = [bones.get('leftHand')!, bones.get('head')!];
    const scale = hand.getWorldScale(new Vector3()).y;
    /** Converts metres to the bone's own units. */
    const units = (...metres: Vec3): Vec3 => metres.map((each) => each / Math.abs(scale)) as unknown as Vec3;
    return { scene, bones, character, hand, head, units };
  };
  const placeOf = (node: Object3D, point: Vec3 = [0, 0, 0]) => node.localToWorld(new Vector3(...point));

  it.each([
    ['position', ({ x, y, z }: Vector3) => [0.6 * x, y, z + 0.2]],
    ['pose', ({ x, y, z }: Vector3) => [0.7 * x, y, z + 0.2]],
    ['distance', ({ x, y, z }: Vector3) => [x, y, z, 0.1]],
    ['direction', () => [0, 0.5, 1]],
    ['lookAt', ({ x, y, z }: Vector3) => [x, y + 1, z + 3]],
    ['joint', () => [0.4]],
  ] as const)('takes a %s goal', (type, targetNear) => {
    const { scene, bones, character, hand, units } = make();
    const offset = { position: units(0.03, -0.02, 0.05) };
    const link = type === 'joint' ? 'leftElbow' : 'leftHand';
    const rest = hand.getWorldQuaternion(new Quaternion());
    const at = placeOf(hand, offset.position);
    const target = [...targetNear(at)];
    const goal = character.addGoal({ type, link, ...(type === 'joint' ? {} : { offset }) });
    // The pose goal keeps its initial orientation.
    goal.target.set(target);
    expect(character.solve({ maxIterations: 200 }).status).toBe('converged');
    scene.updateMatrixWorld(true);
    // Place and direction by three.js, without the core's poses.
    const now = placeOf(hand, offset.position);
    const towards = placeOf(hand, [
      offset.position[0] + units(1, 0, 0)[0],
      ...offset.position.slice(1),
    ] as unknown as Vec3).sub(now);
    const point = new Vector3().fromArray(target);
    if (type === 'position' || type === 'pose') expect(now.distanceTo(point)).toBeLessThan(1e-3);
    if (type === 'pose') expect(hand.getWorldQuaternion(new Quaternion()).angleTo(rest)).toBeLessThan(2e-3);
    if (type === 'distance') expect(now.distanceTo(point)).toBeCloseTo(0.1, 3);
    if (type === 'direction') expect(towards.angleTo(point)).toBeLessThan(2e-3);
    if (type === 'lookAt') expect(towards.angleTo(point.sub(now))).toBeLessThan(2e-3);
    if (type === 'joint') {
      const elbow = bones.get('leftLowerArm')!;
      const { qIndex } = character.model.links[character.linkOf(elbow)]!;
      expect(character.problem.state.q[qIndex]).toBeCloseTo(0.4, 2);
    }
    character.problem.removeGoal(goal);
    expect(character.problem.goals).toEqual([]);
    character.dispose();
  });

  it('keeps two hands together while one of them reaches', () => {
    const { scene, bones, character, hand, units } = make();
    const other = bones.get('rightHand')!;
    const reach = character.addEffector('leftHand');
    // Newton's method alone would close the loop from a metre away, with arms bent anyhow.
    const meet = character.addEffector('rightHand');
    for (const each of [reach, meet]) each.target.set(0, 1.2, 0.3);
    character.solve({ maxIterations: 100 });
    meet.remove();
    reach.target.set(0, 1.3, 0.4);
    const grip = units(0, 0.04, 0);
    const loop = character.addLoop({
      a: { link: 'rightHand' },
      b: { link: 'leftHand', position: grip },
      free: 'ball',
    });
    for (let i = 0; i < 10; i += 1) character.solve({ maxIterations: 100 });
    scene.updateMatrixWorld(true);
    expect(reach.distance).toBeLessThan(1e-3);
    expect(loop.distance).toBeLessThan(1e-6);
    expect(placeOf(other).distanceTo(placeOf(hand, grip))).toBeLessThan(1e-5);
    character.dispose();
  });
});

it('gives targets in the frame of another bone, and refuses bones that it does not have', () => {
  const { scene } = makeBody();
  using character = new Character(scene, { humanoid: true });
  const goal = character.addGoal({ type: 'position', link: 'leftHand', targetLink: 'rightHand' });
  expect(goal.targetLink).toBe('rightHand');
  const link = 'leftHand';
  expectError(
    () => character.addGoal({ type: 'position', link: 'nose' }),
    'unknownLink',
    '"nose"',
    'leftHand',
  );
  expectError(
    () => character.addGoal({ type: 'position', link, targetLink: 'nose' }),
    'unknownLink',
    '"nose"',
  );
  expectError(() => character.addGoal({ type: 'position', link, weight: -1 }), 'badGoal', 'goal.weight');
  expectError(() => character.addGoal(null as never), 'unknownLink', 'undefined');
  expectError(() => character.addLoop({ a: { link: 'nose' }, b: {} }), 'unknownLink', '"nose"');
  expectError(
    () => character.addLoop({ a: { link } } as unknown as LoopDescription),
    'badDescription',
    'the loop.b',
  );
  expect(character.problem.goals).toEqual([goal]);
});
