import { GoalHandle, View } from 'limber/three';
import { fromURDF } from 'limber/urdf';
import { Vector3 } from 'three';
import { FileError, reasonOf } from '../character-files/files.ts';
import { type Format, formatNames, formats } from '../character-files/formats.ts';
import { makeSource } from '../robot-files/catalogue.ts';
import { refusalOf } from '../robot-files/files.ts';
import humanoid from '../robot-files/humanoid.urdf?raw';
import { NumberTable, type RowHead } from '../shell/board.ts';
import type { CurveLook } from '../shell/curves.ts';
import { button, make, write } from '../shell/dom.ts';
import { download, fileButton, fileName, type Given, takeDrops } from '../shell/files.ts';
import type { StartPage } from '../shell/open.ts';
import type { PicksOf } from '../shell/picks.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { distance } from '../shell/units.ts';
import { type Actor, figureActor, numbersOf, RobotActor, robotActor, type Way } from './actor.ts';
import { acts, makeClip, makePerson } from './clips.ts';
import { Decor, standingWell } from './decor.ts';
import { lookAtAll } from './framing.ts';
import { accept, readGiven } from './opened.ts';
import { pathOf } from './path.ts';
import { ball, bodies, robotLine, schemaOf } from './scene.ts';
import { Source } from './source.ts';
import { clothe } from './sticks.ts';
import { Timeline } from './timeline.ts';

type Schema = ReturnType<typeof schemaOf>;
type Picks = PicksOf<Schema>;

/** Rows of numbers and their curves, in each way. */
const rows: Readonly<Record<Way, readonly (RowHead & CurveLook)[]>> = {
  limber: [
    { name: 'Slip, Limber', colour: '--effector-1' },
    { name: 'Hand, Limber', colour: '--effector-3' },
  ],
  copy: [
    { name: 'Slip, copied', colour: '--effector-0' },
    { name: 'Hand, copied', colour: '--effector-2' },
  ],
};

const rowsOf = (actor: Actor) => actor.ways.flatMap((way) => rows[way]);

/** A body without hands has no distance of theirs. */
const told = (length: number): string => (Number.isNaN(length) ? '–' : distance(length));

/** Where the camera looks from: from behind where steps would hide feet, and less from aside where the view is narrow. */
const [fromAhead, fromBehind, fromFront] = [
  [0.5, 0.26, 1],
  [-0.62, 0.42, -1],
  [0.3, 0.2, 1],
] as const;

/** Degrees. */
const fov = 34;

const ownRobotSource = makeSource('humanoid', robotLine.title, fromURDF(humanoid));

/** Everything on the page that moves. */
export class MotionPage implements Demo<Schema> {
  readonly shell: Shell<Schema>;
  readonly view: View | null;
  readonly #person = new Source(makePerson());
  source = this.#person;
  readonly #usual: readonly Actor[] = [...bodies.map(figureActor), robotActor(ownRobotSource, robotLine)];
  /** By lane. */
  actors = this.#usual;
  readonly timeline = new Timeline(standingWell, '5 mm', (time) =>
    this.#seek(Math.round(time / this.shell.clock.dt)),
  );
  readonly board = new NumberTable(['off by', 'now', 'largest']);
  readonly #scrub = make('input', { type: 'range', name: 'time', min: '0', step: '1' });
  readonly #scrubbed = make('output');
  readonly #handle: GoalHandle | null;
  #decor: readonly Decor[] = [];
  /** Bodies that have not taken the clip yet: one per frame does, so that nothing stalls. */
  readonly waiting = new Set<Actor>();
  /** The camera is to be aimed once all have. */
  #aims = false;
  /** Where the bodies go, at each frame. */
  #path: readonly Vector3[] = [new Vector3()];
  /** Where the camera has followed them to. */
  readonly #followed = new Vector3();
  #frame = 0;
  /** Counts openings, which may overlap: only the last is shown. */
  #turn = 0;

