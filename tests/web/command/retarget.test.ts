/** `limber retarget`: a recording onto a robot, and files that are damaged. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { Model, Trajectory } from 'limber';
import { checkBVH, retargetClip, RobotBody } from 'limber/motion';
import { fromURDF, toURDF } from 'limber/urdf';
import { readArguments } from '../../../web/src/command/arguments.ts';
import { perform } from '../../../web/src/command/perform.ts';
import { UsageError } from '../../../web/src/command/reading.ts';
import { readRetarget } from '../../../web/src/command/retarget-arguments.ts';
import { retarget } from '../../../web/src/command/retarget.ts';
import { readFile } from '../../../web/src/command/solve.ts';
import { hopBVH, humanoid } from '../motion/humanoid.ts';
import { limber } from '../support/command-line.ts';
import { expectError } from '../support/models.ts';
import '../support/silence.ts';

const folder = mkdtempSync(join(tmpdir(), 'limber-retarget-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fileOf = (name: string) => join(folder, name);
const [robot, strange] = [fileOf('robot.urdf'), fileOf('strange.urdf')];
const [hop, twin] = [fileOf('hop.bvh'), fileOf('hop.csv')];
const bvh = hopBVH();
const urdf = () => toURDF({ name: 'robot', links: humanoid('z', false) });

beforeAll(() => {
  writeFileSync(robot, urdf());
  writeFileSync(strange, urdf().replaceAll('left_knee', 'joint_4'));
  for (const path of [hop, twin]) writeFileSync(path, bvh);
});

const outcome = (...args: string[]) => retarget(readRetarget(args), readFile);
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
    expect(csv.file).toEqual({ path: 'way.csv', content: trajectory.toCSV() });
    const json = (await outcome(...args, '--out', 'way.json')).file!.content;
    expect(Trajectory.fromJSON(json).q).toEqual(trajectory.q);
    expect(await outcome(...args)).not.toHaveProperty('file');
  });

  it('may have z up, begin later, and odd line ends, names and no End Site', async () => {
    const same = async (text: string, ...args: string[]) => {
      const path = fileOf('other.bvh');
      writeFileSync(path, text);
      const { file } = await outcome(path, ...onto, '--sole', '0.07', '--out', 'way.json', ...args);
      return Trajectory.fromJSON(file!.content);
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

  it('is retargeted by the command, which asks before it overwrites', async () => {
    const args = ['retarget', 'hop.bvh', '--body', 'robot.urdf', '--out', 'done.csv'];
    const first = await limber(args, folder);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const again = await limber(args, folder);
    expect([again.code, again.stderr]).toEqual([
      2,
      'limber: --out "done.csv" is there already; --force overwrites it\n',
    ]);
    expect((await limber([...args, '--force'], folder)).code).toBe(0);
  });

  it('goes onto links that are named by role', async () => {
    await expect(outcome(hop, '--body', strange)).rejects.toThrow(/leftLowerLeg; give it as --roles$/);
    expect((await outcome(hop, '--body', strange, '--roles', 'leftLowerLeg=joint_4')).text).toContain(
      '91 frames',
    );
  });
});

describe('refused is', () => {
  it.each<[string[], string]>([
    [[], 'name a recording, as in: limber retarget walk.bvh'],
    [[hop, 'more', ...onto], 'unexpected word "more"'],
    [[hop], '--body is missing'],
    [[hop, '--body', 'x.vrm'], '--body is "x.vrm"; the command moves robots of URDF'],
    [[hop, ...onto, '--sole', 'low'], '--sole is "low"; give a number from 0'],
    [[hop, ...onto, '--up', 'x'], '--up is "x"; give y or z'],
    [[hop, ...onto, '--from=-1'], '--from is "-1"'],
    [[hop, ...onto, '--from', '9'], 'no keys in this span'],
    [[hop, ...onto, '--roles', 'leftHand'], '--roles has "leftHand"; give ROLE=LINK'],
    [[hop, ...onto, '--roles', 'tail=x'], '--roles has "tail", which is no role'],
    [[hop, ...onto, '--roles', 'leftHand=x'], 'robot.urdf: roles.leftHand is "x"'],
    [[hop, ...onto, '--out', 'way.txt'], 'ends in .csv or .json'],
    [[twin, ...onto, '--out', twin], 'is the same file as the recording'],
    [[fileOf('none.bvh'), ...onto], 'cannot read'],
    [[robot, ...onto], 'does not begin with HIERARCHY'],
    [[hop, '--body', hop], 'hop.bvh: '],
  ])('%j', async (args, message) => {
    const work = async () => outcome(...args);
    await expect(work()).rejects.toThrow(UsageError);
    await expect(work()).rejects.toThrow(message);
  });

  it('nothing where help is wanted; a page has no files', () => {
    expect(readArguments(['retarget', '--help'])).toEqual({ kind: 'help' });
    expect(perform(['--help']).text).toContain('limber retarget MOTION.bvh');
    expect(() => perform(['retarget', hop, ...onto])).toThrow('run it by the command limber');
  });

  it('a skeleton that is no human', async () => {
    const thing = fileOf('thing.bvh');
    const tree =
      'ROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\nJOINT b\n{\nOFFSET 0 1 0\nCHANNELS 0\n}\n}\n';
    writeFileSync(thing, `HIERARCHY\n${tree}MOTION\nFrames: 1\nFrame Time: 0.1\n5\n`);
    await expect(outcome(thing, ...onto)).rejects.toThrow(/thing\.bvh: there is no human body in/);
  });
});

describe('a damaged BVH is refused by its line', () => {
  const frame = /^0 97 0 .*$/m;
  it.each<[string, string, string]>([
    ['cut off in its numbers', bvh.slice(0, -20), 'is the file whole?'],
    ['cut off between frames', bvh.split('\n').slice(0, -5).join('\n'), 'ends before frame 88 of 91'],
    ['cut off in its tree', bvh.split('\n').slice(0, 24).join('\n'), 'the file ends where'],
    ['empty', '', 'the file ends where HIERARCHY should be'],
    ['with NaN', bvh.replace('0 97 0', '0 NaN 0'), '"NaN" in frame 1 is no number'],
    ['with two roots', bvh.replace('MOTION', 'ROOT Other\n{\n'), 'a second skeleton, "Other"'],
    [
      'with two joints of a name',
      bvh.replace('JOINT RightArm', 'JOINT LeftArm'),
      'a second joint is named "LeftArm"',
    ],
    ['without a name', bvh.replace('JOINT RightArm', 'JOINT'), 'a joint has no name'],
    ['without an offset', bvh.replace('OFFSET 9 -5 0', 'OFFSET 9 -5'), 'OFFSET and three numbers'],
    [
      'with a channel of its own',
      bvh.replace('Yposition', 'Wposition'),
      'the channel "Wposition" is unknown',
    ],
    ['with too few channels', bvh.replace('CHANNELS 6', 'CHANNELS 5'), 'CHANNELS, their number'],
    ['without a brace', bvh.replace('{', 'OFFSET'), '{ should be'],
    ['with another word', bvh.replace('JOINT LeftLeg', 'BONE LeftLeg'), 'JOINT, End Site or } should be'],
    ['without MOTION', bvh.replace('MOTION', 'MOVE'), 'is where MOTION should be'],
    ['with no frames', bvh.replace('Frames: 91', 'Frames: none'), 'number of frames'],
    ['without time', bvh.replace('0.016667', '0'), 'the frame time'],
    ['with a frame too short', bvh.replace(frame, '0 97 0'), 'frame 1 has 3 numbers, not 51'],
  ])('%s', (_, text, message) => {
    expectError(() => checkBVH(text), 'badTrajectory', message, 'line ');
  });

  it('or by its size', () => {
    expectError(() => checkBVH(bvh.replace('Frames: 91', 'Frames: 100001')), 'tooLarge', '100000');
  });
});
