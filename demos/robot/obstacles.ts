/** The panel Obstacles: things in the robot's way that a hand pushes, the nearest pairs, and what holds the arm back. */
import type { NearPair, Problem } from 'limber';
import { factsOf } from 'limber/bench';
import { boxOf, ClearanceLines, CollisionOverlay, type ObstacleHandle } from 'limber/three';
import { Box3 } from 'three';
import { refusalOf } from '../robot-files/files.ts';
import { fitOf, makeFit } from '../robot-files/shaped.ts';
import { NumberTable } from '../shell/board.ts';
import { make, write } from '../shell/dom.ts';
import type { Exhibition, Panel, Scenery } from '../shell/exhibition.ts';
import { writeNumbers } from '../shell/picks.ts';
import { distance } from '../shell/units.ts';
import { thingHandle } from '../views/things.ts';
import type { Picks, Schema } from './exhibit.ts';
import { setAt, Surroundings, thingsOf } from './things.ts';

type Shown = Exhibition<Schema>;

/** Strides of a pushed thing per frame, and milliseconds for them; for a move of a hand in a pause. */
const perFrame = [4, 6] as const;
const inPause = [100, 50] as const;
/** Greatest turn of a joint per iteration in radians, so that nothing is jumped over. */
const maxStep = 0.04;
/** Pairs nearer than this, relative to the clearance, hold the arm back. */
const pressed = 1.15;
/** Rows of the table; lines in the view. */
const [mostRows, mostLines] = [3, 6];
/** Relative to the reach: length of the longest line, a line's radius, a thing's step by key. */
const [longest, radius, byKey] = [0.2, 0.003, 0.025];
/** Margin around arm and things, relative to the reach. */
const room = 0.03;

/** A distance with its sign: negative for overlapping shapes. */
const gapOf = (metres: number): string =>
  metres < 0 ? `−${distance(-metres)}` : metres === Infinity ? '–' : distance(metres);

const metresOf = ({ robot }: Picks): number => robot.unit ?? 1;
/** In the model's unit; null: nothing keeps clear. */
const kept = (picks: Picks): number | null => (picks.avoid ? picks.clearance / metresOf(picks) : null);

const present = new WeakMap<Problem, Surroundings>();

/** What surrounds the present robot. */
function around({ bench: { problem }, picks }: Shown): Surroundings {
  const known = present.get(problem);
  if (known) return known;
  const made = new Surroundings(problem, thingsOf(picks), kept(picks));
  present.set(problem, made);
  return made;
}

/** Pairs at their least distance; things beside a base hold nobody back. */
function pressedPair({ bench: { problem }, picks }: Shown): NearPair | undefined {
  const { links } = problem.model;
  const least = pressed * (kept(picks) ?? -Infinity);
  const moves = (name: string | null) => links.some((link) => link.name === name && link.parent >= 0);
  return problem.nearestPairs(12).find((pair) => pair.distance < least && pair.links.some(moves));
}

/** "2.1 cm from the goal: the shelf holds joint 5 back." */
export function wordsOf(shown: Shown): string {
  const { problem } = shown.bench;
  const { away, reached } = factsOf(problem, metresOf(shown.picks));
  const pair = pressedPair(shown);
  if (!pair) {
    const where = reached ? 'Reached' : `${away} from the goal`;
    return problem.clearance() < 0 ? `${where}, ${reached ? 'but' : 'and'} it collides.` : `${where}.`;
  }
  const [a, b] = around(shown).namesOf(pair);
  const [holds, held] = pair.links[0] === null || pair.obstacles[0] !== null ? [a, b] : [b, a];
  return reached
    ? `Reached, with ${held} as near to ${holds} as it can be.`
    : `${away} from the goal: ${holds} holds ${held} back.`;
}

/** How the robot of a reader's file came by its shapes. */
function shapesText({ robot, parts }: Picks): string {
  if (!robot.own) return '';
  const fit = fitOf(robot, parts);
  if (!fit) return 'Fitting shapes to its meshes…';
  const { count, meshes, unread } = fit;
  const shapes = count === 1 ? 'one shape' : `${count} shapes`;
  const whence = meshes
    ? `which stick out of its meshes by ${distance(meshes.overshoot)} at most`
    : 'as its file has them';
  const text =
    count > 0 ? `With ${shapes}, ${whence}.` : 'No collision shapes: a capsule lies along each link.';
  return unread.length > 0
    ? `${text} Without collision meshes that could not be read: ${unread.join(', ')}.`
    : text;
}

