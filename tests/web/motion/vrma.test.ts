/** VRM animations and VRMs as three's GLTFLoader reads them, without a plugin: their roles are in an extension. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { Character, retargetClip, SkeletonSource } from 'limber/character';
import { makeBody, seeded } from '../gltf/skeletons.ts';
import { makeClip } from '../gltf/walker.ts';
import { expectError } from '../support/models.ts';
import { makeGLB } from '../support/glb.ts';
import '../support/silence.ts';

/** A body whose bones say nothing, and a clip of it. */
function makeDancer() {
  let count = 0;
  const { scene, bones } = makeBody({ name: () => `n${(count += 1)}`, droop: 0.4, random: seeded(5) });
  bones.set('Hips', bones.get('hips')!);
  const clip = makeClip(bones, 0.6, 3);
  bones.delete('Hips');
  return { scene, bones, clip };
}

type Write = (nodes: readonly (readonly [role: string, node: number])[]) => unknown;

const asObject: Write = (nodes) => ({
  humanoid: { humanBones: Object.fromEntries(nodes.map(([role, node]) => [role, { node }])) },
});
const asList: Write = (nodes) => ({
  humanoid: { humanBones: nodes.map(([bone, node]) => ({ bone, node, useDefaultValues: true })) },
});

/** In the place of bones of the trunk that a body may lack. */
const thumb: Readonly<Record<number, string>> = {
  1: 'leftThumbProximal',
  2: 'leftThumbIntermediate',
  3: 'leftThumbDistal',
};

async function load(extension: string, write: Write) {
  const { scene, bones, clip } = makeDancer();
  const glb = await makeGLB(scene, [clip], (json) => {
    const at = (name: string) => json.nodes.findIndex((node) => node.name === name);
    const found = [...bones].map(([role, { name }]) => [role, at(name)] as const);
    json.extensions = { [extension]: write([...found, ['jaw', 0]]) };
  });
  return new GLTFLoader().parseAsync(glb, '');
}

describe('roles of strange bones are those of the extension', () => {
  it.each([
    ['VRMC_vrm_animation', asObject],
    ['VRMC_vrm', asObject],
    ['VRM', asList],
  ] as const)('%s', async (extension, write) => {
    const gltf = await load(extension, write);
    using read = new Character(gltf.scene, { humanoid: gltf, restPose: 'current' });
    expect([...read.humanoid].map(([role]) => role).sort()).toEqual([...makeDancer().bones.keys()].sort());
    const body = () => new Character(makeBody({ droop: 0.8 }).scene);
    using told = body();
    using known = body();
    const own = makeDancer();
    const humanoid = Object.fromEntries(own.bones);
    const expected = retargetClip(own.clip, own.scene, known, { humanoid });
    const { trajectory } = retargetClip(gltf.animations[0]!, gltf.scene, told, { humanoid: gltf });
    expect(trajectory.length).toBe(expected.trajectory.length);
    trajectory.q.forEach((each, i) => expect(each).toBeCloseTo(expected.trajectory.q[i]!, 4));
  });

  it('and a VRM 0 names the bones of a thumb as those of other fingers', async () => {
    const gltf = await load('VRM', (nodes) =>
      asList(nodes.map(([role, node], i) => [thumb[i] ?? role, node])),
    );
    using read = new Character(gltf.scene, { humanoid: gltf, restPose: 'current' });
    const nodes = [...read.humanoid].filter(([role]) => role.includes('Thumb'));
    expect(nodes.map(([role]) => role)).toEqual([
      'leftThumbMetacarpal',
      'leftThumbProximal',
      'leftThumbDistal',
    ]);
  });

  it('and a VRM that looks along −Z says how to turn it', async () => {
    const gltf = await load('VRM', asList);
    const warningsOf = () => {
      using body = new Character(gltf.scene, { humanoid: gltf, restPose: 'current' });
      return body.warnings.filter((each) => each.includes('VRMUtils.rotateVRM0(vrm)')).length;
    };
    expect(warningsOf()).toBe(0);
    gltf.scene.rotation.y = Math.PI;
    expect(warningsOf()).toBe(1);
  });

  it('and are named where they lack; another glTF has none, and is read as ever', async () => {
    const few = await load('VRMC_vrm', () => ({ humanoid: { humanBones: { hips: { node: 1 } } } }));
    expectError(() => new Character(few.scene, { humanoid: few }), 'badDescription', 'leftUpperLeg');
    for (const humanBones of [{ hips: null, spine: {} }, [null, { bone: 'spine' }]]) {
      const empty = await load('VRM', () => ({ humanoid: { humanBones } }));
      expectError(() => new Character(empty.scene, { humanoid: empty }), 'emptyModel', 'has no bones');
    }
    const plain = await new GLTFLoader().parseAsync(await makeGLB(makeBody().scene), '');
    using body = new Character(plain.scene, { humanoid: plain });
    expect(body.humanoid.size).toBe(22);
  });
});

const file = join(import.meta.dirname, '../../../../shared/data/motion/vrma/test.vrma');
if (!existsSync(file)) process.stdout.write('no VRM animation beside the project\n');

it.skipIf(!existsSync(file))('a VRM animation goes onto a body', async () => {
  Object.assign(globalThis, { self: globalThis });
  const gltf = await new GLTFLoader().parseAsync(new Uint8Array(readFileSync(file)).buffer, '');
  using body = new Character(makeBody({ droop: 0.8, random: seeded(3) }).scene);
  const { clip, report, trajectory } = retargetClip(gltf.animations[0]!, gltf.scene, body, {
    humanoid: gltf,
  });
  expect(clip.duration).toBeGreaterThan(1);
  // A straight arm that turns forwards is out of reach where the shoulders are broader.
  expect(report.missed.filter(({ role }) => role !== 'rightHand')).toEqual([]);
  // By names alone, too.
  const { trajectory: named } = retargetClip(gltf.animations[0]!, gltf.scene, body);
  named.q.forEach((each, i) => expect(each).toBeCloseTo(trajectory.q[i]!, 6));
  expect(new SkeletonSource(gltf.scene, { humanoid: gltf }).rest.every(Number.isFinite)).toBe(true);
});
