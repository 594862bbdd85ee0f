/**
 * Characters from damaged skeletons and glTFs: read or refused by name. Valid ones can be solved, and their
 * bones stay finite.
 */
import fc from 'fast-check';
import type { Bone } from 'three';
import { expect } from 'vitest';
import { init, LimberError } from 'limber';
import { Character } from 'limber/character';
import { checkGltf } from '../../web/src/element/live/gltf-check.ts';
import { makeBody, randomSkeleton, seeded } from '../web/gltf/skeletons.ts';
import '../web/support/silence.ts';
import { anything, damaged, fuzz, fuzzFormat, orRefused } from './fuzz.ts';

await init();

const number = fc.oneof(fc.constantFrom(0, -1, NaN, Infinity, 1e308, 1e-200), fc.double({ min: -2, max: 2 }));
const at = <T>(list: readonly T[], i: number): T => list[i % list.length]!;
const harming = <T>(drawn: fc.Arbitrary<T>, harm: (bones: Bone[], by: T) => void) =>
  drawn.map((by) => (bones: Bone[]) => harm(bones, by));
const part = fc.constantFrom('position', 'scale', 'quaternion');
const two = fc.tuple(fc.nat(), fc.nat());
const harm = fc.oneof(
  harming(fc.tuple(fc.nat(), part, fc.constantFrom('x', 'y', 'z'), number), (bones, [i, part, axis, value]) =>
    Reflect.set(at(bones, i)[part as 'scale'], axis, value),
  ),
  harming(
    fc.tuple(fc.nat(), fc.constantFrom('', 'hips', 'bone1', 'leftHand', '__proto__', '\uD800')),
    (bones, [i, name]) => (at(bones, i).name = name),
  ),
  harming(fc.nat(), (bones, i) => at(bones, i).removeFromParent()),
  // A new parent, which may be one of its own children.
  harming(two, (bones, [i, k]) => {
    const [above, below] = [at(bones, i), at(bones, k)];
    if (above !== below) above.add(below);
  }),
  harming(two, (bones, [i, k]) => at(bones, i).children.push(at(bones, k))),
);

fuzz(
  'a damaged skeleton is read or refused, and moves',
  fc.tuple(
    fc.nat(),
    fc.boolean(),
    fc.array(harm, { maxLength: 3 }),
    fc.oneof(fc.constant({}), fc.record({ humanoid: anything, joints: anything }, { requiredKeys: [] })),
  ),
  ([seed, isBody, harms, options]) => {
    const made = isBody ? makeBody() : randomSkeleton(seeded(seed));
    const bones = [...made.bones.values()] as Bone[];
    for (const each of harms) each(bones);
    const character = orRefused(() => new Character(made.scene, options as never));
    if (!character) return;
    const tip = character.model.links.at(-1)!.name;
    const effector = orRefused(() => character.addEffector(tip));
    effector?.target.set(0.3, 0.4, 0.5);
    character.solve({ maxIterations: 3 });
    expect([...character.problem.state.q].every(Number.isFinite)).toBe(true);
    character.dispose();
    expect(() => character.solve()).toThrow(LimberError);
  },
  80,
);

const gltf = JSON.stringify({
  asset: { version: '2.0' },
  nodes: [{ children: [1, 2] }, { children: [3] }, {}, {}],
  buffers: [{ uri: 'body.bin', byteLength: 8 }, { uri: 'data:application/octet-stream;base64,AAAA' }],
  images: [{ uri: '../skin.png' }, { bufferView: 0 }],
});
const words =
  '"children":[0] "children":[1] [[[ null "//evil/x" "javascript:1" "nodes" -1 "length" 1e9'.split(' ');
const url = new URL('https://example.org/models/body.gltf');

fuzzFormat(
  'a damaged glTF is passed on or refused, and asks for nothing elsewhere',
  {
    inputs: fc.oneof(
      damaged([gltf], words),
      fc.uint8Array({ maxLength: 64 }).map((bytes) => `glTF${String.fromCharCode(...bytes)}`),
    ),
    read: (text) => checkGltf(new TextEncoder().encode(text).buffer, url),
    refusals: ['loadFailed', 'tooLarge'],
  },
  300,
);
