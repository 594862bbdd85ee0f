/** Links that a hand moves, and no solver does. */
import type { Quat, Vec3 } from '../describe/description.ts';
import { LimberError, show } from '../describe/errors.ts';
import type { Model } from '../core/model.ts';
import type { Link } from '../core/any-model.ts';
import type { Run } from '../robots/run/index.ts';
import { FloorHandle } from '../three/floor-handle.ts';
import { GoalHandle } from '../three/goal-handle.ts';
import { OrientationHandle } from '../three/orientation-handle.ts';
import type { View } from '../three/view.ts';
import type { Driven, Exhibit } from './exhibit.ts';
import type { ArmPart, ArmSubject, MakePart } from './part.ts';

/** The usual plinth, metres: its diameter, and the rest relative to it. */
const plinth = { size: 0.28, height: 2 / 7, most: 40 / 7 };

/** @throws LimberError `badDescription`. */
function looseLink(model: Model, name: string): Link {
  const link = model.links[model.findLink(name)];
  if (link?.joint.type === 'free' && link.parent < 0) return link;
  const wanted = 'give a link without a parent that has a free joint';
  throw new LimberError('badDescription', `driven has ${show(name)}; ${wanted}`);
}

/** Handles of a link, and what shows its pose in them: seven numbers. */
interface Hold {
  readonly handles: readonly { dispose(): void }[];
  show(pose: Float64Array): void;
}

/** Writes numbers into a link's pose from an index on. */
type Write = (numbers: readonly number[], first: number) => void;

type MakeHold = (view: View, driven: Driven, start: Float64Array, write: Write) => Hold;

const holds: Readonly<Record<Driven['handle'], MakeHold>> = {
  floor(view, { link, label = link, size = plinth.size }, [x, y, z], write) {
    const [height, most] = [plinth.height * size, plinth.most * size];
    const look = { height, most, position: [x!, y!, z!] as Vec3, radius: size / 2, label };
    const base = new FloorHandle(view, { ...look, onChange: (place) => write(place.toArray(), 0) });
    return { handles: [base], show: ([x, y, z]) => base.setPosition(x!, y!, z!) };
  },
  pose(view, { link, label = link, size = 0.1 }, [x, y, z, ...start], write) {
    const position: Vec3 = [x!, y!, z!];
    const look = { position, size, label, bounds: { min: [undefined, size / 2] } as const };
    const cube = new GoalHandle(view, { ...look, onChange: (place) => write(place.toArray(), 0) });
    const turn = new OrientationHandle(view, {
      position,
      orientation: start as unknown as Quat,
      radius: 0.95 * size,
      label: `Orientation of ${label}`,
      onChange: (turned) => write(turned.toArray(), 3),
    });
    return {
      handles: [cube, turn],
      show([x, y, z, ...rotation]) {
        cube.setPosition(x!, y!, z!);
        cube.object.quaternion.fromArray(rotation);
        turn.setPosition(x!, y!, z!);
        turn.setOrientation(...(rotation as unknown as Quat));
      },
    };
  },
};

/** The driven links of an exhibit, which no solver moves. @throws LimberError `badDescription`. */
export function looseLinks({ model, problem }: Run, { driven = [] }: Exhibit): Link[] {
  const links = driven.map(({ link }) => looseLink(model, link));
  for (const { vIndex, nv } of links) problem.jointWeights.fill(0, vIndex, vIndex + nv);
  return links;
}

/** The driven links of an arm, with their handles. Null: it has none. @throws LimberError `badDescription`. */
export function drivenLinks({ run, exhibit }: ArmSubject): MakePart | null {
  const { driven, drive } = exhibit;
  if (!driven) return null;
  const { problem } = run;
  const links = looseLinks(run, exhibit);
  const poseOf = ({ qIndex }: Link): Float64Array => problem.state.q.subarray(qIndex, qIndex + 7);
  const follow =
    drive &&
    ((): void => {
      const poses = drive(run.time + run.dt);
      for (const link of links) poseOf(link).set(poses[link.name] ?? []);
      problem.state.update();
    });
  return ({ view, player, onMove }) => {
    const all = driven.map((each, i) =>
      holds[each.handle](view, each, poseOf(links[i]!), (numbers, first) => {
        part.before = undefined;
        poseOf(links[i]!).set(numbers, first);
        problem.state.update();
        player.wake();
        onMove();
      }),
    );
    const handles = all.flatMap((hold) => hold.handles);
    const part: ArmPart = {
      before: follow,
      draw: () => links.forEach((link, i) => all[i]!.show(poseOf(link))),
      reset: () => void (part.before = follow),
      dispose: () => handles.forEach((handle) => handle.dispose()),
    };
    return part;
  };
}
