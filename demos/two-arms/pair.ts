import type { Goal } from 'limber';
import { iiwa14, yUp } from 'limber/presets';
import { Quaternion, Vector3 } from 'three';
import { LooseLink } from '../views/loose-link.ts';
import { loose, named, onBase } from '../views/robots.ts';
import { Simulation } from '../views/simulation.ts';
import type { Picks } from './picks.ts';
import { armNames, boxName, leftGrip, type Arm } from './modes.ts';

/** Joint values at first (radians): bent towards each other. */
const bent = [0.3, 0.47, 0, -1.6, 0.3, -0.49, 0];
/** The right arm stands the other way round: half a turn about the vertical. */
const facing: Readonly<Record<Arm, readonly number[]>> = { left: [0, 0, 0, 1], right: [0, 1, 0, 0] };

/** Frames that an arm has to get hold of the box before it is seen. */
const unseen = 240;

const front = new Vector3(0, 0, 1);

/** Two arms in one problem, with a box that may be loose. */
export class Pair extends Simulation {
  readonly box: LooseLink;
  goals: readonly Goal[] = [];
  private picks!: Picks;
  private readonly turn = new Quaternion();
  private readonly towards = new Vector3();
  private readonly handTurn = new Quaternion();
  private readonly grip = new Vector3();
  private readonly scratch: number[] = [0, 0, 0, 1];

  constructor(picks: Picks) {
    const robot = yUp(iiwa14);
    const links = armNames.flatMap((arm) => onBase(standOf(arm), named(arm, robot)));
    // Undamped, each direction capped for itself: near a stretched arm damping would leave the box behind.
    const options = { gain: 20, feedForward: true, selective: true };
    super({ name: 'two arms', links: [...links, loose(boxName)] }, armNames.map(standOf), options);
    this.box = new LooseLink(this.problem, boxName);
    this.begin(picks);
  }

  /** From the start: bent, and then as long as it takes to get hold. */
  begin(picks: Picks): void {
    this.bend();
    this.change(picks);
    this.aim();
    this.turn.toArray(this.scratch);
    this.box.place(...picks.place);
    this.box.turn(this.scratch);
    this.problem.state.update();
    this.problem.forgetMotion();
    for (let i = 0; i < unseen; i += 1) this.step();
    this.wake();
  }

  /** Takes over what is picked, from where the arms are. */
  change(picks: Picks): void {
    const isOther = picks.mode !== this.picks?.mode;
    this.picks = picks;
    this.options.gain = picks.gain;
    this.options.feedForward = picks.feedForward;
    if (isOther) this.rebuild();
    this.stands.forEach((stand, i) => stand.place(...picks[armNames[i]!]));
    this.wake();
  }

  /** What holds, in metres and radians: left, right. */
  get gaps(): readonly [Goal, Goal] {
    return [this.goals[0]!, this.goals[1]!];
  }

  override step(): void {
    this.aim();
    super.step();
  }

  /** Brings both hands to their places while time stands still. */
  override solve(): void {
    this.aim();
    super.solve();
  }

  /** Brings to where the cube is what it moves: the box, its goal, or the left hand's. */
  private aim(): void {
    const { mode, place, direction } = this.picks;
    this.turn.setFromUnitVectors(front, this.towards.fromArray(direction));
    if (mode.drivesBox) {
      this.box.place(...place);
      this.box.turn(this.turn.toArray(this.scratch));
      return;
    }
    this.towards.fromArray(place);
    // A carried box has a goal of its own; a hand that leads is where it would hold the box.
    const goal = mode.showsBox ? this.goals[2]! : this.goals[0]!;
    if (!mode.showsBox) this.toLeftHand();
    this.towards.toArray(goal.target);
    this.turn.toArray(goal.target, 3);
  }

  private toLeftHand(): void {
    this.towards.add(this.grip.fromArray(leftGrip).applyQuaternion(this.turn));
    this.turn.multiply(this.handTurn.fromArray(leftGrip, 3));
  }

  private rebuild(): void {
    for (const goal of this.goals) this.problem.removeGoal(goal);
    const { mode } = this.picks;
    this.goals = mode.goals().map((goal) => this.problem.addGoal(goal));
    // A box that nothing holds stays where it is.
    this.box.driven = mode.drivesBox || !mode.showsBox;
  }

  private bend(): void {
    const { q } = this.problem.state;
    this.stands.forEach((stand, i) => stand.turn(facing[armNames[i]!]));
    for (const arm of armNames) {
      const first = this.model.links[this.model.findLink(`${arm} joint 1`)]!.qIndex;
      q.set(bent, first);
    }
  }
}

const standOf = (arm: Arm): string => `${arm} stand`;
