/** "Pull it": a whole body follows the points by which it is dragged. */
import { Body, BodyPicture } from 'limber/bench';
import { Character } from 'limber/character';
import { Vector3 } from 'three';
import { FactList, stepCost } from '../shell/board.ts';
import { button, make, write } from '../shell/dom.ts';
import { writeNumbers } from '../shell/picks.ts';
import { distance } from '../shell/units.ts';
import { CharacterFigure, figureOffsets } from '../views/figure.ts';
import type { Loaded } from './files.ts';
import type { Panel, Place } from './panel.ts';
import { Recording } from './recording.ts';
import { bodies, type Picks } from './scene.ts';

type Pin = Body['pins'][number];

/** A body in the list. */
interface Entry {
  readonly name: string;
  readonly title: string;
  readonly load: () => Loaded;
}

/** A body to pull. */
interface Pulled {
  readonly loaded: Loaded;
  readonly body: Body;
  readonly recording: Recording;
  /** A hand has moved it, so the address has its posture. */
  touched: boolean;
}

/** @throws LimberError for what has no bones. */
function pulledOf(loaded: Loaded): Pulled {
  const { humanoid, offsets = {}, scene } = loaded;
  const body = new Body(new Character(scene, { humanoid }), { offsets });
  return { loaded, body, recording: new Recording(body, scene), touched: false };
}

const facts = {
  status: 'status',
  solve: 'time per solve',
  slip: 'feet off by',
  bones: 'bones',
  limits: 'at a limit',
};
const text = 'Dragging a point pins it.';

export class Pull implements Panel {
  /** The page's own two, and one of a reader's. */
  bodies: readonly Entry[] = bodies.map(({ name, title, proportions }) => ({
    name,
    title,
    load: () => ({
      scene: new CharacterFigure(proportions),
      humanoid: 'auto',
      animate: null,
      animations: [],
      offsets: figureOffsets,
    }),
  }));
  readonly #made = new Map<Entry, Pulled>();
  readonly extras: readonly HTMLElement[];
  readonly controls: readonly HTMLElement[];
  readonly numbers: readonly HTMLElement[];
  readonly #facts = new FactList(facts, ['limits']);
  readonly #pins = make('div', { className: 'pins' });
  #inputs: readonly HTMLInputElement[] = [];
  readonly #record = button('Record', 'record', () => this.#toggle('recording'));
  readonly #replay = button('Replay', 'replay', () => this.#toggle('playing'));
  readonly #length = make('span', { className: 'length' });
  #place!: Place;
  #picture: BodyPicture | null = null;
  #shown: Pulled | null = null;
  /** Microseconds of the last solve. */
  #cost = NaN;
  /** The posture in the address. */
  #noted = '';

  constructor() {
    this.extras = [this.#record, this.#replay, this.#length];
    const head = make('p', { className: 'label' }, 'Pinned');
    this.controls = [
      make('div', { className: 'settings' }, head, this.#pins, make('p', { className: 'small' }, text)),
    ];
    this.numbers = [this.#facts.element];
  }

  get #picks(): Picks {
    return this.#place.shell.picks;
  }

  get #now(): Pulled {
    const { pulled } = this.#picks;
    const made = this.#made.get(pulled) ?? pulledOf(pulled.load());
    this.#made.set(pulled, made);
    return made;
  }

  get body(): Body {
    return this.#now.body;
  }

  get recording(): Recording {
    return this.#now.recording;
  }

  get resting(): boolean {
    return this.recording.state === 'idle' && this.body.resting;
  }

  get title(): string {
    return 'recording';
  }

  get saved() {
    const { recording } = this;
    return recording.isEmpty || recording.state === 'recording' ? null : () => recording.saved;
  }

  start(place: Place): void {
    this.#place = place;
    const { q, held, panel } = this.#picks;
    if (q && panel === 'pull') this.#take(q, held ?? []);
  }

  picked(): void {
    if (this.#shown !== this.#now) this.#show(this.#now);
    const { poles } = this.#picks;
    const { body } = this;
    if (poles !== body.poles.length > 0) body.showPoles(poles && body.isHumanoid);
    body.wake();
  }

  leave(): void {
    this.#shown?.recording.stop();
    this.#picture?.dispose();
    this.#picture = this.#shown = null;
  }

  #show(pulled: Pulled): void {
    this.leave();
    this.#shown = pulled;
    const { body, loaded } = pulled;
    const { view, chart } = this.#place;
    this.#picture = view && new BodyPicture(view, body, loaded.scene, () => this.#touched());
    if (this.#picture) this.#look(this.#picture);
    chart.setCurves(['--effector-1']);
    this.#inputs = body.pins.map((pin) => {
      const input = make('input', { type: 'checkbox' });
      input.addEventListener('change', () => {
        body.hold(pin, input.checked);
        this.#touched();
      });
      return input;
    });
    const labels = body.pins.map(({ label }, i) =>
      make('label', { className: 'control' }, make('span', {}, label), this.#inputs[i]!),
    );
    this.#pins.replaceChildren(...labels);
  }

  /** Aims the camera slightly from the side, with room for raised arms. */
  #look({ box, height, view }: BodyPicture): void {
    const sides = new Vector3(0.3, 0.12, 0.3).multiplyScalar(height);
    view.fit(box.clone().expandByVector(sides), [0.42, 0.16, 1]);
  }

