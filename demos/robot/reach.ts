/** The panel Reach: all that the hand reaches, filled in by workers, and where the base should stand. */
import { Problem, type Goal, type Obstacle, type Quat } from 'limber';
import { compareFromHere } from 'limber/robots';
import { basePlacement, reachability, ReachMap, type ReachProgress } from 'limber/reach';
import type { ObstacleHandle } from 'limber/three';
import { ConeGeometry, Mesh, MeshStandardMaterial, Vector3 } from 'three';
import { button, make, write } from '../shell/dom.ts';
import type { Exhibition, Panel, Scenery } from '../shell/exhibition.ts';
import { download, fileButton, fileName, type Given } from '../shell/files.ts';
import { Latest } from '../shell/latest.ts';
import { themed } from '../views/looks.ts';
import { addFloor, addThings, putThing, thingHandle } from '../views/things.ts';
import { answerOf, Cloud, endsOf, gradient, measures, type Measure } from './cloud.ts';
import { Cut, type Axis } from './cut.ts';
import type { Picks, Schema } from './exhibit.ts';
import { baseName, down, standOf, type Stand } from './stand.ts';
import { thingsOf } from './things.ts';

type Shown = Exhibition<Schema>;

/** Axis of each cut. */
const axes: Readonly<Record<Picks['cut'], Axis | null>> = { front: 2, side: 0, top: 1, none: null };
/** Relative to the robot's size: edge of the cut's cube, length of a target's cone, distance between tried bases. */
const [cube, cone, floorSpacing] = [0.06, 0.08, 0.1];
/** Relative to the size: clearance from things, and the least distance between links that are compared. */
const [clearance, room] = [0.01, 0.03];
/** Random starts per target. */
const restarts = 12;

type Mark = Mesh<ConeGeometry, MeshStandardMaterial>;

/** A target: a cone in the tool's wanted direction; solid when reached, else an outline. */
function markOf([x, y, z, ...turn]: readonly number[], length: number): Mark {
  // Its tip is the target, and z the tool's direction.
  const geometry = new ConeGeometry(0.35 * length, length, 24)
    .rotateX(Math.PI / 2)
    .translate(0, 0, -length / 2);
  const material = new MeshStandardMaterial({ roughness: 0.5, emissiveIntensity: 0.3, wireframe: true });
  const mark = themed(new Mesh(geometry, material), ({ direction }) => {
    for (const colour of [material.color, material.emissive]) colour.set(direction);
  });
  mark.name = 'target';
  mark.position.set(x!, y!, z);
  mark.quaternion.fromArray(turn.length > 0 ? turn : down);
  return mark;
}

type Search = 'map' | 'floor' | 'file';

