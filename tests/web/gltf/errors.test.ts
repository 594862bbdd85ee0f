/** Objects that cannot become a character, and invalid calls on one. */
import { Bone, Group, Matrix4, Mesh, Object3D, Scene, Skeleton, SkinnedMesh, Vector3 } from 'three';
import { describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from 'limber';
import { Character } from 'limber/character';
import { expectError } from '../support/models.ts';
import { makeBody } from './skeletons.ts';
import '../support/silence.ts';

/** Bones a metre apart along y. */
function makeChain(count: number, name = (i: number) => `bone${i}`): { scene: Group; bones: Bone[] } {
  const scene = Object.assign(new Group(), { name: 'scene' });
  const bones = Array.from({ length: count }, (_, i) => Object.assign(new Bone(), { name: name(i) }));
  bones.forEach((bone, i) => (bones[i - 1] ?? scene).add(bone));
  for (const bone of bones.slice(1)) bone.position.y = 1;
  return { scene, bones };
}

const namesOf = ({ model }: Character): string[] => model.links.map(({ name }) => name);

function shear(bone: Bone): void {
  bone.matrixAutoUpdate = false;
  bone.matrix.makeShear(0.5, 0, 0, 0, 0, 0);
}

describe('bones', () => {
  it('are missed where there are none', () => {
    const scene = Object.assign(new Scene(), { name: 'Terrain' }).add(new Mesh());
    expectError(() => new Character(scene), 'emptyModel', '"Terrain"', 'give a SkinnedMesh');
    expectError(() => new Character(new Skeleton([])), 'emptyModel', 'the skeleton');
    for (const wrong of [null, undefined, 'scene', 7, {}] as never[])
      expectError(() => new Character(wrong), 'badDescription', 'Object3D, SkinnedMesh or Skeleton');
  });

  it('come from a scene, a bone, a skinned mesh or a skeleton alike', () => {
    const { scene, bones } = makeChain(4);
    const mesh = new SkinnedMesh();
    scene.updateMatrixWorld(true);
    mesh.bind(new Skeleton(bones), new Matrix4());
    // Like a SkeletonHelper.
    const own = Object.assign(scene, { bones: [mesh] });
    for (const source of [own, bones[0]!, mesh, mesh.skeleton]) {
      using character = new Character(source);
      expect(namesOf(character)).toEqual(bones.map(({ name }) => name));
    }
  });

  it('may share a name, or have none', () => {
    const { scene, bones } = makeChain(4, (i) => (i < 2 ? 'Bone' : ''));
    using character = new Character(scene);
    const names = namesOf(character);
    expect(new Set(names).size).toBe(4);
    expect(names.slice(0, 2)).toEqual(['Bone', 'Bone (2)']);
    expect(bones.map((bone) => character.linkOf(bone))).toEqual([0, 1, 2, 3]);
  });

  it.each<[string, (bone: Bone) => void, ErrorCode, string]>([
    ['a scale of zero', (bone) => bone.scale.setScalar(0), 'badDescription', 'a scale above zero'],
    ['one scale of zero', (bone) => (bone.scale.y = 0), 'badDescription', 'a scale above zero'],
    ['unequal scales', (bone) => bone.scale.set(1, 2, 1), 'badDescription', 'all three scales are equal'],
    ['a scale that is NaN', (bone) => (bone.scale.x = NaN), 'notFinite', 'not finite'],
    ['a position that is infinite', (bone) => (bone.position.z = Infinity), 'notFinite', 'not finite'],
    ['a rotation that is NaN', (bone) => bone.quaternion.set(NaN, 0, 0, 1), 'notFinite', 'not finite'],
    ['shear', shear, 'badDescription', 'shear'],
  ])('with %s are named, wherever in the tree', (_, spoil, code, remedy) => {
    for (const which of [0, 1, 2]) {
      const { scene, bones } = makeChain(3);
      spoil(bones[which]!);
      expectError(() => new Character(scene), code, `"bone${which}"`, remedy);
      // Those above the given bone count, too.
      expectError(() => new Character(bones[2]!), code, `"bone${which}"`, remedy);
    }
  });

  it('that are scaled later are noticed', () => {
    const { scene, bones } = makeChain(3);
    using character = new Character(scene);
    scene.scale.setScalar(2);
    expectError(() => character.solve(), 'badDescription', '"bone0"', 'make a new Character');
    scene.scale.setScalar(1);
    const tip = character.addEffector(bones[2]!);
    tip.target.set(1, 1.5, 0.3);
    expect(character.solve().status).toBe('converged');
  });
});

describe('what a character is told', () => {
  const { scene } = makeBody();

  const joint = (head: object) => ({ joints: { head } });
  it.each<[object, ErrorCode, ...string[]]>([
    [{ humanoid: 'yes' }, 'badDescription', 'humanoid must be'],
    [{ restPose: 'standing' }, 'badDescription', 'bind or current'],
    [{ root: 'loose' }, 'badDescription', 'fixed, turning, free'],
    [{ limits: true }, 'badDescription', 'options.limits is unknown'],
    [{ joints: { tail: {} } }, 'unknownLink', '"tail"'],
    [joint({ type: 'slide' }), 'badDescription', 'ball, hinge, fixed', 'head'],
    [joint({ weight: 2 }), 'badDescription', 'from 0 to 1', 'head'],
    [joint({ weight: NaN }), 'badDescription', 'from 0 to 1', 'head'],
    [joint({ axis: [0, 0, 0] }), 'badDescription', 'not all zero', 'head'],
    [joint({ axis: [0, 1] }), 'badDescription', 'three numbers', 'head'],
    [joint({ bend: [0, 1] }), 'badDescription', 'flex', 'head'],
    [joint({ flex: [1, 2] }), 'badLimits', "'head'"],
    [joint({ flex: [NaN, 2] }), 'notFinite', "'head'"],
  ])('%j is refused with its remedy, a joint by its bone’s name', (options, ...refusal) => {
    expectError(() => new Character(scene, options), ...refusal);
  });

  it('bones, effectors and poles that there are not are named', () => {
    using character = new Character(scene);
    expectError(() => character.addEffector('tail'), 'unknownLink', '"tail"', 'hips');
    const other = Object.assign(new Object3D(), { name: 'lamp' });
    expectError(() => character.addEffector(other), 'unknownLink', '"lamp"');
    expectError(() => character.addPole('head'), 'badGoal', '"head"', 'an elbow or a knee');
    expectError(() => character.addPole('hips'), 'badGoal', '"hips"');
    expectError(() => character.addEffector('head', { priority: -1 }), 'badGoal', 'priority');
    expect([character.effectors.length, character.poles.length]).toEqual([0, 0]);
    expect(character.problem.goals).toEqual([]);
  });

  it('a target that is not finite moves no bone', () => {
    using character = new Character(scene);
    const hand = character.addEffector('leftHand');
    const before = scene.getObjectByName('leftLowerArm')!.quaternion.clone();
    hand.target.x = NaN;
    expect(character.solve().status).toBe('notFinite');
    expect(scene.getObjectByName('leftLowerArm')!.quaternion.equals(before)).toBe(true);
    hand.target.set(0.4, 1.3, 0.3);
    expect(character.solve().status).toBe('converged');
  });

  it('after dispose is an error, and bones stay', () => {
    const character = new Character(scene);
    const hand = character.addEffector('leftHand');
    for (let i = 0; i < 2; ++i) character.dispose();
    expectError(() => character.solve(), 'disposed', 'problem');
    expectError(() => character.addEffector('head'), 'disposed');
    expectError(() => hand.position(new Vector3()), 'disposed');
  });

  it('before init is an error', async () => {
    vi.resetModules();
    const fresh = await import('limber/character');
    expect(() => new fresh.Character(scene)).toThrow('await init()');
  });
});
