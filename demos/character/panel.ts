import type { Pin, Puppet } from './puppet.ts';
import type { Format, Recording } from './recording.ts';
import { distance, microseconds } from './words.ts';

const formats: readonly Format[] = ['glb', 'gltf', 'json', 'csv'];

/** Controls and numbers beside the character, and the page as a place to drop files on. */
export class Panel {
  onHold: ((pin: Pin, held: boolean) => void) | null = null;
  onLimits: ((on: boolean) => void) | null = null;
  onPoles: ((on: boolean) => void) | null = null;
  onReset: (() => void) | null = null;
  onRecord: (() => void) | null = null;
  onPlay: (() => void) | null = null;
  onDownload: ((format: Format) => void) | null = null;
  onFiles: ((files: readonly File[]) => void) | null = null;
  onFigure: (() => void) | null = null;
  private readonly switches = new Map<Pin, HTMLInputElement>();

  constructor(private readonly root: HTMLElement) {
    this.onSwitch('limits', (on) => this.onLimits?.(on));
    this.onSwitch('poles', (on) => this.onPoles?.(on));
    this.onClick('reset', () => this.onReset?.());
    this.onClick('record', () => this.onRecord?.());
    this.onClick('play', () => this.onPlay?.());
    this.onClick('figure', () => this.onFigure?.());
    for (const format of formats) this.onClick(format, () => this.onDownload?.(format));
    this.listenForFiles();
  }

  get limits(): boolean {
    return this.input('limits').checked;
  }

  get poles(): boolean {
    return this.input('poles').checked;
  }

  /** Switches for another character. */
  load(puppet: Puppet): void {
    this.switches.clear();
    const labels = puppet.pins.map((pin) => {
      const input = document.createElement('input');
      input.type = 'checkbox';
      input.addEventListener('change', () => this.onHold?.(pin, input.checked));
      this.switches.set(pin, input);
      const label = document.createElement('label');
      label.className = 'control';
      const text = document.createElement('span');
      text.textContent = pin.label;
      label.append(text, input);
      return label;
    });
    this.find('.pins').replaceChildren(...labels);
    const poles = this.input('poles');
    poles.disabled = !puppet.isHumanoid;
    if (!puppet.isHumanoid) poles.checked = false;
  }

  /** Brings all controls in line. */
  show(recording: Recording): void {
    for (const [pin, input] of this.switches) input.checked = pin.held;
    const { state, isEmpty } = recording;
    this.text('button[name=record]', state === 'recording' ? 'Stop' : 'Record');
    this.text('button[name=play]', state === 'playing' ? 'Stop' : 'Play');
    this.button('record').disabled = state === 'playing';
    this.button('record').setAttribute('aria-pressed', String(state === 'recording'));
    this.button('play').disabled = isEmpty || state === 'recording';
    for (const format of formats) this.button(format).disabled = isEmpty || state === 'recording';
  }

  write(puppet: Puppet, recording: Recording): void {
    const { result, character } = puppet;
    this.number('status', recording.state === 'playing' ? 'playing' : (result?.status ?? '–'));
    this.number('time', microseconds(puppet.microseconds));
    this.number('slip', distance(puppet.slip));
    this.number('bones', String(character.model.links.length));
    this.number('length', `${recording.seconds.toFixed(1)} s`);
    const atLimit = puppet.limits ? character.problem.linksAtLimit() : [];
    this.number('limits', atLimit.length > 0 ? atLimit.join(', ') : 'none');
  }

  private listenForFiles(): void {
    const input = this.input('file');
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])];
      input.value = '';
      if (files.length > 0) this.onFiles?.(files);
    });
    const { body } = document;
    const over = (on: boolean) => body.classList.toggle('dropping', on);
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      over(true);
    });
    document.addEventListener('dragleave', (event) => {
      if (!event.relatedTarget) over(false);
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      over(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) this.onFiles?.(files);
    });
  }

  private onSwitch(name: string, then: (on: boolean) => void): void {
    const input = this.input(name);
    input.addEventListener('change', () => then(input.checked));
  }

  private onClick(name: string, then: () => void): void {
    this.button(name).addEventListener('click', then);
  }

  private button(name: string): HTMLButtonElement {
    return this.find(`button[name=${name}]`);
  }

  private input(name: string): HTMLInputElement {
    return this.find(`input[name=${name}]`);
  }

  private number(name: string, text: string): void {
    this.text(`[data-show="${name}"]`, text);
  }

  private text(selector: string, text: string): void {
    const element = this.find(selector);
    if (element.textContent !== text) element.textContent = text;
  }

  private find<T extends HTMLElement>(selector: string): T {
    return this.root.querySelector<T>(selector)!;
  }
}
