/** What a reader picks, and how it stands in the address: the words of the command line. */
import type { SolverName } from 'limber';
import { arms, defaultDt, hand, tracks, type ArmPreset, type Track } from 'limber/presets';

export interface Picks {
  readonly arm: ArmPreset;
  readonly track: Track;
  readonly solver: SolverName;
  /** Seconds a frame. */
  readonly dt: number;
  /** Seconds of the run that pass in a second. */
  readonly speed: number;
  readonly limits: boolean;
  readonly trails: boolean;
}

export const speeds = [0.125, 0.25, 0.5, 1, 2, 4, 8] as const;

/** As the command line has it. */
export const mostDt = 10;

export const defaults: Picks = {
  arm: arms[2]!,
  track: tracks[1]!,
  solver: 'ccd',
  dt: defaultDt,
  speed: 1,
  limits: true,
  trails: true,
};

/** All tracks that can be picked, the hand last. */
export const allTracks: readonly Track[] = [...tracks, hand];

/** "3" for the third arm, "hand" for what has no number. */
export function nameOf(entry: ArmPreset | Track): string {
  const index = [arms, tracks]
    .map((table) => (table as readonly unknown[]).indexOf(entry))
    .find((i) => i >= 0);
  return index === undefined ? entry.name : String(index + 1);
}

export const isDt = (dt: number): boolean => dt > 0 && dt <= mostDt;

export interface Reading {
  readonly picks: Picks;
  /** A sentence for everything that could not be used. */
  readonly complaints: readonly string[];
}

function words(value: ArmPreset | Track | string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? nameOf(value) : String(value);
}

const quoted = (text: string): string => `“${text.slice(0, 40)}”`;

/** What is missing takes its default; so does what makes no sense, with a complaint. */
export function fromQuery(query: string, solvers: readonly SolverName[]): Reading {
  const given = new URLSearchParams(query);
  const complaints: string[] = [];

  function read<T extends Parameters<typeof words>[0]>(
    name: string,
    find: (text: string) => T | undefined,
    fallback: T,
    wanted: string,
  ): T {
    const text = given.get(name);
    if (text === null) return fallback;
    const found = find(text);
    if (found === undefined) {
      complaints.push(`The address has ${name} ${quoted(text)}; ${wanted}. Taken is ${words(fallback)}.`);
    }
    return found ?? fallback;
  }
  const isSwitch = (text: string) => (text === 'on' ? true : text === 'off' ? false : undefined);
  const entry =
    <T extends ArmPreset | Track>(table: readonly T[]) =>
    (text: string) =>
      table.find((each) => text === nameOf(each) || text === each.name);
  const known = (table: readonly (ArmPreset | Track)[]) => table.map(nameOf).join(', ');
  const number = (text: string) => (text.trim() === '' ? NaN : Number(text));

  const picks: Picks = {
    arm: read('arm', entry(arms), defaults.arm, `known are ${known(arms)}`),
    track: read('track', entry(allTracks), defaults.track, `known are ${known(allTracks)}`),
    solver: read(
      'solver',
      (text) => solvers.find((each) => each === text),
      defaults.solver,
      `known are ${solvers.join(', ')}`,
    ),
    dt: read(
      'dt',
      (text) => (isDt(number(text)) ? number(text) : undefined),
      defaults.dt,
      `seconds above 0, at most ${mostDt}, can be used`,
    ),
    speed: read(
      'speed',
      (text) => speeds.find((each) => each === number(text)),
      defaults.speed,
      `known are ${speeds.join(', ')}`,
    ),
    limits: read('limits', isSwitch, defaults.limits, 'known are on, off'),
    trails: read('trails', isSwitch, defaults.trails, 'known are on, off'),
  };
  return { picks, complaints };
}

/** Arm, track and solver always, the rest where it differs from the defaults. */
export function toQuery(picks: Picks): string {
  const query = new URLSearchParams({
    arm: nameOf(picks.arm),
    track: nameOf(picks.track),
    solver: picks.solver,
  });
  for (const name of ['dt', 'speed'] as const) {
    if (picks[name] !== defaults[name]) query.set(name, String(picks[name]));
  }
  for (const name of ['limits', 'trails'] as const) {
    if (picks[name] !== defaults[name]) query.set(name, picks[name] ? 'on' : 'off');
  }
  return `?${query.toString()}`;
}
