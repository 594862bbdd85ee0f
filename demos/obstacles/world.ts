import type { NearPair, Obstacle, Problem, SolveOptions } from 'limber';
import type { Pin, PinHand } from 'limber/bench';
import { RestRule } from 'limber/presets';
import { type Object3D, Vector3 } from 'three';
import { addFloor, addThings, putThing, type Thing } from '../views/things.ts';
import type { Scene } from './scenes.ts';

/** Who has to keep clear: one robot or several, or a character. */
export interface Actor extends PinHand {
  readonly problem: Problem;
  readonly object: Object3D;
  /** What the reader drags, by cubes of this edge (metres). */
  readonly grips: readonly Pin[];
  readonly cube: number;
  /** Solves from where it is. */
  solve(options: SolveOptions): void;
  /** Brings what is drawn to where it is. */
  show?(): void;
  /** Stands somewhere, without solving. */
  stand(q: ArrayLike<number>): void;
  /** To the start, with its grips. */
  reset(): void;
  dispose(): void;
}

/** Metres that a thing moves between two solves, and solves a frame: nothing is pushed through an arm. */
const stride = 0.01;
const substeps = 4;
/** Of the clearance: a thing that would come nearer stays where it is. */
const nearest = 0.5;
/** Frames after which a thing that is stuck stays. */
const patience = 20;
/** Each frame: steps of the solver, and radians of each. */
const solving = { maxIterations: 6, maxStep: 0.04 };

/** A thing on its way to where the hand wants it. */
export class Mover {
  readonly home: Vector3;
  readonly at: Vector3;
  readonly wanted: Vector3;
  private readonly before = new Vector3();
  private stuck = 0;

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

  /** The hand wants it there. */
  send(place: Vector3): void {
    this.wanted.copy(place);
    this.stuck = 0;
  }

  /** Is there, whatever is in between. */
  put(place: Vector3): void {
    this.wanted.copy(place);
    this.write(place);
  }

  /** One stride. */
  advance(): void {
    this.before.copy(this.at);
    const way = this.at.distanceTo(this.wanted);
    this.write(next.copy(this.at).lerp(this.wanted, Math.min(1, stride / way)));
  }

  /** Back from the last stride. */
  retreat(): void {
    this.write(this.before);
    this.stuck += 1;
    if (this.stuck > patience) this.wanted.copy(this.at);
  }

  private write(place: Vector3): void {
    putThing(this.obstacles, place);
    this.at.copy(place);
  }
}

const next = new Vector3();

/** An actor and what is in its way. */
export class World {
  readonly actor: Actor;
  readonly movers: readonly Mover[];
  /** What is kept (metres); null: nothing keeps clear. */
  clearance: number | null = null;
  private readonly names = new Map<Obstacle, string>();
  private readonly rest: RestRule;

  constructor(readonly scene: Scene) {
    this.actor = scene.make();
    const { problem } = this.actor;
    this.rest = new RestRule(problem);
    const roots = problem.model.links.filter(({ parent }) => parent < 0).map(({ name }) => name);
    if (scene.floor) this.names.set(addFloor(problem, roots), 'the floor');
    this.movers = addThings(problem, scene.things).map((obstacles, i) => {
      const thing = scene.things[i]!;
      for (const obstacle of obstacles) this.names.set(obstacle, `the ${thing.name}`);
      return new Mover(thing, obstacles);
    });
  }

  get moving(): boolean {
    return !this.rest.resting || this.movers.some(({ isUnderWay }) => isUnderWay);
  }

  /** Something has been moved: solves again. */
  wake(): void {
    this.rest.wake();
  }

  /** A frame. */
  step(): void {
    for (let i = 0; i < substeps; i += 1) {
      const underWay = this.movers.filter((mover) => mover.isUnderWay);
      if (underWay.length > 0) {
        if (!this.push(underWay)) return;
      } else if (i === 0) {
        this.solve();
      }
    }
  }

  /** To the start. */
  reset(): void {
    for (const mover of this.movers) mover.put(mover.home);
    this.actor.reset();
    this.wake();
  }

  /** Pairs that are nearest, as far as they are worth a line. */
  pairs(most: number, within: number): NearPair[] {
    return this.actor.problem.nearestPairs(most).filter(({ distance }) => distance < within);
  }

  /** The link moves, and is not what all stands on. */
  moves(link: string | null): boolean {
    const { model } = this.actor.problem;
    return link !== null && model.links[model.findLink(link)]!.parent >= 0;
  }

  /** What a reader calls both of a pair. */
  namesOf({ links, obstacles }: NearPair): readonly [string, string] {
    const name = (i: 0 | 1): string => {
      const thing = obstacles[i] && this.names.get(obstacles[i]);
      return thing ?? wordsOf(links[i] ?? 'the base');
    };
    return [name(0), name(1)];
  }

  dispose(): void {
    this.actor.dispose();
  }

  /** Things move a little, and the actor gives way; where it cannot, they stay. */
  private push(movers: readonly Mover[]): boolean {
    const { actor, clearance } = this;
    const { problem } = actor;
    const before = problem.clearance();
    const q = problem.state.q.slice();
    for (const mover of movers) mover.advance();
    this.wake();
    this.solve();
    if (clearance === null || problem.clearance() >= Math.min(before, nearest * clearance)) return true;
    for (const mover of movers) mover.retreat();
    actor.stand(q);
    return false;
  }

  private solve(): void {
    const { actor, clearance } = this;
    actor.solve({ ...solving, ...(clearance !== null && { clearance }) });
    this.rest.end();
  }
}

/** "leftLowerArm" is "left lower arm". */
const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
