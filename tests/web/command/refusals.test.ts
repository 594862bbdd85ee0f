/** What `limber` refuses: with exit code 2, nothing on stdout, and one line that names the error. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toURDF } from 'limber/robots';
import { helpFor } from '../../../web/src/command/arguments.ts';
import { perform } from '../../../web/src/command/perform.ts';
import { hopBVH, humanoid } from '../motion/humanoid.ts';
import { limber } from '../support/limber.ts';
import { root } from '../support/readme.ts';
import '../support/silence.ts';

const folder = mkdtempSync(join(tmpdir(), 'limber-refusals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  copyFileSync(join(root, 'tests/fixtures/urdf/ur5.urdf'), join(folder, 'ur5.urdf'));
  mkdirSync(join(folder, 'folder.csv'));
  const files = {
    'rpy.csv': 'x,y,z,roll,pitch,yaw\n.4,.2,.3,0,1.5,0\n',
    'bad.csv': 'x,y,z,qx,qy,qz\n1,2,3,0,0,0\n',
    'human.urdf': toURDF({ name: 'human', links: humanoid('z', false) }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const name of ['hop.bvh', 'hop.csv']) writeFileSync(join(folder, name), hopBVH());
});

const split = (text: string): string[] => text.split(' ').filter(Boolean);

/** Words after `limber`, and what the message has. */
type Row = readonly [words: string, ...messages: string[]];

/** One row per value, which stands for {}. */
const each = (values: string, ...row: Row): Row[] =>
  split(values).map((value) => row.map((text) => text.replaceAll('{}', value)) as unknown as Row);

const pose = '--pose 0.4,0.2,0.3,1,0,0,0';
const solve = 'solve ur5.urdf --tip tool0';
const to = '--to 0.4,0.2,0.3,1,0,0,0';
const move = 'move ur5.urdf --tip tool0';
const hop = 'retarget hop.bvh --body human.urdf';
const batch = 'batch ur5.urdf --targets - --out -';
const commands = ['', ' solve', ' move', ' retarget', ' batch'].map((name) => `\n  limber${name}`);

