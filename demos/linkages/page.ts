import { solverNames, type SolverName } from 'limber';
import { button } from '../shell/dom.ts';
import { Exhibition, type Page, type Panel } from '../shell/exhibition.ts';
import type { StartPage } from '../shell/open.ts';
import { choice, place, toggle, word } from '../shell/picks.ts';
import { distance } from '../shell/units.ts';
import { split } from '../ties/kinds.ts';
import { present, tiesPick, TiesPanel } from '../ties/panel.ts';
import { Fits } from './fits.ts';
import { usualSolver } from './mechanism.ts';
import { LinkageScene } from './scene.ts';
import { linkages, type Linkage } from './scenes/index.ts';

const loopsOf = ({ description }: Linkage) => description.loops ?? [];

const schemaOf = (solvers: readonly SolverName[]) => ({
  linkage: choice('Linkage', linkages, linkages[0]!),
  solver: word<SolverName>('Solver', solvers, ({ linkage }) => usualSolver(linkage as Linkage)),
  trails: toggle('Trails', true),
  ties: tiesPick(({ linkage }) => loopsOf(linkage as Linkage)),
  ...place,
});

export type Schema = ReturnType<typeof schemaOf>;
type Shown = Exhibition<Schema>;

/** The page's own part of the exhibit. */
const sceneOf = ({ scenery }: Shown): LinkageScene => scenery as LinkageScene;

/** The scene draws them. */
const armOf = new Map(
  linkages.map((each) => [each, { ...each, generate: 'never' as const, gripper: false }]),
);

/** Moves the linkage; lists its goals and loops, and the error of each joint. */
function mechanism(shown: Shown): Panel {
  const { bench, shell } = shown;
  const fits = new Fits();
  const ties = new TiesPanel({
    problem: () => bench.problem,
    view: bench.view,
    ties: () => present(shown.picks.ties, bench.problem.goals),
    change: (ties) => shown.replace({ ties }),
  });
  const explode = button('Explode', 'explode', () => {
    sceneOf(shown).explode();
    shell.show();
  });
  shell.root.append(fits.element);
  return {
    element: ties.element,
    bar: [explode],
    update() {
      const { picks } = shown;
      const scene = sceneOf(shown);
      const { rig } = scene;
      scene.showTrails(picks.trails);
      if (rig.solver !== (rig.solver = picks.solver)) scene.step(0);
      fits.tell(rig, scene.scale);
      ties.update();
    },
    step: (_, dt) => sceneOf(shown).step(dt),
    settle: () => sceneOf(shown).step(0),
    get underWay() {
      return shown.scenery !== null && sceneOf(shown).rig.underWay;
    },
  };
}

const pageOf = (solvers: readonly SolverName[]): Page<Schema> => ({
  title: 'A linkage',
  picks: schemaOf(solvers),
  key: ({ linkage }) => linkage,
  next: (picks, before) => {
    const { linkage } = picks;
    if (!before || linkage === before.linkage) return picks;
    return { ...picks, solver: usualSolver(linkage), ties: loopsOf(linkage) };
  },
  exhibit({ linkage, ties }) {
    const { goals, loops, names } = split(ties);
    return { arm: armOf.get(linkage)!, title: linkage.title, tips: [], goals, loops, names };
  },
  panels: [mechanism],
  scenery(shown, startsOver) {
    const { bench, picks, shell } = shown;
    shell.support(bench.problem, 'this linkage', usualSolver(picks.linkage));
    const scene = new LinkageScene(bench, picks.linkage, () => shown.moved());
    if (startsOver) scene.look();
    return scene;
  },
  still: true,
  facts: {
    mobility: 'mobility',
    counted: 'mobility by Grübler’s count',
    residual: 'gap in loops',
    cost: 'time per step',
    iterations: 'iterations',
    status: 'status',
  },
  tell(shown) {
    const { mobility, rig } = sceneOf(shown);
    return {
      mobility: String(mobility.mobility),
      // A minus sign is as wide as a digit.
      counted: String(mobility.counted).replace('-', '−'),
      residual: distance(rig.residual),
      iterations: String(rig.result?.iterations ?? '–'),
      status: rig.assembling > 0 ? 'assembling' : (rig.result?.status ?? '–'),
    };
  },
});

export const start: StartPage = (_, run) => new Exhibition(run, pageOf(solverNames()));