/** The map of one exhibit, drawn in its view. */
export class Reach implements Scenery {
  readonly stand: Stand;
  readonly cloud = new Cloud();
  /** Number of targets reached from each base position. */
  readonly floor = new Cloud();
  readonly marks: readonly Mark[];
  cut: Cut | null = null;
  /** Cells known. */
  done = 0;
  /** A sentence on the map. */
  words = '';
  readonly #handles: readonly ObstacleHandle[];
  /** The same arm, which tries the targets. */
  readonly #tester: Problem;
  readonly #goal: Goal;
  /** What the map has been filled for, and where the base was when the targets were checked. */
  #filled = '';
  #checked = '';
  /** Index of the next target to check. */
  #next = 0;
  /** A pointer is down: what it moves is not yet where it will be. */
  #held = false;
  readonly #end = new AbortController();
  readonly #latest: Readonly<Record<Search, Latest>> = {
    map: new Latest(),
    floor: new Latest(),
    file: new Latest(),
  };

  constructor(private readonly shown: Shown) {
    const { view } = shown.bench;
    const stand = (this.stand = standOf(shown.picks));
    this.#tester = new Problem(shown.bench.problem.model);
    // The base comes first, and stays.
    this.#tester.jointWeights.fill(0, 0, 6);
    this.#goal = this.#tester.addGoal({ type: stand.turns ? 'pose' : 'position', link: stand.link });
    this.marks = stand.targets.map((target) => markOf(target, cone * stand.size));
    this.#handles = shown.picks.minds ? this.#surround() : [];
    view.add(this.cloud, this.floor, ...this.marks);
    view.fit(
      stand.box
        .clone()
        .translate(this.origin)
        .expandByScalar(-0.2 * stand.size),
      [0.55, 0.4, 1],
    );
  }

  /** Place of the robot's own frame. */
  get origin(): Vector3 {
    const { problem } = this.shown.bench;
    const at = 7 * problem.model.findLink(baseName);
    const [x, y, z] = problem.state.poses.subarray(at) as unknown as [number, number, number];
    return new Vector3(x, y + this.stand.lift, z);
  }

  get map(): ReachMap | null {
    return this.cloud.map;
  }

  get isWhole(): boolean {
    return this.map !== null && this.done === this.map.count;
  }

  update(): void {
    const { cells, colour, orientations, targets } = this.shown.picks;
    const { cloud, floor, marks } = this;
    const filled = [cells, orientations, ...this.#places].join();
    if (filled !== this.#filled && !this.#held) {
      this.#filled = filled;
      this.#fill();
    }
    if (colour !== cloud.measure) cloud.measure = colour;
    cloud.position.copy(this.origin);
    floor.visible = targets;
    for (const mark of marks) mark.visible = targets;
    this.#check();
    this.#placeCut();
  }

  /** The tester in its first pose, where the base is now. */
  #stand(): void {
    const { problem } = this.shown.bench;
    const { state } = this.#tester;
    state.q.set([...problem.state.q.subarray(0, 7), ...this.stand.start]);
    state.update();
  }

  /** The floor, and the picked things with their handles. */
  #surround(): ObstacleHandle[] {
    const { bench, picks, shell } = this.shown;
    const { bottom, size } = this.stand;
    const { links } = this.#tester.model;
    this.#stand();
    compareFromHere(this.#tester, room * size);
    const standing = links.filter(({ parent }) => parent < 0 || links[parent]!.name === baseName);
    addFloor(
      this.#tester,
      standing.map(({ name }) => name),
    );
    const { host } = bench.view;
    const hold = (held: boolean) => () => {
      this.#held = held;
      shell.show();
    };
    const { signal } = this.#end;
    host.addEventListener('pointerdown', hold(true), { signal });
    for (const type of ['pointerup', 'pointercancel']) host.addEventListener(type, hold(false), { signal });
    const things = thingsOf(picks);
    return addThings(this.#tester, things).map((obstacles, i) => {
      const place = new Vector3().fromArray(obstacles[0]!.pose);
      putThing(obstacles, place.setY(place.y - bottom));
      const onChange = () => bench.view.invalidate();
      return thingHandle(bench.view, things[i]!, { obstacles, step: size / 40, onChange });
    });
  }

  /** Where things are, seen from the base; without things the map is the same wherever it stands. */
  get #places(): readonly number[] {
    if (this.#handles.length === 0) return [];
    return this.#handles.flatMap(({ position }) => position.clone().sub(this.origin).toArray());
  }

  /** Options of a search for a robot at a place, among the things. */
  #among(from: Vector3) {
    if (this.#handles.length === 0) return {};
    const { collisionPairs, obstacles } = this.#tester;
    const seen = ({ description, pose: [x, y, z, ...rotation] }: Obstacle) => ({
      ...description,
      position: [x! - from.x, y! - from.y, z! - from.z] as const,
      rotation: rotation as unknown as Quat,
      ignore: (description.ignore ?? []).filter((each) => each !== baseName),
    });
    return {
      clearance: clearance * this.stand.size,
      obstacles: obstacles.map(seen),
      collisionPairs: collisionPairs.filter((pair) => !pair.includes(baseName)),
    };
  }

  /** Checks one target per frame, so that dragging the base never waits. */
  #check(): void {
    const { marks, shown, stand } = this;
    const checked = [...this.origin.toArray(), ...this.#places].join();
    if (checked !== this.#checked) this.#next = 0;
    this.#checked = checked;
    const mark = marks[this.#next];
    if (!mark) return;
    this.#stand();
    this.#goal.target.set(stand.targets[this.#next]!);
    const options = { mode: 'find', maxRestarts: restarts } as const;
    const kept = this.#handles.length > 0 && { clearance: clearance * stand.size };
    mark.castShadow = this.#tester.solve({ ...options, ...kept }).status === 'converged';
    mark.material.wireframe = !mark.castShadow;
    this.#next += 1;
    if (this.#next === marks.length) shown.bench.view.announce(targetWords(this));
    shown.bench.view.invalidate();
  }

  #placeCut(): void {
    const { cloud, origin, shown, stand } = this;
    const { at, cut } = shown.picks;
    const axis = axes[cut];
    const usual = axis === null ? 0 : stand.centre.getComponent(axis) + (axis === 1 ? 0.3 * stand.size : 0);
    const offset = at[0] ?? usual;
    cloud.cutAt(axis, offset);
    if (axis !== (this.cut?.axis ?? null)) {
      this.cut?.dispose();
      this.cut =
        axis === null
          ? null
          : new Cut(shown.bench.view, axis, cube * stand.size, (place) => {
              shown.shell.note({ at: [place - this.origin.getComponent(axis)] });
              shown.shell.show();
            });
    }
    if (axis !== null)
      this.cut!.place(stand.box.clone().translate(origin), origin.getComponent(axis) + offset);
  }

  dispose(): void {
    const { cloud, cut, floor, marks, shown } = this;
    this.#end.abort();
    for (const latest of Object.values(this.#latest)) latest.forget();
    for (const handle of this.#handles) handle.dispose();
    shown.bench.view.remove(cloud, floor, ...marks);
    for (const { geometry, material } of [cloud, floor, ...marks]) {
      geometry.dispose();
      material.dispose();
    }
    cut?.dispose();
    this.#tester.dispose();
  }

  /** `fails`: the beginning of a refusal. */
  #ask<T>(
    what: Search,
    fails: string,
    ask: (signal: AbortSignal) => Promise<T>,
    show: (answer: T) => void,
  ): void {
    const { shell } = this.shown;
    const refuse = (error: unknown) =>
      shell.say(`${fails}: ${error instanceof Error ? error.message : String(error)}.`);
    shell.doing.during('moving', this.#latest[what].take(ask, { show, refuse }));
  }

  #fill(): void {
    const { stand, shown } = this;
    const { cells, orientations } = shown.picks;
    const { link, region, size, turns } = stand;
    this.#latest.file.forget();
    const fill = (signal: AbortSignal) =>
      reachability(stand.description, {
        ...this.#among(this.origin),
        ...{ link, region, signal, spacing: size / cells },
        orientations: turns ? orientations : 'free',
        onProgress: (progress) => signal.aborted || this.#take(progress),
      });
    this.#ask('map', 'The map cannot be filled', fill, () => shown.shell.show());
  }

  #take(progress: Pick<ReachProgress, 'map' | 'cells' | 'step' | 'done'>): void {
    const { shell, picks } = this.shown;
    const { map } = progress;
    if (map !== this.map) {
      // What the map has numbers for is known only now.
      shell.answer('colour', (measure) => answerOf(map, measure as Measure));
      const usable = Object.keys(measures) as Measure[];
      if (answerOf(map, picks.colour) !== true)
        shell.note({ colour: usable.find((each) => answerOf(map, each) === true)! });
      else shell.note({});
      this.cloud.measure = this.shown.picks.colour;
    }
    this.cloud.grow(progress);
    this.done = progress.done;
    this.words = wordsOf(map, picks.robot.unit);
    shell.show();
  }

  /** Tries bases all over the floor, and takes the one that reaches most targets. */
  place(): void {
    const { floor, shown, stand } = this;
    const { bench, shell } = shown;
    const { description, link, size, targets, turns } = stand;
    const search = (signal: AbortSignal) =>
      basePlacement(description, {
        ...this.#among(new Vector3()),
        ...{ link, signal, region: stand.floor, spacing: floorSpacing * size },
        targets: Float64Array.from(targets.flat()),
        ...(!turns && { orientation: 'free' as const }),
        onProgress: (progress) => {
          if (signal.aborted) return;
          floor.grow(progress);
          shell.show();
        },
      });
    this.#ask('floor', 'No place can be found', search, (map) => {
      const [best] = map.best();
      if (best === undefined) return shell.say('No target is reached from anywhere on this floor.');
      const [x, , z] = map.point(best);
      bench.arm.place = { q: [x, 0, z, ...bench.arm.place.q.slice(3)], targets: [] };
      shown.moved();
      shell.say(`From the best place ${map.reached[best]} of ${map.total} targets are reached.`);
    });
  }

  /** Shows a map out of a file. */
  open(coming: Promise<readonly Given[]>): void {
    const read = async () => {
      const [given] = await coming;
      return ReachMap.fromJSON(await given!.file.text());
    };
    this.#ask('file', 'This map cannot be used', read, (map) => {
      this.#latest.map.forget();
      this.#take({ map, cells: Uint32Array.from(map.done.keys()), step: 1, done: map.count });
      this.shown.shell.say('A map out of a file, around the robot that is shown.');
    });
  }
}