const refusals: readonly Row[] = [
  ['', 'name a command\n', ...commands],
  ['bach', '"bach" is no command and no arm; did you mean batch?\n', ...commands],
  ['slove robot.urdf --tip tool0', 'did you mean solve?'],
  ['help', '"help" is no command and no arm'],
  ['3', 'name an arm and a track'],
  ['0 2', 'arm "0" is unknown; known: 1 chain, 2 telescope, 3 fork, 4 tree, 5 trio'],
  ...each('6 3.0 spoon', '{} 2', 'arm "{}" is unknown'),
  ['3 4', 'track "4" is unknown; known: 1 circle, 2 eight, 3 spiral, hand'],
  ['3 2 1', 'unexpected word "1"; give one arm and one track'],
  ...each('0 1e9 2.5 -5 ten', '3 2 --frames={}', '--frames is "{}"; give a whole number from 1 to 100000'),
  ['3 2 --frames', '--frames needs a value, as in --frames 240'],
  ...each('0 NaN Infinity 11 -1 16ms', '3 2 --dt {}', '--dt is "{}"; give a number above 0, at most 10'),
  ...each('run.txt run a.csv/run', '3 2 --out {}', '--out is "{}"; give a file that ends in .csv or .json'),
  ...each('--speed -x', '3 2 {} 3', "unknown option '{}'; limber --help lists the options"),
  ['3 2 --slover ccd', "unknown option '--slover'; did you mean --solver?"],
  ...each('list version', '3 2 --{}=2', '--{} takes no value'),
  ...each('magic CCD', '3 2 --solver {}', 'solver "{}" is unknown; known: ccd'),
  ['3 2 --out hop.csv', '--out "hop.csv" is there already; --force overwrites it'],
  ['1 1 --frames 2 --out nowhere/run.csv', 'cannot write nowhere/run.csv: there is no such file or folder'],
  ['1 1 --frames 2 --out folder.csv --force', 'cannot write folder.csv: it is a folder'],

  ['solve', 'name a robot, as in: limber solve robot.urdf'],
  ['solve ur5.urdf', '--pose is missing, as in --pose'],
  [`solve ur5.urdf ${pose}`, '--tip is missing; this robot has', 'tool0'],
  [`${solve} again ${pose}`, 'unexpected word "again"; give one robot'],
  [`${solve} --pose`, '--pose needs a value'],
  ...each('1,2,3,4 1,2,3,0,0,0,one 1,2,Infinity', `${solve} --pose {}`, '--pose is "{}"', '7 or 6 numbers'),
  [`${solve} --pose 0,0,0,0,0,0,0`, 'quaternion'],
  ...each(
    '4,2,3 -4,0,0,0,0,0',
    `${solve} --pose {}`,
    'no pose of the robot reaches the target; that is certain',
  ),
  [`solve ur5.urdf ${pose} --tip tool9`, "'tool9' is unknown"],
  [`${solve} ${pose} --start 1,2`, '--start has 2 numbers; give 6: shoulder_pan_joint [rad]'],
  [`${solve} ${pose} --start 1,2,3,4,5,x`, '--start is "1,2,3,4,5,x"; give a number for each joint'],
  [`${solve} ${pose} --hold nose`, '--hold is "nose"', 'known: shoulder_pan_joint'],
  [
    `${solve} ${pose} --hold elbow_joint --start 0,-1,1.5,0,0,0`,
    'some may be missing: the 5 free joints',
    'leave rx free (--free), or take the nearest pose',
  ],
  [`${solve} ${pose} --hold elbow_joint`, 'that is certain'],
  [`${solve} ${pose} --free rw`, '--free is "rw"; give some of x, y, z, rx, ry, rz'],
  ...each('2cm w=0..1 x=0..1=2', `${solve} ${pose} --within {}`, '--within is "{}"; give AXIS=LEAST..MOST'),
  ...each(
    'x=1..0 y=-2 z=0..90deg',
    `${solve} ${pose} --within {}`,
    '--within is "{}"',
    'first, in m, cm or mm',
  ),
  [`${solve} ${pose} --within x=0..1,rx=0..1m`, '--within is "rx=0..1m"; give LEAST..MOST', 'in rad or deg'],
  [`${solve} ${pose} --within x=0..1 --free x`, 'x is twice in --free and --within; give it once'],
  [`${solve} ${pose} --within rx=0..1,ry=0..1`, 'within has room about several', 'give', 'tilt and twist'],
  ...each(
    '-1 181deg 1,1,1 wide',
    `${solve} ${pose} --tilt={}`,
    '--tilt is "{}"; give an angle from 0 to 180deg',
  ),
  [`${solve} ${pose} --tilt 1 --free rz`, 'has tilt or twist, and room about', 'give either'],
  [`${solve} --pose 1,0,0 --tilt 1`, 'a point alone', 'give a rotation, too, for --tilt'],
  [`${solve} ${pose} --twist 90deg`, '--twist is "90deg"; give LEAST..MOST'],
  [`${solve} ${pose} --about x`, '--about goes with --tilt or --twist'],
  ...each('0 -1', `${solve} ${pose} --most {}`, '--most is "{}"; give a whole number from 1 to 10000'),
  [`${solve} ${pose} --most all`, '--most is "all"; give a whole number'],
  ...each(
    'xml constructor',
    `${solve} ${pose} --format {}`,
    '--format is "{}"; give one of table, csv, json',
  ),
  [`${solve} ${pose} --frames 3`, "unknown option '--frames'; limber solve --help lists the options"],
  [`${solve} --pos 1,2,3`, "unknown option '--pos'; did you mean --pose?"],
  ...each('1;2;3 1|2|3', `${solve} --pose {}`, '--pose is "{}"', 'separated by commas, not by'),
  [`solve nowhere.urdf --tip tool0 ${pose}`, 'cannot read nowhere.urdf: there is no such file or folder'],
  [`solve . --tip tool0 ${pose}`, 'cannot read .: it is a folder'],
  [`solve bad.csv --tip tool0 ${pose}`, 'a URDF starts with <robot>'],

  ['move', 'name a robot, as in: limber move robot.urdf'],
  [`move ur5.urdf more ${to}`, 'unexpected word "more"'],
  ['move ur5.urdf', 'say where to'],
  [`move ur5.urdf ${to}`, '--tip is missing; this robot has'],
  [`${move} ${to} --joints 1`, '--to and --joints say where to; give one of them'],
  [`${move} --joints 1 --via 1,0,0,0,0,0,1`, '--via goes with --to'],
  [`${move} ${to} --smooth`, '--smooth goes with --path'],
  [`${move} --to 1,2`, '--to is "1,2"; give X,Y,Z (metres)'],
  [`${move} --joints 1,2`, 'move.q must be 6 numbers'],
  [`${move} ${to} --start 1`, '--start has 1 numbers; give 6'],
  [`${move} ${to} --start here`, '--start is "here"'],
  [`${move} ${to} --start free`, 'move.from is missing'],
  [`${move} ${to} --velocity 1`, '--velocity and --acceleration go together'],
  [`${move} ${to} --velocity 0 --acceleration 1`, '--velocity is "0"; give numbers above 0'],
  ...each('jerk rate', `${move} ${to} --{} 1`, '--{} goes with --velocity and --acceleration'),
  [`${move} ${to} --clearance=-1`, '--clearance is "-1"; give a number from 0'],
  [`${move} ${to} --out way.txt`, '--out is "way.txt"; give a file that ends in .csv or .json'],
  [`${move} ${to} --out hop.csv`, '--out "hop.csv" is there already; --force overwrites it'],
  [`${move} --path bad.csv --out ./bad.csv`, 'is the same file as --path'],
  [`move ur5.urdf --tip nose ${to}`, 'nose'],
  [`${move} --to 1,0,0,0,0,0,2`, 'unit quaternion'],
  [`${move} --path bad.csv`, 'the column qw is missing'],
  [`${move} --path rpy.csv`, 'a column "roll"; give a quaternion'],
  [`${move} --path none.csv`, 'cannot read none.csv'],

  ['retarget', 'name a recording, as in: limber retarget walk.bvh'],
  [`${hop} more`, 'unexpected word "more"'],
  ['retarget hop.bvh', '--body is missing'],
  ['retarget hop.bvh --body x.fbx', '--body is "x.fbx"; give a URDF or a glTF'],
  ...each('x.vrm x.gltf', 'retarget hop.bvh --body {}', 'cannot read {}'),
  ['retarget hop.bvh --body x.glb --sole 0.1', '--sole is for robots'],
  ['retarget hop.bvh --body x.glb --max-velocity', '--max-velocity is for robots'],
  [`${hop} --out x.glb`, '--body is no glTF; give .csv'],
  [`${hop} --clip hop`, '--clip is for glTF and FBX; a BVH has one motion'],
  [`${hop} --sole low`, '--sole is "low"; give a number from 0'],
  [`${hop} --up x`, '--up is "x"; give one of y, z'],
  ...each('from to', `${hop} --{}=-1`, '--{} is "-1"; give a number from 0'),
  [`${hop} --from 9`, 'no keys in this span'],
  [`${hop} --roles leftHand`, '--roles is "leftHand"; give ROLE=LINK'],
  [`${hop} --roles tail=x`, '--roles is "tail=x"; give one of these roles: '],
  [`${hop} --roles leftHand=x`, 'human.urdf: roles.leftHand is "x"'],
  [`${hop} --out way.txt`, 'ends in .csv, .json, .bvh or .glb'],
  [`${hop} --out hop.csv`, '--out "hop.csv" is there already; --force overwrites it'],
  ['retarget hop.csv --body human.urdf --out hop.csv', 'is the same file as the recording'],
  ['retarget none.bvh --body human.urdf', 'cannot read none.bvh'],
  ['retarget human.urdf --body human.urdf', 'does not begin with HIERARCHY'],
  ['retarget hop.bvh --body hop.bvh', 'hop.bvh: '],

  ['batch', 'name a robot, as in: limber batch robot.urdf'],
  [`${batch} again`, 'unexpected word "again"'],
  [
    'batch ur5.urdf --tip tool0 --targets rpy.csv --out -',
    'a column "roll"; give a quaternion, qx, qy, qz, qw',
  ],
  ['batch ur5.urdf --out -', '--targets is missing, as in --targets FILE'],
  ['batch ur5.urdf --targets -', '--out is missing'],
  [
    'batch ur5.urdf --targets a.txt --out -',
    'the file is "a.txt"; give an ending that is known, or --from one of',
  ],
  ...each('from to', `${batch} --{} xml`, '--{} is "xml"'),
  ['batch ur5.urdf --targets - --out hop.csv', '--out "hop.csv" is there already; --force overwrites it'],
  [`${batch} --rejects hop.csv`, '--rejects "hop.csv" is there already; --force overwrites it'],
  [`${batch} --from parquet`, 'not from standard input'],
  [`${batch} --resume`, '--resume reads what was written'],
  ...each('3/2 1/2/3 1', `${batch} --shard {}`, '--shard is "{}"', '1/8'),
  [`${batch} --workers 0`, '--workers is "0"'],
  [`${batch} --set seed`, '--set is "seed"', 'NAME=VALUE'],
  [`${batch} --free w`, '--free is "w"'],
  [`${batch} --start a`, '--start is "a"', 'or the word columns'],
];

