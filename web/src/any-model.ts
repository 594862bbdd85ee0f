import type { LoopDescription } from './loop.ts';
import type { Link } from './model.ts';

/** A model as plain data. */
export type ModelFacts = Omit<AnyModel, 'findLink'>;

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
  /** As described. */
  declare readonly loops: readonly LoopDescription[];

  /** @internal */
  constructor(facts: ModelFacts) {
    Object.assign(this, facts);
  }

  /** Index of the link with that name, or −1. */
  findLink(name: string): number {
    return this.links.findIndex((link) => link.name === name);
  }
}