/** Moves things and the arm by some strides at most, as far as these milliseconds suffice. */
function push(shown: Shown, solve: () => void, most: number, budget: number): void {
  const surroundings = around(shown);
  const end = performance.now() + budget;
  for (let i = 0; i < most && surroundings.movesThings && (i === 0 || performance.now() < end); i += 1) {
    shown.bench.arm.player.wake();
    surroundings.push(solve, kept(shown.picks));
  }
}

export function obstaclesPanel(shown: Shown): Panel {
  const table = new NumberTable(['nearest pair', 'distance']);
  table.setRows(Array.from({ length: mostRows }, () => ({ name: '' })));
  const text = make('p', { className: 'small' });
  text.dataset.show = 'shapes-text';
  let fitted: Pick<Picks, 'robot' | 'parts'> | null = null;
  const fitAnew = (): void => {
    const { robot, parts } = shown.picks;
    const isKnown = fitted?.robot === robot && fitted.parts === parts;
    fitted = { robot, parts };
    if (!isKnown && robot.own && !fitOf(robot, parts)) shown.shell.doing.during('loading', fit(shown));
  };
  return {
    tab: 'obstacles',
    element: make('div', { className: 'panel' }, table.element, text),
    get busy() {
      return around(shown).movesThings;
    },
    step(solve) {
      if (around(shown).movesThings) push(shown, solve, ...perFrame);
      else solve();
    },
    update() {
      const { bench, picks } = shown;
      const surroundings = around(shown);
      const pairs = bench.problem.nearestPairs(mostRows);
      for (let i = 0; i < mostRows; i += 1) {
        const pair = pairs[i];
        table.name(i, pair ? surroundings.namesOf(pair).join(' – ') : '–');
        table.write(i, pair ? gapOf(pair.distance * metresOf(picks)) : '–');
      }
      fitAnew();
      write(text, shapesText(picks));
      // A pose that the address has was among these things.
      const things = surroundings.places;
      if (picks.q && writeNumbers(things) !== writeNumbers(picks.things)) shown.shell.note({ things });
    },
  };
}

/** Fits shapes to a reader's meshes, and shows the robot anew with them if it is still the one. */
async function fit({ shell, picks }: Shown): Promise<void> {
  const { robot, parts } = picks;
  try {
    await makeFit(robot, parts);
    const now = shell.picks;
    if (now.robot === robot && now.parts === parts && now.panel === picks.panel) shell.pick({});
  } catch (error) {
    shell.say(refusalOf(robot.title, error, robot.own!.text));
  }
}

/** The set of things that the camera has been aimed at. */
const seen = new WeakMap<Shown, string>();

/** Aims the camera at arm and things, unless the reader is among them. */
function aim(shown: Shown, handles: readonly ObstacleHandle[]): void {
  const { bench, picks } = shown;
  if (picks.q && seen.get(shown) === picks.among) return;
  seen.set(shown, picks.among);
  const { model, state } = bench.problem;
  const box = boxOf(state.poses);
  for (const { object } of handles) box.union(new Box3().setFromObject(object));
  bench.view.fit(box.expandByScalar(room * (model.reach || 1)), setAt(picks.robot, picks.among).side);
}

/** Things with their handles, shapes, and lines between the nearest points. */
export function obstacles(shown: Shown): Scenery {
  const { bench, shell } = shown;
  const { arm, problem, view } = bench;
  const surroundings = around(shown);
  const reach = problem.model.reach || 1;
  const overlay = new CollisionOverlay(problem, { world: false });
  const lines = new ClearanceLines({ most: mostLines, radius: radius * reach });
  view.add(overlay, lines);
  const handles = surroundings.movers.map((mover) => {
    const handle: ObstacleHandle = thingHandle(view, mover.thing, {
      obstacles: mover.obstacles,
      step: byKey * reach,
      onChange(place) {
        mover.wanted.copy(place);
        // It follows in strides.
        handle.setPosition(...mover.at.toArray());
        arm.player.wake();
        if (!shell.clock.playing) push(shown, () => arm.settle(), ...inPause);
        shown.moved();
      },
    });
    return handle;
  });
  aim(shown, handles);
  return {
    update() {
      const now = shown.picks;
      const { clearance: _, ...options } = arm.run.options;
      const clearance = kept(now);
      arm.run.options = { ...options, maxStep, ...(clearance !== null && { clearance }) };
      overlay.visible = now.shapes;
      lines.visible = now.lines;
      if (now.shapes) overlay.update();
      const near = now.lines ? problem.nearestPairs(mostLines) : [];
      lines.update(
        near.filter((pair) => pair.distance < longest * reach),
        clearance ?? 0,
      );
      surroundings.movers.forEach(({ at }, i) => handles[i]!.setPosition(...at.toArray()));
    },
    dispose() {
      view.remove(overlay, lines);
      for (const each of [overlay, lines, surroundings, ...handles]) each.dispose();
    },
  };
}
