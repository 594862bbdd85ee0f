/** `limber retarget`: a recording onto a robot or a character, and files that are damaged. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AnimationClip,
  BoxGeometry,
  Group,
  type MeshStandardMaterial,
  Object3D,
  Skeleton,
  SkinnedMesh,
} from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { Model, Trajectory } from 'limber';
import { Character, checkBVH, retargetClip, RobotBody, toBVH } from 'limber/character';
import { fromURDF, toURDF } from 'limber/robots';
import { readGLB } from '../../../web/src/character/motion/glb.ts';
import { UsageError } from '../../../web/src/command/reading.ts';
import { readRetarget } from '../../../web/src/command/retarget-arguments.ts';
import { retarget, type RetargetOutcome } from '../../../web/src/command/retarget.ts';
import { readFile } from '../../../web/src/command/solve.ts';
import { boxSkin, makeBody, seeded } from '../gltf/skeletons.ts';
import { makeClip, makeWalker } from '../gltf/walker.ts';
import { about, alongX, writeBVH, writeFBX } from '../motion/encodings.ts';
import { hopBVH, humanoid } from '../motion/humanoid.ts';
import { limber } from '../support/limber.ts';
import { makeGLB, packed } from '../support/glb.ts';
import { expectError } from '../support/models.ts';
import '../support/silence.ts';

const folder = mkdtempSync(join(tmpdir(), 'limber-retarget-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fileOf = (name: string) => join(folder, name);
const [robot, strange] = [fileOf('robot.urdf'), fileOf('strange.urdf')];
const hop = fileOf('hop.bvh');
const bvh = hopBVH();
const urdf = () => toURDF({ name: 'robot', links: humanoid('z', false) });

beforeAll(() => {
  writeFileSync(robot, urdf());
  // Its legs do not mirror each other, so the tree does not tell, either.
  writeFileSync(
    strange,
    urdf().replaceAll('left_knee', 'joint_4').replace('"0 0.1 -0.05"', '"0.2 0.1 -0.05"'),
  );
  writeFileSync(hop, bvh);
});

/** A skinned and painted person, a dance of the same, and files that are damaged. */
beforeAll(async () => {
  const person = makePerson();
  const glb = await makeGLB(person.scene);
  const put = (name: string, bytes: ArrayBuffer | string) =>
    writeFileSync(fileOf(name), typeof bytes === 'string' ? bytes : new Uint8Array(bytes));
  put('person.glb', glb);
  for (const [name, extension] of [
    ['zero.vrm', 'VRM'],
    ['one.vrm', 'VRMC_vrm'],
  ] as const)
    put(name, await makeGLB(person.scene, [], (json) => {
      const found = [...person.bones.keys()].map((bone) => ({ bone, node: json.nodes.findIndex((each) => each.name === bone) })); // prettier-ignore
      const humanBones = extension === 'VRM' ? found : Object.fromEntries(found.map((each) => [each.bone, each]));
      json.extensions = { [extension]: { humanoid: { humanBones } } };
    })); // prettier-ignore
  put('cut.glb', glb.slice(0, -4));
  put('odd.glb', bvh);
  put('packed.glb', await packed(glb));
  put('broken.glb', await makeGLB(person.scene, [], (json) => (json.nodes[0]!.skin = 99)));
  put('weighed.glb', await makeGLB(person.scene, [], (json) => Object.assign(json.nodes.find(({ skin }) => skin !== undefined)!, { weights: [0.5] }))); // prettier-ignore
  put('wordy.glb', await makeGLB(person.scene, [], (json) => Object.assign(json, { extensionsUsed: 3 }))); // prettier-ignore
  put('thing.glb', await makeGLB(new Group().add(new Object3D())));
  const buffers = [{ uri: 'https://example.org/a.bin', byteLength: 4 }];
  put('far.gltf', JSON.stringify({ asset: { version: '2.0' }, buffers }));
  put('half.gltf', '{');
  const tree = 'ROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\nJOINT b\n{\nOFFSET 0 1 0\nCHANNELS 0\n}\n}\n';
  put('thing.bvh', `HIERARCHY\n${tree}MOTION\nFrames: 1\nFrame Time: 0.1\n5\n`);
  put('none.gltf', '[]');
  put('percent.gltf', JSON.stringify({ asset: { version: '2.0' }, buffers: [{ uri: '9%.bin', byteLength: 4 }] })); // prettier-ignore
  put('lost.gltf', JSON.stringify({ asset: { version: '2.0' }, buffers: [{ byteLength: 4 }] }));
  const dancer = makeWalker(true);
  const dance = makeClip(dancer.bones, 0.5, 3);
  dance.name = 'dance';
  put(
    'dance.glb',
    await makeGLB(dancer.scene, [
      new AnimationClip('stand', 1, [dance.tracks[0]!.clone().trim(0, 1)]),
      dance,
    ]),
  );
});

