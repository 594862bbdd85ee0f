import type { ExhibitSettings } from '../bench/exhibit.ts';
import { defaultIterations } from '../bench/iterations.ts';
import type { Vec3 } from '../describe/description.ts';
import { checkSize, LimberError, show } from '../describe/errors.ts';
import { mostAttribute } from '../describe/input-limits.ts';
import type { ThemeChoice } from '../three/theme.ts';
import type { SolverName } from '../describe/core-names.ts';
import type { ArmName, RobotName } from '../robots/presets/index.ts';

/**
 * Settings of `<limber-arm>`: attributes, and properties with the same names, in addition to those of an
 * exhibit.
 */
export interface ArmSettings extends Writable<
  Omit<ExhibitSettings, 'maxIterations' | 'detours' | 'overlay' | 'step'>
> {
  /** A robot or an arm of `limber/robots`, by its name; default 'article'. */
  preset: RobotName | ArmName;
  /**
   * Address of a URDF (turned so that Y is up), or of a character in a glTF (`.glb`, `.gltf`), instead of a
   * preset; default none. A URDF's meshes are loaded relative to it.
   */
  src: string;
  /**
   * A scene of the article instead of a preset: `whole`, `aim`, `hinge`, `clamp`, `direction`, `escape` or
   * `landscape`, which has a panel of its own; default none. Other attributes change it.
   */
  scene: string;
  /** The reader may turn the camera; default true. */
  orbit: boolean;
  /** Light or dark; 'auto' (default): like the page. */
  theme: ThemeChoice;
  /** Solver iterations per frame, 1 to 1000; default 1, along a track 50. */
  sweeps: number;
  /** A panel under the view; default false. */
  controls: boolean;
  /** Address of a picture to show until the arm is drawn; default none: the element's children are shown. */
  poster: string;
  /** 'lazy' (default): load when the element comes near the viewport. 'eager': at once. */
  loading: 'lazy' | 'eager';
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The name of a setting, as an attribute and as a property. */
export type AttributeName = keyof ArmSettings;

/** How a setting is written as an attribute. */
interface Attribute<T> {
  /** Default value, without the attribute. */
  readonly initial: T;
  /** Expected value, for errors. */
  readonly wanted: string;
  /** Undefined: invalid. */
  readonly read: (text: string) => T | undefined;
  /** Null: no attribute. */
  readonly write: (value: T) => string | null;
}

const asText = (value: unknown): string => String(value);

function word<T extends string>(initial: T): Attribute<T> {
  return {
    initial,
    wanted: 'a word',
    // Unknown words are refused where they are used.
    read: (text) => (text === '' ? initial : (text as T)),
    write: (value) => (value === '' || value === initial ? null : asText(value)),
  };
}

const words: ReadonlyMap<string, boolean> = new Map(
  Object.entries({ '': true, on: true, true: true, off: false, false: false }),
);

function toggle(initial: boolean): Attribute<boolean> {
  return {
    initial,
    wanted: 'on or off',
    read: (text) => words.get(text.trim()),
    write: (value) => (Boolean(value) === initial ? null : value ? '' : 'off'),
  };
}

/** Numbers separated by spaces or commas; `empty`: the value of an empty attribute. */
function numbers<T extends readonly number[]>(wanted: string, empty: T | null): Attribute<T | null> {
  return {
    initial: null,
    wanted,
    read: (text) => {
      if (text.trim() === '') return empty;
      const values = text
        .trim()
        .split(/[\s,]+/)
        .map(Number);
      const fits = values.every(Number.isFinite) && values.length === (empty ?? values).length;
      return fits ? (values as unknown as T) : undefined;
    },
    write: (value) => (value ? Array.from(value, Number).join(' ') : null),
  };
}

/** A list, as JSON. */
function json<T>(wanted: string): Attribute<readonly T[] | null> {
  return {
    initial: null,
    wanted: `a JSON list of ${wanted}`,
    read: (text) => {
      try {
        const value: unknown = JSON.parse(text);
        return Array.isArray(value) ? (value as T[]) : undefined;
      } catch {
        return undefined;
      }
    },
    write: (value) => (value ? JSON.stringify(value) : null),
  };
}

/** One of some words; the first is the default. */
function oneOf<T extends string>(...known: [T, ...T[]]): Attribute<T> {
  return {
    initial: known[0],
    wanted: known.join(' or '),
    read: (text) => known.find((each) => each === text.trim()),
    write: asText,
  };
}

/** Attributes, one line each. */
const attributes: { readonly [K in AttributeName]: Attribute<ArmSettings[K]> } = {
  preset: word<RobotName | ArmName>('article'),
  src: word<string>(''),
  scene: word<string>(''),
  tips: {
    initial: null,
    wanted: 'names of links, with spaces or commas between',
    read: (text) => {
      const names = text.split(text.includes(',') ? ',' : /\s/).flatMap((name) => name.trim() || []);
      return names.length > 0 ? names : null;
    },
    write: (names) =>
      names?.some((name) => /\s/.test(name)) ? `${names.join(',')},` : (names?.join(' ') ?? null),
  },
  solver: word<SolverName>('lm'),
  hinges: toggle(true),
  limits: toggle(true),
  direction: numbers<Vec3>('three numbers, such as 0 -1 0', [0, -1, 0]),
  orbit: toggle(true),
  track: word<string>(''),
  sweeps: {
    initial: 0,
    wanted: 'a whole number from 1 to 1000',
    read: (text) => (/^\s*\d+\s*$/.test(text) && +text >= 1 && +text <= 1000 ? Number(text) : undefined),
    write: (value) => (value ? asText(value) : null),
  },
  controls: toggle(false),
  targets: numbers('numbers, three a target', null),
  goals: json('goals, such as [{"type": "pose", "link": "effector"}]'),
  loops: json('loops, such as [{"a": {"link": "rod"}, "b": {}}]'),
  obstacles: json('obstacles, such as [{"type": "sphere", "radius": 0.1, "position": [0.5, 0.3, 0]}]'),
  clearance: {
    initial: null,
    wanted: 'metres from 0 up, such as 0.01',
    read: (text) => (text.trim() !== '' && +text >= 0 && Number.isFinite(+text) ? Number(text) : undefined),
    write: (value) => (value === null ? null : asText(value)),
  },
  q: numbers('numbers, as many as the arm has', null),
  poster: word<string>(''),
  loading: oneOf('lazy', 'eager'),
  theme: oneOf('auto', 'light', 'dark'),
};

/** Names of all attributes. */
export const attributeNames = Object.keys(attributes) as AttributeName[];

/** Source of settings: an element, a form, or an address. */
export interface AttributeSource {
  getAttribute(name: string): string | null;
}

/** Undefined: invalid. */
function parsed<K extends AttributeName>(source: AttributeSource, name: K): ArmSettings[K] | undefined {
  const text = source.getAttribute(name);
  if (text === null) return attributes[name].initial;
  return text.length > mostAttribute ? undefined : attributes[name].read(text);
}

/** A setting; its default if the attribute is invalid. */
export function readSetting<K extends AttributeName>(source: AttributeSource, name: K): ArmSettings[K] {
  const value = parsed(source, name) ?? attributes[name].initial;
  if (name === 'sweeps' && !value) return defaultIterations(readSetting(source, 'track')) as ArmSettings[K];
  return value;
}

/**
 * The attribute's text; null: no attribute is needed. @throws LimberError `badOption` for a value without a
 * text.
 */
export function writeSetting<K extends AttributeName>(name: K, value: ArmSettings[K]): string | null {
  try {
    const text = attributes[name].write(value ?? attributes[name].initial) as unknown;
    if (text === null || typeof text === 'string') return text;
  } catch (cause) {
    throw refusal(name, value, { cause });
  }
  throw refusal(name, value);
}

function refusal(name: AttributeName, value: unknown, options?: ErrorOptions): LimberError {
  return new LimberError('badOption', `${name} is ${show(value)}; give ${attributes[name].wanted}`, options);
}

/** Attributes that no property of HTMLElement has the name of. */
const ofHtml =
  /^(class|style|slot|part|exportparts|is|role|for|item[a-z]+|about|datatype|prefix|property|resource|typeof|vocab)$/;

/**
 * What is wrong with the first attribute that neither the element nor HTML knows; null if none is. Names with anything
 * but letters belong to frameworks.
 */
export function faultIn(element: Element): string | null {
  const known: readonly string[] = attributeNames;
  const isKnown = (name: string): boolean =>
    known.includes(name) || ofHtml.test(name) || !/^[a-z]+$/.test(name) || isOfElement(name);
  const unknown = element.getAttributeNames().find((name) => !isKnown(name));
  if (unknown === undefined) return null;
  return `${show(unknown)} is no attribute of <limber-arm>; known: ${attributeNames.join(', ')}`;
}

/** Such as `title` and `tabindex`, and handlers such as `onclick`. */
function isOfElement(name: string): boolean {
  for (const property in HTMLElement.prototype) if (property.toLowerCase() === name) return true;
  return false;
}

/** All settings. @throws LimberError `badOption` for the first invalid one, `tooLarge`. */
export function readSettings(source: AttributeSource): ArmSettings {
  const settings = {} as ArmSettings;
  for (const name of attributeNames) {
    checkSize(source.getAttribute(name)?.length ?? 0, mostAttribute, `characters in the attribute ${name}`);
    if (parsed(source, name) === undefined) throw refusal(name, source.getAttribute(name));
    Reflect.set(settings, name, readSetting(source, name));
  }
  return settings;
}
