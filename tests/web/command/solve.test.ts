/** `limber solve`: input, output and errors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coordinateNames, Model, Problem, type Solutions } from 'limber';
import { familyOf, fromURDF } from 'limber/robots';
import { readArguments } from '../../../web/src/command/arguments.ts';
import { perform } from '../../../web/src/command/perform.ts';
import { solutionFormats } from '../../../web/src/command/solution-formats.ts';
import { limber } from '../support/limber.ts';
import { root } from '../support/readme.ts';
import '../support/silence.ts';

const robot = (name: string): string => join(root, `tests/fixtures/urdf/${name}.urdf`);
const textOf = (name: string): string => readFileSync(robot(name), 'utf8');
const ur5 = robot('ur5');
const near = '0.4,0.2,0.3,1,0,0,0';
const [tip, pose] = [
  ['--tip', 'tool0'],
  ['--pose', near],
];
const solve = (...args: string[]): string => perform(['solve', ...args]).text;
const split = (text: string): string[] => text.split(' ').filter(Boolean);

/** The same problem through the package. */
function problemOf(name: string, link: string, target: readonly number[]): Problem {
  const model = Model.from(fromURDF(textOf(name)));
  const problem = new Problem(model);
  problem.addGoal({ type: 'pose', link, target: target });
  return problem;
}
const rowsOf = (found: Solutions): number[][] =>
  Array.from({ length: found.count }, (_, i) => [...found.at(i)]);

it('reads options in any order, also numbers that begin with a minus', () => {
  const given = `solve --format csv --pose -0.4,.2,3e-1,0,0,0,1 ${ur5} --start -1,0,0,0,0,0 --tip tool0`;
  expect(readArguments(split(given))).toMatchObject({
    kind: 'solve',
    path: ur5,
    pose: { pose: [-0.4, 0.2, 0.3, 0, 0, 0, 1], isPoint: false },
    start: [-1, 0, 0, 0, 0, 0],
    limits: true,
    free: [],
    hold: [],
  });
  expect(readArguments(['solve', ur5, `--pose=-1,0,0,0,0,0,1`, '--free', 'rx,rz'])).toMatchObject({
    pose: { pose: [-1, 0, 0, 0, 0, 0, 1] },
    free: ['rx', 'rz'],
  });
  const within = '--within x=-2cm..3mm,y=0.1.. --within rz=..-90deg';
  expect(
    readArguments(
      split(`solve ${ur5} --pose 1,0,0,0,0,0 ${within} --tilt 0.1,180deg --twist -.5rad...5 --about x`),
    ),
  ).toEqual(
    expect.objectContaining({
      within: [
        [
          ['x', [-0.02, 0.003]],
          ['y', [0.1, null]],
        ],
        [['rz', [null, -Math.PI / 2]]],
      ],
      tilt: [0.1, Math.PI],
      twist: [-0.5, 0.5],
      about: 'x',
    }),
  );
});

