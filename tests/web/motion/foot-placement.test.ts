/** Feet of an animated character on ground, and hips that do not shake. */
import { AnimationMixer, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Character, FootPlacement, type GroundAt } from 'limber/character';
import { makeBody } from '../gltf/skeletons.ts';
import { expectError } from '../support/models.ts';
import { makeWalk } from './walk.ts';

const sides = ['left', 'right'] as const;
const level: GroundAt = () => ({ height: 0 });
/** 12°. */
const rise = Math.tan(Math.PI / 15);
const slope =
  (x: number, z: number): GroundAt =>
  (atX, atZ) => ({ height: x * atX + z * atZ, normal: [-x, 1, -z] });

/** A walk frame by frame: places of hips and toes, and how high the animation has the toes. */
function walked(pose: (character: Character, seconds: number) => void, root: 'fixed' | 'free' = 'fixed') {
  const { scene, bones } = makeBody();
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(makeWalk(bones)).play();
  using character = new Character(scene, { restPose: 'current', root });
  const place = (role: string) => bones.get(role)!.getWorldPosition(new Vector3());
  const frames = Array.from({ length: 230 }, (_, i) => {
    mixer.setTime((i + 1) / 60);
    scene.updateMatrixWorld(true);
    const animated = sides.map((side) => place(`${side}Toes`).y);
    pose(character, 1 / 60);
    scene.updateMatrixWorld(true);
    const turns = [...bones.values()].map(({ quaternion }) => quaternion.toArray());
    return { animated, toes: sides.map((side) => place(`${side}Toes`)), hips: place('hips'), turns };
  });
  return frames;
}

const placed = (ground: GroundAt) => {
  let feet: FootPlacement | undefined;
  return walked((character, seconds) => (feet ??= new FootPlacement(character, { ground })).step(seconds));
};

/** Largest second difference of the hips, in metres. */
const shake = (frames: ReturnType<typeof walked>): number =>
  Math.max(
    ...frames.slice(2).map(({ hips }, i) => {
      const [a, b] = [frames[i]!.hips, frames[i + 1]!.hips];
      return hips.clone().addScaledVector(b, -2).add(a).length();
    }),
  );

const animation = walked(() => undefined);

/** Metres by which feet that stand in the animation are off the ground, sorted, from a time on. */
const gaps = (frames: ReturnType<typeof walked>, ground: GroundAt, seconds: number): number[] =>
  frames
    .slice(60 * seconds)
    .flatMap(({ animated, toes }) =>
      toes.flatMap(({ x, y, z }, i) => {
        const low = Math.min(...animation.map((each) => each.animated[i]!));
        return animated[i]! < low + 1e-4 ? [Math.abs(y - low - ground(x, z).height)] : [];
      }),
    )
    .sort((a, b) => a - b);

