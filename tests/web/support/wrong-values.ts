/** Wrong values for whatever the core's tables list: each kind of field has its own, and the words that refuse them. */
import type { ErrorCode } from 'limber';
import { coreTables } from '../../../web/src/describe/core-tables.ts';
import { closures } from '../../../web/src/describe/description.ts';
import type { Field, Parameter } from '../../../web/src/describe/tables.ts';

export interface Wrong {
  readonly value: unknown;
  readonly code: ErrorCode;
  /** Of the message: the culprit and the remedy. */
  readonly words: readonly string[];
}

/** A place in a description, and all that is wrong there. */
export type Place = readonly [place: string, wrong: readonly Wrong[]];

const refused = (code: ErrorCode, values: readonly unknown[], ...words: string[]): Wrong[] =>
  values.map((value) => ({ value, code, words }));
const must = (path: string, wanted: string, ...values: unknown[]): Wrong[] =>
  refused('badDescription', values, `${path} must be ${wanted}`);

/** Lists of another length, with a hole or a text, and what is no list. */
function notNumbers(count: number): unknown[] {
  const zeros = Array<number>(count).fill(0);
  const hole = Array<number>(count);
  return [zeros.slice(1), [...zeros, 0], hole, ['0', ...zeros.slice(1)], { x: 0, y: 0, z: 0 }, 'z', 5];
}

/** One interval, of those in `path`. */
function ofInterval(name: string, path: string, wrap: (value: unknown) => unknown): Wrong[] {
  const remedy = 'give the least and the most beyond the target, the least first';
  const wrong = [
    ...must(path, 'an array', 'rx', 5, {}),
    ...must(path, '[least, most]', [0], [0, 0, 0]),
    ...must(path, 'a number, or null for an open end', ['0', 0], [0, true]),
    ...refused('notFinite', [[NaN, 0]], name, remedy),
    ...refused('badGoal', [[1, 0]], name, ' is 1 to 0; ', remedy),
    ...refused('badGoal', [[Infinity, null]], name, remedy),
  ];
  return wrong.map((each) => ({ ...each, value: wrap(each.value) }));
}

/** Values that a goal's parameter refuses. */
function ofParameter(parameter: Parameter, path: string): Wrong[] {
  const { name, kind, count, min, max, words } = parameter;
  if (kind === 'number' && count > 1)
    return [
      ...must(path, `${count} numbers`, ...notNumbers(count)),
      ...refused('notFinite', [Array(count).fill(NaN)], `${path} has NaN`, 'give finite numbers'),
    ];
  if (kind === 'number' || kind === 'whole') {
    const remedy = max === Infinity ? `give ${min} or more` : `from ${min} to ${max}`;
    const beyond = [
      min - 1,
      NaN,
      Infinity,
      ...(max < Infinity ? [max + 1] : []),
      ...(kind === 'whole' ? [0.5] : []),
    ];
    return [
      ...must(path, 'a number', '1', [1], true),
      ...beyond.flatMap((each) => refused('badGoal', [each], `${path} is ${each}`, remedy)),
    ];
  }
  const known = words.length > 0 ? words : Array.from({ length: count }, (_, i) => i);
  const remedy = `known: ${known.join(', ')}`;
  if (kind === 'cone')
    return [
      ...must(path, '2 numbers', [0], [0, 0, 0], ['0', 0], 'z', {}),
      ...refused('badGoal', [-0.1, 3.2, NaN, [0, -0.1]], `${path} is`, `give a number from ${min} to ${max}`),
    ];
  if (kind === 'interval' && count === 2) return ofInterval(name, path, (value) => value);
  if (kind === 'interval') {
    const names = words.length > 0 ? words : Array.from({ length: count / 2 }, (_, i) => `${i}`);
    return [
      ...must(path, 'an object', 'rx', 5, [0, 0]),
      ...refused('badGoal', [{ rw: [0, 0] }], `${path} has 'rw'`, `known: ${names.join(', ')}`),
      ...names.flatMap((each) => ofInterval(name, `${path}.${each}`, (value) => ({ [each]: value }))),
    ];
  }
  const strangers = ['toString', 'rw', 5n, 6];
  if (kind === 'choice' && count === 1) return refused('badGoal', strangers, `${path} has`, remedy);
  const few = kind === 'choice' ? refused('badGoal', [known.slice(1)], `${path} has ${count - 1} words`) : [];
  const lists = strangers.map((each) => [each, ...known.slice(1)]);
  return [
    ...must(path, 'an array', 'rx', 5, {}),
    ...few,
    ...refused('badGoal', lists, `${path} has`, remedy),
  ];
}

