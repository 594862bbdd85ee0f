import type { Body } from 'limber/bench';
import { button, make, write } from '../shell/dom.ts';
import { type Format, formatNames, formats } from '../character-files/formats.ts';
import type { MotionRecording } from './recording.ts';

type Pin = Body['pins'][number];

/** Switches for points of the body: a point that is on is held in place. */
export class HeldPoints {
  readonly element: HTMLElement;
  readonly #list = make('div', { className: 'pins' });
  readonly #inputs = new Map<Pin, HTMLInputElement>();

  constructor(private readonly onHold: (pin: Pin, held: boolean) => void) {
    const head = make('p', { className: 'label' }, 'Held in place');
    const text = 'A point you drag is held from then on. The others move with the body.';
    this.element = make(
      'div',
      { className: 'settings' },
      head,
      this.#list,
      make('p', { className: 'small' }, text),
    );
  }

  /** Lists the points of another character. */
  load(pins: readonly Pin[]): void {
    this.#inputs.clear();
    const labels = pins.map((pin) => {
      const input = make('input', { type: 'checkbox' });
      input.addEventListener('change', () => this.onHold(pin, input.checked));
      this.#inputs.set(pin, input);
      return make('label', { className: 'control' }, make('span', {}, pin.label), input);
    });
    this.#list.replaceChildren(...labels);
  }

  show(): void {
    for (const [pin, input] of this.#inputs) input.checked = pin.held;
  }
}

interface RecordingActions {
  readonly record: () => void;
  readonly play: () => void;
  readonly download: (format: Format) => void;
}

/** Buttons that record a motion, replay it and save it to a file. */
export class RecordingPanel {
  readonly element: HTMLElement;
  readonly #record: HTMLButtonElement;
  readonly #play: HTMLButtonElement;
  readonly #downloads: readonly HTMLButtonElement[];
  readonly #length = make('span', { className: 'length' }, '0.0 s');

  constructor({ record, play, download }: RecordingActions) {
    this.#record = button('Record', 'record', record);
    this.#record.classList.add('primary');
    this.#play = button('Play', 'play', play);
    this.#downloads = formatNames.map((format) =>
      button(formats[format].title, format, () => download(format)),
    );
    const files = make('div', { className: 'actions', role: 'group' }, ...this.#downloads);
    files.setAttribute('aria-label', 'Download the recording');
    const row = make('div', { className: 'actions' }, this.#record, this.#play, this.#length);
    this.element = make('div', {}, row, files);
  }

  show({ state, isEmpty, seconds }: MotionRecording): void {
    write(this.#record, state === 'recording' ? 'Stop' : 'Record');
    write(this.#play, state === 'playing' ? 'Stop' : 'Play');
    write(this.#length, `${seconds.toFixed(1)} s`);
    this.#record.disabled = state === 'playing';
    this.#record.setAttribute('aria-pressed', String(state === 'recording'));
    this.#play.disabled = isEmpty || state === 'recording';
    for (const each of this.#downloads) each.disabled = isEmpty || state === 'recording';
  }
}
