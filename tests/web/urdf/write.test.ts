/** From description to URDF and back: the same links in the same places for any q. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromDH,
  Model,
  Problem,
  type Interval,
  type JointDescription,
  type LinkDescription,
  type ModelDescription,
} from 'limber';
import { arms, fromURDF, robots, toURDF } from 'limber/robots';
import { chain, expectError, link } from '../support/models.ts';
import { coordinates, randomModel } from '../support/random-models.ts';
import { urdfFiles } from '../support/urdf-files.ts';
import '../support/silence.ts';

/** Largest difference of a link's pose between two models at the same numbers; quaternions up to their sign. */
function worst(a: ModelDescription, b: ModelDescription, numbers: readonly number[]): number {
  using first = Model.from(a);
  using second = Model.from(b);
  using one = new Problem(first);
  using other = new Problem(second);
  expect(second.nq).toBe(first.nq);
  for (const { state } of [one, other]) {
    state.q.set(Array.from(state.q, (_, i) => numbers[i % numbers.length]!));
    state.update();
  }
  let most = 0;
  for (const { name, index } of first.links) {
    const pose = one.state.poses.subarray(7 * index, 7 * index + 7);
    const at = 7 * second.findLink(name);
    const back = other.state.poses.subarray(at, at + 7);
    const sign =
      pose[3]! * back[3]! + pose[4]! * back[4]! + pose[5]! * back[5]! + pose[6]! * back[6]! < 0 ? -1 : 1;
    pose.forEach((each, i) => {
      most = Math.max(most, Math.abs(each - (i < 3 ? 1 : sign) * back[i]!));
    });
  }
  return most;
}

const numbers = Array.from({ length: 64 }, (_, i) => 2 * Math.sin(7.1 * (i + 1)));

/** Limits of every number of q, from the core. */
function limitsOf(description: ModelDescription): unknown[] {
  using model = Model.from(description);
  return model.links.flatMap(({ motions }) =>
    motions.filter(({ mimics }) => !mimics).map(({ limits }) => limits),
  );
}