  constructor(run: HTMLElement) {
    this.#scrub.addEventListener('input', () => this.#seek(Number(this.#scrub.value)));
    const scrub = make('label', { className: 'speed' }, 'time ', this.#scrub, this.#scrubbed);
    this.shell = new Shell(
      run,
      schemaOf(() => this.actors),
      {
        title: 'Motion',
        extras: [scrub],
        facts: { clip: 'source', took: 'onto all bodies', missed: 'not reached' },
        sentences: ['missed'],
        moment: () => (this.#frame > 0 ? `frame=${this.#frame}` : ''),
      },
    );
    const { stage, numbers, form } = this.shell;
    form.append(...this.#fileButtons());
    numbers.prepend(this.board.element);
    run.append(this.timeline.element);
    this.view = stage && new View(stage, { label: 'A skeleton and three bodies in motion', fov });
    this.#handle = this.view && this.#addHandle(this.view);
    clothe(this.source.root, this.source.character.humanoid);
    this.view?.add(this.source.shown);
    this.actors.forEach((actor) => this.#enter(actor));
    const frame = Number(new URLSearchParams(location.search).get('frame') ?? 0);
    const still = Number.isInteger(frame) && frame > 0;
    this.shell.run(this, this.view, { still });
    if (still) this.#seek(frame);
    if (stage) new ResizeObserver(() => this.#look()).observe(stage);
  }

  #fileButtons(): readonly HTMLElement[] {
    const open = (given: Promise<readonly Given[]>) => this.shell.doing.during('loading', this.open(given));
    takeDrops(open);
    const text =
      'A BVH or an animated GLB is followed; a GLB or VRM of a person, or a URDF, follows. Nothing leaves your computer.';
    const saves = formatNames.map((format) =>
      button(formats[format].title, `save-${format}`, () => void this.save(format)),
    );
    const words = make('p', { id: 'save' }, 'Save the motion of this body:');
    const actions = make('div', { className: 'files', role: 'group' }, words, ...saves);
    actions.setAttribute('aria-labelledby', words.id);
    return [
      make(
        'div',
        { className: 'open' },
        fileButton('Open files…', 'files', open, { accept }),
        fileButton('Open folder…', 'folder', open, { webkitdirectory: true }),
        make('p', {}, text),
      ),
      actions,
    ];
  }

  #addHandle(view: View): GoalHandle {
    const handle: GoalHandle = new GoalHandle(view, {
      position: ball,
      size: 0.08,
      label: 'Where the hand reaches',
      bounds: { min: [-0.6, 0.35, 0.15], max: [0.4, 1.8, 0.75] },
      onChange: (place) => this.shell.drag({ ball: place.toArray() }),
    });
    return handle;
  }

  get speed(): number {
    return this.shell.picks.speed;
  }

  get #frames(): number {
    return Math.max(1, Math.round(this.source.clip.duration / this.shell.clock.dt));
  }

  get time(): number {
    return this.#frame * this.shell.clock.dt;
  }

  picked(before: Picks | null): void {
    const { picks } = this.shell;
    const isOther = (name: keyof Picks) => picks[name] !== before?.[name];
    if (isOther('act') || isOther('ball')) this.#loadSource();
    if (isOther('act') || isOther('ball') || isOther('ground'))
      for (const actor of new Set([picks.body, ...this.actors])) this.waiting.add(actor);
    if (isOther('act') || isOther('ground')) this.#aims = true;
    if (isOther('act')) this.#frame = 0;
    if (!before) while (this.waiting.size > 0) this.#loadNext();
    if (isOther('body')) this.#showCurves();
    if (this.#handle) {
      this.#handle.setPosition(...picks.ball);
      this.#handle.visible = picks.act.name === 'reach';
    }
  }

  #loadSource(): void {
    const { act, ball: at } = this.shell.picks;
    if ('source' in act) this.#follow(act.source);
    else {
      this.#follow(this.#person);
      this.source.load(makeClip(act, at));
    }
    this.#scrub.max = String(this.#frames - 1);
  }

  #follow(source: Source): void {
    if (source === this.source) return;
    this.view?.remove(this.source.shown);
    if (this.source !== this.#person) this.source.dispose();
    this.view?.add(source.shown);
    this.source = source;
  }

  /** Gives the clip to the next body that waits for it. */
  #loadNext(): void {
    const [actor] = this.waiting;
    if (!actor) return;
    this.waiting.delete(actor);
    actor.load(this.source, this.shell.picks.ground);
    this.#loaded(actor);
  }

  #loaded(actor: Actor): void {
    this.#decor.find((each) => each.actor === actor)!.load();
    if (actor === this.shell.picks.body) this.#showCurves();
    if (this.waiting.size > 0) return;
    this.#path = pathOf(this.actors, this.source);
    if (this.#aims) this.#look();
    this.#aims = false;
  }

