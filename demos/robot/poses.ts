/** The panel Every pose: a list of all poses that meet the goal, their ghosts, and the motion that leaves the hand in place. */
import { Along } from '../poses/along.ts';
import { Ghosts } from '../poses/ghosts.ts';
import { PoseList, wordsOf } from '../poses/list.ts';
import { Poses, type Pose } from '../poses/poses.ts';
import { button, make, write } from '../shell/dom.ts';
import type { Exhibition, Panel, Scenery } from '../shell/exhibition.ts';
import { hasMeshes, type Schema } from './exhibit.ts';
import { linksOf } from '../robot-files/robots.ts';

type Shown = Exhibition<Schema>;

/** The poses of the present exhibit, which the panel lists and the scenery draws. */
const present = new WeakMap<object, Poses>();
const posesOf = (shown: Shown): Poses => {
  const { problem } = shown.bench;
  const known = present.get(problem);
  if (known) return known;
  const poses = new Poses(shown.bench, linksOf(shown.picks.tip)[0]!, () => shown.picks.limits);
  present.set(problem, poses);
  return poses;
};

/** Name of the pose that a page points at. */
const lit = new WeakMap<Shown, string | null>();

function point(shown: Shown, name: string | null): void {
  if (name === lit.get(shown)) return;
  lit.set(shown, name);
  shown.shell.show();
}

function take(shown: Shown, pose: Pose): void {
  posesOf(shown).take(pose);
  shown.moved();
}

export function posesPanel(shown: Shown): Panel {
  const list = new PoseList(
    (pose) => take(shown, pose),
    (name) => point(shown, name),
  );
  const along = new Along(() => shown.moved());
  const act = (text: string, name: string, how: (poses: Poses) => void) =>
    button(text, name, () => {
      how(posesOf(shown));
      shown.moved();
    });
  const straight = act('Straight wrist', 'straight', (poses) => poses.straighten());
  const out = act('Out of reach', 'out', (poses) => poses.moveOut());
  const words = make('p', { className: 'small' });
  words.dataset.show = 'poses';
  const actions = make('div', { className: 'actions' }, straight, out);
  return {
    tab: 'poses',
    element: make('div', { className: 'panel' }, words, list.element, along.element),
    more: actions,
    update() {
      const poses = posesOf(shown);
      poses.update();
      straight.disabled = !poses.hasWrist;
      out.disabled = !poses.hasPoint;
      write(words, wordsOf(poses));
      list.show(poses);
      list.point(lit.get(shown) ?? null);
      along.show(poses);
    },
  };
}

export function ghosts(shown: Shown): Scenery {
  const { bench, picks } = shown;
  const poses = posesOf(shown);
  const look = hasMeshes(picks.robot) ? 'always' : 'auto';
  const drawn = new Ghosts(
    bench.view,
    poses,
    look,
    (name) => point(shown, name),
    (pose) => take(shown, pose),
  );
  return {
    update() {
      poses.update();
      drawn.lit = lit.get(shown) ?? null;
      drawn.update(bench.problem.state.poses, shown.picks.ghosts);
    },
    dispose() {
      drawn.dispose();
      poses.dispose();
    },
  };
}
