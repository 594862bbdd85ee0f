import { Vector3 } from 'three';
import type { Quat, Vec3 } from '../description.ts';
import type { Goal } from '../goal.ts';
import type { Problem } from '../problem.ts';
import { DirectionHandle } from '../three/direction-handle.ts';
import { OrientationHandle } from '../three/orientation-handle.ts';
import type { View } from '../three/view.ts';

/** Lengths, as parts of the size of what is shown. */
const arrow = 0.3;
const rings = 0.12;

interface Turner {
  readonly goal: Goal;
  move(x: number, y: number, z: number): void;
  /** Index of the first number that it turns, and the initial numbers. */
  readonly first: number;
  readonly start: Float64Array;
  /** Shows the goal's target as it is now. */
  show(): void;
  dispose(): void;
}

/** Arrows and rings with which people turn the targets of goals that have a direction or an orientation in the world. */
export class Turners {
  private readonly all: readonly Turner[];

  /** @param label name for screen readers, of "Direction" or "Orientation" on a link. */
  constructor(
    view: View,
    private readonly problem: Problem,
    size: number,
    label: (what: string, link: string) => string,
    onChange: () => void,
  ) {
    this.all = problem.goals.flatMap((goal) => {
      if (goal.targetLink !== undefined) return [];
      if (goal.type === 'direction') return makeArrow(view, goal, size, label, onChange);
      if (goal.type === 'orientation' || goal.type === 'pose')
        return makeRings(view, goal, size, label, onChange);
      return [];
    });
    this.update();
  }

  /** Moves each to its goal's point, or else to a point that its link is to reach, or else to the link. */
  update(): void {
    const { goals, model, state } = this.problem;
    for (const turner of this.all) {
      const { goal } = turner;
      const point = goals.find(
        ({ type, link, targetLink }) =>
          link === goal.link && !targetLink && (type === 'pose' || type === 'position'),
      );
      if (point) place.fromArray(point.target);
      else place.fromArray(state.poses, 7 * model.findLink(goal.link));
      turner.move(place.x, place.y, place.z);
    }
  }

  /** Turns all targets back to how they were at first. */
  reset(): void {
    for (const turner of this.all) {
      turner.goal.target.set(turner.start, turner.first);
      turner.show();
    }
    this.update();
  }

  dispose(): void {
    for (const turner of this.all) turner.dispose();
  }
}

type Make = (
  view: View,
  goal: Goal,
  size: number,
  label: (what: string, link: string) => string,
  onChange: () => void,
) => Turner;

const nowhere: Vec3 = [0, 0, 0];
const place = new Vector3();

const makeArrow: Make = (view, goal, size, label, onChange) => {
  const direction = () => [...goal.target] as unknown as Vec3;
  const handle = new DirectionHandle(view, {
    direction: direction(),
    origin: nowhere,
    length: arrow * size,
    label: label('Direction', goal.link),
    onChange(turned) {
      goal.target.set(turned.toArray());
      onChange();
    },
  });
  return {
    goal,
    first: 0,
    start: goal.target.slice(),
    move: (x, y, z) => handle.setOrigin(x, y, z),
    show: () => handle.setDirection(...direction()),
    dispose: () => handle.dispose(),
  };
};

const makeRings: Make = (view, goal, size, label, onChange) => {
  const first = goal.type === 'pose' ? 3 : 0;
  const orientation = () => [...goal.target.subarray(first)] as unknown as Quat;
  const handle = new OrientationHandle(view, {
    position: nowhere,
    orientation: orientation(),
    radius: rings * size,
    label: label('Orientation', goal.link),
    onChange(turned) {
      goal.target.set(turned.toArray(), first);
      onChange();
    },
  });
  return {
    goal,
    first,
    start: goal.target.slice(first),
    move: (x, y, z) => handle.setPosition(x, y, z),
    show: () => handle.setOrientation(...orientation()),
    dispose: () => handle.dispose(),
  };
};