  #showCurves(): void {
    const { body } = this.shell.picks;
    const looks = rowsOf(body);
    const curves = body.ways.map((way) => body.curves(way));
    const times = curves[0]!.map((_, i) => i * this.shell.clock.dt);
    const columns = curves.flatMap((curve) => [0, 1].map((k) => curve.map((pair) => pair[k]!)));
    this.board.setRows(looks);
    this.timeline.load(`Foot slip and distance of hands: ${body.title}`, looks, [
      times,
      ...columns.map((column) => column.map((each) => (Number.isNaN(each) ? null : each))),
    ]);
  }

  #enter(actor: Actor): void {
    const decor = new Decor(actor);
    this.#decor = [...this.#decor, decor];
    this.view?.add(actor.lane, decor.group);
  }

  #leave(actor: Actor): void {
    const decor = this.#decor.find((each) => each.actor === actor)!;
    this.#decor = this.#decor.filter((each) => each !== decor);
    this.view?.remove(actor.lane, decor.group);
    this.waiting.delete(actor);
    if (!this.#usual.includes(actor)) actor.dispose();
  }

  /** Puts a body into the lane of its name, and shows its numbers. @throws LimberError if it cannot follow. */
  #put(actor: Actor): void {
    const before = this.actors.find(({ name }) => name === actor.name)!;
    if (before === actor) return;
    actor.load(this.source, this.shell.picks.ground);
    this.actors = this.actors.map((each) => (each === before ? actor : each));
    this.#leave(before);
    this.#enter(actor);
    this.#aims = true;
    this.shell.pick({ body: actor });
    this.#loaded(actor);
  }

  /** Shows what is in files; errors are reported, and everything stays as it was. */
  async open(coming: Promise<readonly Given[]>): Promise<void> {
    const turn = (this.#turn += 1);
    const about = { file: 'What you dropped', text: '' };
    this.shell.say('Opening …');
    let unused: Source | Actor | undefined;
    try {
      const [robot] = this.actors.filter((each) => each instanceof RobotActor);
      const { made, remark } = await readGiven(await coming, about, robot!.source);
      unused = made;
      if (turn !== this.#turn) return;
      if (made instanceof Source) this.#take(made, about.file);
      else this.#put(made);
      unused = undefined;
      this.shell.say(remark);
    } catch (error) {
      if (turn !== this.#turn) return;
      const { file, text } = about;
      this.shell.say(error instanceof FileError ? error.message : refusalOf(file, error, text));
    } finally {
      unused?.dispose();
    }
  }

  /** Follows a reader's recording until another motion is picked. @throws LimberError if no body can. */
  #take(source: Source, title: string): void {
    this.actors[0]!.load(source, this.shell.picks.ground);
    clothe(source.root, source.character.humanoid);
    this.shell.pick({ act: { name: 'file', title, text: 'From your file.', source } });
  }

  /** Gives the reader the motion of the body whose numbers are shown. */
  async save(format: Format): Promise<void> {
    const { body } = this.shell.picks;
    try {
      download(fileName(body.title, format), await formats[format].write(body.saved()));
    } catch (error) {
      this.shell.say(`The motion cannot be written as ${format}: ${reasonOf(error)}.`);
    }
  }

  /** Aims the camera at the bodies, now and wherever they will be while it follows them. */
  #look(): void {
    if (!this.view) return;
    const points: Vector3[] = [];
    const [start] = this.#path;
    for (let i = 0; i < this.#frames; i += 6) {
      const moved = start!.clone().sub(this.#path[Math.min(i, this.#path.length - 1)]!);
      const shown = this.actors.map((actor) => actor.placesAt(i * this.shell.clock.dt));
      for (const places of [...shown, this.source.places[i]!])
        for (const [role, place] of places)
          for (const height of role === 'hips' ? [0.85] : [-0.1, 0.1])
            points.push(new Vector3(0, height, 0).add(place).add(moved));
    }
    this.#followed.copy(start!);
    const { width, height } = this.view.size;
    const isFlat = this.shell.picks.ground.name === 'level';
    const side = !isFlat ? fromBehind : width < height ? fromFront : fromAhead;
    lookAtAll(this.view, points, side, fov);
  }

  #seek(frame: number): void {
    this.shell.setPlaying(false);
    this.#frame = Math.min(Math.max(0, frame), this.#frames - 1);
    this.shell.show();
  }

  step(): void {
    this.#frame = (this.#frame + 1) % this.#frames;
  }

  solveInPause(): void {
    // All frames are known.
  }

  reset(): void {
    const { act, body } = this.shell.picks;
    for (const actor of this.#usual) this.#put(actor);
    this.#frame = 0;
    const shown = this.actors.find(({ name }) => name === body.name)!;
    this.shell.pick({ ball, body: shown, act: 'source' in act ? acts[0]! : act });
  }

  draw(): void {
    const { way } = this.shell.picks;
    const { view } = this;
    do this.#loadNext();
    while (!view && this.waiting.size > 0);
    if (this.waiting.size > 0) view!.invalidate();
    this.source.show(this.time);
    for (const actor of this.actors) actor.show(way, this.time);
    for (const decor of this.#decor) decor.show(way, this.time);
    this.timeline.at(this.time);
    const to = this.#path[Math.min(this.#frame, this.#path.length - 1)]!;
    if (!view || to.equals(this.#followed)) return;
    view.shift(to.clone().sub(this.#followed).toArray());
    this.#followed.copy(to);
  }

  tell(): Record<string, string> {
    const { body } = this.shell.picks;
    const worst = body.ways.flatMap((way) => body.worst(way));
    const now = body.ways.flatMap((way) => numbersOf(body.at(way, this.time)!));
    worst.forEach((each, i) => this.board.write(i, told(now[i]!), told(each)));
    this.#scrub.value = String(this.#frame);
    write(this.#scrubbed, `${this.time.toFixed(2)} s`);
    this.#scrub.setAttribute('aria-valuetext', `${this.time.toFixed(2)} seconds`);
    const missed = this.actors.flatMap(({ report, title }) => {
      const worst = [...report.missed].sort((a, b) => b.distance - a.distance)[0];
      if (!worst) return [];
      const part = worst.role.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`);
      return `${title}: ${part} by ${distance(worst.distance)} at most`;
    });
    return {
      clip: `${this.source.clip.duration.toFixed(1)} s, ${this.source.clip.tracks[0]!.times.length} frames`,
      took: `${this.actors.reduce((sum, { cost }) => sum + cost, 0).toFixed(0)} ms`,
      missed: missed.join('; ') || 'none',
    };
  }
}

export const start: StartPage = (_, run) => new MotionPage(run);
