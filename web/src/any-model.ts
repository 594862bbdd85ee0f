import type { LoopDescription } from './loop.ts';
import type { Link } from './model.ts';

/** A model as plain data. */
export type ModelFacts = Omit<AnyModel, 'findLink'>;

/** The facts of a model, here or in a worker, with everything that the views of `limber/three` need. */
export class AnyModel {
  /** As described; default ''. */
  readonly name: string;
  /** Count of numbers in q. */
  readonly nq: number;
  /** Count of numbers in a change of q: degrees of freedom. */
  readonly nv: number;
  /** Metres: longest path from a moving joint to a tip, slides at their longest; at most ten times `size`. */
  readonly reach: number;
  /** Metres: longest path with slides at their shortest. Default tolerances are fractions of it. */
  readonly size: number;
  /** Links, depth first: a parent comes before its children. */
  readonly links: readonly Link[];
  /** As described. */
  readonly loops: readonly LoopDescription[];

  /** @internal */
  constructor({ name, nq, nv, reach, size, links, loops }: ModelFacts) {
    this.name = name;
    this.nq = nq;
    this.nv = nv;
    this.reach = reach;
    this.size = size;
    this.links = links;
    this.loops = loops;
  }

  /** Index of the link with that name, or −1. */
  findLink(name: string): number {
    return this.links.findIndex((link) => link.name === name);
  }
}
