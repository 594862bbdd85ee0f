/** Gazes of characters, and hands out of reach. */
import { Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Character } from 'limber/character';
import { expectError } from '../support/models.ts';
import { makeBody, randomSkeleton, seeded, type BodyOptions } from './skeletons.ts';
import '../support/silence.ts';

const bodies: Readonly<Record<string, BodyOptions>> = {
  'plain axes': {},
  'any axes': { random: seeded(21) },
  'any axes, in a mirror, at another scale': { random: seeded(22), mirror: true, scale: 0.01 },
};

describe.each(Object.keys(bodies))('a body with %s', (name) => {
  it('looks ahead at rest, and at a point once it has solved for it', () => {
    const { scene, bones } = makeBody(bodies[name]);
    using character = new Character(scene, { humanoid: true });
    const gaze = character.addGaze();
    const head = bones.get('head')!;
    scene.updateMatrixWorld(true);
    const at = head.getWorldPosition(new Vector3());
    // Bodies face z, and lean by 3 degrees from the hips to the head.
    const ahead = gaze.target.clone().sub(at);
    expect(ahead.angleTo(new Vector3(0, 0, 1))).toBeLessThan(0.06);
    const rest = head.getWorldQuaternion(new Quaternion());
    gaze.target.set(at.x + 0.5, at.y + 0.2, at.z + 1);
    expect(character.solve().status).toBe('converged');
    expect(gaze.angle).toBeLessThan(1e-3);
    scene.updateMatrixWorld(true);
    const turned = head.getWorldQuaternion(new Quaternion()).multiply(rest.invert());
    const looks = ahead.applyQuaternion(turned);
    const wanted = gaze.target.clone().sub(head.getWorldPosition(new Vector3())).normalize();
    expect(looks.angleTo(wanted)).toBeLessThan(2e-3);
    gaze.remove();
    expect(character.gazes).toEqual([]);
    expect(character.problem.goals).toEqual([]);
  });

  it.each(['fixed', 'free'] as const)(
    'with its root %s, a hand out of reach leaves the other where it is',
    (root) => {
      const { scene } = makeBody(bodies[name]);
      using character = new Character(scene, { humanoid: true, root });
      const [left, right] = [character.addEffector('leftHand'), character.addEffector('rightHand')];
      right.target.lerp(new Vector3(0, 1.4, 0.4), 0.5);
      for (let i = 0; i < 5; i += 1) character.solve();
      expect(right.distance).toBeLessThan(1e-3);
      let most = 0;
      for (let i = 0; i < 60; i += 1) {
        left.target.y -= 0.05;
        character.solve();
        most = Math.max(most, right.distance);
      }
      expect(left.distance).toBeGreaterThan(1);
      expect(most).toBeLessThan(0.005);
    },
  );
});

it('a bone of another skeleton looks along the axis that it is given', () => {
  const { scene, bones } = randomSkeleton(seeded(5));
  using character = new Character(scene, { humanoid: false });
  const gaze = character.addGaze(bones[0], { axis: [0, 2, 0] });
  const { x, y, z } = gaze.target.clone().sub(bones[0]!.getWorldPosition(new Vector3()));
  const forward = new Vector3(0, 1, 0).transformDirection(bones[0]!.matrixWorld);
  expect(forward.distanceTo(new Vector3(x, y, z))).toBeLessThan(1e-6);
  expectError(() => character.addGaze('nose'), 'unknownLink', '"nose"');
});

it('the hands of RobotExpressive are palms', () => {
  const names: Readonly<Record<string, string>> = { leftHand: 'Palm2L', rightHand: 'Palm2R' };
  const { scene, bones } = makeBody({ name: (role) => names[role] ?? role });
  using character = new Character(scene, { humanoid: true });
  expect(character.humanoid.get('leftHand')).toBe(bones.get('leftHand'));
  expect(character.humanoid.get('rightHand')).toBe(bones.get('rightHand'));
});
