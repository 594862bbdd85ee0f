/** All arms of a race in one view: each in the colour of its curve, from one base to one target. */
import type { Model, Vec3 } from 'limber';
import { GoalHandles } from 'limber/bench';
import { ArmShape, boxOf, palettes, type View } from 'limber/three';
import { Box3, Vector3 } from 'three';
import { cssColour } from '../views/looks.ts';
import type { Axis } from './picks.ts';
import type { Race } from './race.ts';
import type { Racer } from './racer.ts';

/** Parts of the reach: half the width of what is certainly in sight, and room around all. */
const [half, room] = [0.32, 0.03];

/** In the colour of a custom property. */
function paintedArm(model: Model, colour: string): ArmShape {
  const arm = new ArmShape(model, { tips: false });
  const setTheme = arm.setTheme.bind(arm);
  arm.setTheme = (theme, palette = palettes[theme]) => {
    const link = cssColour(document.documentElement, colour);
    setTheme(theme, { ...palette, link, joint: link });
  };
  return arm;
}

/** Fits a view to a box on the floor and to links, with a margin of `room` (metres), seen from a side. */
export function lookAt(view: View, box: Box3, poses: readonly Float64Array[], side: Vec3, room = 0): void {
  view.floor!.position.y = box.min.y;
  for (const each of poses) box.union(boxOf(each));
  view.fit(box.expandByScalar(room), side);
}

export class RaceScene {
  readonly #arms: ReadonlyMap<Racer, ArmShape>;
  readonly #shown = new Map<Racer, Float64Array>();
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
    this.#arms = new Map(running.map((racer) => [racer, paintedArm(model, colourOf(racer.name))]));
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
    lookAt(view, box, [links, course.targets], [0.42, 0.3, 1], room * model.reach);
    this.show('iterations', null);
  }

  /** Shows every arm at that moment; null: at its end. */
  show(axis: Axis, moment: number | null): void {
    for (const [racer, arm] of this.#arms) {
      const q = racer.postureAt(axis, moment);
      if (q === this.#shown.get(racer)) continue;
      this.#shown.set(racer, q);
      arm.update(this.race.course.linksAt(q));
      this.view.invalidate();
    }
  }

  /** Shows one arm alone; null: all of them. */
  highlight(name: string | null): void {
    const one = [...this.#arms].find(([racer]) => racer.name === name)?.[1];
    for (const arm of this.#arms.values()) arm.visible = !one || arm === one;
    this.view.invalidate();
  }

  dispose(): void {
    this.#handles.dispose();
    this.view.remove(...this.#arms.values());
    for (const arm of this.#arms.values()) arm.dispose();
  }
}
