/** Roles from a skeleton's shape and from its names; limbs move whatever their bones are called. */
import { Bone, Euler, Group, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Character } from 'limber/character';
import { expectError } from '../support/models.ts';
import { animals, makeRig, placeOf, rigs, type RigOptions } from './rigs.ts';
import { makeBody, seeded } from './skeletons.ts';
import '../support/silence.ts';

const quarter = Math.PI / 2;
const aboutX = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), quarter);
const nameless = () => '';
const numbered = (_: string, i: number) => `joint_${i}`;

const looks: Readonly<Record<string, () => RigOptions>> = {
  'its names': () => ({}),
  'its names, any axes, in centimetres': () => ({ random: seeded(31), size: 100 }),
  numbers: () => ({ rename: numbered }),
  'no names, any axes, Z up, in centimetres': () => ({
    rename: nameless,
    random: seeded(32),
    size: 100,
    turn: aboutX,
  }),
  'numbers, looking back, in inches': () => ({
    rename: numbered,
    size: 39.37,
    turn: new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI),
  }),
};

/** Roles that differ if only the shape is used, because the program gives them to other bones. */
const shapeTells: Readonly<Record<string, RegExp>> = {
  'Daz Genesis 8': /Toes$/,
  // Both arms and thighs hang one bone higher than usual.
  Biped: /^(hips|spine|chest|neck|head)$/,
};

describe.each(Object.keys(rigs))('the roles of %s', (program) => {
  it.each(Object.keys(looks))('are told by %s', (look) => {
    const options = looks[look]!();
    const { scene, roles } = makeRig(rigs[program]!, options);
    using character = new Character(scene);
    const isNamed = !options.rename;
    for (const [role, bone] of roles) {
      if (!isNamed && shapeTells[program]?.test(role)) continue;
      expect(character.humanoid.get(role as 'hips'), role).toBe(bone);
    }
    expect(character.warnings.some((each) => each.includes('no name says'))).toBe(!isNamed);
  });

  it('let every bone on the way to a hand or a foot move, and say truly how far it is off', () => {
    const { scene, bones, roles } = makeRig(rigs[program]!);
    for (const role of ['leftHand', 'rightFoot']) {
      const end = roles.get(role)!;
      for (const bone of bones.values()) {
        if (!isBetween(roles.get('hips')!, bone, end)) continue;
        using character = new Character(scene, { humanoid: true });
        const rest = bone.quaternion.clone();
        bone.quaternion.multiply(new Quaternion().setFromEuler(new Euler(0.5, 0, 0.8)));
        const target = placeOf(end);
        character.read();
        const effector = character.addEffector(role, { orientation: false });
        effector.target.copy(target);
        character.solve({ maxIterations: 100 });
        expect(placeOf(end).distanceTo(target), bone.name).toBeCloseTo(effector.distance, 5);
        // It moves: turned far beyond a joint's range, the rest of the body compensates nearly all of it.
        expect(effector.distance, bone.name).toBeLessThan(0.1);
        for (const each of bones.values()) each.quaternion.copy(each === bone ? rest : each.quaternion);
        character.reset();
      }
    }
  });
});

/** Whether a bone is below `first`, and above `last` or `last` itself. */
function isBetween(first: Bone, bone: Bone, last: Bone): boolean {
  const above = (upper: Bone, lower: Bone): boolean => {
    for (let at = lower.parent; at; at = at.parent) if (at === upper) return true;
    return false;
  };
  return above(first, bone) && above(bone, last);
}

