/** What a reader picks, and how it stands in the address. */

export const goalNames = ['position', 'direction', 'pose'] as const;
export const startNames = ['mid', 'zero', 'singular', 'random'] as const;
export const targetNames = ['near', 'axis', 'far', 'hand'] as const;
export const modeNames = ['track', 'find'] as const;

export type GoalName = (typeof goalNames)[number];
export type StartName = (typeof startNames)[number];
export type TargetName = (typeof targetNames)[number];
export type ModeName = (typeof modeNames)[number];

export interface Picks {
  /** A key of `arms`. */
  arm: string;
  goal: GoalName;
  start: StartName;
  target: TargetName;
  /** Of the random start and the random target: a whole number from 1. */
  seed: number;
  /** Where the hand left the targets: seven numbers an effector, position and quaternion. */
  at: readonly number[];
  limits: boolean;
  mode: ModeName;
  maxIterations: number;
  /** Power of ten: parts of the reach, and radians. */
  tolerance: number;
  /** λ as a part of the reach; null: each solver's own. */
  damping: number | null;
  /** Solvers that are switched off. */
  off: readonly string[];
}

export const defaults: Picks = {
  arm: 'article',
  goal: 'position',
  start: 'mid',
  target: 'near',
  seed: 7,
  at: [],
  limits: true,
  mode: 'track',
  maxIterations: 100,
  tolerance: -4,
  damping: null,
  off: [],
};

/** Ranges of the sliders. */
export const ranges = {
  seed: { min: 1, max: 99, step: 1 },
  maxIterations: { min: 10, max: 400, step: 10 },
  tolerance: { min: -10, max: -2, step: 1 },
  /** Powers of ten. */
  damping: { min: -4, max: 0, step: 0.25 },
} as const;

/** As many digits as the address has: what is raced is rounded likewise, so that a link is the same race. */
export const rounded = (value: number): number => Number(value.toPrecision(6));

/** Only what differs from the defaults, in their order. */
export function toQuery(picks: Picks): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(picks) as [keyof Picks, Picks[keyof Picks]][]) {
    const text = write(value);
    if (text === write(defaults[name])) continue;
    if (name !== 'at' || picks.target === 'hand') query.set(name, text);
  }
  // Commas are allowed in a query and read better than %2C.
  const text = query.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

function write(value: Picks[keyof Picks]): string {
  if (value === null) return 'auto';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.map((each) => write(each as number)).join(',');
  return String(typeof value === 'number' ? rounded(value) : value);
}

/** What is missing or makes no sense takes its default: an old link still opens the page. */
export function fromQuery(query: string, armNames: readonly string[]): Picks {
  const given = new URLSearchParams(query);
  const oneOf = <T extends string>(name: keyof Picks, known: readonly T[]): T =>
    known.find((each) => each === given.get(name)) ?? (defaults[name] as T);
  const number = (name: 'seed' | 'maxIterations' | 'tolerance', value = Number(given.get(name) ?? NaN)) => {
    const { min, max } = ranges[name];
    return Number.isInteger(value) && value >= min && value <= max ? value : defaults[name];
  };
  const list = (name: keyof Picks) => (given.get(name) ?? '').split(',').filter(Boolean);
  const damping = Number(given.get('damping') ?? NaN);
  const at = list('at').map(Number);
  const hasPlace = at.length > 0 && at.length % 7 === 0 && at.every(Number.isFinite);
  const target = oneOf('target', targetNames);
  return {
    arm: oneOf('arm', armNames),
    goal: oneOf('goal', goalNames),
    start: oneOf('start', startNames),
    target: target === 'hand' && !hasPlace ? defaults.target : target,
    seed: number('seed'),
    at: hasPlace ? at : [],
    limits: given.get('limits') !== 'off',
    mode: oneOf('mode', modeNames),
    maxIterations: number('maxIterations'),
    tolerance: number('tolerance'),
    damping: damping >= 10 ** ranges.damping.min && damping <= 10 ** ranges.damping.max ? damping : null,
    off: list('off'),
  };
}
