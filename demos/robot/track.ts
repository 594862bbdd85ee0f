/** The panel Track: how far each effector is off its target, the same run as a command, and trails. */
import { arms, tracks } from 'limber/robots';
import { NumberTable } from '../shell/board.ts';
import { make, write } from '../shell/dom.ts';
import type { Exhibition, Panel, Scenery } from '../shell/exhibition.ts';
import { distance } from '../shell/units.ts';
import { colourOf, painted } from '../views/looks.ts';
import { Trail } from '../views/trail.ts';
import type { Picks, Schema } from './exhibit.ts';

type Shown = Exhibition<Schema>;

/** The command for the same run in Node; '': the command has no such arm or track. */
function commandOf({ robot, track, solver }: Picks): string {
  const [arm, curve] = [
    arms.findIndex((each) => each === robot.preset),
    tracks.findIndex(({ name }) => name === track),
  ];
  return arm < 0 || curve < 0 ? '' : `npx limber ${arm + 1} ${curve + 1} --solver ${solver}`;
}

export function trackPanel(shown: Shown): Panel {
  const table = new NumberTable(['effector', 'distance']);
  const command = make('code');
  const same = make('p', { className: 'small' }, 'The same run in Node: ', command);
  let names = '';
  return {
    tab: 'track',
    element: make('div', { className: 'panel' }, table.element, same),
    update() {
      const { bench, picks } = shown;
      const { effectors, problem } = bench;
      if (names !== (names = effectors.join()))
        table.setRows(effectors.map((name, i) => ({ name, colour: colourOf(i) })));
      problem.goals.forEach((goal, i) => table.write(i, distance(goal.distance * (picks.robot.unit ?? 1))));
      write(command, commandOf(picks));
      same.hidden = command.textContent === '' || !picks.limits;
    },
  };
}

/** The path of each effector. */
export function trails({ bench }: Shown): Scenery {
  const { effectors, problem, view } = bench;
  const drawn = effectors.map((_, i) => painted(new Trail(), colourOf(i)));
  view.add(...drawn);
  return {
    update() {
      const { poses } = problem.state;
      drawn.forEach((trail, i) => {
        const at = 7 * problem.model.findLink(effectors[i]!);
        trail.push(poses[at]!, poses[at + 1]!, poses[at + 2]!);
      });
    },
    dispose() {
      view.remove(...drawn);
      for (const trail of drawn) trail.dispose();
    },
  };
}