describe('a body without names', () => {
  it.each([-0.3, 0, 0.4, 0.8, 1.2, 1.45])('is found with arms that hang by %s', (droop) => {
    for (const left of [[], ['Toes'], ['Shoulder'], ['neck'], ['upperChest', 'chest']]) {
      const { scene, bones } = makeBody({ droop, random: seeded(40), name: nameless });
      for (const [role, bone] of [...bones]) {
        if (!left.some((each) => role.endsWith(each))) continue;
        scene.updateMatrixWorld(true);
        for (const child of [...bone.children]) bone.parent!.attach(child);
        bone.removeFromParent();
        bones.delete(role);
      }
      using character = new Character(scene);
      for (const [role, bone] of bones) expect(character.humanoid.get(role as 'hips'), role).toBe(bone);
    }
  });

  it.each([
    ['long arms', 1.6, 1],
    ['short legs', 1, 0.6],
    ['short arms and legs', 0.7, 0.7],
  ] as const)('is found with %s', (_, arms, legs) => {
    const { scene, bones } = makeBody({ droop: 0.5, name: nameless });
    for (const [role, bone] of bones) {
      if (/LowerArm|Hand/.test(role)) bone.position.multiplyScalar(arms);
      if (/LowerLeg|Foot/.test(role)) bone.position.multiplyScalar(legs);
    }
    using character = new Character(scene);
    for (const [role, bone] of bones) expect(character.humanoid.get(role as 'hips'), role).toBe(bone);
  });

  it('is found among two long tails of hair, two wings and a skirt', () => {
    const { scene, bones } = makeBody({ name: nameless });
    const strand = (
      at: string,
      count: number,
      first: [number, number, number],
      next: [number, number, number],
    ) => {
      let above = bones.get(at)!;
      for (let i = 0; i < count; ++i) {
        const bone = new Bone();
        bone.position.set(...(i === 0 ? first : next));
        above.add(bone);
        above = bone;
      }
    };
    for (const side of [1, -1]) {
      strand('head', 6, [0.1 * side, 0.1, -0.02], [0, -0.15, 0]);
      strand('upperChest', 4, [0.2 * side, 0.1, -0.1], [0.25 * side, 0, 0]);
      for (const z of [-0.1, 0.1]) strand('hips', 5, [0.1 * side, -0.1, z], [0.01 * side, -0.12, 0]);
    }
    using character = new Character(scene);
    for (const [role, bone] of bones) expect(character.humanoid.get(role as 'hips'), role).toBe(bone);
  });

  it('that nothing tells the front of has a warning', () => {
    const { scene, bones } = makeBody({ name: nameless });
    for (const [role, bone] of bones) {
      if (role.endsWith('Toes')) bone.removeFromParent();
      if (/(Lower|Upper)|Hand|Foot/.test(role)) bone.position.z = 0;
    }
    using character = new Character(scene);
    expect(character.warnings.join()).toContain('front');
  });

  it('may lack hands where names tell', () => {
    const { scene, bones } = makeBody();
    for (const [role, bone] of bones) if (role.endsWith('Hand')) bone.removeFromParent();
    using character = new Character(scene);
    for (const role of ['leftShoulder', 'leftUpperArm', 'leftLowerArm', 'rightFoot'] as const)
      expect(character.humanoid.get(role)).toBe(bones.get(role));
  });
});

describe('what is no human body', () => {
  it.each(Object.keys(animals))('%s has no roles, and a warning', (animal) => {
    const { scene } = makeRig(animals[animal]!);
    using character = new Character(scene);
    expect(character.humanoid.size).toBe(0);
    expect(character.warnings.join()).toContain('humanoid: {');
    expectError(() => new Character(scene, { humanoid: true }), 'badDescription', 'humanoid: {');
    using told = new Character(scene, { humanoid: false });
    expect(told.warnings).toEqual([]);
  });

  it('on four legs has none even if its bones have the names', () => {
    const names = ['UpLeg', 'Leg', 'Foot', 'Toe', 'Shoulder', 'Arm', 'ForeArm', 'Hand'];
    const limb = (name: string) => /^(Left|Right) (\d)$/.exec(name);
    const { scene } = makeRig(animals.dog!, {
      rename: (name) => {
        const found = limb(name);
        return found ? found[1]! + names[Number(found[2])]! : name;
      },
    });
    using character = new Character(scene);
    expect(character.humanoid.size).toBe(0);
    expect(character.warnings.join()).toContain('four legs');
    using wanted = new Character(scene, { humanoid: true });
    expect(wanted.humanoid.get('leftHand')?.name).toBe('LeftHand');
  });
});

it('an effector on bones that do not move is told of them', () => {
  const { scene } = makeRig(rigs['Daz Genesis 8']!);
  using character = new Character(scene);
  character.addEffector('leftHand');
  character.addEffector('rightFoot');
  character.addEffector('head');
  expect(character.warnings).toEqual([]);
  character.addEffector('lIndex3');
  expect(character.warnings.join()).toMatch(/"lIndex3".*"lIndex1", "lIndex2"/);
  using open = new Character(scene, { joints: { lIndex1: { type: 'ball' }, lIndex2: { type: 'ball' } } });
  open.addEffector('lIndex3');
  expect(open.warnings).toEqual([]);
});

describe('a scene', () => {
  it('with two bodies is one of them, and says so', () => {
    const scene = new Group();
    const bodies = [0, 1].map((i) => makeRig(rigs.Poser!, { rename: (name) => (i ? `${name}_1` : name) }));
    bodies.forEach((body, i) => scene.add(body.scene.translateX(i)));
    using character = new Character(scene);
    for (const [role, bone] of bodies[0]!.roles) expect(character.humanoid.get(role as 'hips')).toBe(bone);
    expect(character.warnings.join()).toContain('"Hips_1"');
    expect(character.findBone('Hips_1')).toBeNull();
    using second = new Character(bodies[1]!.scene);
    expect(second.warnings).toEqual([]);
  });

  it('with a hand of WebXR, each bone a root, says so', () => {
    const { scene } = makeRig(
      Array.from({ length: 25 }, (_, i) => [i ? `index-finger-${i}` : 'wrist', '', [0.01 * i, 0, 0]]),
    );
    using character = new Character(scene);
    expect(character.warnings.join()).toMatch(/25 bones hang on no other.*attach\(\)/);
  });
});