/** Bones in a skin that is bound in another pose than they stand in, with a picture on it. */
function makePerson() {
  const { scene, bones } = makeBody({ droop: 0.8, random: seeded(3) });
  const skin = boxSkin(new BoxGeometry(0.3, 0.5, 0.2));
  scene.add(skin);
  scene.updateMatrixWorld(true);
  skin.bind(new Skeleton([...bones.values()]));
  bones.get('leftLowerArm')!.rotateX(0.7);
  return { scene, bones };
}

const outcome = (...args: string[]) => retarget(readRetarget(args), readFile);
const textOf = ({ file }: RetargetOutcome) => [...file!.content].join('');
const bytesOf = ({ file }: RetargetOutcome) => Buffer.concat([...file!.content] as Uint8Array[]);
const onto = ['--body', robot];

describe('a recording', () => {
  const found = () => {
    const body = new RobotBody(Model.from(fromURDF(urdf(), { root: { joint: { type: 'free' } } })), {
      sole: 0.07,
    });
    const { clip, skeleton } = new BVHLoader().parse(bvh);
    return retargetClip(clip, skeleton.bones[0]!, body).trajectory;
  };

  it('goes onto a robot as by the package, in both formats', async () => {
    const trajectory = found();
    const args = [hop, ...onto, '--sole', '0.07'];
    const csv = await outcome(...args, '--out', 'way.csv');
    expect(csv.text).toMatch(/^91 frames, 1\.500 s; feet stand 2 and 2 times\n(.*\n)*way\.csv: 91 frames$/);
    expect(csv.file!.path).toBe('way.csv');
    expect(textOf(csv)).toBe(trajectory.toCSV());
    const json = textOf(await outcome(...args, '--out', 'way.json'));
    expect(Trajectory.fromJSON(json).q).toEqual(trajectory.q);
    expect(await outcome(...args)).not.toHaveProperty('file');
  });

  it('may have z up, begin later, and odd line ends, names and no End Site', async () => {
    const same = async (text: string, ...args: string[]) => {
      const path = fileOf('other.bvh');
      writeFileSync(path, text);
      const done = await outcome(path, ...onto, '--sole', '0.07', '--out', 'way.json', ...args);
      return Trajectory.fromJSON(textOf(done));
    };
    const { q } = found();
    expect((await same(`\uFEFF${bvh.replaceAll('\n', '\r\n')}`)).q).toEqual(q);
    expect((await same(bvh.replaceAll(/(ROOT|JOINT) /g, '$1 mixamorig:'))).q).toEqual(q);
    const endless = bvh.replaceAll(/End Site\n\{\n.*\n\}\n/g, '');
    expect((await same(endless)).length).toBe(91);
    const lying = bvh
      .replaceAll(
        /OFFSET (\S+) (\S+) (\S+)/g,
        (_, x: string, y: string, z: string) => `OFFSET ${x} ${-Number(z)} ${y}`,
      )
      .replaceAll(/^0 (\S+) (\S+) /gm, (_, y: string, z: string) => `0 ${-Number(z)} ${y} `);
    (await same(lying, '--up', 'z')).q.forEach((each, i) => expect(each).toBeCloseTo(q[i]!, 5));
    expect((await same(bvh, '--from', '0.5')).length).toBeLessThan(62);
  });

  it('may be an FBX, have no rest that stands, or z up, which is found and said', async () => {
    const put = (name: string, text: string) => (writeFileSync(fileOf(name), text), fileOf(name));
    const fbx = await outcome(put('walk.fbx', writeFBX()), ...onto, '--clip', 'walk');
    expect(fbx.text).toContain('61 frames, 2.000 s');
    await expect(outcome(put('cut.fbx', writeFBX().slice(0, 900)), ...onto)).rejects.toThrow('cut.fbx: ');
    const along = put('along.bvh', writeBVH({ axes: alongX }));
    expect((await outcome(along, ...onto)).text).toContain('its rest pose is no person who stands');
    expect((await outcome(along, ...onto, '--rest', 'found')).text).not.toContain('its rest pose');
    expect((await outcome(along, ...onto, '--rest', '0.5')).text).toContain('61 frames');
    expect(() => outcome(along, ...onto, '--rest', 'bind')).toThrow(
      '--rest is "bind"; give seconds, or found',
    );
    const [world, back] = [about([1, 0, 0], 90), about([1, 0, 0], -90)];
    const lying = put('z.bvh', writeBVH({ world, axes: () => back }));
    expect((await outcome(lying, ...onto)).text).toContain(
      "its +Z is up, so it was turned; with up 'y' it is not",
    );
    expect((await outcome(lying, ...onto, '--up', 'z')).text).not.toContain('+Z');
  });

  it('that a robot cannot follow says by which part, for how long and how far', async () => {
    const short = fileOf('short.urdf');
    writeFileSync(
      short,
      urdf().replaceAll(/(left_elbow[^]*?lower=)"[^"]*"( upper=)"[^"]*"/g, '$1"-1.6"$2"-1.5"'),
    );
    const { text } = await outcome(hop, '--body', short);
    expect(text).toMatch(
      /leftHand is more than 1 cm off for \d\.\d\d s, by \d+\.\d cm at most, after \d\.\d\d s/,
    );
  });

  it('that asks joints for more than their velocity says so, and stays within it by --max-velocity', async () => {
    const [slow, walk] = [fileOf('slow.urdf'), fileOf('moves.bvh')];
    writeFileSync(walk, writeBVH());
    writeFileSync(slow, urdf().replaceAll('velocity="0"', 'velocity="0.2"'));
    expect((await outcome(walk, '--body', slow)).text).toMatch(
      /joint is faster than its velocity for .* instead of 0\.200 \(\d+\.\d ×\) at most, after/,
    );
    expect((await outcome(walk, '--body', slow, '--max-velocity')).text).toMatch(
      /joint is slowed down for .* to 0\.200 \(\d+\.\d ×\) at most, after/,
    );
    expect((await outcome(walk, '--body', robot, '--max-velocity')).text).toContain(
      'no joint of the robot has a maxVelocity',
    );
  });

  it('is retargeted by the command, which overwrites by --force', async () => {
    const args = ['retarget', 'hop.bvh', '--body', 'robot.urdf', '--out', 'done.csv'];
    for (const force of [[], ['--force']])
      expect(await limber([...args, ...force], folder)).toMatchObject({ code: 0, stderr: '' });
  });

  it('goes onto links that are named by role', async () => {
    await expect(outcome(hop, '--body', strange)).rejects.toThrow(/leftLowerLeg; give it as --roles$/);
    expect((await outcome(hop, '--body', strange, '--roles', 'leftLowerLeg=joint_4')).text).toContain(
      '91 frames',
    );
  });
});

