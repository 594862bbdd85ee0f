/** The same arm with other settings, beside it as a ghost. */
import { Mesh, type MeshStandardMaterial } from 'three';
import { ArmShape } from '../three/arm-shape.ts';
import type { ModelLike } from '../three/model-like.ts';
import { type Palette, palettes, type Theme } from '../three/theme.ts';
import type { StepOptions } from '../core/options.ts';
import { looseLinks } from './driven.ts';
import { atOnce, type ArmSubject, type MakePart } from './part.ts';
import { makeRun } from './start.ts';

/** Opacity of a ghost. */
const usual = 0.38;

/** A translucent arm in one colour, for another solution beside the arm's own. */
export class Ghost extends ArmShape {
  #colour: keyof Palette = 'direction';
  #seen: readonly [Theme, Palette] = ['light', palettes.light];

  /** `generate`: as for `ArmShape`. */
  constructor(model: ModelLike, generate: 'auto' | 'always' = 'auto') {
    super(model, { generate, opacity: usual });
  }

  override setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.#seen = [theme, palette];
    const colour = palette[this.#colour];
    super.setTheme(theme, { ...palette, link: colour, joint: colour, tip: colour });
  }

  /** Sets another colour of the palette, and an opacity up to 1. */
  tint(colour: keyof Palette, opacity: number): void {
    this.traverse((part) => {
      if (part instanceof Mesh) (part.material as MeshStandardMaterial).opacity = opacity;
    });
    if (colour === this.#colour) return;
    this.#colour = colour;
    this.setTheme(...this.#seen);
  }
}

/** The same arm with some settings changed: it follows the targets and the driven links of the exhibit's own. Null: no such. */
export function comparison({ arm, exhibit, run: leader, settings }: ArmSubject): MakePart | null {
  const { compare } = exhibit;
  if (!compare) return null;
  const run = makeRun(arm, { ...settings, ...compare });
  const { model, problem } = run;
  const links = looseLinks(run, exhibit);
  const lead = (): void => {
    problem.goals.forEach((goal, i) => goal.target.set(leader.goals[i]!.target));
    for (const { qIndex } of links) run.q.set(leader.q.subarray(qIndex, qIndex + 7), qIndex);
    problem.state.update();
  };
  const settle = (): void => {
    lead();
    problem.solve({ ...run.options, maxIterations: atOnce });
    problem.forgetMotion();
  };
  const start = (): void => {
    run.q.set(leader.q);
    settle();
  };
  let steps: StepOptions | null = null;
  return ({ view }) => {
    const shape = new Ghost(model);
    view.add(shape);
    start();
    return {
      after() {
        lead();
        if (steps) problem.step(run.dt, steps);
        else problem.solve(run.options);
      },
      settle,
      draw: () => shape.update(problem.state.poses),
      tune: ({ limits, step }) => (steps = step && { limits, ...step, ...compare.step }),
      reset: start,
      get residuals() {
        return problem.goals.map(({ distance }) => distance);
      },
      dispose() {
        view.remove(shape);
        shape.dispose();
        run.dispose();
      },
    };
  };
}