describe('comes back the same:', () => {
  it.each(urdfFiles)('%s, word for word after the first time', (_, text) => {
    const description = fromURDF(text);
    const written = toURDF(description);
    const again = fromURDF(written);
    expect(worst(description, again, numbers)).toBeLessThan(1e-12);
    expect(again.links.map(({ name, joint }) => [name, joint])).toEqual(
      description.links.map(({ name, joint }) => [name, joint]),
    );
    expect(limitsOf(again)).toEqual(limitsOf(description));
  });

  it.each(Object.entries(robots))('%s, a robot of a table', (_, description) => {
    const again = fromURDF(toURDF(description));
    expect(worst(description, again, numbers)).toBeLessThan(1e-9);
    expect(limitsOf(again)).toEqual(limitsOf(description));
    expect(again.name).toBe(description.name);
  });

  it.each(['standard', 'modified'] as const)('a DH table, %s', (convention) => {
    const description = fromDH({
      convention,
      joints: [
        { a: 0.1, d: 0.2, alpha: 0.3, theta: 0.4, limits: [-1, 2] },
        { a: -0.5, d: 0.6, alpha: Math.PI / 2, theta: -2, type: 'continuous' },
        { a: 0.2, d: -0.1, alpha: -1.1, theta: 3, type: 'prismatic', limits: [0, 0.4] },
      ],
      flange: { position: [0.1, 0.2, 0.3], rotation: [0.5, 0.5, -0.5, 0.5] },
    });
    expect(worst(description, fromURDF(toURDF(description)), [0.3, -1.2, 0.25])).toBeLessThan(1e-12);
  });

  it('any tree that URDF can say', () => {
    const known = 'fixed revolute continuous prismatic helical universal cylindrical planar free'.split(' ');
    const sayable = randomModel().map(({ links }) => ({
      links: links.map(({ joint = { type: 'fixed' }, ...rest }): (typeof links)[number] => {
        if (!known.includes(joint.type)) return { ...rest, joint: { type: 'continuous' } };
        return { ...rest, joint: joint.type === 'free' ? { type: 'free' } : joint };
      }),
    }));
    const seen = new Set<string>();
    fc.assert(
      fc.property(sayable, coordinates, (description, q) => {
        const again = fromURDF(toURDF(description));
        for (const { joint } of description.links) seen.add(joint!.type);
        expect(worst(description, again, q)).toBeLessThan(1e-9);
        expect(limitsOf(again)).toEqual(limitsOf(description));
      }),
      { numRuns: 400 },
    );
    expect([...seen].sort()).toEqual(known.sort());
  });

  it('frames whose pitch is upright, or nearly', () => {
    for (const off of [0, 1e-12, 1e-9, -1e-7, 1e-4]) {
      for (const side of [1, -1]) {
        const half = (side * (Math.PI / 2 + off)) / 2;
        const [s, c] = [Math.sin(half), Math.cos(half)];
        // Any roll, then pitch, then any yaw.
        const [r, y] = [0.7, -1.3];
        const { rotation } = fromURDF(
          `<robot><link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/>` +
            `<origin rpy="${r} 0 ${y}"/></joint></robot>`,
        ).links[1]!.origin!;
        const [x, yy, z, w] = rotation!;
        const turned = [x * c - z * s, yy * c + w * s, z * c + x * s, w * c - yy * s] as const;
        const description = { links: [link('a', null, { type: 'fixed' }, [1, 2, 3], turned)] };
        expect(worst(description, fromURDF(toURDF(description)), [0])).toBeLessThan(1e-12);
      }
    }
  });

  // prettier-ignore
  it.each<[string, JointDescription]>([
    ['helical', { type: 'helical', axis: [1, 2, 3], pitch: 0.2, limits: [-1, 2] }],
    ['universal', { type: 'universal', axis: [0, 1, 0], axis2: [1, 0, 1], limits: [[-1, 2], null] }],
    ['cylindrical', { type: 'cylindrical', axis: [0, 0, -1], limits: [[-0.1, 0.2], [-3, 3]] }],
    ['planar with limits', { type: 'planar', axis: [1, 1, -2], limits: [[-1, 1], null, [-2, 2]] }],
    ['planar, straight down', { type: 'planar', axis: [0, 0, -1], limits: [[-1, 1], null, [-2, 2]] }],
    ['planar, nearly down', { type: 'planar', axis: [1e-7, -1e-7, -1], limits: [[-1, 1], null, [-2, 2]] }],
    ['an endless slide', { type: 'prismatic', axis: [1, 0, 0] }],
    ['half an end', { type: 'prismatic', limits: [-Infinity, 0.5] }],
  ])('%s', (_, joint) => {
    const description = {
      links: [link('base', null, { type: 'fixed' }), link('arm', 'base', joint, [0.1, 0, 0])],
    };
    const again = fromURDF(toURDF(description));
    expect(worst(description, again, numbers)).toBeLessThan(1e-12);
    expect(limitsOf(again)).toEqual(limitsOf(description));
    expect(again.links.at(-1)!.name).toBe('arm');
  });

  it('a zero with a minus, as a zero', () => {
    const text =
      '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/><origin xyz="-0 1 0"/></joint></robot>';
    const read = fromURDF(text);
    expect(read.links[1]!.origin!.position).toEqual([0, 1, 0]);
    expect(fromURDF(toURDF(read)).links).toEqual(read.links);
  });

  it('null, which is no name', () => {
    const links = [{ name: 'a' }];
    expect(toURDF({ name: null, links } as never)).toBe(toURDF({ links }));
  });

  it('null, which is no joint', () => {
    const links = [{ name: 'a', joint: null }] as unknown as ModelDescription['links'];
    expect(toURDF({ links })).toBe(toURDF({ links: [{ name: 'a' }] }));
  });

  it('a screw that mimics, and one that is mimicked', () => {
    const screw: JointDescription = { type: 'helical', pitch: 0.1 };
    const description = {
      links: [
        link('leader', null, screw),
        link('follower', 'leader', { ...screw, mimic: { link: 'leader', multiplier: -2, offset: 0.3 } }),
        link('third', 'follower', { type: 'revolute', mimic: { link: 'follower' } }),
      ],
    };
    expect(worst(description, fromURDF(toURDF(description)), [0.7])).toBeLessThan(1e-12);
  });

  it('limits that followers cut, at their leader', () => {
    const leader: JointDescription = { type: 'continuous', axis: [0, 0, 1] };
    const follow = (link: string, limits: Interval): JointDescription => ({
      ...{ type: 'revolute', limits, axis: [0, 0, 1] },
      mimic: { link, multiplier: -2, offset: 0.5, limits: 'cut' },
    });
    const description = {
      links: [
        link('leader', null, leader),
        link('follower', 'leader', follow('leader', [-1, 3])),
        link('third', 'follower', follow('follower', [-4, 4])),
      ],
    };
    using model = Model.from(description);
    using again = Model.from(fromURDF(toURDF(description)));
    const limits = ({ links }: Model, name: string) =>
      links.find((each) => each.name === name)!.motions[0]!.limits;
    // −2 q + 0.5 within [−1, 3], and 4 q − 0.5 within [−4, 4].
    expect(limits(model, 'leader')).toEqual([-0.875, 0.75]);
    expect(limits(again, 'leader')).toEqual([-0.875, 0.75]);
  });

  it('names that XML would choke on, and names that are taken', () => {
    const odd = 'a "b" <c> & \'d\'\n\te';
    const description: ModelDescription = {
      name: odd,
      links: [
        link(odd, null, { type: 'cylindrical', name: odd }),
        link(`${odd} slide`, odd, { type: 'fixed', name: `${odd} slide` }),
        link('world', odd, { type: 'continuous', name: odd }),
      ],
    };
    const again = fromURDF(toURDF(description));
    expect(again.name).toBe(odd);
    expect(worst(description, again, numbers)).toBeLessThan(1e-12);
  });

  it('several roots, and a root away from the origin', () => {
    const description = {
      links: [link('a', null, { type: 'free' }, [1, 2, 3]), link('b', null, { type: 'fixed' }, [4, 5, 6])],
    };
    const again = fromURDF(toURDF(description));
    expect(again.links.map(({ name }) => name)).toEqual(['world', 'a', 'b']);
    expect(worst(description, again, numbers)).toBeLessThan(1e-12);
  });

  it('boxes, for those who look at visuals', () => {
    const text = toURDF(robots.article);
    expect(text.match(/<box size="[^"]+"\/>/g)).toHaveLength(6);
    expect(text).toContain('<origin xyz="-3.45 14.7 0"/>');
  });
});

describe('refuses', () => {
  it('balls, naming the link and the remedy', () => {
    const ball = chain(2, () => ({ type: 'ball' }));
    expectError(() => toURDF(ball), 'badUrdf', 'link "link0"', 'no ball joint', 'three revolute joints');
    expectError(() => toURDF(arms[0]!.description), 'badUrdf', 'no ball joint');
  });

  it('limits of a free joint', () => {
    for (const more of [
      { limits: [[-1, 1], null, null] },
      { twist: [-1, 1] },
    ] as Partial<JointDescription>[]) {
      const joint: JointDescription = { type: 'free', ...more };
      expectError(() => toURDF({ links: [link('a', null, joint)] }), 'badUrdf', 'link "a"', 'leave limits');
    }
  });

  // prettier-ignore
  it.each<[object, string]>([
    [{ name: 'a\u0001b' }, 'name is "a\\u0001b", which XML cannot hold'],
    [{ name: 'a\uffff' }, 'which XML cannot hold'],
    [{ name: ' ' }, 'name is " "'],
    [{ name: '${a}' }, 'xacro'],
    [{ name: 'a', joint: { type: 'revolute', name: '' } }, 'joint.name is ""'],
    [{ name: 'a', joint: { type: 'revolute', limits: [NaN, 1] } }, 'joint.limits.0 is NaN'],
    [{ name: 'a', origin: { position: [0, Infinity, 0] } }, 'origin.position.1 is Infinity'],
    [{ name: 'a', shapes: [{ type: 'sphere', radius: NaN }] }, 'shapes.0.radius is NaN'],
    [{ name: 'a', shapes: [{ type: 'sphere', radius: 1, color: 'red' }] }, 'shapes.0.color is "red"; give "#rrggbb"'],
  ])('what fromURDF would not read: %j', (odd, words) => {
    expectError(() => toURDF({ links: [odd as LinkDescription] }), 'badUrdf', 'link ', words);
  });

  it('a name of the robot that XML cannot hold', () => {
    expectError(() => toURDF({ name: '\u0001', links: [{ name: 'a' }] }), 'badUrdf', 'name is "\\u0001"');
  });

  it('an unknown joint type, an unknown leader, and what is no description', () => {
    const odd = { type: 'wheel' } as unknown as JointDescription;
    expectError(
      () => toURDF({ links: [link('a', null, odd)] }),
      'badUrdf',
      '"wheel" is unknown',
      'known: fixed',
    );
    const lost: JointDescription = { type: 'revolute', mimic: { link: 'b' } };
    expectError(() => toURDF({ links: [link('a', null, lost)] }), 'badUrdf', 'mimics "b"');
    for (const each of [null, 3, 'text', {}, { links: 3 }])
      expectError(() => toURDF(each as never), 'badDescription');
  });
});
