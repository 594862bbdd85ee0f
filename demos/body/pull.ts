/** "Pull it": a whole body follows the points by which it is dragged. */
import { Body, type Exhibit, type StagedBody } from 'limber/bench';
import { Character } from 'limber/character';
import type { Loaded } from '../robot-files/character.ts';
import { FactList, stepCost } from '../shell/board.ts';
import { button, make, write } from '../shell/dom.ts';
import type { Exhibition, Panel, Scenery } from '../shell/exhibition.ts';
import { distance } from '../shell/units.ts';
import { CharacterFigure, figureOffsets } from '../views/figure.ts';
import { Recording } from './recording.ts';
import { bodies, type Picks, type Schema } from './scene.ts';

/** A body in the list. */
export interface Entry {
  readonly name: string;
  readonly title: string;
  readonly load: () => Loaded;
}

/** The body that is shown. */
interface Pulled {
  readonly entry: Entry;
  readonly loaded: Loaded;
  readonly body: Body;
  readonly recording: Recording;
}

/** @throws LimberError for what has no bones. */
function pulledOf(entry: Entry): Pulled {
  const loaded = entry.load();
  const { humanoid, offsets = {}, scene } = loaded;
  const body = new Body(new Character(scene, { humanoid }), { offsets });
  return { entry, loaded, body, recording: new Recording(body, scene) };
}

/** Few iterations per frame: the body follows smoothly. */
const maxIterations = 12;
const facts = {
  status: 'status',
  solve: 'time per solve',
  slip: 'feet off by',
  bones: 'bones',
  limits: 'at a limit',
};
const text = 'Dragging a point pins it.';

/** A switch for each pin. */
class PinList {
  readonly element = make('div', { className: 'pins' });
  #pins: Body['pins'] = [];
  #inputs: readonly HTMLInputElement[] = [];

  constructor(private readonly hold: (pin: Body['pins'][number], held: boolean) => void) {}

  update(pins: Body['pins']): void {
    if (pins !== this.#pins) this.#show(pins);
    this.#inputs.forEach((input, i) => (input.checked = pins[i]!.held));
  }

  #show(pins: Body['pins']): void {
    this.#pins = pins;
    this.#inputs = pins.map((pin) => {
      const input = make('input', { type: 'checkbox' });
      input.addEventListener('change', () => this.hold(pin, input.checked));
      return input;
    });
    const labels = pins.map(({ label }, i) =>
      make('label', { className: 'control' }, make('span', {}, label), this.#inputs[i]!),
    );
    this.element.replaceChildren(...labels);
  }
}

export class Pull {
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
  /** The bench owns its body. */
  #made: Pulled | null = null;

  get #now(): Pulled {
    return this.#made!;
  }

  get body(): Body {
    return this.#now.body;
  }

  get recording(): Recording {
    return this.#now.recording;
  }

  /** Also while it is out of sight: it stays as hands have left it. @throws LimberError for what has no bones. */
  exhibit({ limits, pulled }: Picks): Exhibit {
    if (this.#made?.entry !== pulled) this.#made = pulledOf(pulled);
    const { body, loaded } = this.#now;
    return { character: body, scene: loaded.scene, title: pulled.title, limits, maxIterations };
  }

  /** Adds a reader's character to the list. Returns words about it. @throws LimberError for what has no bones. */
  open(loaded: Loaded, title: string, show: (pulled: Entry) => void): string {
    const entry = { name: 'file', title, load: () => loaded };
    this.#made = pulledOf(entry);
    this.bodies = [...this.bodies.slice(0, bodies.length), entry];
    show(entry);
    const { character, isHumanoid } = this.body;
    if (isHumanoid) return character.warnings.map((each) => `Not sure: ${each}.`).join(' ');
    return `No human body was found among its ${character.model.links.length} bones. So it has no limits, and you can drag the ends of its branches.`;
  }

  /** Metres by which the feet that stand are not where they stood. */
  get slip(): number {
    const { body } = this;
    const standing = body.pins.filter((pin) => body.isFoot(pin) && pin.held && !body.isDragged(pin));
    return Math.max(0, ...standing.map(({ effector }) => effector.distance));
  }

  scenery({ bench }: Exhibition<Schema>): Scenery {
    const staged = bench.staged as StagedBody;
    staged.visible = true;
    bench.view.label = this.#now.entry.title;
    staged.look();
    return {
      update() {},
      dispose: () => {
        this.recording.stop();
        staged.visible = false;
      },
    };
  }

  panel(shown: Exhibition<Schema>): Panel {
    const { shell } = shown;
    const toggle = (state: 'recording' | 'playing') => {
      this.recording.toggle(state);
      this.body.wake();
      if (shell.stage) shell.setPlaying(true);
    };
    const record = button('Record', 'record', () => toggle('recording'));
    const replay = button('Replay', 'replay', () => toggle('playing'));
    const length = make('span', { className: 'length' });
    const list = new FactList(facts, ['limits']);
    const pins = new PinList((pin, held) => {
      this.body.hold(pin, held);
      shown.moved();
    });
    const element = make('div', { className: 'settings' }, make('p', { className: 'label' }, 'Pinned'));
    element.append(pins.element, make('p', { className: 'small' }, text));
    const recording = () => this.recording;
    return {
      tab: 'pull',
      element,
      bar: [record, replay, length],
      numbers: [list.element],
      get busy() {
        return recording().state !== 'idle';
      },
      reset: () => this.recording.stop(),
      step: (solve, dt) => this.#step(solve, dt),
      update: () => {
        const { body, recording, slip } = this;
        const { limits, poles } = shown.picks;
        const { state, seconds } = recording;
        if ((poles && body.isHumanoid) !== body.poles.length > 0) body.showPoles(poles);
        pins.update(body.pins);
        write(record, state === 'recording' ? 'Stop' : 'Record');
        record.setAttribute('aria-pressed', String(state === 'recording'));
        record.disabled = state === 'playing';
        write(replay, state === 'playing' ? 'Stop' : 'Replay');
        replay.disabled = recording.isEmpty || state === 'recording';
        write(length, `${seconds.toFixed(1)} s`);
        const { model, problem } = body.character;
        list.write({
          status: state === 'playing' ? 'playing' : (body.result?.status ?? '–'),
          solve: stepCost(shell.clock.cost),
          slip: distance(slip),
          bones: String(model.links.length),
          limits: (limits && problem.linksAtLimit().join(', ')) || 'none',
        });
      },
    };
  }

  #step(solve: () => void, dt: number): void {
    const { body, loaded, recording } = this.#now;
    // A hand that takes a point ends the replay.
    if (recording.state === 'playing' && body.pins.some((pin) => body.isDragged(pin))) recording.stop();
    if (recording.state === 'playing') {
      recording.advance(dt);
      body.wake();
    } else {
      solve();
      if (recording.state === 'recording') recording.add(dt);
    }
    loaded.animate?.(dt);
  }
}
