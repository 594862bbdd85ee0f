import { LimberError } from '../describe/errors.ts';
import { bad } from '../describe/flatten.ts';
import { asInput, copySample, type Input, noSample, type Sample } from './input.ts';

/**
 * Several inputs for one goal: the first whose clutch is pressed leads, until it is let go. Their grip is the one that
 * has changed last, whoever leads.
 */
export class EitherInput implements Input {
  readonly #samples: readonly Sample[];
  /** What each gave last. */
  readonly #grips: number[];
  #grip = 0;
  #leading = 0;

  /** @throws LimberError `badOption` without inputs, `badDescription` for what is none. */
  constructor(private readonly inputs: readonly Input[]) {
    if (!Array.isArray(inputs)) bad('the inputs', 'an array', inputs);
    inputs.forEach(asInput);
    if (inputs.length === 0) throw new LimberError('badOption', 'there are no inputs; give one at least');
    this.#samples = inputs.map(noSample);
    this.#grips = inputs.map(() => 0);
  }

  read(time: number, sample: Sample): void {
    const all = this.#samples;
    for (const [i, each] of all.entries()) {
      each.lost = '';
      each.ended = false;
      // Keys go on from the grip that there is.
      const now = (each.grip = this.#grip);
      this.inputs[i]!.read(time, each);
      if (each.grip !== now && each.grip !== this.#grips[i]) this.#grip = each.grip;
      this.#grips[i] = each.grip;
    }
    if (!all[this.#leading]!.held) {
      // Without a press, one that is there speaks for all.
      const pressed = all.findIndex(({ held }) => held);
      const there = all.findIndex(({ lost }) => lost === '');
      this.#leading = Math.max(0, pressed >= 0 ? pressed : there);
    }
    const leading = all[this.#leading]!;
    copySample(leading, sample);
    sample.grip = this.#grip;
    // Another hand of the same input is another one, too.
    sample.source = this.#leading + this.inputs.length * leading.source;
  }
}
