import { LimberError } from '../describe/errors.ts';
import { type Input, noSample, type Sample } from './input.ts';

/** Several inputs for one goal: the first whose clutch is pressed leads, until it is let go. */
export class EitherInput implements Input {
  readonly #samples: readonly Sample[];
  #leading = 0;

  /** @throws LimberError `badOption` without inputs. */
  constructor(private readonly inputs: readonly Input[]) {
    if (inputs.length === 0) throw new LimberError('badOption', 'there are no inputs; give one at least');
    this.#samples = inputs.map(noSample);
  }

  read(time: number, sample: Sample): void {
    const all = this.#samples;
    for (const [i, each] of all.entries()) {
      each.lost = '';
      each.ended = false;
      this.inputs[i]!.read(time, each);
    }
    if (!all[this.#leading]!.held) {
      // Without a press, one that is there speaks for all.
      const pressed = all.findIndex(({ held }) => held);
      const there = all.findIndex(({ lost }) => lost === '');
      this.#leading = Math.max(0, pressed >= 0 ? pressed : there);
    }
    const { pose, twist, ...rest } = all[this.#leading]!;
    sample.pose.set(pose);
    sample.twist.set(twist);
    Object.assign(sample, rest, { source: this.#leading });
  }
}