const whole = (value: number): string => value.toLocaleString('en');

/** "The hand reaches 1,234 of 5,000 cells (1,234 l), 12 of them in all 20 orientations." */
function wordsOf({ count, reached, spacing, total }: ReachMap, unit = 1): string {
  const some = reached.reduce((sum, each) => sum + (each > 0 ? 1 : 0), 0);
  const all = reached.reduce((sum, each) => sum + (each === total ? 1 : 0), 0);
  const litres = whole(Math.round(1000 * some * (unit * spacing) ** 3));
  const every =
    total === 1 ? '' : `, ${all === 0 ? 'none' : whole(all)} of them in all ${total} orientations`;
  return `The hand reaches ${whole(some)} of ${whole(count)} cells (${litres} l)${every}.`;
}

/** "4 of 6 targets are reached." */
function targetWords({ marks }: Reach): string {
  const count = marks.filter(({ material }) => !material.wireframe).length;
  if (count === marks.length) return 'All targets are reached from here.';
  return `${count} of ${marks.length} targets ${count === 1 ? 'is' : 'are'} reached from here.`;
}

export const cloud = (shown: Shown): Scenery => new Reach(shown);

/** The present map; null while another panel is open. */
const reachOf = ({ scenery }: Shown): Reach | null => (scenery instanceof Reach ? scenery : null);

