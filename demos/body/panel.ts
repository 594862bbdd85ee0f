import type { View } from 'limber/three';
import type { Chart } from '../shell/chart.ts';
import type { Demo, Shell } from '../shell/shell.ts';
import type { SavedMotion } from './formats.ts';
import type { Schema } from './scene.ts';

/** What panels share. */
export interface Place {
  readonly shell: Shell<Schema>;
  /** Null without WebGL. */
  readonly view: View | null;
  readonly chart: Chart;
}

type Shared = 'resting' | 'step' | 'solveInPause' | 'reset' | 'draw' | 'sample' | 'tell';

/** Something that the page does with a body. */
export interface Panel extends Required<Pick<Demo<Schema>, Shared>> {
  /** Parts of the page that only this panel has: beside the buttons, in the form, among the numbers. */
  readonly extras: readonly HTMLElement[];
  readonly controls: readonly HTMLElement[];
  readonly numbers: readonly HTMLElement[];
  /** A motion to save, and its title; null: there is none yet. */
  readonly saved: (() => SavedMotion) | null;
  readonly title: string;
  start(place: Place): void;
  /** The panel was opened, or its picks have changed. */
  picked(): void;
  leave(): void;
}
