/** A robot on a base that a hand pushes over the floor, and the region around it that its map covers. */
import { Model, Problem } from 'limber';
import { motionsTo, type Exhibit, type ExhibitArm } from 'limber/bench';
import { withCapsules } from 'limber/robots';
import type { Region } from 'limber/reach';
import { Box3, Vector3 } from 'three';
import type { RobotSource, Tip } from '../robot-files/catalogue.ts';
import { firstOf, linksOf } from '../robot-files/robots.ts';
import { onBase } from '../views/robots.ts';
import { floorOf } from './things.ts';

/** A name that no file's link has. */
export const baseName = 'what it stands on';

/** Relative to the robot's size: the plinth's diameter, and its height as the bench draws it. */
const [wide, high] = [0.24, (0.24 * 2) / 7];
/** Positions of the targets for an arm on the floor, relative to the size. */
const places = [
  [0.45, 0.15, -0.55],
  [0.6, 0.2, -0.2],
  [0.6, 0.2, 0.2],
  [0.45, 0.15, 0.55],
  [0.75, 0.4, 0],
  [0.9, 0.2, 0],
] as const;
/** The tool points down: a quarter turn about x. */
export const down = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;

export class Stand {
  readonly link: string;
  /** Y up, with collision shapes; its own frame is `lift` above the base's. */
  readonly description;
  readonly start: readonly number[];
  /** Metres. */
  readonly size: number;
  readonly lift: number;
  /** Height of its lowest joint in its own frame. */
  readonly bottom: number;
  /** The first joint that moves the tip, in the robot's frame. */
  readonly centre: Vector3;
  /** What the map covers, in the robot's frame: all around it, above the floor. */
  readonly box: Box3;
  /** Whether its tip can take all orientations; otherwise the map asks for places alone. */
  readonly turns: boolean;
  /** The same arm for the same look: a bench that is shown it again need not make it anew. */
  readonly #arms = new Map<ExhibitArm, ExhibitArm>();

  constructor(source: RobotSource, tip: Tip) {
    const { upright } = source;
    const hasShapes = upright.links.some(({ collision = [] }) => collision.length > 0);
    this.link = linksOf(tip)[0]!;
    this.description = hasShapes ? upright : withCapsules(upright);
    this.start = firstOf(source);
    using model = Model.from(upright);
    using problem = new Problem(model);
    const { state } = problem;
    state.q.set(this.start);
    state.update();
    const bottom = (this.bottom = floorOf(problem));
    this.size = model.size || 1;
    this.lift = high * this.size - bottom;
    this.turns = motionsTo(model, this.link).length >= 6;
    let first = model.findLink(this.link);
    for (let at = first; at >= 0; at = model.links[at]!.parent)
      if (model.links[at]!.motions.length > 0) first = at;
    this.centre = new Vector3().fromArray(state.poses, 7 * first);
    this.box = new Box3().setFromCenterAndSize(this.centre, new Vector3().setScalar(2 * this.size));
    this.box.min.y = Math.max(this.box.min.y, bottom);
  }

  get region(): Region {
    return { min: this.box.min.toArray(), max: this.box.max.toArray() };
  }

  /** Poses for the tip in the world, seven numbers each; places alone for one that cannot turn. */
  get targets(): number[][] {
    const { centre, lift, size, turns } = this;
    const above = Math.max(0, centre.y + lift - 0.4 * size);
    return places.map(([x, y, z]) => [x * size, y * size + above, z * size, ...(turns ? down : [])]);
  }

  /** Where the base may be put: the floor's middle and this far around it, `lift` above. */
  get floor(): Region {
    const most = (wide * this.size * 40) / 7;
    return { min: [-most, this.lift, -most], max: [most, this.lift, most] };
  }

  /** `arm`: the robot as other panels show it. */
  exhibit(arm: ExhibitArm): Exhibit {
    const { description, lift, link, size, start } = this;
    if (!this.#arms.has(arm)) {
      const links = onBase(baseName, description, lift);
      const q = [0, 0, 0, 0, 0, 0, 1, ...start];
      this.#arms.set(arm, { ...arm, description: { ...description, links }, effectors: [link], q });
    }
    const driven = [{ link: baseName, handle: 'floor', label: 'Base', size: wide * size }] as const;
    return { arm: this.#arms.get(arm)!, driven, goals: [] };
  }
}

const stands = new WeakMap<Tip, Stand>();

export function standOf({ robot, tip }: { readonly robot: RobotSource; readonly tip: Tip }): Stand {
  const stand = stands.get(tip) ?? new Stand(robot, tip);
  stands.set(tip, stand);
  return stand;
}
