/** Oversized input is refused before any work: its contents are wrong too, but never read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bone, Group } from 'three';
import { describe, expect, it } from 'vitest';
import {
  fromDH,
  LimberError,
  Model,
  Problem,
  Trajectory,
  type ErrorCode,
  type GoalDescription,
  type JointDescription,
  type LinkDescription,
} from 'limber';
import { Character } from 'limber/character';
import { fromURDF, toURDF } from 'limber/robots';
import { UsageError } from '../../web/src/command/reading.ts';
import { perform } from '../../web/src/command/perform.ts';
import { attributeNames, readSetting, readSettings, writeSetting } from '../../web/src/element/attributes.ts';
import * as limits from '../../web/src/describe/input-limits.ts';
import { parseCsv } from '../../web/src/moves/csv.ts';
import { expectError } from './support/models.ts';
import { root } from './support/readme.ts';
import './support/silence.ts';

/** The docs' words for each limit. */
const words: Record<keyof typeof limits, string> = {
  mostLinks: 'links of a model, bones of a character',
  mostGoals: 'goals and loops of a problem',
  mostGoalFreedoms: 'goals and loops, times degrees of freedom',
  mostShapes: 'shapes of a link',
  mostHullPoints: 'points of a convex hull',
  mostMetres: 'metres from its origin to a vertex of a mesh that shapes are fitted to',
  mostTriangles: 'obstacles of a problem, each triangle of a mesh counted',
  mostLetters: 'characters of a name, of a file’s address in a description, of a word of the command line',
  mostUrdfText: 'characters of a URDF',
  mostElements: 'elements of a URDF in one another',
  mostTrajectoryText: 'characters of a trajectory’s CSV or JSON',
  mostNumbers: 'numbers of a trajectory, its times among them',
  mostAttribute: 'characters of an attribute of `<limber-arm>`',
  mostBytes: 'bytes of a robot, character or mesh that a page loads',
  mostNodes: 'nodes of a character below one another',
  mostPoses: 'poses of a way',
  mostFrames: 'frames of the command `limber`',
  mostCells: 'cells of a map of what is reached',
  mostOrientations: 'orientations or targets in each of them',
  mostMapText: 'characters of such a map’s JSON',
};

