/** GLB out: the file as it was, with an animation that three's loader plays. */
import { AnimationClip, AnimationMixer, InterpolateDiscrete, InterpolateSmooth, LoopOnce, NumberKeyframeTrack, Quaternion, VectorKeyframeTrack } from 'three'; // prettier-ignore
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { addToGLB, Character, retargetClip } from 'limber/character';
import { makeBody, seeded } from '../gltf/skeletons.ts';
import { makeClip, makeWalker } from '../gltf/walker.ts';
import { makeGLB } from '../support/glb.ts';
import { expectError } from '../support/models.ts';
import '../support/silence.ts';

const { scene, bones } = makeWalker(true);
const walk = makeClip(bones, 1.5, 3);
const load = (glb: ArrayBuffer | Uint8Array) => new GLTFLoader().parseAsync(Uint8Array.from(new Uint8Array(glb)).buffer, ''); // prettier-ignore

const jsonOf = (glb: ArrayBuffer | Uint8Array) => {
  const bytes = Uint8Array.from(new Uint8Array(glb));
  const length = new DataView(bytes.buffer).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length))) as Record<string, unknown[]>;
};

/** Rotations of all named nodes at some times. */
function posesOf({ scene: root }: GLTF, clip: AnimationClip): Quaternion[] {
  const mixer = new AnimationMixer(root);
  const action = mixer.clipAction(clip).setLoop(LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  return [0, 0.35, 1.1, clip.duration].flatMap((time) => {
    mixer.setTime(time);
    const turns: Quaternion[] = [];
    root.traverse((node) => turns.push(node.quaternion.clone()));
    return turns;
  });
}

describe('a motion in the GLB of its body', () => {
  it.each(['uuid', 'name'] as const)('is played from there, tracks by %s', async (tracks) => {
    const copy = makeBody({ droop: 0.8, random: seeded(3), scale: 0.01 });
    const glb = await makeGLB(
      copy.scene,
      [makeClip(new Map([['Hips', copy.bones.get('hips')!]]), 1, 1)],
      (json) => {
        json.extensions = { VRMC_vrm: { humanoid: {} } };
        json.extras = { mine: 1 };
      },
    );
    const gltf = await load(glb);
    using body = new Character(gltf.scene, { restPose: 'current' });
    const { clip } = retargetClip(walk, scene, body, { tracks });
    clip.name = 'the walk';
    const bytes = addToGLB(glb, gltf, clip);
    const again = await load(bytes);
    expect(again.animations.map(({ name }) => name)).toEqual(['motion', 'the walk']);
    const own = posesOf(gltf, clip);
    posesOf(again, again.animations[1]!).forEach((turn, i) =>
      turn.toArray().forEach((each, k) => expect(each).toBeCloseTo(own[i]!.toArray()[k]!, 6)),
    );
    const [before, after] = [jsonOf(glb), jsonOf(bytes)];
    for (const kept of ['scenes', 'asset', 'extensions', 'extras']) expect(after[kept]).toEqual(before[kept]);
    expect(after.nodes!.length).toBe(before.nodes!.length);
    expect(after.accessors!.slice(0, before.accessors!.length)).toEqual(before.accessors);
    expect(bytes.length % 4).toBe(0);
  });

  it('says what does not fit', async () => {
    const glb = await makeGLB(makeBody().scene);
    const gltf = await load(glb);
    using body = new Character(gltf.scene, { restPose: 'current' });
    const { clip } = retargetClip(walk, scene, body);
    const other = await load(glb);
    expectError(() => addToGLB(glb, other, clip), 'badTrajectory', 'moves no node of this file');
    const odd = new AnimationClip('odd', 1, [new NumberKeyframeTrack('hips.visible', [0], [1])]);
    expectError(() => addToGLB(glb, gltf, odd), 'badTrajectory', 'hips.visible');
    const jump = new VectorKeyframeTrack('hips.position', [0, 1], [0, 1, 0, 0, 2, 0], InterpolateDiscrete);
    const [made] = (await load(addToGLB(glb, gltf, new AnimationClip('jump', 1, [jump])))).animations;
    expect(made!.tracks[0]!.getInterpolation()).toBe(InterpolateDiscrete);
    jump.setInterpolation(InterpolateSmooth);
    expectError(() => addToGLB(glb, gltf, new AnimationClip('jump', 1, [jump])), 'badTrajectory', 'is cubic');
    expectError(() => addToGLB(glb.slice(0, 10), gltf, clip), 'badDescription', 'as a GLB does');
    expectError(() => addToGLB(glb.slice(0, -4), gltf, clip), 'badDescription', 'cut off');
    const old = glb.slice(0);
    new DataView(old).setUint32(4, 1, true);
    expectError(() => addToGLB(old, gltf, clip), 'badDescription', 'version 1');
    const broken = glb.slice(0);
    new Uint8Array(broken)[20] = 0x21;
    expectError(() => addToGLB(broken, gltf, clip), 'badDescription', 'its JSON cannot be read');
    const listless = await makeGLB(makeBody().scene, [], (json) => (json.accessors = [3]));
    expectError(() => addToGLB(listless, gltf, clip), 'badDescription', 'its accessors are no list');
    const apart = await makeGLB(
      makeBody().scene,
      [],
      (json) => (json.buffers = [{ uri: 'x.bin', byteLength: 4 }]),
    );
    expectError(() => addToGLB(apart, gltf, clip), 'badDescription', 'a file of their own');
  });
});
