import type { Exhibit } from 'limber/bench';
import type { Exhibition, Page, Scenery } from '../shell/exhibition.ts';
import { choice, numbers, place, speed, stops, toggle } from '../shell/picks.ts';
import { frameOf, placeNow } from '../ties/frames.ts';
import { isLoop, split } from '../ties/kinds.ts';
import { present, tiesPick, TiesPanel } from '../ties/panel.ts';
import { painted } from '../views/looks.ts';
import { Scenery as Things } from '../views/scenery.ts';
import { Trail } from '../views/trail.ts';
import { TieMark } from './marks.ts';
import { scenes, type Scene } from './scenes.ts';
import { coordinatesOf, VirtualArm } from './virtual-arm.ts';

const pickedIn = ({ picked = 0 }: Scene): readonly [number] => [picked];

const schema = {
  scene: choice('Scene', scenes, scenes[0]!),
  gain: stops('Gain K', [2, 5, 10, 20, 40, 80], 20, (value) => `${value} /s`),
  forward: toggle('Feed-forward', true),
  speed: speed([0.25, 0.5, 1, 2]),
  ties: tiesPick(({ scene }) => (scene as Scene).ties),
  /** The tie whose virtual arm is drawn, by its place in the list; −1: none. */
  picked: numbers<readonly [number]>(1, 99, ({ scene }) => pickedIn(scene as Scene)),
  ...place,
};

type Schema = typeof schema;
type Shown = Exhibition<Schema>;

function list(shown: Shown): TiesPanel {
  const panel = new TiesPanel({
    problem: () => shown.bench.problem,
    view: shown.bench.view,
    ties: () => present(shown.picks.ties, shown.bench.problem.goals),
    change: (ties) => shown.replace({ ties }),
    picked: { get: () => shown.picks.picked[0], set: (i) => shown.shell.pick({ picked: [i] }) },
  });
  panel.element.open = true;
  return panel;
}

/** What the goals mean, the virtual arm of one of them, and a trail where a target moves by itself. */
function scenery(shown: Shown): Scenery {
  const { problem, view } = shown.bench;
  const marks = problem.goals.map((goal) => new TieMark(goal));
  const trail = shown.picks.scene.exhibit.track ? painted(new Trail(), '--effector-0') : null;
  view.add(...marks, ...(trail ? [trail] : []));
  const things = new Things(view);
  let [arm, picked]: [VirtualArm | null, number] = [null, -1];
  /** Draws the virtual arm of another tie. */
  const take = (): void => {
    const { ties } = shown.picks;
    const tie = ties[picked];
    const before = ties.slice(0, Math.max(0, picked)).filter((each) => !each.off && !isLoop(each));
    const goal = tie && !tie.off && !isLoop(tie) ? problem.goals[before.length] : undefined;
    arm = goal ? new VirtualArm(view, () => coordinatesOf(problem, goal)) : null;
    things.show(...(arm ? [arm] : []));
  };
  return {
    update() {
      if (picked !== (picked = shown.picks.picked[0])) take();
      const tools = problem.goals.map(
        ({ link, offset }) => placeNow(problem, frameOf(link, offset)).position,
      );
      marks.forEach((mark, i) => mark.update(tools[i]!));
      trail?.push(...tools[0]!.toArray());
      arm?.update();
    },
    dispose() {
      view.remove(...marks, ...(trail ? [trail] : []));
      trail?.dispose();
      things.show();
    },
  };
}

export const page: Page<Schema> = {
  title: 'Tie it down',
  picks: schema,
  key: ({ scene }) => scene,
  next: (picks, before) =>
    before?.scene === picks.scene || !before
      ? picks
      : { ...picks, picked: pickedIn(picks.scene), ties: picks.scene.ties },
  exhibit({ scene: { exhibit, title }, ties, gain, forward }): Exhibit {
    const { goals, loops, names } = split(ties);
    const step = { ...exhibit.step, gain, feedForward: forward };
    return { ...exhibit, title, goals, names, ...(loops.length > 0 && { loops }), step };
  },
  panels: [list],
  scenery,
  chart: 'Distances from the targets',
};