describe('a character', () => {
  const load = async (path: string) => {
    const bytes = readFileSync(path);
    return new GLTFLoader().parseAsync(Uint8Array.from(bytes).buffer, '');
  };
  const body = ['--body', fileOf('person.glb')];

  it('takes a BVH in its own file, which stays as it is', async () => {
    const out = fileOf('hopping.glb');
    const { code, stdout, stderr } = await limber(['retarget', 'hop.bvh', '--body', 'person.glb', '--out', 'hopping.glb'], folder); // prettier-ignore
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('hopping.glb: 91 frames');
    const [before, after] = [await load(fileOf('person.glb')), await load(out)];
    expect(after.animations.map(({ name }) => name)).toEqual(['hop']);
    using person = new Character(before.scene);
    const { clip, skeleton } = new BVHLoader().parse(bvh);
    const expected = retargetClip(clip, skeleton.bones[0]!, person, { tracks: 'name' }).clip;
    for (const track of expected.tracks) {
      const own = after.animations[0]!.tracks.find(({ name }) => name === track.name)!;
      expect(own.values.length, track.name).toBe(track.values.length);
      track.values.forEach((each, i) => expect(own.values[i]).toBeCloseTo(each, 5));
    }
    const meshes: string[] = [];
    after.scene.traverse((node) => {
      if (node instanceof SkinnedMesh) meshes.push((node.material as MeshStandardMaterial).name);
    });
    expect(meshes).toEqual(['skin']);
  });

  it('may be compressed by meshopt', async () => {
    const values = async (file: string) =>
      textOf(await outcome(hop, '--body', fileOf(file), '--out', 'x.csv'));
    expect(await values('packed.glb')).toBe(await values('person.glb'));
  });

  it.each(['zero.vrm', 'one.vrm'])('may be a VRM, whose names are read: %s', async (name) => {
    const values = async (file: string) =>
      textOf(await outcome(hop, '--body', fileOf(file), '--out', 'x.csv'));
    expect(await values(name)).toBe(await values('person.glb'));
  });

  it('gives the same as joint values and as BVH', async () => {
    const person = new Character((await load(fileOf('person.glb'))).scene);
    const { clip, skeleton } = new BVHLoader().parse(bvh);
    const { trajectory } = retargetClip(clip, skeleton.bones[0]!, person);
    const found = Trajectory.fromCSV(textOf(await outcome(hop, ...body, '--out', 'x.csv')));
    found.q.forEach((each, i) => expect(each).toBeCloseTo(trajectory.q[i]!, 5));
    const text = textOf(await outcome(hop, ...body, '--out', 'x.bvh'));
    expect(text.split('\n').length).toBe(toBVH(trajectory, person).split('\n').length);
    expect(checkBVH(text)).toBe(text);
  });

  it('takes an animation of a glTF by name, of which a part may be asked for', async () => {
    const dance = fileOf('dance.glb');
    expect((await outcome(dance, ...body)).text).toContain('21 frames, 1.000 s');
    expect((await outcome(dance, ...body, '--clip', 'dance')).text).toContain('41 frames, 2.000 s');
    const part = await outcome(dance, ...body, '--clip', 'dance', '--from', '0.5', '--to', '1');
    expect(part.text).toContain('11 frames, 0.500 s');
    expect((await outcome(dance, ...onto, '--clip', 'dance')).text).toContain('41 frames');
  });

  it('may have buffers beside its .gltf, bones that are named by role, and pictures that are not there', async () => {
    const { json, binary } = readGLB(readFileSync(fileOf('person.glb')));
    const half = 4 * Math.floor(binary.length / 8);
    const nodes = json.nodes!.map((node) => (node.name === 'leftFoot' ? { ...node, name: 'x' } : node));
    const buffers = [
      { uri: 'two%20parts.bin', byteLength: binary.length },
      {
        uri: `data:application/octet-stream;base64,${Buffer.from(binary).toString('base64')}`,
        byteLength: half,
      },
    ];
    const views = (json.bufferViews as { buffer: number }[]).map((view, i) => ({ ...view, buffer: i % 2 }));
    writeFileSync(fileOf('two parts.bin'), binary);
    const images = [{ uri: 'nowhere.png' }];
    writeFileSync(
      fileOf('apart.gltf'),
      JSON.stringify({ ...json, nodes, buffers, bufferViews: views, images }),
    );
    const args = [hop, '--body', fileOf('apart.gltf'), '--roles', 'leftFoot=x'];
    const expected = textOf(await outcome(hop, ...body, '--out', 'x.csv')).split('\n').slice(1); // prettier-ignore
    expect(textOf(await outcome(...args, '--out', 'x.csv')).split('\n').slice(1)).toEqual(expected); // prettier-ignore
    await expect(outcome(...args, '--out', 'x.glb')).rejects.toThrow('"nowhere.png" of --body is in a file');
    const inside = [{ uri: 'data:image/png;base64,' }];
    writeFileSync(
      fileOf('apart.gltf'),
      JSON.stringify({ ...json, nodes, buffers, bufferViews: views, images: inside }),
    );
    const whole = bytesOf(await outcome(...args, '--out', 'x.glb'));
    expect(readGLB(whole).json.images).toEqual(inside);
  });

  it('may have weights of morph targets, and extensions that are no list', async () => {
    const expected = textOf(await outcome(hop, ...body, '--out', 'x.csv'));
    for (const name of ['weighed.glb', 'wordy.glb'])
      expect(textOf(await outcome(hop, '--body', fileOf(name), '--out', 'x.csv'))).toBe(expected);
  });

  const vrma = join(import.meta.dirname, '../../../../shared/data/motion/vrma/test.vrma');
  if (!existsSync(vrma)) process.stdout.write('no VRM animation beside the project\n');
  it.skipIf(!existsSync(vrma))('takes a VRM animation', async () => {
    expect((await outcome(vrma, ...body)).text).toContain('frames, 3.000 s');
  });
});

