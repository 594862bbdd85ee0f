import type { NearPair, Obstacle, Problem, SolveOptions } from 'limber';
import type { Pin, PinHand } from 'limber/bench';
import { RestRule } from 'limber/run';
import { type Object3D, Vector3 } from 'three';
import { addFloor, addThings, putThing, type Thing } from '../views/things.ts';
import type { Scene } from './scenes.ts';

/** An actor that has to avoid obstacles: one robot or several, or a character. */
export interface Actor extends PinHand {
  readonly problem: Problem;
  readonly object: Object3D;
  /** Handles to drag, as cubes with this edge (metres). */
  readonly grips: readonly Pin[];
  readonly cube: number;
  /** Solves from the present pose. */
  solve(options: SolveOptions): void;
  /** Updates the drawing. */
  show?(): void;
  /** Sets a pose without solving. */
  stand(q: ArrayLike<number>): void;
  /** Returns to the start, with its grips. */
  reset(): void;
  dispose(): void;
}

/**
 * A thing's greatest move between two solves (metres), and solves per frame: nothing is pushed through an
 * arm.
 */
const stride = 0.01;
const substeps = 4;
/** Least distance relative to the clearance: a thing that would come nearer stays put. */
const nearest = 0.5;
/** Frames after which a stuck thing gives up. */
const patience = 20;
/** Per frame: iterations of the solver, and radians of each. */
const solving = { maxIterations: 6, maxStep: 0.04 };

/** A thing on its way to where the reader wants it. */
export class Mover {
  readonly home: Vector3;
  readonly at: Vector3;
  readonly wanted: Vector3;
  readonly #before = new Vector3();
  #stuck = 0;

  constructor(
    readonly thing: Thing,
    readonly obstacles: readonly Obstacle[],
  ) {
    this.at = new Vector3().fromArray(obstacles[0]!.pose);
    this.home = this.at.clone();
    this.wanted = this.at.clone();
  }

  get isUnderWay(): boolean {
    return !this.at.equals(this.wanted);
  }

  /** Sets its destination. */
  send(place: Vector3): void {
    this.wanted.copy(place);
    this.#stuck = 0;
  }

  /** Puts it there at once, whatever is in between. */
  put(place: Vector3): void {
    this.wanted.copy(place);
    this.#write(place);
  }

  /** Moves by one stride. */
  advance(): void {
    this.#before.copy(this.at);
    const way = this.at.distanceTo(this.wanted);
    this.#write(next.copy(this.at).lerp(this.wanted, Math.min(1, stride / way)));
  }

  /** Undoes the last stride. */
  retreat(): void {
    this.#write(this.#before);
    this.#stuck += 1;
    if (this.#stuck > patience) this.wanted.copy(this.at);
  }

  #write(place: Vector3): void {
    putThing(this.obstacles, place);
    this.at.copy(place);
  }
}

const next = new Vector3();

/** An actor and the things in its way. */
export class World {
  readonly actor: Actor;
  readonly movers: readonly Mover[];
  /** Clearance to keep (metres); null: obstacles are ignored. */
  clearance: number | null = null;
  readonly #names = new Map<Obstacle, string>();
  readonly #rest: RestRule;

  constructor(readonly scene: Scene) {
    this.actor = scene.make();
    const { problem } = this.actor;
    this.#rest = new RestRule(problem);
    const roots = problem.model.links.filter(({ parent }) => parent < 0).map(({ name }) => name);
    if (scene.floor) this.#names.set(addFloor(problem, roots), 'the floor');
    this.movers = addThings(problem, scene.things).map((obstacles, i) => {
      const thing = scene.things[i]!;
      for (const obstacle of obstacles) this.#names.set(obstacle, `the ${thing.name}`);
      return new Mover(thing, obstacles);
    });
  }

  get moving(): boolean {
    return !this.#rest.resting || this.movers.some(({ isUnderWay }) => isUnderWay);
  }

  /** Something has been moved: solves again. */
  wake(): void {
    this.#rest.wake();
  }

  /** Advances by one frame. */
  step(): void {
    for (let i = 0; i < substeps; i += 1) {
      const underWay = this.movers.filter((mover) => mover.isUnderWay);
      if (underWay.length > 0) {
        if (!this.#push(underWay)) return;
      } else if (i === 0) {
        this.#solve();
      }
    }
  }

  /** Returns everything to the start. */
  reset(): void {
    for (const mover of this.movers) mover.put(mover.home);
    this.actor.reset();
    this.wake();
  }

  /** The nearest pairs, as far as they are worth a line. */
  pairs(most: number, within: number): NearPair[] {
    return this.actor.problem.nearestPairs(most).filter(({ distance }) => distance < within);
  }

  /** Whether the link moves, that is, is not a base. */
  moves(link: string | null): boolean {
    const { model } = this.actor.problem;
    return link !== null && model.links[model.findLink(link)]!.parent >= 0;
  }

  /** Names of both parts of a pair for the reader. */
  namesOf({ links, obstacles }: NearPair): readonly [string, string] {
    const name = (i: 0 | 1): string => {
      const thing = obstacles[i] && this.#names.get(obstacles[i]);
      return thing ?? wordsOf(links[i] ?? 'the base');
    };
    return [name(0), name(1)];
  }

  dispose(): void {
    this.actor.dispose();
  }

  /**
   * Moves the things a little while the actor gives way; where it cannot, they stay, and false is returned.
   */
  #push(movers: readonly Mover[]): boolean {
    const { actor, clearance } = this;
    const { problem } = actor;
    const before = problem.clearance();
    const q = problem.state.q.slice();
    for (const mover of movers) mover.advance();
    this.wake();
    this.#solve();
    if (clearance === null || problem.clearance() >= Math.min(before, nearest * clearance)) return true;
    for (const mover of movers) mover.retreat();
    actor.stand(q);
    return false;
  }

  #solve(): void {
    const { actor, clearance } = this;
    actor.solve({ ...solving, ...(clearance !== null && { clearance }) });
    this.#rest.end();
  }
}

/** "leftLowerArm" is "left lower arm". */
const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
