import { Trajectory } from 'limber';
import { button, make, write } from '../shell/dom.ts';
import { csvOf, download, fileName, jsonOf } from '../shell/files.ts';
import type { Rig } from '../robot-files/rig.ts';

/** Records the joint values of every step while it is on, and saves them to a file. */
export class Recorder {
  trajectory: Trajectory | null = null;
  on = false;
  /** Buttons and words. */
  readonly elements: readonly HTMLElement[];
  #rig!: Rig;
  readonly #record = button('Record', 'record', () => this.#toggle());
  readonly #saves = [
    button('Save JSON', 'save-json', () => this.#save('json', jsonOf(this.trajectory!))),
    button('Save CSV', 'save-csv', () => this.#save('csv', csvOf(this.trajectory!))),
  ];
  readonly #words = make('span', { className: 'key' });

  /** `onStart`: called when recording starts and frames are needed. */
  constructor(private readonly onStart: () => void) {
    this.#words.dataset.show = 'recording';
    this.elements = [this.#record, ...this.#saves, this.#words];
  }

  /** Another robot: drops the recording of the previous one. */
  load(rig: Rig): void {
    this.#rig = rig;
    this.on = false;
    this.trajectory = null;
    this.show();
  }

  /** Records a step of `dt` seconds. */
  add(dt: number): void {
    if (!this.on) return;
    const { length, duration } = this.trajectory!;
    this.trajectory!.add(length === 0 ? 0 : duration + dt, this.#rig.problem.state.q);
  }

  show(): void {
    const { trajectory, on } = this;
    write(this.#record, on ? 'Stop' : 'Record');
    for (const save of this.#saves) save.disabled = on || !trajectory;
    const { length = 0, duration = 0 } = trajectory ?? {};
    const frames = `${duration.toFixed(1)} s, ${length} ${length === 1 ? 'frame' : 'frames'}`;
    write(this.#words, trajectory ? `${on ? 'Recording: ' : ''}${frames}` : 'Nothing is recorded yet.');
  }

  #toggle(): void {
    this.on = !this.on;
    if (this.on) {
      this.trajectory = new Trajectory(this.#rig.model);
      this.add(0);
      this.onStart();
    }
    this.show();
  }

  #save(ending: string, content: Blob): void {
    download(fileName(this.#rig.source.title, ending), content);
  }
}
