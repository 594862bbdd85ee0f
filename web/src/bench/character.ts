/** A character on the bench. */
import { Box3, type Object3D, type Vector3 } from 'three';
import type { Vec3 } from '../description.ts';
import { LimberError } from '../errors.ts';
import type { Character } from '../gltf/character.ts';
import { hasPoint, type GoalDescription } from '../goal.ts';
import { GoalHandle } from '../three/goal-handle.ts';
import type { Problem } from '../problem.ts';
import type { View } from '../three/view.ts';
import type { Actor, ActorEvents, Memory } from './actor.ts';
import type { ExhibitSettings } from './exhibit.ts';
import { GoalHandles } from './goal-handles.ts';
import { checkCount, checkSupport } from './start.ts';
import { describe, distance } from './words.ts';

/** Edge of a target's cube, as a part of the figure's height. */
const cube = 0.045;
/** Frames after which a figure that never arrives stops. */
const patience = 600;

/** Both hands of a humanoid, or else the deepest bone. */
function likelyTips({ humanoid, model: { links } }: Character): string[] {
  const hands = (['leftHand', 'rightHand'] as const).filter((role) => humanoid.has(role));
  if (hands.length > 0) return hands;
  const depths: number[] = [];
  for (const { parent } of links) depths.push(parent < 0 ? 0 : depths[parent]! + 1);
  const deepest = depths.reduce((most, each) => Math.max(most, each), 0);
  return [links[depths.indexOf(deepest)]!.name];
}

/** A point for a bone: that of an effector or a goal. */
export interface Aim {
  readonly bone: string;
  /** Metres, world. */
  get(): number[];
  set(point: readonly number[]): void;
  /** Moves it to where the bone is; not for a goal, whose description says where it is. */
  toBone(): void;
  /** Metres from the bone, after the last solve. */
  distance(): number;
}

/**
 * What the bones of a character reach for; adds its loops and goals.
 *
 * @throws LimberError for settings that do not fit.
 */
export function aimsOf(
  character: Character,
  { tips, solver, targets, goals, loops, q, direction, track }: ExhibitSettings,
): readonly Aim[] {
  if (direction || track) {
    const name = direction ? 'direction' : 'track';
    throw new LimberError('badOption', `${name} is for arms; remove it for a character`);
  }
  for (const loop of loops ?? []) character.addLoop(loop);
  const names = tips ?? (goals ? [] : likelyTips(character));
  const aims = [
    ...names.map((name) => effectorAim(character, name)),
    ...(goals ?? []).flatMap((goal) => goalAim(character, goal)),
  ];
  checkSupport(character.problem, solver);
  checkCount('targets', targets, 3 * aims.length);
  checkCount('q', q, character.model.nq);
  return aims;
}

function effectorAim(character: Character, bone: string): Aim {
  const effector = character.addEffector(bone);
  return {
    bone,
    get: () => effector.target.toArray(),
    set: (point) => effector.target.fromArray(point),
    toBone: () => effector.toBone(),
    distance: () => effector.distance,
  };
}

function goalAim(character: Character, description: GoalDescription): Aim[] {
  const goal = character.addGoal(description);
  if (!hasPoint(goal)) return [];
  return [
    {
      bone: description.link,
      get: () => [...goal.target.subarray(0, 3)],
      set: (point) => goal.target.set(point),
      toBone() {},
      distance: () => goal.distance,
    },
  ];
}

/** A character in a view, and the handles that move its targets. */
export class CharacterActor implements Actor {
  readonly missing = Promise.resolve([]);
  readonly follows = false;
  readonly stuck = false;
  playing = true;
  private readonly handles: readonly GoalHandle[];
  private readonly turners: GoalHandles;
  private readonly first: readonly number[];
  private frames = 0;
  private isResting = false;

