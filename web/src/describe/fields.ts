/**
 * Checks descriptions by the core's tables of fields and packs them into numbers, which the core reads in the
 * same order. Types are checked here, values in the core.
 */
import { coreTables } from './core-tables.ts';
import { checkSize, LimberError, show } from './errors.ts';
import {
  asList,
  asNumber,
  asNumbers,
  asObject,
  asPlain,
  asPriority,
  asString,
  asWhole,
  bad,
  type Dictionary,
  type Path,
} from './flatten.ts';
import { mostGoals, mostHullPoints, mostLinks, mostShapes, mostTriangles } from './input-limits.ts';
import { type ShapeDescription, type ObstacleDescription, closures } from './description.ts';
import { toNumbers } from './parameter.ts';
import type { Field, Parameter } from './tables.ts';

type Numbers = number[];
type Pack = (out: Numbers, value: unknown, path: Path, field: Field) => unknown;

const toBytes = /* @__PURE__ */ new TextEncoder();

function packText(out: Numbers, value: unknown, path: Path): void {
  const text = asString(value, path);
  // Most names need no encoder, which is slow.
  const bytes = /^[ -~]*$/.test(text) ? undefined : toBytes.encode(text);
  const { length } = bytes ?? text;
  out.push(length);
  for (let i = 0; i < length; ++i) out.push(bytes ? bytes[i]! : text.charCodeAt(i));
}

/** The core checks the values of fields without bounds. */
const packNumbers: Pack = (out, value, path, field) => {
  if ('initial' in field) out.push(...Array.from(toNumbers(field as Parameter, value, path)));
  else if (field.count === 1) out.push(asNumber(value, path));
  else out.push(...asNumbers(value, field.count, path));
};

/** A list: its count, and each of its entries. `what`: what they are called if they are too many. */
const listOf =
  (each: Pack, most = Infinity, what?: string): Pack =>
  (out, value, path, field) => {
    const list = asList(value, path);
    // Read once: a list that grows meanwhile must not shift all that follows.
    const { length } = list;
    checkSize(length, most, what ? `${what} in ${path}` : field.name);
    out.push(length);
    for (let i = 0; i < length; ++i) each(out, list[i], `${path}[${i}]`, field);
  };

/** A flat list whose numbers belong together by threes; `check` looks at each. */
const threesOf =
  (most: number, check?: (number: number, path: Path) => void): Pack =>
  (out, value, path) => {
    const { length } = Object(value) as { length?: unknown };
    if (typeof length === 'number') checkSize(length, most, `numbers in ${path}`);
    const numbers = asNumbers(value, length as number, path);
    if (numbers.length % 3 !== 0) bad(path, 'three numbers each', `${numbers.length} numbers`);
    out.push(numbers.length / 3);
    for (const each of numbers) {
      check?.(each, path);
      out.push(each);
    }
  };

const packIntervals = listOf((out, value, path) =>
  out.push(...(value === null ? [-Infinity, Infinity] : asNumbers(value, 2, path))),
);

/** One interval, or one per motion with null for a motion without limits. */
const packLimits: Pack = (out, value, path, field) => {
  // No joint has more motions.
  if (!Array.isArray(value) || value.length > 6) bad(path, '[min, max] or a list of them', value);
  const isOne = value.length === 2 && value.every((each) => typeof each === 'number');
  packIntervals(out, isOne ? [value] : value, path, field);
};

/** Axes by name or one by one, as a set. @throws LimberError `badLoop`. */
const packAxes: Pack = (out, value, path, { words = [] }) => {
  if (typeof value === 'string' && !Object.hasOwn(closures, value))
    throw new LimberError('badLoop', `${path} is ${show(value)}; known: ${Object.keys(closures).join(', ')}`);
  const axes = typeof value === 'string' ? closures[value as keyof typeof closures] : asList(value, path);
  if (axes.length > words.length) bad(path, `at most ${words.length} axes`, value);
  for (const axis of axes)
    if (!(words as unknown[]).includes(axis))
      throw new LimberError('badLoop', `${path}: axis ${show(axis)} is unknown; known: ${words.join(', ')}`);
  for (const word of words) out.push(Number((axes as unknown[]).includes(word)));
};

/** Most numbers of a mesh: every point must be a corner of some triangle. */
const mostPositions = 9 * mostTriangles;

/** An object in a list of a model; its place omits the model's own name. */
const packPart: Pack = (out, value, path, { fields }) =>
  pack(out, fields!, value, path.slice(path.indexOf('.') + 1));

