/** A character on the bench. */
import type { Object3D } from 'three';
import { LimberError } from '../describe/errors.ts';
import type { Character } from '../character/gltf/character.ts';
import type { Problem } from '../core/problem.ts';
import type { View } from '../three/view.ts';
import type { Actor, ActorEvents, Memory } from './actor.ts';
import type { Prepare } from './bench.ts';
import { branchEnds } from './branches.ts';
import type { ExhibitSettings } from './exhibit.ts';
import { GoalHandles } from './goal-handles.ts';
import { Puppet } from './puppet.ts';
import { PuppetPicture } from './puppet-picture.ts';
import { checkCount, checkSupport } from './start.ts';
import { describe, distance } from './describe.ts';

/** Both hands of a humanoid, or else the end of the longest branch. */
function likelyTips({ humanoid, model }: Character): string[] {
  const hands = (['leftHand', 'rightHand'] as const).filter((role) => humanoid.has(role));
  return hands.length > 0 ? hands : branchEnds(model).slice(0, 1);
}

/**
 * A character with pins that its bones reach for; adds its loops and goals.
 *
 * @throws LimberError for settings that do not fit.
 */
export function puppetOf(
  shown: Character | Puppet,
  { tips, solver, targets, goals, loops, q, direction, track }: ExhibitSettings,
  title: string,
): Puppet {
  if (direction || track) {
    const name = direction ? 'direction' : 'track';
    throw new LimberError('badOption', `${name} is for arms; remove it for a character`);
  }
  const character = shown instanceof Puppet ? shown.character : shown;
  for (const loop of loops ?? []) character.addLoop(loop);
  const bones = tips ?? (goals ? [] : likelyTips(character));
  const count = bones.length + (goals?.length ?? 0);
  const puppet =
    shown instanceof Puppet
      ? shown
      : new Puppet(shown, {
          pins: bones.map((bone) => ({ bone })),
          goals: goals ?? [],
          labelOf: (bone) => labelOf('Goal', bone, title, count),
        });
  checkSupport(character.problem, solver);
  checkCount('targets', targets, 3 * puppet.pins.length);
  checkCount('q', q, character.model.nq);
  return puppet;
}

const labelOf = (what: string, bone: string, title: string, count: number): string =>
  count > 1 ? `${what} of ${bone}: ${title}` : `${what}: ${title}`;

/** A character in a view, with the handles of its pins. */
export class CharacterActor implements Actor {
  readonly missing = Promise.resolve([]);
  readonly follows = false;
  readonly stuck = false;
  playing = true;
  protected readonly picture: PuppetPicture;
  readonly #turners: GoalHandles;
  readonly #first: readonly number[];

  /** Owns the puppet. */
  constructor(
    protected readonly view: View,
    private readonly puppet: Puppet,
    scene: Object3D,
    private settings: ExhibitSettings,
    before: Memory | null,
    title: string,
    private readonly on: ActorEvents,
    /** Draws it, all handles included. */
    drawn?: (onMove: () => void) => PuppetPicture,
  ) {
    const { pins } = puppet;
    const q = settings.q ?? (before?.q.length === this.problem.state.q.length ? before.q : null);
    if (q) puppet.stand(q);
    for (const { effector } of pins) effector.toBone();
    const known = settings.goals ? null : before?.targets;
    this.#first = settings.targets ?? known ?? this.#targets;
    this.#place();
    const onMove = (): void => this.#moved();
    this.picture = drawn?.(onMove) ?? new PuppetPicture(view, puppet, scene, onMove);
    this.#turners = new GoalHandles(view, this.problem, {
      size: this.picture.height,
      points: false,
      turns: !drawn,
      label: (what, bone) => labelOf(what, bone, title, pins.length),
      onChange: onMove,
    });
    view.onFrame = () => this.frame();
    view.invalidate();
  }

  get problem(): Problem {
    return this.puppet.character.problem;
  }

  get effectors(): readonly string[] {
    return this.puppet.pins.map(({ bone }) => bone);
  }

  get memory(): Memory {
    const { q, poses } = this.problem.state;
    return { q: q.slice(), poses: poses.slice(), targets: this.#targets };
  }

  get resting(): boolean {
    return this.puppet.resting;
  }

  get reached(): boolean {
    return this.#away <= 1e-3 * this.problem.model.reach;
  }

  get words(): string {
    return describe({ reached: this.reached, away: distance(this.#away), angle: null, atLimit: [] });
  }

  /** A pin that follows the body is measured before the solve that moves it: it has no weight, and is off nowhere. */
  get #away(): number {
    return Math.max(...this.problem.goals.map((goal) => (goal.weight > 0 ? goal.distance : 0)));
  }

  tune(settings: ExhibitSettings): void {
    checkSupport(this.problem, settings.solver);
    this.settings = settings;
    this.#wake();
  }

  look(): void {
    const { box, height } = this.picture;
    this.view.fit(box.clone().expandByScalar(0.1 * height), [0.42, 0.3, 1]);
  }

  reset(): void {
    this.puppet.reset();
    this.#place();
    this.#turners.reset();
    this.picture.update();
    this.view.resetCamera();
    this.#wake();
  }

  dispose(): void {
    this.view.onFrame = null;
    this.picture.dispose();
    this.#turners.dispose();
    this.puppet.character.reset();
    this.puppet.dispose();
  }

  get #targets(): number[] {
    return this.puppet.pins.flatMap(({ effector }) => effector.target.toArray());
  }

  #place(): void {
    this.puppet.pins.forEach(({ effector }, i) => effector.target.fromArray(this.#first, 3 * i));
  }

  #moved(): void {
    this.#wake();
    this.on.moved();
  }

  #wake(): void {
    this.puppet.wake();
    this.view.invalidate();
  }

  protected frame(): boolean {
    const { solver, limits, maxIterations } = this.settings;
    const { puppet } = this;
    // Solved again, it would still move in the last digits, and its handles would have it drawn for ever.
    if (puppet.resting) return false;
    const resting = !puppet.step({ solver, limits, maxIterations });
    const { status, iterations } = puppet.result!;
    this.picture.update();
    this.#turners.update();
    const residuals = puppet.pins.map(({ effector }) => effector.distance);
    const q = Array.from(this.problem.state.q);
    this.on.solved({ status, iterations, residuals, resting, q, targets: this.#targets });
    return !resting;
  }
}

export const prepareCharacter: Prepare = (view, { character, scene }, settings, title, events) => {
  if (!character || !scene)
    throw new LimberError(
      'badDescription',
      'the exhibit shows nothing; give it an arm, or a character and its scene',
    );
  const puppet = puppetOf(character, settings, title);
  return (before) => new CharacterActor(view, puppet, scene, settings, before, title, events);
};