it.each<[role: string, name: string, message: string, ...args: string[]]>([
  ['body', 'cut.glb', 'the GLB is cut off'],
  ['body', 'odd.glb', 'it does not begin as a GLB'],
  ['body', 'broken.glb', 'three cannot read it'],
  ['body', 'far.gltf', 'the buffer "https://example.org/a.bin" is not a file beside it'],
  ['body', 'half.gltf', 'its JSON cannot be read'],
  ['body', 'none.gltf', 'its JSON is no object'],
  ['body', 'lost.gltf', 'a buffer has no uri'],
  ['body', 'percent.gltf', 'the uri "9%.bin" of a buffer'],
  ['body', 'thing.glb', '"AuxScene" has no bones'],
  ['recording', 'person.glb', 'it has no animation'],
  ['recording', 'dance.glb', 'it has no animation "run"; --clip may be stand, dance', '--clip', 'run'],
  ['recording', 'thing.bvh', 'there is no human body in'],
])('a damaged %s is refused: %s', async (role, name, message, ...args) => {
  const files = role === 'body' ? [hop, '--body', fileOf(name)] : [fileOf(name), ...onto];
  const wrong = outcome(...files, ...args);
  await expect(wrong).rejects.toThrow(UsageError);
  await expect(wrong).rejects.toThrow(`${name}: ${message}`);
});

