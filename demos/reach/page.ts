import { LimberError } from 'limber';
import { Vector3 } from 'three';
import { basePlacement, reachability, ReachMap, type ReachProgress } from 'limber/reach';
import type { RobotSource } from '../robot-files/catalogue.ts';
import { refusalOf } from '../robot-files/files.ts';
import { Opener } from '../robot-files/opener.ts';
import { shaped, sizeOf } from '../robot-files/shaped.ts';
import { button, make, write } from '../shell/dom.ts';
import { download, fileButton, type Given } from '../shell/files.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { plinth } from '../views/robots.ts';
import { putThing } from '../views/things.ts';
import { gradient } from './cloud.ts';
import { mostAway, schema, spacingFor, type Picks, type Schema } from './picks.ts';
import { ReachStage } from './stage.ts';
import { Station } from './station.ts';
import { endsOf, litresOf, measureOf, tallyOf, targetWords, wordsOf, type Tally } from './status-text.ts';

/** Distance between tried base positions on the floor (metres). */
const floorSpacing = 0.1;

/** Greatest number of shapes per mesh of a file. */
const parts = 2;

/** Everything on the page that moves. */
export class ReachPage implements Demo<Schema> {
  station!: Station;
  map: ReachMap | null = null;
  readonly shell: Shell<Schema>;
  readonly stage: ReachStage | null;
  readonly #ends = [make('span'), make('span')] as const;
  readonly #progress = make('progress', { className: 'progress', max: 1, value: 0 });
  readonly #place = button('Where should it stand?', 'place', () =>
    this.shell.doing.during('moving', this.#findPlace()),
  );
  readonly #opener = new Opener({
    present: () => this.picks.robot,
    show: (robot) => this.shell.doing.during('loading', this.#fit(robot)),
    refuse: (reason) => this.shell.say(reason),
  });
  /** Counts fits, which take time: only the last is shown. */
  #fits = 0;
  /** Aborts the filling of the map. */
  #stop = new AbortController();
  /** Aborts the filling of the floor's map. */
  #stopFloor = new AbortController();
  #done = 0;
  #seconds = 0;
  /** Null: outdated by new cells; recounted on demand, as a large map takes a moment. */
  #tally: Tally | null = null;
  /** Upper end of the colour scale in use. */
  #most = 1;
  /** Index of the next target to check. */
  #nextTarget = 0;

  constructor(run: HTMLElement) {
    this.shell = new Shell(run, schema, {
      title: 'What an arm reaches',
      alwaysRuns: true,
      extras: [this.#place],
      facts: { known: 'cells known', volume: 'reached', rate: 'poses tried', words: '', targets: '' },
      sentences: ['words', 'targets'],
    });
    this.stage =
      this.shell.stage &&
      new ReachStage(this.shell.stage, {
        cut: (offset) => this.shell.drag({ at: [offset] }),
        base: (x, z) => this.shell.drag({ base: [x, z] }),
        settled: () => this.#settle(),
      });
    this.#progress.setAttribute('aria-label', 'How much of the map is known');
    const ramp = make('div', { className: 'ramp' });
    ramp.style.background = gradient;
    const ends = make('div', { className: 'ends' }, ...this.#ends);
    this.shell.numbers.prepend(make('figure', { className: 'legend' }, ramp, ends), this.#progress);
    this.shell.form.append(
      this.#opener.element('A URDF of your own. Nothing leaves your computer.'),
      this.#files(),
    );
    this.shell.run(this, this.stage?.view ?? null);
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  /** All targets have been checked. */
  get resting(): boolean {
    return this.#nextTarget >= this.station.targets.length;
  }

  /** Whether workers are busy with the map. */
  get filling(): boolean {
    return this.map !== null && this.#done < this.map.count && !this.#stop.signal.aborted;
  }

  /** Moved things belong to their robot, tip and scene, and the cut's position belongs to the cut. */
  next(picks: Picks, before: Picks | null): Picks {
    if (!before) return picks;
    const isOther = (name: keyof Picks) => picks[name] !== before[name];
    const isNew = isOther('robot') || isOther('tip') || isOther('scene');
    return {
      ...picks,
      tip: isOther('robot') ? picks.robot.tips[0]! : picks.tip,
      at: isNew || isOther('cut') ? [] : picks.at,
      things: isNew ? [] : picks.things,
    };
  }

  picked(before: Picks | null): void {
    const { robot, tip, scene, spacing, orientations, colour, cut } = this.picks;
    const isOther = robot !== before?.robot || tip !== before.tip || scene !== before.scene;
    if (isOther) this.#begin();
    if (isOther || spacing !== before.spacing || orientations !== before.orientations)
      this.shell.doing.during('moving', this.#fill());
    const [x, z] = this.picks.base as [number, number];
    if (x !== this.station.base.x || z !== this.station.base.z) {
      this.station.stand(x, z);
      this.#nextTarget = 0;
    }
    this.stage?.setCut(cut, this.picks.at[0] ?? (cut === 'top' ? 0.6 * this.station.reach : 0));
    if (colour !== before?.colour) this.#paint();
  }

  /** Checks one target per step, so that dragging the base never waits. */
  step(): void {
    const target = this.station.targets[this.#nextTarget];
    if (!target) return;
    this.station.check(target);
    this.#nextTarget += 1;
    if (this.resting) this.stage?.view.announce(targetWords(this.station.targets));
  }

  /** Time never pauses here. */
  solveInPause(): void {}

  reset(): void {
    this.shell.note({ at: [], base: [0, 0], things: [] });
    this.#begin();
    this.shell.doing.during('moving', this.#fill());
    this.picked(this.picks);
  }

  draw(): void {
    this.stage?.update(this.picks.targets);
  }

  tell(): Record<string, string> {
    const { map, picks, station } = this;
    if (!map) return {};
    const tally = (this.#tally ??= tallyOf(map));
    const rate = Number(((this.#done * map.total) / this.#seconds).toPrecision(2));
    this.#progress.value = this.#done / map.count;
    endsOf(picks.colour, this.#most).forEach((text, i) => write(this.#ends[i]!, text));
    return {
      known: `${Math.floor((100 * this.#done) / map.count)} %`,
      volume: litresOf(map, tally),
      rate: this.#seconds > 0 ? `${rate.toLocaleString('en')}/s` : '–',
      words: wordsOf(map, tally),
      targets: picks.targets ? targetWords(station.targets) : '',
    };
  }

  /** Shows another robot, or other things. */
  #begin(): void {
    const before: Station | undefined = this.station;
    const { robot } = this.picks;
    this.#opener.forget();
    this.#fits += 1;
    this.shell.form.querySelector<HTMLElement>('.pick:has([name=tip])')!.hidden = !robot.own;
    this.station = new Station(robot, this.picks.tip.name, this.picks.scene);
    const { obstacles } = this.station;
    const { things } = this.picks;
    // Restore the address's state, where it fits.
    if (things.length === 3 * obstacles.length)
      obstacles.forEach((all, i) => putThing(all, new Vector3().fromArray(things, 3 * i)));
    const [x, z] = this.picks.base as [number, number];
    this.station.stand(x, z);
    this.#nextTarget = 0;
    this.#stopFloor.abort();
    this.stage?.load(this.station);
    before?.dispose();
  }

  /**
   * Shows a robot from a file, with its own shapes, those fitted to its meshes, or capsules, and cells to
   * suit its size.
   */
  async #fit(robot: RobotSource): Promise<void> {
    const fits = (this.#fits += 1);
    try {
      const { description, meshes } = await shaped(robot, parts);
      if (fits !== this.#fits) return;
      const spacing = spacingFor(sizeOf(description));
      const look = meshes && { meshes: meshes.find };
      this.shell.pick({ robot: { ...robot, upright: description, ...look }, spacing });
      this.shell.say(robot.own?.warnings ?? '');
    } catch (error) {
      if (fits === this.#fits) this.shell.say(refusalOf(robot.title, error, robot.own?.text ?? ''));
    }
  }

  async #fill(): Promise<void> {
    const { station, picks } = this;
    this.#stop.abort();
    const stop = (this.#stop = new AbortController());
    const began = performance.now();
    [this.map, this.#done, this.#seconds] = [null, 0, 0];
    try {
      await reachability(station.description, {
        ...station.searchFrom(station.origin),
        region: station.region,
        spacing: picks.spacing,
        orientations: picks.orientations,
        signal: stop.signal,
        onProgress: (progress) => {
          if (stop.signal.aborted) return;
          this.#seconds = (performance.now() - began) / 1000;
          this.#take(progress);
        },
      });
      this.#paint();
    } catch (error) {
      this.#complain(error, stop.signal);
    }
  }

  #take({ map, cells, step, done }: ReachProgress): void {
    if (map !== this.map) {
      this.map = map;
      this.stage?.cloud.load(map);
      // The available colours are known only now.
      this.shell.answer('colour', (each) => (each === 'solutions' && !map.solutions ? none : true));
      this.shell.note(map.solutions || this.picks.colour !== 'solutions' ? {} : { colour: 'share' });
    }
    this.#done = done;
    this.#tally = null;
    const measure = measureOf(map, this.picks.colour);
    this.stage?.cloud.grow(cells, step, (cell) => measure.of(cell));
    // A new maximum changes all colours.
    if (measure.most !== this.#most) this.#paint();
    this.shell.show();
  }

  /** Recolours all dots. */
  #paint(): void {
    if (!this.map) return;
    const measure = measureOf(this.map, this.picks.colour);
    this.#most = measure.most;
    this.stage?.cloud.paint((cell) => measure.of(cell));
    this.shell.show();
  }

  #complain(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.shell.say(
      error instanceof LimberError ? `The map cannot be filled: ${error.message}.` : String(error),
    );
  }

  /** The reader has let go: obstacles have moved relative to the robot. */
  #settle(): void {
    const { station } = this;
    this.#nextTarget = 0;
    this.shell.note({ things: station.obstacles.flatMap(([first]) => [...first!.pose.subarray(0, 3)]) });
    if (station.heeds) this.shell.doing.during('moving', this.#fill());
    this.shell.show();
  }

  /** Tries base positions all over the floor, and takes the one that reaches most targets. */
  async #findPlace(): Promise<void> {
    const { station } = this;
    this.#stopFloor.abort();
    const stop = (this.#stopFloor = new AbortController());
    const targets = Float64Array.from(station.targets.flatMap(({ pose }) => [...pose]));
    let first = true;
    try {
      const map = await basePlacement(station.description, {
        ...station.searchFrom(new Vector3()),
        targets,
        region: { min: [-mostAway, plinth, -mostAway], max: [mostAway, plinth, mostAway] },
        spacing: floorSpacing,
        signal: stop.signal,
        onProgress: ({ map, cells, step }) => {
          if (stop.signal.aborted) return;
          if (first) this.stage?.floor.load(map);
          first = false;
          this.stage?.floor.grow(cells, step, (cell) => map.reached[cell]! / map.total);
          this.shell.show();
        },
      });
      const [best] = map.best();
      if (best === undefined) return this.shell.say('No target is reached from anywhere on this floor.');
      const [x, , z] = map.point(best);
      this.shell.drag({ base: [x, z] });
      this.#settle();
      this.shell.say(`From the best place ${map.reached[best]} of ${map.total} targets are reached.`);
    } catch (error) {
      this.#complain(error, stop.signal);
    }
  }

  /** Buttons that save and load the map. */
  #files(): HTMLElement {
    const save = (ending: string, content: (map: ReachMap) => BlobPart) =>
      button(`Save ${ending.toUpperCase()}`, ending, () => {
        const { map, picks } = this;
        if (map) download(`reach-${picks.robot.name}.${ending}`, new Blob([content(map)]));
      });
    return make(
      'div',
      { className: 'files' },
      save('json', (map) => JSON.stringify(map)),
      save('npy', (map) => map.toNPY() as Uint8Array<ArrayBuffer>),
      fileButton('Load…', 'load', (given) => void this.#open(given), { accept: '.json' }),
      make('p', {}, 'NPY is for NumPy: how many orientations are reached in each cell.'),
    );
  }

  async #open(coming: Promise<readonly Given[]>): Promise<void> {
    try {
      const [given] = await coming;
      const map = ReachMap.fromJSON(await given!.file.text());
      this.#stop.abort();
      this.#seconds = 0;
      this.#take({
        map,
        cells: Uint32Array.from(map.done.keys()),
        step: 1,
        done: map.count,
        total: map.count,
      });
      this.#paint();
      this.shell.say('A map out of a file, around the robot that is shown.');
    } catch (error) {
      this.shell.say(`This map cannot be used: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
}

/** Reason why a colour cannot be picked. */
const none = 'the closed form has no count for seven joints';

export const start: StartPage = (_, run) => new ReachPage(run);
