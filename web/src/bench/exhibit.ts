/** Description of a bench's exhibit, as data. */
import type { Object3D } from 'three';
import type {
  ModelDescription,
  Vec3,
  LoopDescription,
  ObstacleDescription,
} from '../describe/description.ts';
import type { Character } from '../character/gltf/character.ts';
import type { GoalDescription } from '../core/goal.ts';
import type { StepOptions } from '../core/options.ts';
import type { ArmPreset } from '../robots/presets/index.ts';
import type { JointOverlayOptions } from '../three/joint-overlay.ts';
import type { MeshSource } from '../three/mesh-source.ts';
import { defaultIterations } from './iterations.ts';
import type { Puppet } from './puppet.ts';
import { startOf } from './rest.ts';
import { tipsOf } from '../robots/urdf/tips.ts';
import type { SolverName } from '../describe/core-names.ts';

/** An arm, Y up: a preset of `limber/robots`, or a description with data for its view. */
export interface ExhibitArm extends Partial<Omit<ArmPreset, 'description'>> {
  readonly description: ModelDescription;
  /** Tool axis of the effectors, in their own frames; default: along the bone that leads there. */
  readonly toolAxis?: Vec3;
  /** Initial targets, three numbers each (metres); default: near the effectors. */
  readonly targets?: readonly number[];
  /** 'always': also draws links without shapes where others have some; 'never': draws shapes only. */
  readonly generate?: 'always' | 'never';
  /** Draw a gripper at each leaf; default true, but false for a model with meshes. */
  readonly gripper?: boolean;
  /** Source of its mesh files, such as the address that they are relative to. */
  readonly meshes?: MeshSource;
  /** Metres per unit of length, for reported distances; default 1. */
  readonly unit?: number;
}

/** Settings of an arm or a character. Null: the default. */
export interface ExhibitSettings {
  /**
   * Names of links, or bones of a character, that get a target. Default null: the arm's effectors; the
   * likeliest end effector; both hands of a humanoid.
   */
  readonly tips: readonly string[] | null;
  /** Default 'lm'. */
  readonly solver: SolverName;
  /** False: hinges become balls. Default true. */
  readonly hinges: boolean;
  /** False: joints may exceed their limits. Default true. */
  readonly limits: boolean;
  /** A direction for the tool, with an arrow to turn: three numbers, Y up. Default null: none. */
  readonly direction: Vec3 | null;
  /**
   * Name of a track of `limber/robots` that the targets follow; default '': they stay where they are put.
   */
  readonly track: string;
  /** Solver iterations per frame, 1 to 1000; default 1, along a track 50. */
  readonly maxIterations: number;
  /**
   * Options of `problem.step`, which then moves the arm instead of a solve per frame. Not for characters.
   * Default null.
   */
  readonly step: StepOptions | null;
  /** Initial targets: three numbers each, metres, Y up. Default null: within reach. */
  readonly targets: readonly number[] | null;
  /**
   * Goals of any type, instead of the default targets or in addition to those of `tips`. Points, directions
   * and orientations in the world get handles. Default null: none.
   */
  readonly goals: readonly GoalDescription[] | null;
  /** Loops to close. Default null: the arm's own. */
  readonly loops: readonly LoopDescription[] | null;
  /**
   * Obstacles, Y up; those in the world get handles. An arm whose links have no collision shapes gets a
   * capsule along each bone. Not for characters. Default null: none.
   */
  readonly obstacles: readonly ObstacleDescription[] | null;
  /**
   * Metres to keep between links, and between links and obstacles. Default null: 0 with `obstacles`,
   * otherwise they may touch.
   */
  readonly clearance: number | null;
  /** Initial joint values, in the model's order. Default null: the arm's own. */
  readonly q: readonly number[] | null;
  /**
   * False: an arm that rests off a target within its reach stays there, even if another pose may reach it.
   * Default true.
   */
  readonly detours: boolean;
  /** Axes and limits to draw over the joints of an arm. Default null: none. */
  readonly overlay: JointOverlayOptions | null;
}

/** A link without a parent, with a free joint, that is moved from outside: no solver moves it. */
export interface Driven {
  readonly link: string;
  /** Pushed over the floor, or moved and turned. */
  readonly handle: 'floor' | 'pose';
  /** Name for readers; default: the link's. */
  readonly label?: string;
  /** Metres: diameter of a plinth, default 0.28; edge of a cube, default 0.1. */
  readonly size?: number;
}

/** An arm or a character, with its settings. Everything except a character and `drive` is JSON. */
export interface Exhibit extends Partial<ExhibitSettings> {
  /**
   * A description, whose joints start at their `rest` or in the middle of their limits, or a preset; Y up. Give either this or
   * `character`.
   */
  readonly arm?: ModelDescription | ExhibitArm;
  /**
   * The bench adds its effectors, and disposes it. A `Body` brings its own pins for the whole body, and
   * `tips` and `goals` are ignored.
   */
  readonly character?: Character | Puppet;
  /** Visible object of the character; the bench adds it to its view. */
  readonly scene?: Object3D;
  /**
   * Position of the camera, and the point that it looks at (metres); default: the whole exhibit is visible.
   */
  readonly camera?: { readonly position: Vec3; readonly target: Vec3 };
  /** Names it for screen readers; default: the arm's name. */
  readonly title?: string;
  /** Links of an arm that a hand moves; for a `Bench`, like all that follows. */
  readonly driven?: readonly Driven[];
  /** World poses of driven links at a time (seconds), seven numbers each by name, until a hand takes one. */
  readonly drive?: (time: number) => Readonly<Record<string, ArrayLike<number>>>;
  /** The same arm with other settings, as a ghost that follows the same targets and driven links. */
  readonly compare?: Partial<ExhibitSettings>;
  /** Names of the goals for readers, in their order; default: by their links. */
  readonly names?: readonly string[];
  /** Start where the goals are met, after one solve; default false: at the arm's own pose. */
  readonly met?: boolean;
}

/** Where things are: all that a hand or a solver has moved. */
export interface Place {
  /** Joint values, also of driven links. */
  readonly q: readonly number[];
  /** Targets of all goals, one after the other, and then the edges of their rooms that can be moved. */
  readonly targets: readonly number[];
}

/** An arm with all data that a run needs. */
export type WholeArm = ExhibitArm & ArmPreset & { readonly unit: number };

const defaults: ExhibitSettings = {
  tips: null,
  solver: 'lm',
  hinges: true,
  limits: true,
  direction: null,
  track: '',
  maxIterations: 1,
  step: null,
  targets: null,
  goals: null,
  loops: null,
  obstacles: null,
  clearance: null,
  q: null,
  detours: true,
  overlay: null,
};

export function settingsOf(exhibit: Partial<ExhibitSettings>): ExhibitSettings {
  return { ...defaults, maxIterations: defaultIterations(exhibit.track ?? ''), ...exhibit };
}

/** @throws LimberError `badDescription`. */
export function wholeArm(arm: ModelDescription | ExhibitArm, tips: readonly string[] | null): WholeArm {
  const given: ExhibitArm = 'links' in arm ? { description: arm, q: startOf(arm) } : arm;
  const name = given.name ?? given.description.name ?? 'arm';
  const effectors = tips ?? given.effectors ?? tipsOf(given.description).slice(0, 1);
  return { text: '', unit: 1, ...given, name, title: given.title ?? name, effectors };
}