export function reachPanel(shown: Shown): Panel {
  const ramp = make('div', { className: 'ramp' });
  ramp.style.background = gradient;
  const ends = [make('span'), make('span')] as const;
  const legend = make('figure', { className: 'legend' }, ramp, make('div', { className: 'ends' }, ...ends));
  const progress = make('progress', { max: 1, ariaLabel: 'How much of the map is known' });
  const [words, targets] = [make('p', { className: 'small' }), make('p', { className: 'small' })];
  [words.dataset.show, targets.dataset.show] = ['reach', 'targets'];
  const place = button('Where should it stand?', 'place', () => reachOf(shown)?.place());
  const save = (ending: string, content: (map: ReachMap) => BlobPart) =>
    button(`Save ${ending.toUpperCase()}`, `map-${ending}`, () => {
      const { map } = reachOf(shown)!;
      if (map) download(fileName(`reach-${shown.picks.robot.title}`, ending), new Blob([content(map)]));
    });
  const files = make(
    'div',
    { className: 'actions' },
    save('json', (map) => JSON.stringify(map)),
    save('npy', (map) => map.toNPY() as Uint8Array<ArrayBuffer>),
    fileButton('Open a map', 'load', (given) => reachOf(shown)?.open(given), { accept: '.json' }),
  );
  return {
    tab: 'reach',
    element: make('div', { className: 'panel' }, legend, progress, words, targets, place),
    more: files,
    update() {
      const reach = reachOf(shown);
      // Drawn after the first numbers.
      if (!reach) return;
      const { cloud, done, map } = reach;
      progress.value = map ? done / map.count : 0;
      endsOf(cloud.measure, cloud.most).forEach((text, i) => write(ends[i]!, map ? text : ''));
      write(words, reach.words);
      write(targets, shown.picks.targets ? targetWords(reach) : '');
    },
  };
}