describe('refuses, in one line,', () => {
  it.each(refusals)('"%s"', async (words, ...messages) => {
    const { code, stdout, stderr } = await limber(split(words), folder);
    expect([code, stdout]).toEqual([2, '']);
    // Nothing follows but the list of commands.
    expect(stderr).toMatch(/^limber: (Parquet|[^A-Z\n])[^\n]*[^.\n]\n(\n {2}limber [^]*)?$/);
    for (const message of messages) expect(stderr).toContain(message);
  });

  it('and touches no file', () => {
    expect(readFileSync(join(folder, 'hop.csv'), 'utf8')).toBe(hopBVH());
    expect(readdirSync(folder)).toHaveLength(7);
  });

  it.each(['batch', hop])('in a page, which has no files: "%s"', (words) => {
    expect(() => perform(split(words))).toThrow('run it by the command limber');
  });
});

it.each([
  ['', '--solver --frames --dt --out --force --list --help, --version, limber'],
  ['solve', '--tip --pose --free --within --tilt --twist --about --hold --start --no-limits --most --format'],
  [
    'move',
    '--tip --to --via --path --smooth --joints --within --tilt --start --clearance --no-limits --velocity --rate --out',
  ],
  ['retarget', '--body --sole --up --from --to --clip --roles --out'],
  [
    'batch',
    '--tip --targets --out --rejects --id --workers --shard --resume --force --mode --start --free --within --tilt --set',
  ],
])('help of limber %s is given beside anything else, alone, in lines of 100 columns', (command, options) => {
  const of = command || undefined;
  const all = [
    `${command} --help`,
    `${command} -h x`,
    ...(command ? [`${command} ur5.urdf --pos 9 --help`] : []),
  ];
  for (const words of all) {
    const { text } = perform(split(words));
    expect(text).toBe(helpFor(of));
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(text.startsWith(`limber ${command}`)).toBe(true);
    for (const option of split(options)) expect(text).toContain(`  ${option} `);
  }
});