  /** Pulls a reader's character. Returns words about it. @throws LimberError for what has no bones. */
  open(loaded: Loaded, title: string): string {
    const made = pulledOf(loaded);
    const pulled = { name: 'file', title, load: () => loaded };
    this.#made.set(pulled, made);
    const before = this.bodies[bodies.length];
    this.bodies = [...this.bodies.slice(0, bodies.length), pulled];
    this.#place.shell.pick({ panel: 'pull', pulled });
    if (before) this.#forget(before);
    const { model, warnings } = made.body.character;
    if (made.body.isHumanoid) return warnings.map((each) => `Not sure: ${each}.`).join(' ');
    return `No human body was found among its ${model.links.length} bones. So it has no limits, and you can drag the ends of its branches.`;
  }

  #forget(entry: Entry): void {
    this.#made.get(entry)?.body.dispose();
    this.#made.delete(entry);
  }

  /** Applies a posture of the address; one of another body is ignored. */
  #take(q: readonly number[], held: readonly number[]): void {
    const { body } = this;
    if (q.length !== body.character.problem.state.q.length) return;
    body.stand(q);
    body.pins.forEach((pin, i) => {
      const first = held.findIndex((each, k) => k % 4 === 0 && each === i);
      body.hold(pin, first >= 0);
      if (first >= 0) pin.effector.target.fromArray(held, first + 1);
    });
    this.#now.touched = true;
  }

  /** The reader has taken a pin or a pole. */
  #touched(): void {
    if (this.recording.state === 'playing') this.recording.stop();
    this.#now.touched = true;
    this.#place.shell.moved();
  }

  #toggle(state: 'recording' | 'playing'): void {
    const { body, recording } = this;
    if (recording.state === state) recording.stop();
    else if (state === 'recording') recording.start();
    else recording.play();
    body.wake();
    this.#place.shell.moved();
  }

  step(): void {
    const { body, recording } = this;
    const { dt } = this.#place.shell.clock;
    if (recording.state === 'playing') {
      recording.advance(dt);
      body.wake();
    } else {
      const before = performance.now();
      body.step({ limits: this.#picks.limits });
      this.#cost = 1000 * (performance.now() - before);
      if (recording.state === 'recording') recording.add(dt);
    }
    this.#now.loaded.animate?.(dt);
  }

  solveInPause(): void {
    for (let i = 0; i < 60 && !this.resting; i += 1) this.step();
  }

  reset(): void {
    this.recording.stop();
    this.body.reset();
    this.#now.touched = false;
    this.#noted = '';
    this.#place.shell.note({ q: null, held: null });
  }

  draw(): void {
    this.#picture?.update();
  }

  sample(): readonly number[] {
    return [this.#slip];
  }

  /** Metres by which the feet that stand are not where they stood. */
  get #slip(): number {
    const { body } = this;
    const standing = body.pins.filter((pin) => body.isFoot(pin) && pin.held && !body.isDragged(pin));
    return Math.max(0, ...standing.map(({ effector }) => effector.distance));
  }

  tell(): void {
    const { body, recording } = this;
    const { state, seconds } = recording;
    this.#inputs.forEach((input, i) => (input.checked = body.pins[i]!.held));
    write(this.#record, state === 'recording' ? 'Stop' : 'Record');
    this.#record.setAttribute('aria-pressed', String(state === 'recording'));
    this.#record.disabled = state === 'playing';
    write(this.#replay, state === 'playing' ? 'Stop' : 'Replay');
    this.#replay.disabled = recording.isEmpty || state === 'recording';
    write(this.#length, `${seconds.toFixed(1)} s`);
    const { model, problem } = body.character;
    const limits = this.#picks.limits ? problem.linksAtLimit() : [];
    const pin = body.pins.find((each) => body.isDragged(each));
    if (pin) this.#announce(pin, limits.length);
    this.#note();
    this.#facts.write({
      status: state === 'playing' ? 'playing' : (body.result?.status ?? '–'),
      solve: stepCost(this.#cost),
      slip: distance(this.#slip),
      bones: String(model.links.length),
      limits: limits.join(', ') || 'none',
    });
  }

  #announce({ effector, label }: Pin, atLimit: number): void {
    const { reach } = this.body.character.model;
    const words = effector.distance <= 1e-3 * reach ? 'reached' : `${distance(effector.distance)} away`;
    const joints = `, ${atLimit} ${atLimit === 1 ? 'joint at its limit' : 'joints at their limits'}`;
    this.#place.view?.announce(`${label} ${words}${atLimit > 0 ? joints : ''}.`);
  }

  /** Writes the posture into the address; that of a reader's file cannot be there. */
  #note(): void {
    const { body, touched } = this.#now;
    if (!touched || this.#picks.pulled.name === 'file') return;
    const q = [...body.character.problem.state.q];
    const held = body.pins.flatMap((pin, i) => (pin.held ? [i, ...pin.effector.target.toArray()] : []));
    const noted = writeNumbers([...q, ...held]);
    if (this.#noted !== (this.#noted = noted)) this.#place.shell.note({ q, held });
  }
}