describe('feet on ground', () => {
  it('that is level leave the animation as it is, to the bit', () => {
    expect(placed(level).map(({ turns }) => turns)).toEqual(animation.map(({ turns }) => turns));
  });

  it.each<[string, GroundAt]>([
    ['up a slope', slope(0, rise)],
    ['down a slope', slope(0, -rise)],
    ['along a slope', slope(rise, 0)],
    ['onto a slope', (x, z) => (z < 1.5 ? { height: 0 } : slope(0, rise)(x, z - 1.5))],
  ])('%s stand on it, and the hips do not shake', (_, ground) => {
    const frames = placed(ground);
    expect(shake(frames)).toBeLessThan(1.5 * shake(animation));
    const off = gaps(frames, ground, 2.5);
    expect(off.length).toBeGreaterThan(60);
    expect(off.at(-1)).toBeLessThan(2e-4);
  });

  it('up stairs stand on them, and the hips shake little', () => {
    const ground: GroundAt = (_, z) => ({ height: 0.17 * Math.max(0, Math.floor((z - 1) / 0.3)) });
    const frames = placed(ground);
    expect(frames.at(-1)!.hips.y - frames[0]!.hips.y).toBeGreaterThan(1);
    expect(shake(frames)).toBeLessThan(3 * shake(animation));
    const off = gaps(frames, ground, 0.5);
    expect(off[Math.floor(0.95 * off.length)]).toBeLessThan(1e-3);
  });

  it('lie along it, beside a hand that reaches', () => {
    const { scene, bones } = makeBody();
    using character = new Character(scene, { restPose: 'current' });
    const hand = character.addEffector('leftHand');
    hand.target.set(0.4, 1.2, 0.3);
    using feet = new FootPlacement(character, { ground: slope(0.1, rise) });
    feet.step(1 / 60);
    scene.updateMatrixWorld(true);
    expect(hand.distance).toBeLessThan(1e-3);
    const normal = new Vector3(-0.1, 1, -rise).normalize();
    for (const side of sides) {
      const up = new Vector3(0, 1, 0).transformDirection(bones.get(`${side}Foot`)!.matrixWorld);
      expect(up.distanceTo(normal)).toBeLessThan(1e-3);
      expect(feet.missed(side)).toBeLessThan(1e-3);
    }
    feet.dispose();
    expect(character.effectors).toEqual([hand]);
  });

  it('begin anew after a jump or a pause, and ease a step that comes between two frames', () => {
    let height = 0;
    const { scene, bones } = makeBody();
    using character = new Character(scene, { restPose: 'current' });
    using feet = new FootPlacement(character, { ground: () => ({ height }) });
    const risen = (seconds: number): number => {
      feet.step(seconds);
      scene.updateMatrixWorld(true);
      return bones.get('hips')!.getWorldPosition(new Vector3()).y - 0.95;
    };
    risen(0.02);
    height = 0.2;
    expect(risen(0.02)).toBeCloseTo(0, 6);
    for (let i = 0; i < 29; i += 1) expect(risen(0.02)).toBeLessThan(0.2);
    expect(risen(0.02)).toBeCloseTo(0.2, 4);
    height = 0.5;
    scene.position.x = 3;
    expect(risen(0.02)).toBeCloseTo(0.5, 4);
    height = 0;
    expect(risen(1)).toBeCloseTo(0, 4);
  });

  it('stay usable after a ground that is refused under the second foot', () => {
    let answers: ReturnType<GroundAt>[] = [];
    const ground: GroundAt = () => answers.shift() ?? { height: 0.1 };
    const poses = [true, false].map((isOdd) => {
      const { scene, bones } = makeBody();
      using character = new Character(scene, { restPose: 'current' });
      using feet = new FootPlacement(character, { ground });
      feet.step(0.02);
      for (const odd of [{ height: NaN }, { height: 0.1, normal: [0, NaN, 0] }] as ReturnType<GroundAt>[]) {
        answers = [{ height: 5 }, odd];
        if (isOdd) expectError(() => feet.step(1), 'badDescription', 'the ground at -0.10, ');
      }
      answers = [];
      feet.step(0.02);
      return [...bones.values()].flatMap(({ position, quaternion }) => [...position, ...quaternion]);
    });
    expect(poses[0]).toEqual(poses[1]);
  });

  it('say what is wrong', () => {
    using character = new Character(makeBody().scene, { restPose: 'current' });
    const make = (options: object, body = character) =>
      new FootPlacement(body, options as { ground: GroundAt });
    expectError(() => make({ ground: 1 }), 'badDescription', 'options.ground');
    expectError(() => make({ ground: level, up: 'y' }), 'badDescription', 'options.up is unknown');
    using thing = new Character(makeBody().scene, { humanoid: false });
    expectError(() => make({ ground: level }, thing), 'unknownLink', 'no leftUpperLeg; give it by role');
    const scene = makeBody().scene as never;
    expectError(() => make({ ground: level }, scene), 'badDescription', 'new Character(gltf.scene)');
    const { bones } = makeBody();
    const humanoid = Object.fromEntries([...bones].filter(([role]) => role !== 'rightFoot'));
    using lame = new Character(bones.get('hips')!, { humanoid });
    expectError(() => make({ ground: level }, lame), 'unknownLink', 'no rightFoot');
    expect(lame.effectors).toEqual([]);
    expectError(() => make({ ground: level }).step(NaN), 'badDescription', 'seconds');
    expectError(
      () => make({ ground: () => ({ height: NaN }) }).step(0),
      'badDescription',
      'the ground at 0.10, ',
    );
    expectError(
      () => make({ ground: () => ({ height: 0, normal: [0, -1, 0] }) }).step(0),
      'badDescription',
      'points up',
    );
    character.root = 'free';
    expectError(() => make({ ground: level }).step(0), 'badDescription', "the character's root", 'free');
  });
});

it.each(['its place is copied', 'it is put where it is'])(
  'a foot keeps the animation’s orientation where %s',
  (way) => {
    const frames = walked((character) => {
      if (character.effectors.length === 0) for (const side of sides) character.addEffector(`${side}Foot`);
      character.read();
      for (const foot of character.effectors)
        if (way === 'its place is copied') foot.position(foot.target);
        else foot.toBone();
      character.solve();
    }, 'free');
    expect(shake(frames)).toBeLessThan(1.5 * shake(animation));
  },
);

it('a foot keeps an orientation that it was given, whatever is read', () => {
  const { scene, bones } = makeBody();
  using character = new Character(scene, { restPose: 'current' });
  const foot = character.addEffector('leftFoot');
  foot.targetOrientation.setFromAxisAngle(new Vector3(1, 0, 0), 0.3);
  const given = foot.targetOrientation.toArray();
  bones.get('leftFoot')!.rotation.x = 0.1;
  character.read();
  expect(foot.targetOrientation.toArray()).toEqual(given);
});
