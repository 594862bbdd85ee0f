/** Effectors, gazes and poles that fade in and out over an animation. */
import { AnimationMixer, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Character } from 'limber/character';
import { expectError } from '../support/models.ts';
import { makeClip, makeWalker } from './walker.ts';
import '../support/silence.ts';

const blends = [1, 0.75, 0.5, 0.25, 0.001, 1e-6, 0, 0.5];

/** An animated character, and the places and orientations of its bones by role. */
function walking(turned: boolean) {
  const { scene, bones } = makeWalker(turned);
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(makeClip(bones, 0.3, 5)).play();
  const character = new Character(scene);
  const show = () => {
    mixer.setTime(0.7);
    scene.updateMatrixWorld(true);
  };
  const solve = (): void => {
    show();
    character.read();
    character.solve({ maxIterations: 200 });
    scene.updateMatrixWorld(true);
  };
  const place = (role: string) => bones.get(role)!.getWorldPosition(new Vector3());
  const turn = (role: string) => bones.get(role)!.getWorldQuaternion(new Quaternion());
  const numbers = () => [...bones.values()].map(({ matrixWorld }) => [...matrixWorld.elements]);
  show();
  character.read();
  return { scene, character, solve, place, turn, numbers };
}

describe.each([
  ['plain', false],
  ['any', true],
] as const)('with %s axes', (_, turned) => {
  it('a hand is at its part of the way from the animation to the target', () => {
    const { character, solve, place, numbers } = walking(turned);
    const [animated, before] = [place('leftHand'), numbers()];
    const effector = character.addEffector('leftHand');
    effector.target.copy(animated).lerp(place('leftUpperArm'), 0.4);
    const way = effector.target.clone().sub(animated);
    expect(way.length()).toBeGreaterThan(0.15);
    for (const blend of blends) {
      effector.blend = blend;
      solve();
      expect(place('leftHand').distanceTo(animated.clone().addScaledVector(way, blend))).toBeLessThan(2e-3);
      if (blend <= 1e-6) expect(numbers()).toEqual(before);
    }
    character.dispose();
  });

  it('a foot goes and turns by its part', () => {
    const { character, solve, place, turn, numbers } = walking(turned);
    const [animated, orientation, before] = [place('leftFoot'), turn('leftFoot'), numbers()];
    const effector = character.addEffector('leftFoot');
    const wanted = new Quaternion().setFromAxisAngle(new Vector3(0.6, 0, 0.8), 0.3);
    effector.targetOrientation.copy(wanted).multiply(orientation);
    effector.target.add(new Vector3(0.05, 0.08, 0.1));
    for (const blend of blends) {
      effector.blend = blend;
      solve();
      const goal = animated.clone().lerp(effector.target, blend);
      expect(place('leftFoot').distanceTo(goal)).toBeLessThan(2e-3);
      expect(turn('leftFoot').angleTo(orientation)).toBeCloseTo(0.3 * blend, 2);
      if (blend <= 1e-6) expect(numbers()).toEqual(before);
    }
    character.dispose();
  });

  it('a head looks its part of the angle away from where the animation has it look', () => {
    const { character, solve, place, turn, numbers } = walking(turned);
    const gaze = character.addGaze();
    const ahead = gaze.target.clone().sub(place('head'));
    const inHead = ahead.clone().applyQuaternion(turn('head').invert());
    const line = () => inHead.clone().applyQuaternion(turn('head'));
    const before = numbers();
    // So far away that the neck's motion does not matter.
    ahead.applyAxisAngle(new Vector3(0, 1, 0), 0.4);
    gaze.target.copy(place('head')).addScaledVector(ahead, 1000);
    const seen = line();
    const whole = seen.angleTo(ahead);
    for (const blend of blends) {
      gaze.blend = blend;
      solve();
      expect(line().angleTo(seen)).toBeCloseTo(blend * whole, 2);
      if (blend <= 1e-6) expect(numbers()).toEqual(before);
    }
    character.dispose();
  });

  it('an elbow turns by its part, the hand staying', () => {
    const { character, solve, place, numbers } = walking(turned);
    const before = numbers();
    const hand = character.addEffector('leftHand');
    const pole = character.addPole('leftElbow', { blend: 0 });
    /** Vector from the line between shoulder and hand to the elbow. */
    const out = (point: Vector3) => {
      const axis = place('leftHand').sub(place('leftUpperArm')).normalize();
      const from = point.clone().sub(place('leftUpperArm'));
      return from.addScaledVector(axis, -from.dot(axis));
    };
    const seen = place('leftLowerArm');
    const axis = place('leftHand').sub(place('leftUpperArm')).normalize();
    pole.target.copy(place('leftUpperArm')).add(out(seen).applyAxisAngle(axis, 0.5).setLength(2));
    for (const blend of blends) {
      pole.blend = blend;
      solve();
      expect(hand.distance).toBeLessThan(2e-3);
      const [is, from, to] = [place('leftLowerArm'), seen, pole.target].map(out) as [
        Vector3,
        Vector3,
        Vector3,
      ];
      expect(from.angleTo(to)).toBeGreaterThan(0.3);
      const angle = Math.abs(is.angleTo(from) - blend * from.angleTo(to));
      // Metres at the elbow, because a nearly straight arm has no meaningful angle.
      expect(angle * is.length()).toBeLessThan(2e-3);
    }
    hand.weight = 0;
    pole.blend = 0;
    solve();
    expect(numbers()).toEqual(before);
    character.dispose();
  });
});

it('what is held of the animation goes along with what carries the character', () => {
  const { scene, character, solve, place } = walking(true);
  const effector = character.addEffector('leftHand', { blend: 0.5 });
  effector.target.lerp(place('leftUpperArm'), 0.4);
  solve();
  const inScene = scene.worldToLocal(place('leftHand'));
  const target = scene.worldToLocal(effector.target.clone());
  for (let i = 1; i <= 10; ++i) {
    scene.position.set(i, 0, 2 * i);
    scene.rotation.y = 0.3 * i;
    scene.updateMatrixWorld(true);
    effector.target.copy(scene.localToWorld(target.clone()));
    // Without reading: from the last solve's pose.
    character.solve();
    scene.updateMatrixWorld(true);
    expect(scene.worldToLocal(place('leftHand')).distanceTo(inScene)).toBeLessThan(3e-3);
  }
  character.dispose();
});

it('is a number from 0 to 1', () => {
  const { character } = walking(false);
  const all = [character.addEffector('leftHand'), character.addGaze(), character.addPole('leftElbow')];
  for (const each of all) {
    expect(each.blend).toBe(1);
    for (const wrong of [-0.1, 1.1, NaN, '1' as never]) {
      expectError(() => (each.blend = wrong), 'badGoal', 'blend', 'from 0');
    }
    expect(each.blend).toBe(1);
  }
  expectError(() => character.addEffector('leftHand', { blend: 2 }), 'badGoal', 'blend is 2');
  expect(character.problem.goals.length).toBe(3);
  character.dispose();
});
