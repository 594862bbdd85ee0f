/** "Make it walk": bodies of other proportions do what a skeleton of lines does. */
import { Character } from 'limber/character';
import type { StagedBody } from 'limber/bench';
import { GoalHandle } from 'limber/three';
import { fromURDF } from 'limber/robots';
import { type AnimationClip, Box3, Group, Vector3 } from 'three';
import { makeSource } from '../robot-files/catalogue.ts';
import humanoid from '../robot-files/humanoid.urdf?raw';
import { FactList, NumberTable } from '../shell/board.ts';
import { make, write } from '../shell/dom.ts';
import type { Exhibition, Panel, Scenery } from '../shell/exhibition.ts';
import { distance } from '../shell/units.ts';
import { CharacterFigure } from '../views/figure.ts';
import { type Act, acts, makeClip, makePerson } from './clips.ts';
import { Marks } from './marks.ts';
import { ball, bodies, type OwnMotion, type Picks, robotLine, type Schema } from './scene.ts';
import { type Places, rate, Source } from './source.ts';
import { clothe } from './sticks.ts';
import { type Measure, personOf, robotOf, type Walker } from './walker.ts';

/** Ways of the copy switch, by its value. */
const rows = [
  { name: 'Limber', colour: '--effector-0' },
  { name: 'Plain copy', colour: '--effector-1' },
];
/** From where the camera looks: from behind where steps would hide feet, and less from aside in a narrow view. */
const sides = { ahead: [0.5, 0.26, 1], behind: [-0.62, 0.42, -1], front: [0.3, 0.2, 1] } as const;
/** Metres around a lane, in which a body moves while the camera goes along. */
const room = new Box3(new Vector3(-0.35, 0, -0.4), new Vector3(0.35, 1.75, 0.5));
/** Metres: bodies that go no farther stay in the picture of a camera that stands. */
const near = 0.6;
/** Frames before and after, over which the way is averaged: a camera neither bobs nor limps. */
const smooth = rate / 2;

const told = (length: number): string => (Number.isFinite(length) ? distance(length) : '–');

/** How far all bodies have gone on average, at all frames. */
function pathOf(frames: readonly Places[], walkers: readonly Walker[]): readonly Vector3[] {
  const middles = frames.map((places) => {
    const { x, z } = places.get('hips')!;
    const sum = new Vector3(x, 0, z);
    for (const { ground, scale } of walkers)
      sum.add(new Vector3(scale * x, ground(scale * x, scale * z).height, scale * z));
    return sum.divideScalar(walkers.length + 1);
  });
  if (middles.every((each) => each.distanceTo(middles[0]!) < near)) return [new Vector3()];
  const means = middles.map((_, i) => {
    const those = middles.slice(Math.max(0, i - smooth), i + smooth + 1);
    return those.reduce((sum, each) => sum.add(each), new Vector3()).divideScalar(those.length);
  });
  return means.map((each) => each.clone().sub(means[0]!));
}

