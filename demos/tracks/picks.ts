/** The picks, in the words of the command line. */
import type { SolverName } from 'limber';
import { arms, hand, tracks, type ArmPreset, type Track } from 'limber/presets';
import { defaultDt } from 'limber/run';
import { choice, solver, speed, toggle, typed, type PicksOf } from '../shell/picks.ts';

/** Greatest frame time in seconds, as on the command line. */
const mostDt = 10;

/** "3" for the third entry of a table; other entries go by name. */
function codeOf(entry: ArmPreset | Track): string {
  const tables: readonly (readonly unknown[])[] = [arms, tracks];
  const index = Math.max(...tables.map((table) => table.indexOf(entry)));
  return index < 0 ? entry.name : String(index + 1);
}

export const schemaOf = (solvers: readonly SolverName[]) => ({
  arm: choice('Arm', arms, arms[2]!, { code: codeOf }),
  track: choice('Track', [...tracks, hand], tracks[1]!, { code: codeOf }),
  solver: solver(solvers, 'ccd', { always: true }),
  dt: typed('dt', mostDt, { name: 'seconds', short: 's' }, defaultDt),
  speed: speed([0.125, 0.25, 0.5, 1, 2, 4, 8]),
  limits: toggle('Joint limits', true),
  trails: toggle('Trails', true),
});

export type Schema = ReturnType<typeof schemaOf>;
export type Picks = PicksOf<Schema>;

/** The command for the same run in Node. */
export function commandOf({ arm, track, solver, dt }: Picks): string {
  const more = dt === defaultDt ? '' : ` --dt ${dt}`;
  return `npx limber ${codeOf(arm)} ${codeOf(track)} --solver ${solver}${more}`;
}