describe('prints what problem.solutions finds', () => {
  const problem = () => problemOf('ur5', 'tool0', [0.4, 0.2, 0.3, 1, 0, 0, 0]);

  it('as JSON', () => {
    using here = problem();
    const found = here.solutions();
    expect(JSON.parse(solve(ur5, ...tip, ...pose, '--format', 'json'))).toEqual({
      robot: 'ur5',
      tip: 'tool0',
      arm: familyOf(here.model, 'tool0').description,
      family: found.family,
      pose: [0.4, 0.2, 0.3, 1, 0, 0, 0],
      limits: true,
      complete: false,
      coordinates: coordinateNames(here.model),
      q: rowsOf(found),
      selfMotion: Array.from({ length: found.count }, () => [0, 0, 0, 0, 0, 0]),
    });
  });

  it('as CSV, in full', () => {
    using here = problem();
    const found = here.solutions({ limits: false });
    const [header, ...lines] = solve(ur5, ...tip, ...pose, '--no-limits', '--format', 'csv').split('\n');
    expect(header!.split(',')).toEqual([...coordinateNames(here.model), 'self-motion']);
    expect(found.count).toBe(8);
    expect(lines.map((line) => line.split(',').map(Number))).toEqual(rowsOf(found).map((q) => [...q, 0]));
  });

  it('as a table, from the nearest to the start on', () => {
    using here = problem();
    const start = [1, -1, 1, -1, 1, -1];
    here.state.q.set(start);
    here.state.update();
    const found = here.solutions({ limits: false });
    const lines = solve(ur5, ...tip, ...pose, '--no-limits', '--start', start.join()).split('\n');
    expect(lines.slice(0, lines.indexOf('')).join(' ')).toBe(
      `robot ur5, tip tool0: ${familyOf(here.model, 'tool0').description}`,
    );
    const table = lines.slice(-10, -2).map(split);
    expect(table).toEqual(rowsOf(found).map((q, i) => [String(i + 1), ...q.map((each) => each.toFixed(6))]));
    expect(lines.at(-1)).toBe('8 poses, by three parallel axes; there are no others');
  });

  it('with the codes of what a terminal would obey; CSV and JSON keep the names', () => {
    const odd = '\u009b31m';
    const urdf = textOf('ur5').replaceAll(/"(ur5|tool0|shoulder_pan_joint)"/g, `"$1${odd}"`);
    const printed = (...more: string[]) =>
      perform(['solve', 'odd.urdf', '--tip', `tool0${odd}`, ...pose, ...more], '', () => urdf).text;
    const [first, , ...header] = printed().split('\n');
    expect(first).toContain('robot ur5\\u009b31m, tip tool0\\u009b31m: ');
    expect(header.map((line) => line.slice(6, 17).trim()).join('')).toContain(
      'shoulder_pan_joint\\u009b31m [rad]',
    );
    expect(printed()).not.toContain('\u009b');
    for (const format of ['csv', 'json'])
      expect(printed('--format', format)).toContain(`shoulder_pan_joint${odd} [rad]`);
  });

  it('with room, as a goal of the package has it', () => {
    using here = problem();
    const room = { within: { x: [-0.02, 0.01] }, tilt: 0.2, twist: [-0.5, 0.5] } as const;
    Object.assign(here.goals[0]!, room);
    const words = '--format json --within x=-2cm..1cm --tilt 0.2 --twist -0.5..0.5'.split(' ');
    const { q } = JSON.parse(solve(ur5, ...tip, ...pose, ...words)) as { q: number[][] };
    expect(q).toEqual(rowsOf(here.solutions()));
    expect(q.length).toBeGreaterThan(0);
    const last = solve(ur5, ...tip, ...pose, ...words.slice(2))
      .split('\n')
      .at(-1);
    expect(last).toMatch(/by three parallel axes; the target leaves room, so there are others/);
  });

  it('no more than asked for, and says so', () => {
    const lines = solve(ur5, ...tip, ...pose, '--most', '2').split('\n');
    expect(lines.at(-1)).toBe('2 poses within the limits, by three parallel axes; --most N shows more');
    expect(lines).toHaveLength(10);
  });

  it('a pose by roll, pitch and yaw, also in degrees; a position alone', () => {
    const given = (pose: string) => solve(ur5, ...tip, '--pose', pose, '--format', 'json');
    const [quaternion, degrees] = [given(near), given('0.4,0.2,0.3,180deg,0,0')].map(
      (text) => JSON.parse(text) as { q: number[][]; pose: number[] },
    );
    expect(degrees!.pose[3]).toBeCloseTo(1, 12);
    degrees!.q.flat().forEach((each, i) => expect(each).toBeCloseTo(quaternion!.q.flat()[i]!, 9));
    expect(given(`0.4,0.2,0.3,${Math.PI},0,0`)).toBe(given('0.4,0.2,0.3,180deg,0,0'));
    const place = solve(ur5, ...tip, '--pose', '0.4,0.2,0.3');
    expect(place).toMatch(/1 pose within the limits, by search; the target leaves room, so there are others/);
    expect(solve(ur5, ...tip, ...pose, '--free', 'rx,ry,rz')).toContain(
      '1 pose within the limits, by search',
    );
    expect(() => solve(ur5, ...tip, '--pose', '4,2,3')).toThrow(/that is certain$/);
  });

  it('says what the robot’s file has that is not kept', () => {
    const said: string[] = [];
    const text = textOf('ur5')
      .replace('<origin ', '<origin rpy="90 0 0" ')
      .replace(/(rpy="90 0 0" [^>]*) rpy="[^"]*"/, '$1');
    perform(
      ['solve', ur5, ...tip, ...pose, '--no-limits'],
      '',
      () => text,
      (line) => said.push(line),
    );
    expect(said.join()).toContain('if these are degrees, give radians');
  });

  it('in at most 100 columns, of many joints in blocks', () => {
    const list = {
      ...{ robot: 'r', tip: 't', arm: 'word '.repeat(50).trim(), family: 'general', pose: [], limits: true },
      ...{ complete: true, isLoose: false, isCut: false, selfMotion: [[0]] },
      coordinates: Array.from({ length: 20 }, (_, i) => `joint_of_a_long_name_${i} [rad]`),
      q: [Array.from({ length: 20 }, (_, i) => -3 - i)],
    };
    const lines = solutionFormats.table!(list).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
    expect(split(lines.filter((line) => /^ +1 /.test(line)).join(' ')).map(Number)).toEqual(
      [1, ...list.q[0]!].flatMap((each, i) => ([8, 15].includes(i) ? [1, each] : [each])),
    );
  });

  it.each([
    ['panda', 'panda_hand', '0.5,0.1,0.4,1,0,0,0', 'with panda_joint7 at '],
    ['iiwa14', 'iiwa_link_ee', '0.5,0.1,0.5,0,1,0,0', 'with the same swivel '],
  ])('of seven hinges, %s: that the curves go on', (name, link, target, words) => {
    const args = [robot(name), '--tip', link, '--pose', target];
    const last = solve(...args, '--most', '10000')
      .split('\n\n')
      .at(-1)!
      .replaceAll('\n', ' ');
    expect(last).toContain(`; ${words}`);
    expect(last).toMatch(/(there are no others|some may be missing), and with other values the poses go on/);
    const found = JSON.parse(solve(...args, '--most', '10000', '--format', 'json')) as {
      complete: boolean;
      slice: { parameter: string; value?: number; complete: boolean };
      q: number[][];
    };
    expect(found.complete).toBe(false);
    if (name === 'panda') for (const row of found.q) expect(row[6]).toBeCloseTo(found.q[0]![6]!, 12);
    // From another start the nearest pose lies in another slice.
    const start = name === 'panda' ? '0.3,0.5,0.3,-1.4,0.5,1.6,-0.9,0' : '1,0.5,0.3,-1.4,0.5,1,1';
    const other = JSON.parse(solve(...args, '--start', start, '--format', 'json')) as typeof found;
    expect(Math.abs(other.q[0]![6]! - found.q[0]![6]!)).toBeGreaterThan(1e-3);
    if (name === 'panda') expect(found.slice.value).toBeCloseTo(found.q[0]![6]!, 12);
  });

  it.each(['panda_joint7', 'panda_link7'])('of a joint that is held where it starts, where: %s', (hold) => {
    const start = '0.1,0.2,0.3,-1.4,0.5,1.6,0.7,0';
    const panda = [robot('panda'), '--tip', 'panda_hand', '--start', start, '--hold', hold];
    const at = ['--pose', '0.5,0.1,0.4,1,0,0,0'];
    expect(solve(...panda, ...at)).toContain('within the limits with panda_joint7 held at 0.7, by ');
    const { q, held } = JSON.parse(solve(...panda, ...at, '--format', 'json')) as {
      q: number[][];
      held: object;
    };
    expect(held).toEqual([{ joint: 'panda_joint7', values: [0.7] }]);
    expect(q.length).toBeGreaterThan(0);
    for (const row of q) expect(row[6]).toBe(0.7);
    expect(() => solve(...panda, '--pose', '3,0,0,0,0,0,1')).toThrow(
      'no pose of the robot reaches the target with panda_joint7 held at 0.7; that is certain',
    );
  });

  it('of a robot with a straight wrist: where it can move on', () => {
    const straight = `<robot name="a">${[0, 1, 2, 3, 4, 5]
      .map(
        (
          i,
        ) => `<link name="l${i}"/><joint name="j${i}" type="continuous"><parent link="${i ? `l${i - 1}` : 'base'}"/>
          <child link="l${i}"/><origin xyz="${i === 2 ? '0.4 0 0' : i === 3 ? '0.3 0 0' : '0 0 0'}"/>
          <axis xyz="${['0 0 1', '0 1 0', '0 1 0', '1 0 0', '0 1 0', '1 0 0'][i]}"/></joint>`,
      )
      .join('')}<link name="base"/></robot>`;
    const at = (q: readonly number[]): string => {
      using problem = new Problem(Model.from(fromURDF(straight)));
      problem.state.q.set(q);
      problem.state.update();
      return [...problem.state.poses.slice(-7)].join();
    };
    const target = at([0.1, 0.3, 0.8, 0.2, 0, 0.4]);
    const args = ['solve', 'x', '--tip', 'l5', `--pose=${target}`, '--no-limits'];
    const { text } = perform(args, '', () => straight);
    expect(text).toMatch(/ self-motion\n/);
    expect(text).toMatch(/ yes\n/);
    expect(text).toMatch(/; there are no others but along the self-motion$/);
    expect(perform([...args, '--format', 'csv'], '', () => straight).text).toMatch(/,1(\n|$)/);
  });
});

it('refuses what only poses beyond the limits reach, and says how to see those', () => {
  const text = textOf('ur5').replaceAll(/lower="[^"]*"/g, 'lower="0"');
  const stiff = text.replaceAll(/upper="[^"]*"/g, 'upper="0.01"');
  const args = ['solve', 'x', ...tip, ...pose];
  expect(() => perform(args, '', () => stiff)).toThrow(
    'no pose within the limits reaches the target; --no-limits shows 8 beyond them',
  );
  expect(perform([...args, '--no-limits'], '', () => stiff).text).toContain('8 poses, by');
});

it('as a whole, prints and ends with 0', async () => {
  const args = ['solve', ur5, ...tip, ...pose, '--most', '3'];
  expect(await limber(args, root)).toEqual({ code: 0, stdout: `${perform(args).text}\n`, stderr: '' });
});
