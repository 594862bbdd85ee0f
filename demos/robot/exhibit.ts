/** What the page's picks show: one robot, with the goals and settings of the picked panel. */
import { Model, Problem, type GoalDescription, type SolverName } from 'limber';
import { motionsTo, type Exhibit, type ExhibitArm } from 'limber/bench';
import { tracks } from 'limber/robots';
import type { RobotSource, Tip } from '../robot-files/catalogue.ts';
import { finderOf } from '../robot-files/files.ts';
import { chainTo, goalsFor as exactGoals } from '../poses/joints.ts';
import {
  choice,
  numbers,
  place,
  speed,
  stops,
  titled,
  toggle,
  word,
  type Before,
  type PicksOf,
} from '../shell/picks.ts';
import { allRobots, firstOf, linksOf } from '../robot-files/robots.ts';
import { fitOf, hasFits } from '../robot-files/shaped.ts';
import { measures } from './cloud.ts';
import { own, programs, type ProgramName } from './programs.ts';
import { standOf } from './stand.ts';
import { setNames, titleOf } from './things.ts';

const titles = {
  drag: 'Drag',
  poses: 'Every pose',
  reach: 'Reach',
  obstacles: 'Obstacles',
  track: 'Track',
  code: 'Code',
} as const;
export type Tab = keyof typeof titles;
export const on =
  (...tabs: readonly Tab[]) =>
  ({ panel }: Before): boolean =>
    tabs.includes(panel as Tab);

// No address can name a reader's own file.
const when = ({ robot }: Before): boolean => allRobots.includes(robot as RobotSource);
const robot = choice('Robot', allRobots, allRobots[0]!, { always: false, when });
const tips = (picks: Before) => (picks.robot as RobotSource).tips;
const tip = choice('Tip', tips, (picks) => tips(picks)[0]!, { always: false, when });
const hand = 'hand';
const programNames = [...(Object.keys(programs) as ProgramName[]), own];
const short = (metres: number) => (metres < 0.01 ? `${1000 * metres} mm` : `${100 * metres} cm`);

/** The side from which the map is cut open. */
const cuts = { front: 'From the front', side: 'From the side', top: 'From above', none: 'Whole' } as const;
const reach = { shows: on('reach') };
const more = { at: 'more', ...reach } as const;

export const schemaOf = (solvers: readonly SolverName[]) => ({
  panel: titled('What to do with it', titles, { at: 'picker' }),
  robot,
  tip,
  track: word('Track', [...tracks.map(({ name }) => name), hand], 'circle', {
    title: (name) => (name === hand ? 'by hand' : name),
    shows: on('track'),
  }),
  program: word<ProgramName>('Program', programNames, 'three', {
    title: (name) => (name === own ? 'your own, run here' : programs[name].title),
    shows: on('code'),
  }),
  // Solvers that do not support the goals are left out.
  solver: word<SolverName>('Solver', solvers, 'lm', { shows: on('drag', 'track', 'code') }),
  orientation: toggle('Orient the tip', false, { shows: on('drag', 'code') }),
  limits: toggle('Keep limits', true, { shows: on('drag', 'poses', 'obstacles', 'track', 'code') }),
  ghosts: toggle('Show all poses', true, { shows: on('poses') }),
  colour: titled('Colour', measures, reach),
  cut: titled('Cut', cuts, reach),
  /** Whether the map minds the things of the panel Obstacles. */
  minds: toggle('Among things', false, reach),
  /** Cells along the robot's size. */
  cells: stops('Cells', [3, 6, 12, 24, 36, 60], 12, (count) => `${count} along its reach`, more),
  orientations: stops('Orientations', [4, 10, 20, 50, 100], 20, String, more),
  targets: toggle('Targets', true, more),
  /** Position of the cut along its axis in the robot's frame (metres). */
  at: numbers<readonly number[]>(1, 1e3, [], { when }),
  among: word('In the way', setNames, 'things', {
    title: titleOf,
    shows: ({ panel, minds }) => panel === 'obstacles' || (panel === 'reach' && minds === true),
  }),
  avoid: toggle('Keep clear', true, { shows: on('obstacles') }),
  clearance: stops('Clearance', [0.001, 0.005, 0.01, 0.02, 0.05], 0.01, short, { shows: on('obstacles') }),
  /** Shapes that are fitted to a mesh of a reader's. */
  parts: stops('Shapes per mesh', [1, 2, 3, 4, 6, 8], 1, String, {
    shows: ({ panel, robot }) => panel === 'obstacles' && hasFits(robot as RobotSource),
  }),
  shapes: toggle('Show shapes', false, { at: 'more', shows: on('obstacles') }),
  lines: toggle('Nearest points', true, { at: 'more', shows: on('obstacles') }),
  /** Arcs at the joints. */
  arcs: toggle('Show limits', false, { at: 'more' }),
  meshes: toggle('Show meshes', true, { at: 'more', shows: ({ robot }) => hasMeshes(robot as RobotSource) }),
  speed: { ...speed([0.125, 0.25, 0.5, 1, 2, 4, 8]), shows: on('track') },
  /** Positions of the things in the way. */
  things: numbers<readonly number[]>(null, 1e4, [], { when }),
  q: { ...place.q, when },
  to: { ...place.to, when },
});