const drawn = { box: 'size', cylinder: 'radius', sphere: 'radius', mesh: 'file' };

type OfKind = (path: string, field: Field) => Wrong[];

/** Beside those of `never`. */
const ofKind: Readonly<Record<string, OfKind>> = {
  text: (path) => [
    ...must(path, 'a string', 7, {}, ['x']),
    ...must(path, 'whole characters', 'a\ud800'),
    ...refused('tooLarge', ['x'.repeat(4097)], `4097 characters in ${path}`, 'at most 4096'),
  ],
  texts: (path) => [...must(path, 'an array', 'x', {}), ...must(`${path}[0]`, 'a string', [7])],
  number: (path, { count }) =>
    count === 1 ? must(path, 'a number', '1', [1], 1n) : must(path, `${count} numbers`, ...notNumbers(count)),
  numbers: (path) => [...must(path, 'an array', 'x', {}), ...must(path, '2 numbers', [0, '1'])],
  priority: (path) => refused('badGoal', [-1, 0.5, '1', 2 ** 31], `${path} is`, 'give a whole number from 0'),
  axes: (path, { words = [] }) => [
    ...must(path, 'an array', 5, {}),
    ...must(path, 'at most 6 axes', Array(7).fill('x')),
    ...refused(
      'badLoop',
      ['hinge', 'constructor'],
      `${path} is`,
      `known: ${Object.keys(closures).join(', ')}`,
    ),
    ...refused('badLoop', [['rz', 'rw'], [5]], `${path}: axis`, `known: ${words.join(', ')}`),
  ],
  limits: (path) => [
    ...must(path, '[min, max] or a list of them', 1, { min: 0 }, 'x', Array(7).fill(null)),
    ...must(`${path}[0]`, '2 numbers', [0, null], [[0]]),
    ...must(`${path}[1]`, '2 numbers', [null, [0, '1']]),
  ],
  object: (path, { fields }) => ofObject(path, fields!),
  list: (path, { name, fields }) => [
    ...must(name === 'links' ? path : name, 'an array', {}, 'x', 7),
    ...ofEntry(`${name}[0]`, ofObject(`${name}[0]`, fields!)),
  ],
  shapes: (path) => [
    ...must(path, 'an array', {}, 'x'),
    ...ofEntry(`${path}[0]`, ofTypes(path, coreTables.shapes)),
  ],
  bound: (path) => must(path, 'a number above 0', 0, -1, NaN, Infinity, '1', [1]),
  drawn: (path) => [...must(path, 'an array', {}, 'x'), ...ofEntry(`${path}[0]`, ofTypes(path, drawn))],
  points: (path) => [...must(path, 'an array', 7, {}), ...must(`${path}[0]`, '3 numbers', [[0, 0]], [5])],
  positions: (path) => [...must(path, 'three numbers each', [0, 1]), ...must(path, 'undefined numbers', 7)],
  index: (path) => [
    ...must(path, 'three numbers each', [0, 1]),
    ...must(path, '3 numbers', [0, 1, 'a']),
    ...must(`a number of ${path}`, 'a whole number from 0', [0, 1, -1], [0, 1, 0.5]),
  ],
};