it('stand in the docs', () => {
  const page = readFileSync(join(root, 'docs/site/input-limits.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (.*?) \| ([\d,]+) \|$/gm)].map(([, what, number]) => [what, number]);
  const wanted = Object.entries(words).map(([name, what]) => [
    what,
    limits[name as keyof typeof limits].toLocaleString('en'),
  ]);
  expect(rows).toEqual(wanted);
});

const expectTooLarge = (action: () => unknown, code: ErrorCode = 'tooLarge'): void =>
  expect(expectError(action, code).message).toMatch(/at most \d|more than \d/);

/** An array of any length that fails if it is read. */
const long = (length: number): never =>
  new Proxy([] as unknown[], {
    get(_, key) {
      if (key === 'length') return length;
      throw new Error(`${String(key)} was read`);
    },
  }) as never;

const endless: unknown[] = [];
endless.push(endless);

const letters = 'x'.repeat(limits.mostLetters + 1);
const blanks = ' '.repeat(limits.mostTrajectoryText + 1);
const frames = {
  name: '',
  links: [],
  coordinates: ['a [rad]'],
  times: new Array<number>(limits.mostNumbers),
  q: new Array<number[]>(limits.mostNumbers),
};

const robot = (inside: string): string => `<robot name="r">${inside}</robot>`;
const nested = (deep: number, open = '<b>'): string =>
  robot(`<link name="a">\n${open.repeat(deep)}${'</b>'.repeat(deep)}</link>`);
/** Links, each on the one before it. */
const row = (count: number, joint: JointDescription = { type: 'fixed' }): LinkDescription[] =>
  Array.from({ length: count }, (_, i) => ({ name: `l${i}`, parent: i > 0 ? `l${i - 1}` : null, joint }));

function bonesOf(count: number): Bone[] {
  const bones = Array.from({ length: count }, () => new Bone());
  bones.forEach((bone, i) => bones[i - 1]?.add(bone));
  return bones;
}
const deep = bonesOf(100_000);
const [circular, below] = bonesOf(2) as [Bone, Bone];
below.add(circular);

const tooMany: Readonly<Record<string, () => unknown>> = {
  'links of a description': () => Model.from({ links: long(limits.mostLinks + 1) }),
  'links to write as a URDF': () => toURDF({ links: long(limits.mostLinks + 1) }),
  'joints of a DH table': () => fromDH({ convention: 'standard', joints: long(limits.mostLinks + 1) }),
  'loops of a description': () => Model.from({ links: [{ name: 'a' }], loops: long(limits.mostGoals + 1) }),
  'shapes of a link': () => Model.from({ links: [{ name: 'a', shapes: long(limits.mostShapes + 1) }] }),
  'characters of a URDF': () => fromURDF('<'.repeat(limits.mostUrdfText + 1)),
  'characters of a CSV': () => Trajectory.fromCSV(blanks),
  'characters of JSON': () => Trajectory.fromJSON(blanks),
  'numbers of a trajectory': () => Trajectory.fromJSON(frames),
  'bones, from the top': () => new Character(deep[0]!),
  'bones, from the end': () => new Character(deep.at(-1)!),
  'bones in themselves': () => new Character(circular),
};

it.each(Object.keys(tooMany))('too many %s', (what) => {
  expectTooLarge(tooMany[what]!);
});

describe('a description', () => {
  it('with lists of the wrong length, whatever that is', () => {
    const nowhere = [{ name: 'a', origin: { position: long(1e9) } }];
    expectError(() => Model.from({ links: nowhere }), 'badDescription');
    const unlimited = [{ name: 'a', joint: { type: 'free' as const, limits: long(1e9) } }];
    expectError(() => Model.from({ links: unlimited }), 'badDescription');
  });

  it('may be as deep as it is large', () => {
    const links = row(100_000);
    using model = Model.from({ links });
    expect(model.links.at(-1)!.parent).toBe(99_998);
    expect(fromURDF(toURDF({ links })).links).toHaveLength(100_000);
    const first = { ...links[0]!, parent: 'l99999' };
    expectError(() => Model.from({ links: [first, ...links.slice(1)] }), 'cycle');
  });
});

describe('a problem', () => {
  const joint = { type: 'revolute' } as const;
  const goal: GoalDescription = { type: 'joint', link: 'a', target: [0] };

  it('of too many goals and loops, and is of use afterwards', () => {
    using model = Model.from({ links: [{ name: 'a', joint }] });
    using problem = new Problem(model);
    problem.addLoop({ a: { link: 'a' }, b: {}, free: 'revolute' });
    for (let i = 1; i < limits.mostGoals; i += 1) problem.addGoal(goal);
    expectTooLarge(() => problem.addGoal(goal));
    expectTooLarge(() => problem.addLoop({ a: { link: 'a' }, b: {} }));
    expect(problem.goals).toHaveLength(limits.mostGoals - 1);
    problem.removeGoal(problem.goals[0]!);
    problem.addGoal(goal);
    expect(problem.solve().status).toBe('converged');
  });

  it('whose Jacobian would be too large', () => {
    const free = row(4000, { type: 'free' }).map((each) => ({ ...each, parent: null }));
    using model = Model.from({ links: [{ name: 'a', joint }, ...free] });
    using problem = new Problem(model);
    for (let i = 0; i < Math.floor(limits.mostGoalFreedoms / model.nv); i += 1) problem.addGoal(goal);
    expectTooLarge(() => problem.addGoal(goal));
  });

  it('given what is nested in itself', () => {
    using model = Model.from({ links: [{ name: 'a', joint }] });
    using problem = new Problem(model);
    const loop = problem.addLoop({ a: { link: 'a' }, b: {} });
    for (const wrong of [{ position: endless }, { rotation: endless }, endless] as never[]) {
      expectError(() => problem.addGoal({ type: 'position', link: 'a', offset: wrong }), 'badDescription');
      expectError(() => loop.route({ a: wrong }), 'badDescription');
    }
  });
});

describe('a URDF', () => {
  it('of elements too deep in one another', () => {
    for (const deep of [limits.mostElements, 100_000])
      expectTooLarge(() => fromURDF(nested(deep)), 'badUrdf');
    expect(fromURDF(nested(limits.mostElements - 2, '<b c=">/">')).links).toHaveLength(1);
  });

  /** Inputs that once took quadratic time, the stack of a regular expression, or the memory. */
  const many = 200_000;
  const bomb = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join('');
  const origin = `<origin xyz="${'1'.repeat(many)}x 0 0"/>`;
  it.each([
    ['comments that never end', '<!--'.repeat(many), /line 1/],
    ['quotes that never end', `<robot>${'<a b="'.repeat(many)}`, /not well-formed/],
    [
      'digits without end',
      robot(
        `<link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/>${origin}</joint>`,
      ),
      /three finite numbers/,
    ],
    [
      'a bomb of entities',
      `<!DOCTYPE robot [<!ENTITY e0 "x">${bomb}]>${robot('<link name="&e30;"/>')}`,
      /entity.*correct it there/,
    ],
    [
      'an entity from elsewhere',
      `<!DOCTYPE robot [<!ENTITY e SYSTEM "file:///etc/passwd">]>${robot('<link name="&e;"/>')}`,
      /entity/,
    ],
  ])('of %s', (_, text, words) => {
    expect(() => fromURDF(text)).toThrow(words);
  });

  it('with a warning for every joint, each naming its line', () => {
    const count = 20_000;
    const joint = (i: number) =>
      `<link name="l${i}"/>\n<joint name="j${i}" type="prismatic"><parent link="l${i - 1}"/><child link="l${i}"/>` +
      `<limit/>${i > 1 ? `<mimic joint="j${i - 1}"/>` : ''}</joint>\n`;
    const joints = Array.from({ length: count }, (_, i) => joint(i + 1)).join('');
    const { warnings } = fromURDF(robot(`<link name="l0"/>\n${joints}`));
    expect(warnings).toHaveLength(count);
    expect(warnings.at(-1)).toContain(`line ${2 * count + 1},`);
  });

  it('written with one name for all joints', () => {
    const text = toURDF({ links: row(50_000, { type: 'continuous', name: 'j' }) });
    expect(text).toContain('name="j 50000"');
    expect(text).not.toContain('name="j 50001"');
  });
});

describe('a trajectory', () => {
  it('that grows to too many numbers', () => {
    const motion = { isBall: false, mimics: false, w: [0, 0, 1] } as const;
    const row = new Float64Array(99_999);
    const trajectory = new Trajectory({ links: [{ name: 'a', motions: Array.from(row, () => motion) }] });
    for (let i = 0; i < limits.mostNumbers / 100_000; i += 1) trajectory.add(i, row);
    expectTooLarge(() => trajectory.add(1e6, row));
    expect(trajectory).toHaveLength(limits.mostNumbers / 100_000);
  });

  it('with a cell of any length', () => {
    const many = 5_000_000;
    const quotes = '""'.repeat(many);
    expect(parseCsv(`"${quotes}"\n`)![0]![0]).toHaveLength(many);
    expect(parseCsv(`"${quotes}\n`)).toBeNull();
    expect(parseCsv(`${'x'.repeat(many)},"a"b\n`)).toBeNull();
  });
});

describe('an attribute', () => {
  const source = (name: string, text: string) => ({
    getAttribute: (each: string) => (each === name ? text : null),
  });

  it.each(attributeNames)('%s', (name) => {
    const given = source(name, '['.repeat(limits.mostAttribute + 1));
    expectTooLarge(() => readSettings(given));
    expect(readSetting(given, name)).toEqual(readSetting(source('', ''), name));
  });

  it('of what has no text', () => {
    const wrong = { goals: [endless, [1n]], loops: [() => 1], tips: [5], q: [[Symbol('s')]] };
    for (const [name, values] of Object.entries(wrong))
      for (const value of values)
        expect(() => writeSetting(name as 'q', value as never)).toThrow(LimberError);
    expect(writeSetting('loading', {} as never)).toBe('[object Object]');
  });
});

describe('a word of the command line', () => {
  it.each([
    ['too long', letters, /has 4097 characters; give at most 4096$/],
    ['of digits without end', `--frames=${'1'.repeat(4000)}x`, /^--frames is "1{40}"; give/],
    ['that a terminal would obey', '--frames=\u001b[2J\n2', /^--frames is "\\u001b\[2J\\n2"; give/],
  ])('%s', (_, word, words) => {
    expect(() => perform(['3', '2', word])).toThrow(UsageError);
    expect(() => perform(['3', '2', word])).toThrow(words);
  });
});

describe('a skeleton', () => {
  it('whose bone is its own child', () => {
    const [bone] = bonesOf(1) as [Bone];
    bone.children.push(bone);
    expect(() => new Character(new Group().add(bone))).toThrow(/among the children of .*move nodes with add/);
  });

  it('with one name for all bones', () => {
    const scene = new Group();
    for (let i = 0; i < 3000; i += 1) scene.add(Object.assign(new Bone(), { name: 'bone' }));
    using character = new Character(scene, { humanoid: false });
    expect(character.model.links.map(({ name }) => name)).toContain('bone (3000)');
  });
});
