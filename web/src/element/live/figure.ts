/** A character in an element: fetched with the first glTF. */
import { Box3, type Object3D } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import type { Vec3 } from '../../description.ts';
import { LimberError } from '../../errors.ts';
import { Character } from '../../gltf/character.ts';
import type { Effector } from '../../gltf/effector.ts';
import { GoalHandle } from '../../three/goal-handle.ts';
import type { View } from '../../three/view.ts';
import type { ArmSettings } from '../attributes.ts';
import type { SolveDetail } from '../events.ts';
import { checkCount, checkSupport } from './start.ts';
import type { Memory, Shown } from './session.ts';
import { describe, distance } from './words.ts';

/** Of the figure's height: the edge of a target's cube. */
const cube = 0.045;
/** Frames after which a figure that keeps moving without arriving is left alone. */
const patience = 600;

/** @throws LimberError `loadFailed` for a file that cannot be read. */
export async function readFigure(data: ArrayBuffer, url: URL): Promise<Object3D> {
  try {
    const folder = url.protocol === 'blob:' ? '' : new URL('.', url).href;
    const { scene } = await new GLTFLoader().parseAsync(data, folder);
    return scene;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new LimberError('loadFailed', `${url.href} could not be read as glTF: ${why}`, { cause });
  }
}

/** Both hands of a humanoid; else the bone with the most bones above it. */
function likelyTips({ humanoid, model: { links } }: Character): string[] {
  const hands = (['leftHand', 'rightHand'] as const).filter((role) => humanoid.has(role));
  if (hands.length > 0) return hands;
  const depths: number[] = [];
  for (const { parent } of links) depths.push(parent < 0 ? 0 : depths[parent]! + 1);
  return [links[depths.indexOf(Math.max(...depths))]!.name];
}

/** Bones that reach for targets, and how they stand. */
export class Figure {
  readonly character: Character;
  readonly effectors: readonly Effector[];
  readonly names: readonly string[];

  /** @throws LimberError, ArmError for settings that it cannot have; nothing is left over then. */
  constructor(
    readonly scene: Object3D,
    { tips, solver, goals, q, direction, track }: ArmSettings,
  ) {
    if (direction || track) {
      const name = direction ? 'direction' : 'track';
      throw new LimberError('badOption', `${name} is for arms; leave it away for a character`);
    }
    this.character = new Character(scene);
    try {
      this.names = tips ?? likelyTips(this.character);
      this.effectors = this.names.map((name) => this.character.addEffector(name));
      checkSupport(this.character.problem, solver);
      checkCount('goals', goals, 3 * this.names.length);
      checkCount('q', q, this.character.model.nq);
    } catch (error) {
      this.character.dispose();
      throw error;
    }
  }
}

/** A figure in a view, and the handles that move its targets. */
export class FigureSession implements Shown {
  onSolve: ((detail: SolveDetail) => void) | null = null;
  readonly missing = Promise.resolve([]);
  readonly follows = false;
  playing = true;
  private readonly handles: readonly GoalHandle[];
  private readonly first: readonly number[];
  private frames = 0;

  /** The figure is the session's from now on. */
  constructor(
    readonly view: View,
    private readonly key: string,
    private readonly figure: Figure,
    private settings: ArmSettings,
    before: Memory | null,
    title: string,
  ) {
    const { character, effectors, names, scene } = figure;
    const { state } = this.problem;
    const q = settings.q ?? (before?.q.length === state.q.length ? before.q : null);
    if (q) {
      state.q.set(q);
      state.update();
      character.write();
    }
    for (const effector of effectors) effector.toBone();
    this.first = settings.goals ?? before?.targets ?? this.targets;
    const box = new Box3().setFromObject(scene);
    if (view.floor) view.floor.position.y = box.min.y;
    scene.traverse((each) => (each.castShadow = each.receiveShadow = true));
    view.add(scene);
    this.handles = effectors.map(
      (effector, i) =>
        new GoalHandle(view, {
          position: this.first.slice(3 * i, 3 * i + 3) as unknown as Vec3,
          size: cube * (box.max.y - box.min.y),
          label: names.length > 1 ? `Goal of ${names[i]}: ${title}` : `Goal: ${title}`,
          onChange: (position) => {
            effector.target.copy(position);
            this.frames = 0;
          },
        }),
    );
    this.place();
    view.onFrame = () => this.frame();
    view.invalidate();
  }

  get problem() {
    return this.figure.character.problem;
  }

  get memory(): Memory {
    const { q, poses } = this.problem.state;
    return { subject: this.key, q: q.slice(), poses: poses.slice(), targets: this.targets };
  }

  private get targets(): number[] {
    return this.figure.effectors.flatMap(({ target }) => target.toArray());
  }

  tune(settings: ArmSettings): void {
    checkSupport(this.problem, settings.solver);
    this.settings = settings;
    this.frames = 0;
    this.view.invalidate();
  }

  look(): void {
    const box = new Box3().setFromObject(this.figure.scene);
    this.view.fit(box.expandByScalar(0.1 * (box.max.y - box.min.y)), [0.42, 0.3, 1]);
  }

  reset(): void {
    this.figure.character.reset();
    this.place();
    this.frames = 0;
    this.view.resetCamera();
  }

  dispose(): void {
    this.view.onFrame = null;
    for (const handle of this.handles) handle.dispose();
    this.figure.character.reset();
    this.view.remove(this.figure.scene);
    this.figure.character.dispose();
  }

  private place(): void {
    for (const [i, effector] of this.figure.effectors.entries()) {
      effector.target.fromArray(this.first, 3 * i);
      this.handles[i]!.setPosition(...effector.target.toArray());
    }
  }

  private frame(): boolean {
    const { solver, limits, sweeps } = this.settings;
    const { character, effectors } = this.figure;
    const { status, iterations } = character.solve({ solver, limits, maxIterations: sweeps });
    this.frames += 1;
    const resting = status !== 'maxIterations' || this.frames > patience;
    const residuals = effectors.map((effector) => effector.distance);
    const q = Array.from(this.problem.state.q);
    this.onSolve?.({ status, iterations, residuals, resting, q, goals: this.targets });
    const away = Math.max(...residuals);
    const reached = away <= 1e-3 * character.model.reach;
    if (resting) this.view.announce(describe({ reached, away: distance(away), angle: null, atLimit: [] }));
    return !resting;
  }
}
