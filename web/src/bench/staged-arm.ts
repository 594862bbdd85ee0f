import { Quaternion, Vector3 } from 'three';
import type { Goal } from '../core/goal.ts';
import type { Run } from '../robots/run/index.ts';
import type { View } from '../three/view.ts';
import type { ActorEvents, Memory } from './actor.ts';
import { ArmActor, type ArmDrawn } from './arm.ts';
import type { ExhibitSettings, Place } from './exhibit.ts';
import type { Staged } from './staged-body.ts';
import { atOnce, type ArmPart, type ArmSubject, type MakePart } from './part.ts';
import type { PictureOptions } from './picture.ts';

/** Names of handles by the names of their goals. */
const labelsOf = (run: Run, names: readonly string[]): PictureOptions['label'] => {
  return (what, link, goal) => {
    const name = names[run.goals.indexOf(goal)] ?? link;
    return what === 'Goal' || what === 'Room' ? name : `${what} of ${name}`;
  };
};

/** The target with which a link at a pose meets a goal in the world; as it is for goals of other kinds. */
function targetAt(goal: Goal, pose: readonly number[]): readonly number[] {
  const { target, targetLink, type } = goal;
  if (targetLink) return Array.from(target);
  if (type === 'position' || type === 'pose') return pose.slice(0, target.length);
  if (type === 'orientation') return pose.slice(3);
  if (type !== 'direction') return Array.from(target);
  return new Vector3(...goal.axis).applyQuaternion(new Quaternion().fromArray(pose, 3)).toArray();
}

/** An arm with its parts, whose frames the page may make. */
export class StagedArm extends ArmActor implements Staged {
  #parts: readonly ArmPart[] = [];
  /** The exhibit's own; a page may add others for a while. */
  readonly #goals: readonly Goal[];

  constructor(
    view: View,
    subject: ArmSubject,
    before: Memory | null,
    title: string,
    on: ActorEvents,
    drawn: ArmDrawn,
    parts: readonly MakePart[],
  ) {
    const { met, names } = subject.exhibit;
    super(view, subject, before, title, on, drawn, names && labelsOf(subject.run, names));
    this.#goals = [...subject.run.goals];
    const { player } = this;
    const onStep = player.onStep!;
    player.onBefore = () => {
      for (const part of this.#parts) part.before?.();
      return this.#parts.some((part) => part.before);
    };
    player.onStep = () => {
      onStep();
      for (const part of this.#parts) part.after?.();
    };
    const onMove = (): void => {
      on.moved();
      if (!this.playing) this.settle();
    };
    this.#parts = parts.map((make) => make({ view, player, onMove }));
    for (const part of this.#parts) part.tune?.(subject.settings);
    if (met) this.settle();
  }

  override get follows(): boolean {
    // The base class asks before there are parts.
    return super.follows || (#parts in this && this.#parts.some((part) => part.before));
  }

  override get playing(): boolean {
    return super.playing;
  }

  override set playing(on: boolean) {
    super.playing = on;
    const { player, run } = this;
    // What was taken in a pause goes back to its track.
    if (on) run.curves.forEach(({ curve }, i) => curve && player.isHeld(i) && player.hold(i, null));
  }

  get place(): Place {
    const edges = this.picture.handles.edges.map(({ number }) => number);
    return { q: Array.from(this.run.q), targets: [...this.#targets, ...edges] };
  }

  get #targets(): number[] {
    return this.#goals.flatMap(({ target }) => Array.from(target));
  }

  /** Numbers of another count are not taken; edges may be missing. */
  set place({ q, targets }: Place) {
    const { player, run } = this;
    if (q.length === run.q.length) run.q.set(q);
    const { edges } = this.picture.handles;
    const count = this.#targets.length;
    if (targets.length === count + edges.length)
      edges.forEach((edge, i) => edge.setNumber(targets[count + i]!));
    if (targets.length === count || targets.length === count + edges.length) {
      let first = 0;
      for (const { target } of this.#goals) target.set(targets.slice(first, (first += target.length)));
      run.curves.forEach(({ curve, goal }, i) => curve || player.hold(i, goal.target.slice(0, 3)));
    }
    run.problem.state.update();
    player.wake();
  }

  /** Moves the targets that follow no track to where their links are. */
  aim(): void {
    const { problem } = this.run;
    const { poses } = problem.state;
    const targets = this.#goals.flatMap((goal) => {
      const at = 7 * problem.model.findLink(goal.link);
      return targetAt(goal, Array.from(poses.subarray(at, at + 7)));
    });
    this.place = { q: [], targets };
    this.picture.handles.keep();
  }

  /** Remaining distances in metres: of each goal, then of each goal of a comparison. */
  get residuals(): readonly number[] {
    const others = this.#parts.flatMap(({ residuals = [] }) => residuals);
    return [...this.#goals.map(({ distance }) => distance), ...others];
  }

  /** Makes one frame. */
  step(): void {
    this.player.step();
    this.tell();
  }

  override settle(): void {
    const { options, problem } = this.run;
    problem.solve(this.player.steps ? { ...options, maxIterations: atOnce } : options);
    problem.forgetMotion();
    for (const part of this.#parts) part.settle?.();
  }

  override draw(): void {
    super.draw();
    for (const part of this.#parts) part.draw?.();
  }

  override reset(): void {
    super.reset();
    for (const part of this.#parts) part.reset?.();
  }

  override dispose(): void {
    for (const part of this.#parts) part.dispose();
    super.dispose();
  }

  override tune(settings: ExhibitSettings): void {
    super.tune(settings);
    for (const part of this.#parts) part.tune?.(settings);
  }
}
