import type { Vec3 } from '../description.ts';
import { LimberError, show } from '../errors.ts';
import type { GoalDescription } from '../goal.ts';
import type { LoopDescription } from '../loop.ts';
import type { ThemeChoice } from '../three/theme.ts';
import type { SolverName } from '../words.ts';

/** What `<limber-arm>` can be told, as attributes and as properties of the same name. */
export interface ArmSettings {
  /** A robot or an arm of `limber/presets`, by its name; default 'article'. */
  preset: string;
  /**
   * Address of a URDF, which is turned so that Y is up, or of a character in a glTF (`.glb`, `.gltf`), in place of the
   * preset; default none. Meshes are looked for beside the URDF.
   */
  src: string;
  /**
   * Links, or bones of a character, that get a target, by their names. Default null: of a preset its own; of a URDF the
   * likeliest end effector; of a humanoid both hands.
   */
  tips: readonly string[] | null;
  /** Default 'lm'. */
  solver: SolverName;
  /** False ("off"): hinges become balls. Default true. */
  hinges: boolean;
  /** False ("off"): joints go beyond their limits. Default true. */
  limits: boolean;
  /**
   * The tool is to point there too, and an arrow can be turned: three numbers, Y up; down where it has none. Default null:
   * anywhere.
   */
  direction: Vec3 | null;
  /** The reader may turn the camera; default true. */
  orbit: boolean;
  /** A track of `limber/presets` that the targets follow, by its name; default none: they stay where they are put. */
  track: string;
  /** Light or dark; 'auto' (default): as the page. */
  theme: ThemeChoice;
  /** Iterations of the solver a frame, 1 to 1000; default 1, along a track 50. */
  sweeps: number;
  /** A panel under the view; default false. */
  controls: boolean;
  /** Where the targets are at first: three numbers each, metres, Y up. Default null: within reach. */
  targets: readonly number[] | null;
  /**
   * Goals of any type, as JSON in the attribute: in place of the targets of an arm, or besides those that `tips` names.
   * Points, directions and orientations in the world get handles. Default null: none.
   */
  goals: readonly GoalDescription[] | null;
  /** Loops to close, as JSON in the attribute. Default null: those of the preset. */
  loops: readonly LoopDescription[] | null;
  /** Joint values at first, as the model orders them. Default null: the arm's own start. */
  q: readonly number[] | null;
  /** Address of a picture that is shown until the arm is drawn; default none: the element's children are. */
  poster: string;
  /** 'lazy' (default): nothing is fetched before the element comes near the view. 'eager': at once. */
  loading: 'lazy' | 'eager';
}

/** The name of a setting, as an attribute and as a property. */
export type AttributeName = keyof ArmSettings;

/** How a setting is written as an attribute. */
interface Attribute<T> {
  /** Where there is no attribute. */
  readonly initial: T;
  /** What would be right, for errors. */
  readonly wanted: string;
  /** Undefined: it makes no sense. */
  readonly read: (text: string) => T | undefined;
  /** Null: no attribute. */
  readonly write: (value: T) => string | null;
}

const asText = (value: unknown): string => String(value);

function word<T extends string>(initial: T): Attribute<T> {
  return {
    initial,
    wanted: 'a word',
    // Which words there are is known where they are used.
    read: (text) => (text === '' ? initial : (text as T)),
    write: (value) => (value === '' || value === initial ? null : asText(value)),
  };
}

const words: Readonly<Record<string, boolean>> = { '': true, on: true, true: true, off: false, false: false };

function toggle(initial: boolean): Attribute<boolean> {
  return {
    initial,
    wanted: 'on or off',
    read: (text) => words[text.trim()],
    write: (value) => (Boolean(value) === initial ? null : value ? '' : 'off'),
  };
}

/** Numbers with spaces or commas between them; `empty` for an attribute without a value. */
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
    write: (value) => value && JSON.stringify(value),
  };
}

/** The first is the default. */
function oneOf<T extends string>(...known: [T, ...T[]]): Attribute<T> {
  return {
    initial: known[0],
    wanted: known.join(' or '),
    read: (text) => known.find((each) => each === text.trim()),
    write: (value) => value,
  };
}

/** One line an attribute. */
const attributes: { readonly [K in AttributeName]: Attribute<ArmSettings[K]> } = {
  preset: word<string>('article'),
  src: word<string>(''),
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
  q: numbers('numbers, as many as the arm has', null),
  poster: word<string>(''),
  loading: oneOf('lazy', 'eager'),
  theme: oneOf('auto', 'light', 'dark'),
};

/** All of them. */
export const attributeNames = Object.keys(attributes) as AttributeName[];

/** What an element asks for: from its attributes, or a form, or an address. */
export interface AttributeSource {
  getAttribute(name: string): string | null;
}

/** Iterations a frame where nothing is said. */
export const defaultSweeps = (track: string): number => (track === '' || track === 'hand' ? 1 : 50);

/** Null: there is none, or it makes no sense. */
function parsed<K extends AttributeName>(source: AttributeSource, name: K): ArmSettings[K] | undefined {
  const text = source.getAttribute(name);
  return text === null ? attributes[name].initial : attributes[name].read(text);
}

/** A setting; its default where the attribute makes no sense. */
export function readSetting<K extends AttributeName>(source: AttributeSource, name: K): ArmSettings[K] {
  const value = parsed(source, name) ?? attributes[name].initial;
  if (name === 'sweeps' && !value) return defaultSweeps(readSetting(source, 'track')) as ArmSettings[K];
  return value;
}

/** As an attribute; null: none is needed. */
export function writeSetting<K extends AttributeName>(name: K, value: ArmSettings[K]): string | null {
  return attributes[name].write(value ?? attributes[name].initial);
}

/** All settings. @throws LimberError `badOption` for the first that makes no sense. */
export function readSettings(source: AttributeSource): ArmSettings {
  const settings = {} as ArmSettings;
  for (const name of attributeNames) {
    if (parsed(source, name) === undefined) {
      const given = show(source.getAttribute(name));
      throw new LimberError('badOption', `${name} is ${given}; give ${attributes[name].wanted}`);
    }
    Reflect.set(settings, name, readSetting(source, name));
  }
  return settings;
}
