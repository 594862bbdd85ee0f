/** All arms of a race in one view: each in the colour of its curve, from one base to one target. */
import type { Model } from 'limber';
import { GoalHandles } from 'limber/bench';
import { ArmShape, palettes, type Palette, type Theme, type View } from 'limber/three';
import { Box3, Vector3 } from 'three';
import { cssColour } from '../views/looks.ts';
import { lookAt } from '../views/robot-view.ts';
import type { Axis } from './picks.ts';
import type { Race } from './race.ts';

/** Parts of the reach: half the width of what is certainly in sight, and room around all. */
const [half, room] = [0.32, 0.03];

class ColouredArm extends ArmShape {
  constructor(
    model: Model,
    private readonly colour: string,
  ) {
    super(model, { tips: false });
  }

  override setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    const link = cssColour(document.documentElement, this.colour);
    super.setTheme(theme, { ...palette, link, joint: link });
  }
}

export class RaceScene {
  readonly #arms: ReadonlyMap<string, ColouredArm>;
  readonly #shown = new Map<string, Float64Array>();
  readonly #handles: GoalHandles;

  /** `onMove`: the reader has moved a target. */
  constructor(
    private readonly view: View,
    private readonly race: Race,
    colourOf: (name: string) => string,
    onMove: () => void,
  ) {
    const { course, racers } = race;
    const { model, effectors, problem, root } = course;
    const running = racers.filter(({ reason }) => reason === null);
    this.#arms = new Map(running.map(({ name }) => [name, new ColouredArm(model, colourOf(name))]));
    view.add(...this.#arms.values());
    const hold = (on: boolean) => () => {
      race.isHeld = on;
      onMove();
    };
    this.#handles = new GoalHandles(view, problem, {
      size: model.reach,
      label: (what, link) =>
        `${what === 'Goal' ? 'Target' : what}${effectors.length > 1 ? ` of ${link}` : ''}`,
      onStart: hold(true),
      onEnd: hold(false),
      onChange: () => {
        course.moved();
        onMove();
      },
    });
    const box = new Box3().setFromCenterAndSize(
      root,
      new Vector3(2, 0, 2).multiplyScalar(half * model.reach),
    );
    const links = course.linksAt(course.start).slice();
    lookAt(view, [links, course.targets], room * model.reach, box, [0.42, 0.3, 1]);
    this.show('iterations', null);
  }

  /** Shows every arm at that moment; null: at its end. */
  show(axis: Axis, moment: number | null): void {
    for (const [name, arm] of this.#arms) {
      const q = this.race.racerOf(name)!.postureAt(axis, moment);
      if (q === this.#shown.get(name)) continue;
      this.#shown.set(name, q);
      arm.update(this.race.course.linksAt(q));
      this.view.invalidate();
    }
  }

  /** Shows one arm alone; null: all of them. */
  highlight(name: string | null): void {
    const one = name !== null && this.#arms.has(name);
    for (const [each, arm] of this.#arms) arm.visible = !one || each === name;
    this.view.invalidate();
  }

  dispose(): void {
    this.#handles.dispose();
    this.view.remove(...this.#arms.values());
    for (const arm of this.#arms.values()) arm.dispose();
  }
}
