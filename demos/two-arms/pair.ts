import type { Goal } from 'limber';
import { iiwa14, yUp } from 'limber/presets';
import { Quaternion, Vector3 } from 'three';
import { LooseLink } from '../views/loose-link.ts';
import { loose, named, onBase } from '../views/robots.ts';
import { Simulation } from '../views/simulation.ts';
import { armNames, boxName, type Arm, type Picks } from './modes.ts';

/** Initial joint values (radians): bent towards each other. */
const bent = [0.3, 0.47, 0, -1.6, 0.3, -0.49, 0];
/** Frames for the arms to take hold of the box before they are shown. */
const unseen = 240;

const front = new Vector3(0, 0, 1);
const towards = new Vector3();
const turn = new Quaternion();
const standOf = (arm: Arm): string => `${arm} stand`;

/** Two arms in one problem, with a box that may be loose. */
export class Pair extends Simulation {
  readonly box: LooseLink;
  #goals: readonly Goal[] = [];
  #picks!: Picks;

  constructor(picks: Picks) {
    const robot = yUp(iiwa14);
    const links = armNames.flatMap((arm) => onBase(standOf(arm), named(arm, robot)));
    // Undamped, with a cap for each direction: damping near a stretched arm would leave the box behind.
    const options = { gain: 20, feedForward: true, selective: true };
    super({ name: 'two arms', links: [...links, loose(boxName)] }, armNames.map(standOf), options);
    this.box = new LooseLink(this.problem, boxName);
    this.begin(picks);
  }

  /** Starts over: bent, the right arm half a turn round, then enough steps to take hold. */
  begin(picks: Picks): void {
    const { links } = this.model;
    armNames.forEach((arm, i) => {
      this.stands[i]!.turn([0, i, 0, 1 - i]);
      this.problem.state.q.set(bent, links[this.model.findLink(`${arm} joint 1`)]!.qIndex);
    });
    this.change(picks);
    this.#aim(this.box);
    this.problem.state.update();
    this.problem.forgetMotion();
    for (let i = 0; i < unseen; i += 1) this.step();
    this.wake();
  }

  /** Applies the picks, from the arms' present state. */
  change(picks: Picks): void {
    const { gain, feedForward, mode } = picks;
    if (mode !== this.#picks?.mode) {
      for (const goal of this.#goals) this.problem.removeGoal(goal);
      this.#goals = mode.goals.map((goal) => this.problem.addGoal(goal));
      // A box that nothing holds stays put.
      this.box.driven = mode.led === null || !mode.showsBox;
    }
    this.#picks = picks;
    Object.assign(this.options, { gain, feedForward });
    this.stands.forEach((stand, i) => stand.place(...picks[armNames[i]!]));
    this.wake();
  }

  /** The goals that hold, with residuals in metres and radians: left, right. */
  get gaps(): readonly Goal[] {
    return this.#goals.slice(0, 2);
  }

  override step(): void {
    this.#aim();
    super.step();
  }

  /** Moves both hands to their places while time is paused. */
  override solve(): void {
    this.#aim();
    super.solve();
  }

  /** Moves the cube's follower to the cube: the box, its goal's target, or the left hand's. */
  #aim(box = this.#picks.mode.led === null ? this.box : null): void {
    const { mode, place, direction } = this.#picks;
    const { x, y, z, w } = turn.setFromUnitVectors(front, towards.fromArray(direction));
    box?.place(...place);
    box?.turn([x, y, z, w]);
    if (!box) this.#goals[mode.led!]!.target.set([...place, x, y, z, w]);
  }
}
