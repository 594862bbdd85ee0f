/** Bones and their model: the same places and rotations as in three.js, in both directions. */
import { type Bone, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Character } from 'limber/character';
import { randomPoint, randomSkeleton, randomTurn, seeded } from './skeletons.ts';
import '../support/silence.ts';

/** A bone's world rotation. A mirror is removed as −1, where three's own decomposition only negates x. */
function turnOf({ matrixWorld }: Object3D): Quaternion {
  const scale = Math.cbrt(matrixWorld.determinant());
  const axes = [new Vector3(), new Vector3(), new Vector3()] as const;
  matrixWorld.extractBasis(...axes);
  for (const axis of axes) axis.divideScalar(scale);
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(...axes));
}

/**
 * Largest distance between links and bones, as a fraction of the overall size, and largest angle in radians.
 */
function farthest(character: Character, scene: Object3D, bones: readonly Bone[]): [number, number] {
  scene.updateMatrixWorld(true);
  const { poses } = character.problem.state;
  const size = Math.max(
    ...bones.map((bone) => new Vector3().setFromMatrixPosition(bone.matrixWorld).length()),
  );
  let [metres, radians] = [0, 0];
  for (const bone of bones) {
    const first = 7 * character.linkOf(bone);
    const link = new Vector3().fromArray(poses, first);
    metres = Math.max(metres, link.distanceTo(new Vector3().setFromMatrixPosition(bone.matrixWorld)));
    const effector = character.addEffector(bone, { orientation: true });
    const frame = turnOf(bone).multiply(character.frameOf(bone));
    const turn = new Quaternion().fromArray(poses, first + 3);
    radians = Math.max(radians, effector.targetOrientation.angleTo(turnOf(bone)), turn.angleTo(frame));
    effector.remove();
  }
  return [metres / size, radians];
}

describe('the model of a skeleton', () => {
  it.each(Array.from({ length: 60 }, (_, i) => i + 1))(
    'stands where three.js puts bones, seed %i',
    (seed) => {
      const random = seeded(seed);
      const { scene, bones } = randomSkeleton(random);
      using character = new Character(scene, { humanoid: false });
      const near = (pair: [number, number]) => {
        expect(pair[0]).toBeLessThan(1e-6);
        expect(pair[1]).toBeLessThan(1e-6);
      };
      near(farthest(character, scene, bones));

      // Bones to model, in another pose.
      for (const bone of bones) bone.quaternion.copy(randomTurn(random));
      character.read();
      near(farthest(character, scene, bones));

      // Model to bones.
      const { state } = character.problem;
      for (const { qIndex, nq } of character.model.links) {
        if (nq === 7) randomPoint(random).toArray(state.q as unknown as number[], qIndex);
        randomTurn(random).toArray(state.q as unknown as number[], qIndex + nq - 4);
      }
      state.update();
      character.write();
      near(farthest(character, scene, bones));

      // Move the whole scene.
      scene.position.copy(randomPoint(random));
      scene.quaternion.copy(randomTurn(random));
      character.solve();
      near(farthest(character, scene, bones));
    },
  );
});
