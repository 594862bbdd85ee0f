/** Oversized input is refused before any work: its contents are wrong too, but never read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bone, Group } from 'three';
import { describe, expect, it } from 'vitest';
import { fromDH, LimberError, Model, Problem, Trajectory, type GoalDescription } from 'limber';
import { Character } from 'limber/gltf';
import { fromURDF, toURDF } from 'limber/urdf';
import { UsageError } from '../../web/src/command/reading.ts';
import { perform } from '../../web/src/command/perform.ts';
import { attributeNames, readSetting, readSettings, writeSetting } from '../../web/src/element/attributes.ts';
import * as limits from '../../web/src/input-limits.ts';
import { parseCsv } from '../../web/src/csv.ts';
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

function expectTooLarge(action: () => unknown, code = 'tooLarge'): void {
  let caught: unknown;
  try {
    action();
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(LimberError);
  expect(caught).toMatchObject({ code });
  expect((caught as Error).message).toMatch(/at most \d|more than \d/);
}

/** An array of any length that fails if it is read. */
const long = (length: number): never =>
  new Proxy([] as unknown[], {
    get(_, key) {
      if (key === 'length') return length;
      throw new Error(`${String(key)} was read`);
    },
  }) as never;

const letters = 'x'.repeat(limits.mostLetters + 1);

describe('a description', () => {
  it('of too many links, loops or shapes', () => {
    expectTooLarge(() => Model.from({ links: long(limits.mostLinks + 1) }));
    expectTooLarge(() => Model.from({ links: [{ name: 'a' }], loops: long(limits.mostGoals + 1) }));
    expectTooLarge(() => Model.from({ links: [{ name: 'a', shapes: long(limits.mostShapes + 1) }] }));
    expectTooLarge(() => toURDF({ links: long(limits.mostLinks + 1) }));
    expectTooLarge(() => fromDH({ convention: 'standard', joints: long(limits.mostLinks + 1) }));
  });

  it('with lists of the wrong length, whatever that is', () => {
    const nowhere = [{ name: 'a', origin: { position: long(1e9) } }];
    expect(() => Model.from({ links: nowhere })).toThrow(LimberError);
    const unlimited = [{ name: 'a', joint: { type: 'free' as const, limits: long(1e9) } }];
    expect(() => Model.from({ links: unlimited })).toThrow(LimberError);
  });

  it('may be as deep as it is large', () => {
    const links = Array.from({ length: 100_000 }, (_, i) => ({
      name: `l${i}`,
      ...(i > 0 ? { parent: `l${i - 1}` } : {}),
    }));
    using model = Model.from({ links });
    expect(model.links.at(-1)!.parent).toBe(99_998);
    expect(fromURDF(toURDF({ links })).links).toHaveLength(100_000);
    expect(() => Model.from({ links: [{ ...links[0]!, parent: 'l99999' }, ...links.slice(1)] })).toThrow(
      /cycle/,
    );
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
    const count = 4000;
    const free = { type: 'free' } as const;
    const links = Array.from({ length: count }, (_, i) =>
      i === 0 ? { name: 'a', joint } : { name: `l${i}`, joint: free },
    );
    using model = Model.from({ links });
    using problem = new Problem(model);
    for (let i = 0; i < Math.floor(limits.mostGoalFreedoms / model.nv); i += 1) problem.addGoal(goal);
    expectTooLarge(() => problem.addGoal(goal));
  });

  it('given what is nested in itself', () => {
    using model = Model.from({ links: [{ name: 'a', joint }] });
    using problem = new Problem(model);
    const endless: unknown[] = [];
    endless.push(endless);
    for (const wrong of [{ position: endless }, { rotation: endless }, endless]) {
      expect(() => problem.addGoal({ type: 'position', link: 'a', offset: wrong as never })).toThrow(
        LimberError,
      );
      const loop = problem.addLoop({ a: { link: 'a' }, b: {} });
      expect(() => loop.route({ a: wrong as never })).toThrow(LimberError);
      problem.removeLoop(loop);
    }
  });
});