export type Schema = ReturnType<typeof schemaOf>;
export type Picks = PicksOf<Schema>;

export const hasMeshes = ({ upright }: Pick<RobotSource, 'upright'>): boolean =>
  upright.links.some(({ shapes = [] }) => shapes.some(({ type }) => type === 'mesh'));

/** Iterations per frame: a solve that is not finished goes on in the next. */
const maxIterations = 30;
/** The same for small steps among obstacles. */
const carefully = 6;

/** Solvers of panels without the choice. */
const usually: Partial<Record<Tab, readonly SolverName[]>> = { poses: ['analytic', 'lm'], obstacles: ['lm'] };

/** Arms by tip and look: a bench that is shown the same one again need not make it anew. */
const arms = new WeakMap<Tip, Map<string, ExhibitArm>>();

function armOf({ robot, tip, meshes, panel, parts }: Picks): ExhibitArm {
  const made = arms.get(tip) ?? new Map<string, ExhibitArm>();
  arms.set(tip, made);
  const starts = panel === 'track' || panel === 'obstacles';
  const fit = panel === 'obstacles' ? fitOf(robot, parts) : null;
  const key = `${meshes} ${starts} ${fit ? parts : ''}`;
  const source = fit ? { ...robot, upright: fit.description } : robot;
  const arm = made.get(key) ?? makeArm(source, linksOf(tip), meshes, starts);
  made.set(key, arm);
  return arm;
}

/** `starts`: the track begins where the arm does, and a single hand may draw it back there; so do obstacles. */
function makeArm(
  source: RobotSource,
  effectors: readonly string[],
  meshes: boolean,
  starts: boolean,
): ExhibitArm {
  const { preset, name, title, unit, upright, own } = source;
  const wears = own && meshes ? { meshes: finderOf(source) } : { generate: 'always' as const };
  return {
    ...preset,
    ...{ name, title, description: upright, effectors, ...(hasMeshes(source) && wears) },
    ...(unit && { unit }),
    ...(starts && !preset && { q: firstOf(source) }),
  };
}

/** Goals for places, and for turns: after the place where too few joints move the link. */
function goalsOf(model: Model, links: readonly string[]): GoalDescription[] {
  return links.flatMap((link): GoalDescription[] => {
    const joints = motionsTo(model, link).reduce((sum, { isBall }) => sum + (isBall ? 3 : 1), 0);
    if (joints >= 6) return [{ type: 'pose', link }];
    return [
      { type: 'position', link },
      { type: 'orientation', link, priority: 1 },
    ];
  });
}

/** Null: the places alone. */
function goalsFor({ panel, tip, orientation }: Picks, model: Model): readonly GoalDescription[] | null {
  const links = linksOf(tip);
  if (panel === 'poses') return exactGoals(model, chainTo(model, links[0]!).joints, links[0]!);
  return orientation && on('drag', 'code')({ panel }) ? goalsOf(model, links) : null;
}

/** The picked solver, or another where that does not support the goals. */
function solverFor(problem: Problem, wanted: readonly SolverName[], all: readonly SolverName[]): SolverName {
  const supports = (name: SolverName): boolean => problem.supports(name) === true;
  return [...wanted, ...all].find(supports)!;
}

/** @throws LimberError for a robot that cannot be. */
export function exhibitOf(picks: Picks, solvers: readonly SolverName[]): Exhibit {
  const { panel, robot, tip, track, among, limits, arcs } = picks;
  const arm = armOf(picks);
  const hasThings = panel === 'obstacles' || (panel === 'reach' && picks.minds);
  const title = hasThings ? `${robot.title}, ${titleOf(among).toLowerCase()}` : robot.title;
  const overlay = arcs ? {} : null;
  if (panel === 'reach') return { ...standOf(picks).exhibit(arm), title, overlay };
  using model = Model.from(robot.upright);
  using problem = new Problem(model);
  const links = linksOf(tip);
  const goals = goalsFor(picks, model);
  for (const goal of goals ?? links.map((link) => ({ type: 'position', link }) as const))
    problem.addGoal(goal);
  return {
    ...{ arm, title, limits, overlay },
    ...(goals && { goals }),
    ...(!arm.q && !robot.preset && { q: firstOf(robot) }),
    ...(panel === 'track' ? { track: track === hand ? '' : track } : { maxIterations }),
    ...(panel === 'obstacles' && {
      clearance: picks.clearance / (robot.unit ?? 1),
      maxIterations: carefully,
    }),
    solver: solverFor(problem, usually[panel] ?? [picks.solver], solvers),
  };
}
