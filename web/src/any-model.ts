import { LimberError, listed, show } from './errors.ts';
import type { LoopDescription } from './loop.ts';
import type { Link } from './model.ts';

/** A model as plain data. */
export type ModelFacts = Omit<AnyModel, 'findLink' | 'named'>;

/** The facts of a model, here or in a worker, with everything that the views of `limber/three` need. */
export class AnyModel {
  /** As described; default ''. */
  declare readonly name: string;
  /** Count of numbers in q. */
  declare readonly nq: number;
  /** Count of numbers in a change of q: degrees of freedom. */
  declare readonly nv: number;
  /** Metres: longest path from a moving joint to a tip, slides at their longest; at most ten times `size`. */
  declare readonly reach: number;
  /** Metres: longest path with slides at their shortest. Default tolerances are fractions of it. */
  declare readonly size: number;
  /** Links, depth first: a parent comes before its children. */
  declare readonly links: readonly Link[];
  /** Facts about the description that may surprise, such as joints in another order than q's; usually none. */
  declare readonly warnings: readonly string[];
  /** As described. */
  declare readonly loops: readonly LoopDescription[];

  /** @internal */
  constructor(facts: ModelFacts) {
    Object.assign(this, facts);
  }

  /** The link of that name, or with a joint of that name. @throws LimberError `unknownLink`. @internal */
  named(name: string): Link {
    const found =
      this.links.find((link) => link.name === name) ?? this.links.find(({ joint }) => joint.name === name);
    if (found) return found;
    const known = listed(this.links.map((link) => show(link.name)));
    throw new LimberError('unknownLink', `link or joint ${show(name)} is unknown; known: ${known}`);
  }

  /** Index of the link with that name, or −1. */
  findLink(name: string): number {
    return this.links.findIndex((link) => link.name === name);
  }
}
