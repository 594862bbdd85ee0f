import { copy } from '../copy.ts';
import { asList, flatten } from '../flatten.ts';
import { build, Model as TreeModel, type ModelOptions } from '../model.ts';
import type { RawModel } from '../raw.ts';
import { flattenLoop, type LoopDescription, type ModelDescription } from './description.ts';
import { withDraft, type RawConstraintBuilder } from './raw.ts';

/** A mechanism whose links may form closed loops; checked once, then never changed. */
export class Model extends TreeModel {
  /** As described. */
  readonly loops: readonly LoopDescription[];

  /** @internal */
  protected constructor(raw: RawModel, description: ModelDescription) {
    super(raw, description);
    this.loops = description.loops ?? [];
  }

  /**
   * Checks `description` and builds the model.
   *
   * @throws LimberError as `Model.from` of `limber`; of loops `badLoop`, `unknownLink`, `notFinite` or `notUnit`, each
   * naming the loop and what would be right.
   */
  static override from(description: ModelDescription, options: ModelOptions = {}): Model {
    const raw = build(options, (builder) => {
      // What is no object at all is the tree's to refuse.
      const { loops = [], ...tree } = { ...description };
      flatten(typeof description === 'object' && description ? tree : description, builder);
      for (const [i, loop] of asList(loops, 'loops').entries()) {
        withDraft((draft) => {
          flattenLoop(loop as LoopDescription, draft, `loops[${i}]`);
          (builder as RawConstraintBuilder).addLoop(draft);
        });
      }
    });
    return new Model(raw, copy(description));
  }
}
