/** The element without a page, and the meaning of its attributes. */
import { expect, it } from 'vitest';
import { define, LimberArm } from 'limber/element';
import { yUp } from 'limber/robots';
import {
  attributeNames,
  readSetting,
  readSettings,
  writeSetting,
  type ArmSettings,
  type AttributeName,
} from '../../../web/src/element/attributes.ts';
import { expectError } from '../support/models.ts';

/** A stand-in for an element with these attributes. */
const source = (given: Readonly<Record<string, string>>) => ({
  getAttribute: (name: string) => given[name] ?? null,
});

it('can be imported where there is no page, and defining it there does nothing', () => {
  expect(globalThis.HTMLElement).toBeUndefined();
  expect(LimberArm.observedAttributes).toContain('preset');
  expect(() => define()).not.toThrow();
  expect(() => define('my-arm')).not.toThrow();
});

it('has a property for every attribute', () => {
  for (const name of attributeNames) {
    const accessor = Object.getOwnPropertyDescriptor(LimberArm.prototype, name);
    expect(accessor, name).toMatchObject({
      get: expect.any(Function) as unknown,
      set: expect.any(Function) as unknown,
    });
  }
});

it('has its defaults without any attribute', () => {
  expect(readSettings(source({}))).toMatchObject({
    preset: 'article',
    src: '',
    scene: '',
    tips: null,
    solver: 'lm',
    hinges: true,
    limits: true,
    direction: null,
    orbit: true,
    track: '',
    sweeps: 1,
    controls: false,
    targets: null,
    goals: null,
    loops: null,
    obstacles: null,
    clearance: null,
    q: null,
    poster: '',
    loading: 'lazy',
    theme: 'auto',
  } satisfies Partial<ArmSettings>);
});

it('takes 50 iterations a frame along a track, unless it is told otherwise', () => {
  expect(readSetting(source({ track: 'circle' }), 'sweeps')).toBe(50);
  expect(readSetting(source({ track: 'hand' }), 'sweeps')).toBe(1);
  expect(readSetting(source({ track: 'circle', sweeps: '3' }), 'sweeps')).toBe(3);
});

it.each(Object.entries({ '': true, on: true, true: true, off: false, false: false }))(
  'reads limits="%s" as %s',
  (text, value) => {
    expect(readSetting(source({ limits: text }), 'limits')).toBe(value);
  },
);

/** Besides the default, and for a toggle its opposite. */
const samples: { readonly [K in keyof ArmSettings]?: readonly ArmSettings[K][] } = {
  preset: ['panda'],
  src: ['robots/a b.urdf'],
  scene: ['clamp'],
  tips: [['tool0'], ['left hand', 'right hand'], ['left hand']],
  solver: ['ccd'],
  direction: [
    [0, -1, 0],
    [0.25, 1e-3, -7],
  ],
  track: ['eight'],
  sweeps: [1, 7, 1000],
  targets: [[1, 2, 3, -0.1, 1e-9, 3]],
  goals: [[{ type: 'pose', link: 'effector', free: ['rz'], within: { x: [0, null] } }], []],
  loops: [[{ a: { link: 'rod', position: [1, 0, 0] }, b: {}, free: 'revolute' }]],
  obstacles: [[{ type: 'sphere', radius: 0.1, position: [0.5, 0.3, 0] }], []],
  clearance: [0, 0.01],
  q: [[0.1, 0.2]],
  poster: ['arm.webp'],
  loading: ['eager'],
  theme: ['dark'],
};

it.each(attributeNames)('writes %s as an attribute and reads the same value', (name) => {
  const initial = readSetting(source({}), name);
  for (const value of [
    initial,
    ...(typeof initial === 'boolean' ? [!initial] : []),
    ...(samples[name] ?? []),
  ]) {
    const text = writeSetting(name, value);
    expect(readSetting(source(text === null ? {} : { [name]: text }), name)).toEqual(value);
  }
});

it.each<[AttributeName, string[], string]>([
  ['limits', ['maybe'], 'on or off'],
  // Words that every object has.
  ['controls', ['toString', 'constructor', '__proto__'], 'on or off'],
  ['sweeps', ['0', '1.5', '1001'], '1 to 1000'],
  ['direction', ['0 1', '0 x 1'], 'three numbers'],
  ['targets', ['1 NaN 3'], 'three a target'],
  ['goals', ['1 2 3', '[{]'], 'a JSON list of goals'],
  ['loops', ['{}'], 'a JSON list of loops'],
  ['obstacles', ['{}'], 'a JSON list of obstacles'],
  ['clearance', ['', '-0.1', 'Infinity'], 'metres from 0 up'],
  ['q', ['1 Infinity'], 'numbers'],
  ['loading', ['later'], 'lazy or eager'],
  ['theme', ['blue'], 'auto or light or dark'],
])('refuses %s=%j, names it and says what would be right', (name, texts, wanted) => {
  for (const text of texts) {
    const refuse = () => readSettings(source({ [name]: text }));
    expectError(refuse, 'badOption', `${name} is "${text}"`, wanted);
    // The property then has its default.
    expect(readSetting(source({ [name]: text }), name)).toEqual(readSettings(source({}))[name]);
  }
});

it('turns a robot with Z up so that Y is up', () => {
  const rotation = [0.5, 0.5, 0.5, 0.5] as const;
  const description = {
    links: [
      { name: 'a', origin: { position: [1, 2, 3], rotation } },
      { name: 'b', parent: 'a', origin: { position: [4, 5, 6] } },
      { name: 'c' },
    ],
  } as const;
  const [a, b, c] = yUp(description).links;
  expect(a!.origin!.position).toEqual([1, 3, -2]);
  // A third of a turn about (1, 1, 1) takes Z to X, which turning Y up leaves in place.
  const [x, y, z, w] = a!.origin!.rotation!;
  const ofZ = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
  expect(ofZ[0]).toBeCloseTo(1, 12);
  expect(b).toBe(description.links[1]);
  const [cx, cy, cz, cw] = c!.origin!.rotation!;
  const up = [2 * (cx * cz + cw * cy), 2 * (cy * cz - cw * cx), 1 - 2 * (cx * cx + cy * cy)];
  [0, 1, 0].forEach((each, i) => expect(up[i]).toBeCloseTo(each, 12));
});