/** Bodies that walk in their lanes beside the source, at a moment of its clip. */
export class Walk implements Scenery {
  readonly #person = new Source(makePerson());
  source = this.#person;
  motions: readonly (Act | OwnMotion)[] = acts;
  readonly #usual: readonly Walker[] = [
    ...bodies.map((line) => {
      const figure = new CharacterFigure(line.proportions);
      return personOf(line, figure, new Character(figure));
    }),
    robotOf(makeSource('humanoid', robotLine.title, fromURDF(humanoid)), robotLine),
  ];
  /** By lane. */
  walkers = this.#usual;
  /** Bodies that have not taken the clip yet: one per frame does, so that nothing stalls. */
  readonly waiting = new Set<Walker>();
  /** The clip is of another place of the ball; the one that is to be read next. */
  #moved = false;
  #clip: AnimationClip | null = null;
  readonly #facts = new FactList({ clip: 'motion', took: 'onto all bodies', missed: 'not reached' }, [
    'missed',
  ]);
  readonly #board = new NumberTable(['body', 'feet slip', 'hands off by']);
  readonly #scrub = make('input', { type: 'range', name: 'time', min: '0', step: '1' });
  readonly #scrubbed = make('output');
  readonly #stage = new Group();
  #marks: readonly Marks[] = [];
  #handle: GoalHandle | null = null;
  #page!: Exhibition<Schema>;
  /** The picks that are on the stage. */
  #shown: Partial<Picks> = {};
  /** The measures of a body at a moment, in each way. */
  #known: { frame: number; report: Walker['report']; measures: readonly Measure[] } | null = null;
  #path: readonly Vector3[] = [new Vector3()];
  /** Where the camera has followed the bodies to. */
  readonly #followed = new Vector3();
  /** The camera is to be aimed once all bodies are ready. */
  #aims = false;
  #frame = 0;

  constructor() {
    this.#scrub.addEventListener('input', () => this.seek(Number(this.#scrub.value)));
    clothe(this.source.root, this.source.character.humanoid);
    this.#stage.add(this.source.shown);
    this.#stage.visible = false;
    for (const walker of this.walkers) this.#enter(walker);
  }

  get time(): number {
    return this.#frame / rate;
  }

  get #picks(): Picks {
    return this.#page.picks;
  }

  get #frames(): number {
    return this.source.places.length;
  }

  panel(page: Exhibition<Schema>): Panel {
    this.#page = page;
    const { bench, shell } = page;
    [this.#frame] = this.#picks.frame;
    if (this.#isDrawn) {
      const { view } = bench;
      view.add(this.#stage);
      this.#handle = new GoalHandle(view, {
        position: ball,
        size: 0.08,
        label: 'Where the hand reaches',
        bounds: { min: [-0.6, 0.35, 0.15], max: [0.4, 1.8, 0.75] },
        onChange: (at) => shell.drag({ ball: at.toArray() }),
      });
      this.#handle.visible = false;
      new ResizeObserver(() => this.#stage.visible && this.#look()).observe(view.host);
    }
    return {
      tab: 'walk',
      element: make('div'),
      bar: [make('label', { className: 'control' }, 'time ', this.#scrubbed, this.#scrub)],
      numbers: [this.#board.element, this.#facts.element],
      busy: true,
      update: () => {
        this.#follow();
        this.#tell();
      },
      step: () => {
        this.#frame = (this.#frame + 1) % this.#frames;
      },
      reset: () => this.#reset(),
    };
  }

  get #isDrawn(): boolean {
    return this.#page.shell.stage !== null;
  }

  /** Comes into sight, in the place of the body that is pulled. */
  scenery({ bench }: Exhibition<Schema>): Scenery {
    (bench.staged as StagedBody).visible = false;
    bench.view.label = 'A skeleton and bodies in motion';
    this.#stage.visible = this.#aims = true;
    return this;
  }

  dispose(): void {
    this.#stage.visible = false;
    if (this.#handle) this.#handle.visible = false;
  }

  /** Takes the picks that have changed. */
  #follow(): void {
    const { act, ball: at, body, ground } = this.#picks;
    const isFirst = !this.#shown.act;
    const isOther = (name: keyof Picks) => this.#picks[name] !== this.#shown[name];
    if (!this.#aims && !(['act', 'ball', 'body', 'ground'] as const).some(isOther)) return;
    const reloads = isOther('act') || isOther('ground');
    if (isOther('act')) this.#loadSource();
    else this.#moved ||= isOther('ball');
    if (reloads) this.#awaitAll();
    this.#aims ||= reloads;
    if (isOther('act') && !isFirst) this.#frame = 0;
    if (isOther('body')) this.#board.setRows(rows.slice(0, body.copies ? 2 : 1));
    this.#shown = { act, ball: at, body, ground };
    this.#frame = Math.min(this.#frame, this.#frames - 1);
    if (isFirst) while (this.waiting.size > 0) this.#loadNext();
    if (this.#aims && this.waiting.size === 0) this.#look();
    this.#handle?.setPosition(...at);
    if (this.#handle) this.#handle.visible = act.name === 'reach';
  }

  #loadSource(): void {
    this.#moved = false;
    this.#clip = null;
    const { act, ball: at } = this.#picks;
    const source = 'source' in act ? act.source : this.#person;
    this.#stage.remove(this.source.shown);
    this.#stage.add(source.shown);
    this.source = source;
    if (!('source' in act)) {
      source.hands = act.hands ?? 'auto';
      source.load(makeClip(act, at));
    }
    this.#scrub.max = String(this.#frames - 1);
  }

  #awaitAll(): void {
    for (const walker of new Set([this.#picks.body, ...this.walkers])) this.waiting.add(walker);
  }

  /** True while bodies are not yet as the picks have them. */
  get #waits(): boolean {
    return this.waiting.size > 0 || this.#moved || this.#clip !== null;
  }

  /** One piece of work: a body takes the clip; where all have it and the ball has moved, it is made anew, then read. */
  #loadNext(): void {
    // A robot takes longest: it waits for a hand that drags the ball.
    const walker = [...this.waiting].find(({ copies }) => copies || !this.#moved);
    const { act, ball: at, ground } = this.#picks;
    if (walker) {
      walker.load(this.source, ground);
      this.#loaded(walker);
    } else if (this.#clip) {
      this.source.load(this.#clip);
      this.#clip = null;
      this.#awaitAll();
    } else if (this.#moved) {
      this.#moved = false;
      if (!('source' in act)) this.#clip = makeClip(act, at);
    }
  }

  #loaded(walker: Walker): void {
    this.waiting.delete(walker);
    this.#marks.find((each) => each.walker === walker)!.load();
    if (this.waiting.size > 0) return;
    this.#path = pathOf(this.source.places, this.walkers);
    if (this.#aims) this.#look();
  }

  #enter(walker: Walker): void {
    const marks = new Marks(walker);
    this.#marks = [...this.#marks, marks];
    this.#stage.add(walker.lane, marks);
  }

  /** Puts a body into the lane of its name, and shows its numbers. @throws LimberError if it cannot follow. */
  put(walker: Walker): void {
    const before = this.walkers.find(({ name }) => name === walker.name)!;
    if (before === walker) return;
    // The panel may not have been open yet.
    if (!this.#shown.act) this.#loadSource();
    walker.load(this.source, this.#picks.ground);
    this.walkers = this.walkers.map((each) => (each === before ? walker : each));
    const marks = this.#marks.find((each) => each.walker === before)!;
    this.#marks = this.#marks.filter((each) => each !== marks);
    this.#stage.remove(before.lane, marks);
    this.waiting.delete(before);
    if (!this.#usual.includes(before)) before.dispose();
    this.#enter(walker);
    this.#loaded(walker);
    this.#aims = true;
    this.#page.shell.pick({ panel: 'walk', body: walker });
  }

  /** Follows a reader's motion. @throws LimberError if no body can. */
  follow(source: Source, title: string): void {
    this.walkers[0]!.load(source, this.#picks.ground);
    clothe(source.root, source.character.humanoid);
    const act = { name: 'file', title, text: 'From your file.', source };
    const before = this.motions[acts.length];
    this.motions = [...acts, act];
    this.#page.shell.pick({ panel: 'walk', act });
    if (before && 'source' in before) before.source.dispose();
  }

  /** Aims the camera at all bodies. */
  #look(): void {
    const { view } = this.#page.bench;
    this.#aims = false;
    this.#followed.set(0, 0, 0);
    if (view.floor) view.floor.position.y = 0;
    const box = room.clone();
    for (const { lane } of this.walkers) box.union(room.clone().translate(lane.position));
    const { width, height } = view.size;
    const isLevel = this.#picks.ground.name === 'level';
    view.fit(box, !isLevel ? sides.behind : width < height ? sides.front : sides.ahead);
  }

  seek(frame: number): void {
    this.#page.shell.setPlaying(false);
    this.#frame = Math.min(Math.max(0, frame), this.#frames - 1);
    this.#page.shell.show();
  }

  #reset(): void {
    const { act, body } = this.#picks;
    for (const walker of this.#usual) this.put(walker);
    this.#frame = 0;
    const shown = this.walkers.find(({ name }) => name === body.name)!;
    const motion = 'source' in act ? acts[0]! : act;
    this.#page.shell.pick({ ball, frame: [0], body: shown, act: motion });
  }

  /** Called before each drawn frame. */
  update(): void {
    const { view } = this.#page.bench;
    do this.#loadNext();
    while (!this.#isDrawn && this.#waits);
    if (this.#waits) view.invalidate();
    for (const marks of this.#marks) marks.show(marks.walker.show(this.#picks.copy, this.time));
    this.source.show(this.time);
    const to = this.#path[Math.min(this.#frame, this.#path.length - 1)]!;
    if (to.equals(this.#followed)) return;
    view.shift(to.clone().sub(this.#followed).toArray());
    this.#followed.copy(to);
  }

  /** The picked body's measures now, by Limber and if copied. */
  #measures(): readonly Measure[] {
    const { body, copy } = this.#picks;
    const { report } = body;
    const frame = this.#frame;
    if (this.#known?.frame === frame && this.#known.report === report) return this.#known.measures;
    const measures = (body.copies ? [false, true] : [false]).map((copied) => body.at(copied, this.time));
    body.show(copy, this.time);
    this.#known = { frame, report, measures };
    return measures;
  }

  /** Metres by which the picked body's feet slip, by Limber and if copied. */
  get slips(): readonly number[] {
    return this.#measures().map(({ slip }) => slip);
  }

  #tell(): void {
    const { shell } = this.#page;
    this.#measures().forEach(({ slip, hand }, i) => this.#board.write(i, told(slip), told(hand)));
    const still = shell.clock.playing ? 0 : this.#frame;
    if (still !== this.#picks.frame[0]) shell.note({ frame: [still] });
    this.#scrub.value = String(this.#frame);
    write(this.#scrubbed, `${this.time.toFixed(2)} s`);
    this.#scrub.setAttribute('aria-valuetext', `${this.time.toFixed(2)} seconds`);
    const { duration, tracks } = this.source.clip;
    this.#facts.write({
      clip: `${duration.toFixed(1)} s, ${tracks[0]!.times.length} frames`,
      took: `${this.walkers.reduce((sum, { cost }) => sum + cost, 0).toFixed(0)} ms`,
      missed: this.walkers.flatMap(missedBy).join('; ') || 'none',
    });
  }
}

/** The worst part that a body has missed; of a robot also root, trunk and the fastest joint. */
function missedBy({ report, title }: Walker): string[] {
  const [worst] = [...report.missed].sort((a, b) => b.distance - a.distance);
  const part = worst?.role.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`);
  const told = worst ? [`${part} by ${distance(worst.distance)}`] : [];
  if ('root' in report) {
    const [root] = [...report.root].sort((a, b) => b.distance - a.distance);
    const [trunk] = [...report.trunk].sort((a, b) => b.angle - a.angle);
    const [speed] = [...report.speeds].sort((a, b) => b.asked / b.allowed - a.asked / a.allowed);
    if (root) told.push(`root by ${distance(root.distance)}`);
    if (trunk) told.push(`trunk by ${((180 / Math.PI) * trunk.angle).toFixed(0)}°`);
    if (speed) told.push(`${speed.joint} at ${(speed.asked / speed.allowed).toFixed(1)} × its velocity`);
  }
  return told.length > 0 ? [`${title}: ${told.join(', ')} at most`] : [];
}
