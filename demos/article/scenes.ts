/** The views of the article: `<figure class="live" data-scene="aim">` shows `aim`. */
import type { Bench } from 'limber/bench';
import type { View } from 'limber/three';
import { scenes as arms, type ArticleScene } from '../../web/src/element/live/scenes.ts';
import { defaultsOf } from '../shell/picks.ts';
import { schema, type Picks } from './picks.ts';

export const actions = { escape: 'Shake it free', opposite: 'Make them opposite', reset: 'Reset' };
export type Action = keyof typeof actions;

export interface Scene extends Pick<ArticleScene, 'title'> {
  /** In this order. */
  readonly controls: readonly (keyof Picks | Action)[];
  /** Names of the numbers under the view. */
  readonly facts: readonly string[];
}

/** The article's arm, reaching for a goal. */
export type ArmScene = Scene & ArticleScene;

/** Everything that a scene needs from its figure. */
export interface ScenePlace {
  readonly host: HTMLElement;
  readonly picks: Picks;
  /** Shows the numbers, and one line in words. */
  tell(numbers: Readonly<Record<string, string>>, words: string): void;
  /** Adds a point to the error's curve; `fraction` is relative to the reach; null: starts anew. */
  plot(fraction: number | null): void;
}

/** A scene that is running; plain text and pictures need neither three.js nor the solver. */
export interface LiveScene {
  readonly view: View;
  /** Null: there is nothing to solve. */
  readonly bench: Bench | null;
  /** True when nothing moves; false while frames are still solved. */
  readonly resting: boolean;
  /** What the address needs besides the picks; null: nothing but the view's name. */
  readonly state: Pick<Picks, 'goal' | 'arrow' | 'q'> | null;
  changed(what: keyof Picks): void;
  act(action: Action): void;
}

declare global {
  interface HTMLElement {
    /** The running scene of a `figure.live`, for tests; not there before it is near the viewport. */
    limberScene?: LiveScene;
  }
}

const controls: Readonly<Record<keyof typeof arms, Scene['controls']>> = {
  whole: ['hinges', 'limits', 'sweeps', 'reset'],
  aim: ['sweeps', 'axes', 'reset'],
  hinge: ['hinges', 'sweeps', 'axes', 'reset'],
  clamp: ['hinges', 'limits', 'sweeps', 'arcs', 'reset'],
  direction: ['direction', 'limits', 'annealing', 'sweeps', 'reset'],
  escape: ['annealing', 'arcs', 'sweeps', 'escape', 'reset'],
};
const facts = ['error', 'sweeps', 'µs per solve'];

export const scenes: Readonly<Record<string, Scene | ArmScene>> = {
  ...Object.fromEntries(
    Object.entries(controls).map(([name, each]) => [
      name,
      { ...arms[name as keyof typeof arms], facts, controls: each },
    ]),
  ),
  rotation: {
    title: 'The rotation from one direction to another',
    controls: ['turn', 'opposite', 'reset'],
    facts: ['angle', 'w', 'x  y  z'],
  },
};

export const hasArm = (scene: Scene): scene is ArmScene => 'arm' in scene;

/** A view's picks at first. */
export function picksOf(view: string, scene: Scene): Picks {
  const { direction, hinges = true, limits = true, overlay } = scene as ArmScene;
  const [axes, arcs] = [overlay?.limits === false, overlay?.limits ?? false];
  return { ...defaultsOf(schema), view, hinges, limits, direction: Boolean(direction), axes, arcs };
}

/** The scene as it was shared. */
export const asShared = (scene: ArmScene, { arrow, goal, q }: Picks): ArmScene => ({
  ...scene,
  ...(scene.direction && arrow && { direction: arrow }),
  arm: { ...scene.arm, targets: goal ?? scene.arm.targets, q },
});
