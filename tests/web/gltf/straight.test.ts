/** Exactly straight limbs bend, although no small rotation brings their end nearer. */
import { Vector3 } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { init } from 'limber';
import { Character } from 'limber/gltf';
import { placeOf } from './rigs.ts';
import { makeBody, seeded } from './skeletons.ts';
import '../support/silence.ts';

beforeAll(() => init());

/** A body with legs straight down and arms straight out. */
function makeStraight(random?: () => number) {
  const made = makeBody(random ? { random } : {});
  for (const [role, bone] of made.bones) {
    if (!/Lower|Foot|Hand/.test(role)) continue;
    const along = role.includes('Leg') || role.includes('Foot') ? 1 : 0;
    made.scene.updateMatrixWorld(true);
    const upper = placeOf(bone.parent as typeof bone);
    const length = bone.position.length();
    const side = role.startsWith('left') ? 1 : -1;
    const to = along ? new Vector3(0, -length, 0) : new Vector3(side * length, 0, 0);
    bone.position.copy(bone.parent!.worldToLocal(upper.add(to)));
  }
  return made;
}

describe.each(['plain axes', 'any axes'])('an exactly straight limb with %s', (axes) => {
  it.each(['leftFoot', 'rightFoot', 'leftHand', 'rightHand'] as const)(
    'brings %s to a target along it',
    (role) => {
      const [side, isFoot] = [role.startsWith('left') ? 'left' : 'right', role.endsWith('Foot')];
      for (const part of [0.001, 0.02, 0.2, 0.5]) {
        const { scene, bones } = makeStraight(axes === 'any axes' ? seeded(50) : undefined);
        using character = new Character(scene);
        const upper = placeOf(bones.get(isFoot ? `${side}UpperLeg` : `${side}UpperArm`)!);
        const effector = character.addEffector(role, { orientation: false });
        // With a single limb the trunk gives way a little, which starts the bend.
        character.addEffector(isFoot ? (side === 'left' ? 'rightFoot' : 'leftFoot') : 'head');
        effector.target.lerp(upper, part);
        character.solve({ maxIterations: 60 });
        expect(placeOf(bones.get(role)!).distanceTo(effector.target)).toBeLessThan(2e-4);
        const knee = placeOf(bones.get(`${side}LowerLeg`)!);
        if (isFoot) expect(knee.z).toBeGreaterThan(upper.z + 0.01);
      }
    },
  );

  it('stays straight where the target is out of reach', () => {
    const { scene, bones } = makeStraight(axes === 'any axes' ? seeded(50) : undefined);
    using character = new Character(scene);
    const effector = character.addEffector('leftFoot', { orientation: false });
    character.addEffector('rightFoot');
    effector.target.y -= 0.3;
    character.solve();
    const [hip, knee, ankle] = ['leftUpperLeg', 'leftLowerLeg', 'leftFoot'].map((role) =>
      placeOf(bones.get(role)!),
    );
    const bent = knee!.clone().sub(hip!).angleTo(ankle!.sub(knee!));
    expect(bent).toBeLessThan(0.05);
  });
});
