import { Vector3 } from 'three';
import { Opener } from '../robot-files/opener.ts';
import { makeSource, type RobotSource } from '../robot-files/catalogue.ts';
import { refusalOf } from '../robot-files/files.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { distance } from '../shell/units.ts';
import { fittedScene } from './file-scene.ts';
import { schema, type Picks, type Schema } from './picks.ts';
import { ObstaclesStage } from './stage.ts';
import { awayOf, gapOf, wordsOf } from './status-text.ts';
import { World } from './world.ts';

/** Placeholder before a file is opened: there is no robot that meshes could belong to. */
const nothing = makeSource('none', '', { links: [{ name: 'none' }] });

/** Everything on the page that moves. */
export class ObstaclesPage implements Demo<Schema> {
  world!: World;
  readonly shell: Shell<Schema>;
  readonly stage: ObstaclesStage | null;
  #file: RobotSource = nothing;
  readonly #opener = new Opener({
    present: () => this.#file,
    show: (robot) => {
      this.#file = robot;
      this.shell.doing.during('loading', this.#fit());
    },
    refuse: (reason) => this.shell.say(reason),
  });
  /** Counts fits, which take time: only the last is shown. */
  #fits = 0;
  /** The reader has moved something, so the address includes it. */
  #touched = false;

  constructor(run: HTMLElement) {
    this.shell = new Shell(run, schema, {
      title: 'Obstacles',
      alwaysRuns: true,
      facts: { clearance: 'nearest pair', away: 'from the goal', cost: 'time per frame', words: '' },
      sentences: ['words'],
    });
    this.stage = this.shell.stage && new ObstaclesStage(this.shell.stage, () => this.#touch());
    this.shell.form.append(
      this.#opener.element('A URDF with its collision shapes. Nothing leaves your computer.'),
    );
    this.shell.run(this, this.stage?.view ?? null);
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  get resting(): boolean {
    return !this.world.moving;
  }

  /** Moved things belong to the scene in which they were moved. */
  next(picks: Picks, before: Picks | null): Picks {
    return before && picks.scene !== before.scene ? { ...picks, at: [], things: [], q: [] } : picks;
  }

  picked(before: Picks | null): void {
    const { avoid, clearance, parts, scene } = this.picks;
    if (scene !== before?.scene) this.#begin();
    else if (parts !== before.parts) this.shell.doing.during('loading', this.#fit());
    this.world.clearance = avoid ? clearance : null;
    this.world.wake();
  }

  step(): void {
    const { world } = this;
    world.step();
    if (!world.moving) this.#remember();
  }

  /** Time never pauses here. */
  solveInPause(): void {}

  reset(): void {
    this.#touched = false;
    this.shell.note({ at: [], things: [], q: [] });
    this.world.reset();
    this.stage?.frame();
  }

  draw(): void {
    this.stage?.update(this.picks);
  }

  tell(): Record<string, string> {
    const { world } = this;
    const words = wordsOf(world);
    if (!world.moving) this.stage?.view.announce(words);
    const clearance = gapOf(world.actor.problem.clearance());
    return { clearance, away: distance(awayOf(world)), words };
  }

  /** Shows another scene. */
  #begin(): void {
    const before: World | undefined = this.world;
    this.#opener.forget();
    this.#fits += 1;
    const isFitted = this.picks.scene.overshoot !== undefined;
    this.shell.form.querySelector<HTMLElement>('label:has([name=parts])')!.hidden = !isFitted;
    this.#touched = false;
    this.world = new World(this.picks.scene);
    this.#stand();
    this.stage?.load(this.world);
    before?.dispose();
  }

  /** Shows the file's robot, with the picked number of shapes per mesh. */
  async #fit(): Promise<void> {
    this.#fits += 1;
    const file = this.#file;
    const fits = this.#fits;
    try {
      const scene = await fittedScene(file, this.picks.parts);
      if (fits !== this.#fits) return;
      this.shell.pick({ scene, shapes: true });
      this.shell.say(file.own?.warnings ?? '');
    } catch (error) {
      this.shell.say(refusalOf(file.title, error, file.own?.text ?? ''));
    }
  }

  /** Restores the address's state, where it fits the scene. */
  #stand(): void {
    const { at, q, things } = this.picks;
    const { actor, movers } = this.world;
    const place = (numbers: readonly number[], i: number) => new Vector3().fromArray(numbers, 3 * i);
    if (things.length === 3 * movers.length) movers.forEach((mover, i) => mover.put(place(things, i)));
    if (q.length === actor.problem.state.q.length) actor.stand(q);
    if (at.length === 3 * actor.grips.length)
      actor.grips.forEach((grip, i) => actor.move(grip, place(at, i)));
  }

  #touch(): void {
    this.#touched = true;
    this.world.wake();
    this.shell.moved();
  }

  #remember(): void {
    if (!this.#touched) return;
    const { actor, movers } = this.world;
    this.shell.note({
      at: actor.grips.flatMap(({ effector }) => effector.target.toArray()),
      things: movers.flatMap(({ at }) => at.toArray()),
      q: [...actor.problem.state.q],
    });
  }
}

export const start: StartPage = (_, run) => new ObstaclesPage(run);