describe('a URDF', () => {
  const robot = (inside: string): string => `<robot name="r">${inside}</robot>`;

  it('of too many characters', () => {
    expectTooLarge(() => fromURDF('<'.repeat(limits.mostUrdfText + 1)));
  });

  it('of elements too deep in one another', () => {
    for (const deep of [limits.mostElements, 100_000]) {
      const text = robot(`<link name="a">\n${'<b>'.repeat(deep)}${'</b>'.repeat(deep)}</link>`);
      expectTooLarge(() => fromURDF(text), 'badUrdf');
    }
    const allowed = limits.mostElements - 2;
    const text = robot(`<link name="a">${'<b c=">/">'.repeat(allowed)}${'</b>'.repeat(allowed)}</link>`);
    expect(fromURDF(text).links).toHaveLength(1);
  });

  it('with a bomb of entities', () => {
    const bomb = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join('');
    const text = `<!DOCTYPE robot [<!ENTITY e0 "x">${bomb}]>${robot('<link name="&e30;"/>')}`;
    expect(() => fromURDF(text)).toThrow(/entity.*correct it there/);
    const outside = `<!DOCTYPE robot [<!ENTITY e SYSTEM "file:///etc/passwd">]>${robot('<link name="&e;"/>')}`;
    expect(() => fromURDF(outside)).toThrow(/entity/);
  });

  /** Inputs that once took quadratic time, or the stack of a regular expression. */
  const many = 200_000;
  it.each([
    ['comments that never end', '<!--'.repeat(many), /line 1/],
    ['quotes that never end', `<robot>${'<a b="'.repeat(many)}`, /not well-formed/],
    [
      'digits without end',
      robot(
        `<link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/><origin xyz="${'1'.repeat(many)}x 0 0"/></joint>`,
      ),
      /three finite numbers/,
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
    const links = Array.from({ length: 50_000 }, (_, i) => ({
      name: `l${i}`,
      ...(i > 0 ? { parent: `l${i - 1}` } : {}),
      joint: { type: 'continuous' as const, name: 'j' },
    }));
    const text = toURDF({ links });
    expect(text).toContain('name="j 50000"');
    expect(text).not.toContain('name="j 50001"');
  });
});

describe('a trajectory', () => {
  it('of too many characters', () => {
    const text = ' '.repeat(limits.mostTrajectoryText + 1);
    expectTooLarge(() => Trajectory.fromCSV(text));
    expectTooLarge(() => Trajectory.fromJSON(text));
  });

  it('of too many numbers', () => {
    const count = limits.mostNumbers;
    const times = new Array<number>(count);
    expectTooLarge(() =>
      Trajectory.fromJSON({ name: '', links: [], coordinates: ['a [rad]'], times, q: times as never }),
    );
    const motion = { isBall: false, mimics: false, w: [0, 0, 1] } as const;
    const row = new Float64Array(99_999);
    const motions = Array.from(row, () => motion);
    const trajectory = new Trajectory({ links: [{ name: 'a', motions }] });
    for (let i = 0; i < count / 100_000; i += 1) trajectory.add(i, row);
    expectTooLarge(() => trajectory.add(1e6, row));
    expect(trajectory).toHaveLength(count / 100_000);
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
  it.each(attributeNames)('%s', (name) => {
    const source = {
      getAttribute: (each: string) => (each === name ? '['.repeat(limits.mostAttribute + 1) : null),
    };
    expectTooLarge(() => readSettings(source));
    expect(readSetting(source, name)).toEqual(readSetting({ getAttribute: () => null }, name));
  });

  it('of a word that every object has', () => {
    for (const word of ['toString', 'constructor', '__proto__']) {
      const source = { getAttribute: (each: string) => (each === 'controls' ? word : null) };
      expect(() => readSettings(source)).toThrow(/controls is .*; give on or off/);
    }
  });

  it('of what has no text', () => {
    const endless: unknown[] = [];
    endless.push(endless);
    for (const [name, value] of [
      ['goals', endless],
      ['loops', () => 1],
      ['tips', 5],
      ['q', [Symbol('s')]],
      ['goals', [1n]],
    ] as const)
      expect(() => writeSetting(name, value as never), name).toThrow(LimberError);
    expect(writeSetting('loading', {} as never)).toBe('[object Object]');
  });
});

describe('a word of the command line', () => {
  it.each([
    ['too long', letters, /has 4097 characters; give at most 4096$/],
    ['of digits without end', `--frames=${'1'.repeat(4000)}x`, /^--frames is 1{40}; give/],
    ['that a terminal would obey', '--frames=\u001b[2J\n2', /^--frames is \\u001b\[2J\\u000a2; give/],
  ])('%s', (_, word, words) => {
    expect(() => perform(['3', '2', word])).toThrow(UsageError);
    expect(() => perform(['3', '2', word])).toThrow(words);
  });
});

describe('a skeleton', () => {
  const chain = (count: number): Bone[] => {
    const bones = Array.from({ length: count }, () => new Bone());
    bones.forEach((bone, i) => bones[i - 1]?.add(bone));
    return bones;
  };

  it('too deep, from its top or from its end', () => {
    const bones = chain(100_000);
    expectTooLarge(() => new Character(bones[0]!));
    expectTooLarge(() => new Character(bones.at(-1)!));
  });

  it('in itself', () => {
    const [first, second] = chain(2) as [Bone, Bone];
    second.add(first);
    expectTooLarge(() => new Character(first));
    const [third] = chain(1) as [Bone];
    third.children.push(third);
    expect(() => new Character(new Group().add(third))).toThrow(
      /among the children of .*move nodes with add/,
    );
  });

  it('with one name for all bones', () => {
    const scene = new Group();
    for (let i = 0; i < 3000; i += 1) scene.add(Object.assign(new Bone(), { name: 'bone' }));
    const character = new Character(scene, { humanoid: false });
    expect(character.model.links.map(({ name }) => name)).toContain('bone (3000)');
    character.dispose();
  });
});
