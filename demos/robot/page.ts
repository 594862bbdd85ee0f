import { solverNames, type SolverName } from 'limber';
import { factsOf } from 'limber/bench';
import { finderOf, meshesOf, remarkOn } from '../robot-files/files.ts';
import { Opener } from '../robot-files/opener.ts';
import { make } from '../shell/dom.ts';
import { Exhibition, type Page, type Panel, type Scenery } from '../shell/exhibition.ts';
import type { StartPage } from '../shell/open.ts';
import { obstacles, obstaclesPanel, wordsOf } from './obstacles.ts';
import { ghosts, posesPanel } from './poses.ts';
import { cloud, reachPanel } from './reach.ts';
import { standOf } from './stand.ts';
import { trackPanel, trails } from './track.ts';
import { codePanel, sceneOf } from './code.ts';
import { dragPanel } from './drag.ts';
import { elementOf, isImported } from './programs.ts';
import { exhibitOf, hasMeshes, on, schemaOf, type Picks, type Schema, type Tab } from './exhibit.ts';

type Shown = Exhibition<Schema>;

/** Opens a robot from files; what is open already stays until another one is whole. */
function opening(shown: Shown): Panel {
  const { shell } = shown;
  const opener = new Opener({
    present: () => shown.picks.robot,
    show: (robot) => shell.pick({ robot, meshes: true }),
    refuse: (reason) => shell.say(reason),
  });
  let robot: Picks['robot'] | null = null;
  shell.root.prepend(opener.element());
  return {
    element: make('div'),
    update() {
      if (robot !== (robot = shown.picks.robot)) opener.forget();
    },
  };
}

/** Says which meshes are missing or broken; without any, the robot is drawn as bars. */
async function remark({ bench, picks, shell }: Shown): Promise<void> {
  const { robot, meshes } = picks;
  const { actor } = bench;
  if (!robot.own || !meshes) return;
  const refused = await bench.missing;
  if (bench.actor !== actor) return;
  const files = meshesOf(actor.problem.model);
  const find = finderOf(robot);
  const missing = files.filter((file) => !find(file));
  const drawn = files.length === 0 || refused.length < files.length;
  if (!drawn) shell.pick({ meshes: false });
  const words = remarkOn(missing, refused, drawn);
  if (robot.own.warnings + words !== '') shell.say(robot.own.warnings, words);
}

const sceneries: Partial<Record<Tab, (shown: Shown) => Scenery>> = {
  ...{ poses: ghosts, reach: cloud, obstacles, track: trails },
};

function scenery(shown: Shown): Scenery {
  const { bench, shell, picks } = shown;
  if (on('drag', 'obstacles', 'track', 'code')(picks)) shell.support(bench.problem, 'this');
  if (hasMeshes(picks.robot) || picks.robot.own) shell.doing.during('loading', remark(shown));
  return sceneries[picks.panel]?.(shown) ?? { update() {}, dispose() {} };
}

function next(picks: Picks, before: Picks | null): Picks {
  const isSame = before?.robot === picks.robot && before.among === picks.among;
  // Moved things belong to the pose that was among them.
  if (before ? !isSame && picks.things === before.things : !picks.q) picks = { ...picks, things: [] };
  if (!before) return picks;
  const tip = picks.robot === before.robot ? picks.tip : picks.robot.tips[0]!;
  return { ...picks, tip, ...((tip !== before.tip || picks.cut !== before.cut) && { at: [] }) };
}

export const pageOf = (solvers: readonly SolverName[]): Page<Schema> => ({
  title: 'A robot that can be dragged',
  picks: schemaOf(solvers),
  key: (picks) => (picks.panel === 'reach' ? standOf(picks) : picks.tip),
  next,
  aims: true,
  exhibit: (picks) => exhibitOf(picks, solvers),
  panels: [opening, dragPanel, posesPanel, reachPanel, obstaclesPanel, trackPanel, codePanel],
  embed: (shown) => (isImported(shown.picks.robot) ? elementOf(sceneOf(shown)) : null),
  scenery,
  facts: { words: '', away: 'distance', size: 'links / DoF', cost: 'time per step' },
  tell(shown) {
    const { bench, picks } = shown;
    const { model } = bench.problem;
    const { away } = factsOf(bench.problem, picks.robot.unit);
    return {
      words: picks.panel === 'obstacles' ? wordsOf(shown) : bench.words,
      away,
      size: `${model.links.length} / ${model.nv}`,
    };
  },
  chart: 'Distances from the targets',
});

export const start: StartPage = (_, run) => new Exhibition(run, pageOf(solverNames()));