/** What each kind of field takes. */
const kinds: Readonly<Record<string, Pack>> = {
  text: packText,
  texts: listOf(packText),
  number: packNumbers,
  whole: packNumbers,
  choice: packNumbers,
  set: packNumbers,
  interval: packNumbers,
  cone: packNumbers,
  // One number, or a list: no joint has more in q.
  numbers: (out, value, path) => {
    const list = typeof value === 'number' ? [value] : asList(value, path);
    const count = Math.min(list.length, 7);
    out.push(count, ...asNumbers(list, count, path));
  },
  priority: (out, value, path) => void out.push(asPriority(value, path)),
  axes: packAxes,
  limits: packLimits,
  object: (out, value, path, { fields }) => pack(out, fields!, value, path),
  list: (out, value, path, field) =>
    field.name === 'links'
      ? listOf(packPart, mostLinks)(out, value, path, field)
      : listOf(packPart, mostGoals)(out, value, field.name, field),
  shapes: listOf((out, value, path) => packShape(out, value, path), mostShapes, 'shapes'),
  points: listOf((out, value, path) => out.push(...asNumbers(value, 3, path)), mostHullPoints, 'points'),
  positions: threesOf(mostPositions),
  index: threesOf(3 * mostTriangles, (corner, path) =>
    asWhole(corner, 0, mostPositions, `a number of ${path}`),
  ),
};

/**
 * Kinds that the core does not read: shapes of a view, bounds on motion, and a target, which is checked once its goal is
 * there.
 */
const unread: Readonly<Record<string, Pack>> = {
  bound: (_, value, path) => {
    if (!(typeof value === 'number' && value > 0 && value < Infinity)) bad(path, 'a number above 0', value);
  },
  drawn: listOf((out, value, path) => packDrawn(out, value, path), mostShapes, 'shapes'),
  later: () => {},
};

/** Packs fields whose names are checked. */
export function packFields(out: Numbers, fields: readonly Field[], given: Dictionary, path: Path): void {
  for (const field of fields) {
    const { name, need, kind } = field;
    const value = given[name];
    const check = unread[kind];
    const isMissing = need !== 'must' && (value === undefined || (value === null && need === 'orNull'));
    if (need !== 'must' && !check) out.push(Number(!isMissing));
    if (isMissing) continue;
    if (check) check([], value, `${path}.${name}`, field);
    else kinds[kind]!(out, value, `${path}.${name}`, field);
  }
}

const namesOf = /* @__PURE__ */ new WeakMap<readonly Field[], string[]>();

/** @throws LimberError `badDescription`, naming the place, the value and the expected type. */
function pack(out: Numbers, fields: readonly Field[], value: unknown, path: Path): void {
  let names = namesOf.get(fields);
  if (!names) namesOf.set(fields, (names = fields.map(({ name }) => name)));
  packFields(out, fields, asPlain(value, path, names), path);
}

type Types = Readonly<Record<string, readonly Field[]>>;

/** Packs an object whose type decides its fields. @throws LimberError `badDescription`, listing the types. */
function packOneOf(
  out: Numbers,
  types: Types,
  value: unknown,
  path: Path,
  all: (own: readonly Field[]) => readonly Field[],
): void {
  const { type } = asObject(value, path);
  if (typeof type !== 'string' || !Object.hasOwn(types, type)) {
    const known = Object.keys(types).map((each) => `"${each}"`);
    bad(`${path}.type`, known.join(' or '), type);
  }
  pack(out, all(types[type]!), value, path);
}

const packShape = (out: Numbers, value: unknown, path: Path, others: readonly Field[] = []): void =>
  packOneOf(out, coreTables.shapes, value, path, (own) => [typeField, ...own, ...others]);

const field = (name: string, kind: string, count = 1, need: Field['need'] = 'must'): Field => ({
  name,
  need,
  kind,
  count,
});
const typeField = /* @__PURE__ */ field('type', 'text');

/** Shapes that views draw, one line per type. */
const drawn = /* @__PURE__ */ ((): Record<ShapeDescription['type'], readonly Field[]> => ({
  box: [field('size', 'number', 3)],
  cylinder: [field('radius', 'number'), field('length', 'number')],
  sphere: [field('radius', 'number')],
  mesh: [field('file', 'text'), field('scale', 'number', 3, 'may')],
}))();
const ofEveryDrawn = /* @__PURE__ */ ((): readonly Field[] => [
  typeField,
  field('position', 'number', 3, 'may'),
  field('rotation', 'number', 4, 'may'),
  field('color', 'text', 1, 'may'),
])();

const packDrawn = (out: Numbers, value: unknown, path: Path): void =>
  packOneOf(out, drawn, value, path, (own) => [...own, ...ofEveryDrawn]);

/** The numbers of a description. @throws LimberError `badDescription`, naming the place, or `badLoop`. */
function numbersOf(write: (out: Numbers) => void): Numbers {
  const out: Numbers = [];
  write(out);
  return out;
}

export const packModel = (model: unknown): Numbers =>
  numbersOf((out) => pack(out, coreTables.model, model, 'description'));

export const packLoop = (loop: unknown, path: Path): Numbers =>
  numbersOf((out) => pack(out, coreTables.model.find(({ name }) => name === 'loops')!.fields!, loop, path));

export const packObstacle = (obstacle: unknown, path: Path): Numbers =>
  numbersOf((out) => packShape(out, obstacle, path, coreTables.obstacle));

/** Count of a shape's numbers; unlike those of its pose, none is left to the core. */
export const sizeOf = (type: ObstacleDescription['type']): number =>
  coreTables.shapes[type]
    .filter(({ need, kind }) => kind === 'number' && need !== 'may')
    .reduce((sum, { count }) => sum + count, 0);