const ofEntry = (path: string, wrong: readonly Wrong[]): Wrong[] => [
  ...must(path, 'an object', [null], [undefined], Array(1)),
  ...wrong.map((each) => ({ ...each, value: [each.value] })),
];

/** An unknown type, be it a name that every object has or a list that converts to a known one. */
function ofTypes(path: string, types: object): Wrong[] {
  const known = Object.keys(types);
  const values = ['ball', 'toString', [known[0]], undefined].map((type) => ({ type }));
  return must(`${path}[0].type`, known.map((each) => `"${each}"`).join(' or '), ...values);
}

/** What a missing or a null value of a field is refused with. */
function never(path: string, field: Field): Wrong[] {
  const values = [...(field.need === 'orNull' ? [] : [null]), ...(field.need === 'must' ? [undefined] : [])];
  if ('initial' in field && field.kind === 'choice' && field.count === 1)
    return refused('badGoal', values, `${path} has null`);
  return values.flatMap((value) => refused('badDescription', [value], `${path} must be `, `not ${value}`));
}

export const ofField: OfKind = (path, field) =>
  field.kind === 'later'
    ? []
    : [
        ...never(path, field),
        ...('initial' in field ? ofParameter(field as Parameter, path) : ofKind[field.kind]!(path, field)),
      ];

/** A value of the right type: types are checked before values. */
function minimal({ kind, count, fields }: Field): unknown {
  if (kind === 'object') return minimalObject(fields!);
  if (kind === 'text') return 'x';
  if (kind === 'number') return count === 1 ? 0 : Array(count).fill(0);
  return [];
}
const minimalObject = (fields: readonly Field[]): object =>
  Object.fromEntries(fields.filter(({ need }) => need === 'must').map((each) => [each.name, minimal(each)]));

/** For each field its wrong values, in an object that is otherwise right. `base`: overrides members. */
export function placesOf(path: string, fields: readonly Field[], base: object = {}): Place[] {
  const right = { ...minimalObject(fields), ...base };
  return fields.map((field) => [
    `${path}.${field.name}`,
    ofField(`${path}.${field.name}`, field).map((each) => ({
      ...each,
      value: { ...right, [field.name]: each.value },
    })),
  ]);
}

/** What is wrong with an object as a whole. */
export function ofWhole(path: string, fields: readonly Field[], base: object = {}): Wrong[] {
  const names = new Set([...Object.keys(base), ...fields.map(({ name }) => name)]);
  const known = [...names].slice(0, 3);
  const stranger = { ...minimalObject(fields), ...base, stranger: 1 };
  return [
    ...must(path, 'an object', 'x', 7, [], () => 0),
    ...refused('badDescription', [stranger], `${path}.stranger is unknown`, `known: ${known.join(', ')}`),
  ];
}

function ofObject(path: string, fields: readonly Field[]): Wrong[] {
  const [{ name }] = fields as [Field];
  return [
    ...ofWhole(path, fields),
    // A copy would lose it.
    ...refused(
      'badDescription',
      [Object.create({ [name]: 'x' })],
      `${path}.${name} is inherited`,
      'plain data',
    ),
    ...placesOf(path, fields).flatMap(([, wrong]) => wrong),
  ];
}

/** Values that an option refuses. */
export function ofOption({ name, kind, min, max, words }: Parameter): Wrong[] {
  if (kind === 'boolean') return refused('badOption', [0.5, null, 'no'], `${name} is`, 'give true or false');
  if (kind === 'choice')
    return refused('badOption', ['fast', 'toString', 0, null], `${name} is`, `known: ${words.join(', ')}`);
  const beyond = [
    NaN,
    min - 1e-9,
    ...(max < Infinity ? [max + 1] : []),
    ...(kind === 'whole' ? [min + 0.5] : []),
  ];
  const remedy = `give ${kind === 'whole' ? 'a whole number' : 'a number'} from ${min} to ${max}`;
  return refused('badOption', ['1', null, true, [1], ...beyond], `${name} is`, remedy);
}