  /** Owns the character. */
  constructor(
    private readonly view: View,
    private readonly character: Character,
    private readonly scene: Object3D,
    private readonly aims: readonly Aim[],
    private settings: ExhibitSettings,
    before: Memory | null,
    title: string,
    private readonly on: ActorEvents,
  ) {
    const { state } = this.problem;
    const q = settings.q ?? (before?.q.length === state.q.length ? before.q : null);
    if (q) {
      state.q.set(q);
      state.update();
      character.write();
    }
    for (const aim of aims) aim.toBone();
    const known = settings.goals ? null : before?.targets;
    this.first = settings.targets ?? known ?? this.targets;
    const box = new Box3().setFromObject(scene);
    if (view.floor) view.floor.position.y = box.min.y;
    scene.traverse((each) => (each.castShadow = each.receiveShadow = true));
    view.add(scene);
    const height = box.max.y - box.min.y;
    const label = (what: string, bone: string) =>
      aims.length > 1 ? `${what} of ${bone}: ${title}` : `${what}: ${title}`;
    const moved = () => {
      this.wake();
      on.moved();
    };
    this.handles = aims.map(
      (aim, i) =>
        new GoalHandle(view, {
          position: this.first.slice(3 * i, 3 * i + 3) as unknown as Vec3,
          size: cube * height,
          label: label('Goal', aim.bone),
          onChange: (position: Vector3) => {
            aim.set(position.toArray());
            moved();
          },
        }),
    );
    const turning = { size: height, label, points: false, onChange: moved };
    this.turners = new GoalHandles(view, this.problem, turning);
    this.place();
    view.onFrame = () => this.frame();
    view.invalidate();
  }

  get problem(): Problem {
    return this.character.problem;
  }

  get effectors(): readonly string[] {
    return this.aims.map(({ bone }) => bone);
  }

  get memory(): Memory {
    const { q, poses } = this.problem.state;
    return { q: q.slice(), poses: poses.slice(), targets: this.targets };
  }

  private get targets(): number[] {
    return this.aims.flatMap((aim) => aim.get());
  }

  tune(settings: ExhibitSettings): void {
    checkSupport(this.problem, settings.solver);
    this.settings = settings;
    this.wake();
    this.view.invalidate();
  }

  look(): void {
    const box = new Box3().setFromObject(this.scene);
    this.view.fit(box.expandByScalar(0.1 * (box.max.y - box.min.y)), [0.42, 0.3, 1]);
  }

  reset(): void {
    this.character.reset();
    this.place();
    this.turners.reset();
    this.wake();
    this.view.resetCamera();
  }

  dispose(): void {
    this.view.onFrame = null;
    for (const handle of [...this.handles, this.turners]) handle.dispose();
    this.character.reset();
    this.view.remove(this.scene);
    this.character.dispose();
  }

  get resting(): boolean {
    return this.isResting;
  }

  get reached(): boolean {
    return this.away <= 1e-3 * this.problem.model.reach;
  }

  get words(): string {
    return describe({ reached: this.reached, away: distance(this.away), angle: null, atLimit: [] });
  }

  private get away(): number {
    return Math.max(...this.problem.goals.map((goal) => goal.distance));
  }

  private wake(): void {
    this.frames = 0;
    this.isResting = false;
  }

  private place(): void {
    for (const [i, aim] of this.aims.entries()) {
      const point = this.first.slice(3 * i, 3 * i + 3);
      aim.set(point);
      this.handles[i]!.setPosition(...(point as unknown as Vec3));
    }
  }

  private frame(): boolean {
    const { solver, limits, maxIterations } = this.settings;
    const { aims, character } = this;
    const { status, iterations } = character.solve({ solver, limits, maxIterations });
    this.frames += 1;
    const resting = (this.isResting = status !== 'maxIterations' || this.frames > patience);
    this.turners.update();
    const residuals = aims.map((aim) => aim.distance());
    const q = Array.from(this.problem.state.q);
    this.on.solved({ status, iterations, residuals, resting, q, targets: this.targets });
    return !resting;
  }
}