describe('a damaged BVH is refused by its line', () => {
  const but = (from: string | RegExp, to: string): string => bvh.replace(from, to);
  it.each<[string, string, string]>([
    ['cut off in its numbers', bvh.slice(0, -20), 'is the file whole?'],
    ['cut off between frames', bvh.split('\n').slice(0, -5).join('\n'), 'ends before frame 88 of 91'],
    ['cut off in its tree', bvh.split('\n').slice(0, 24).join('\n'), 'the file ends where'],
    ['empty', '', 'the file ends where HIERARCHY should be'],
    ['NaN', but('0 97 0', '0 NaN 0'), '"NaN" in frame 1 is no number'],
    ['two roots', but('MOTION', 'ROOT Other\n{\n'), 'a second skeleton, "Other"'],
    ['a name twice', but('JOINT RightArm', 'JOINT LeftArm'), 'a second joint is named "LeftArm"'],
    ['no name', but('JOINT RightArm', 'JOINT'), 'a joint has no name'],
    ['no offset', but('OFFSET 9 -5 0', 'OFFSET 9 -5'), 'OFFSET and three numbers'],
    ['another channel', but('Yposition', 'Wposition'), 'the channel "Wposition" is unknown'],
    ['too few channels', but('CHANNELS 6', 'CHANNELS 5'), 'CHANNELS, their number'],
    ['no brace', but('{', 'OFFSET'), '{ should be'],
    ['another word', but('JOINT LeftLeg', 'BONE LeftLeg'), 'JOINT, End Site or } should be'],
    ['no MOTION', but('MOTION', 'MOVE'), 'is where MOTION should be'],
    ['no frames', but('Frames: 91', 'Frames: none'), 'number of frames'],
    ['no time', but('0.016667', '0'), 'the frame time'],
    ['a short frame', but(/^0 97 0 .*$/m, '0 97 0'), 'frame 1 has 3 numbers, not 51'],
  ])('%s', (_, text, message) => {
    expectError(() => checkBVH(text), 'badTrajectory', message, 'line ');
  });

  it('or by its size', () => {
    expectError(() => checkBVH(bvh.replace('Frames: 91', 'Frames: 100001')), 'tooLarge', '100000');
  });
});
