/** Names the kind of an arm that `problem.solutions` recognises. */
import type { Quat, Vec3 } from '../describe/description.ts';
import type { Model } from '../core/model.ts';
import type { Link, Motion } from '../core/any-model.ts';
import { Problem } from '../core/problem.ts';

/** Result of `familyOf`. */
export interface ArmFamily {
  /**
   * Joints and axes from the root, such as '5 hinges and 1 slide; axes 4, 5 and 6 meet; axes 1 and 2 are
   * parallel'.
   */
  readonly description: string;
  /** The assumed goal: the one that this number of joints can meet. */
  readonly goal: keyof typeof goals;
  /** As in the `Solutions` of that goal: 'three axes that meet', for example; '' if nothing can be solved. */
  readonly family: string;
  /** As in the `Solutions` of that goal: why nothing can be found, and an alternative; usually ''. */
  readonly reason: string;
}

/**
 * Tolerance for parallel lines, and, as a fraction of the size, for lines that meet. As in
 * cpp/src/closed_form/row/lines.h.
 */
const same = 1e-9;

interface Line {
  readonly slides: boolean;
  /** Unit direction. */
  readonly h: Vec3;
  /** A point. */
  readonly o: Vec3;
}

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** a + s b. */
const along = (a: Vec3, s: number, b: Vec3): Vec3 => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const length = (a: Vec3): number => Math.hypot(...a);

/** v turned by the quaternion x y z w: v + 2 w u × v + 2 u × (u × v). */
function turned(v: Vec3, [x, y, z, w]: Quat): Vec3 {
  const u: Vec3 = [x, y, z];
  const once = cross(u, v);
  return along(along(v, 2 * w, once), 2, cross(u, once));
}

const turns = ({ isBall, w, v }: Motion): boolean => !isBall && length(w) > 0 && length(v) === 0;
const slides = ({ isBall, w }: Motion): boolean => !isBall && length(w) === 0;

const areHinges = (a: Line, b: Line): boolean => !a.slides && !b.slides;
const areParallel = (a: Line, b: Line): boolean => areHinges(a, b) && length(cross(a.h, b.h)) < same;

/** The point where both lines meet, if any. */
function meetingPoint(a: Line, b: Line, size: number): Vec3 | undefined {
  const n = cross(a.h, b.h);
  const away = along(b.o, -1, a.o);
  if (!areHinges(a, b) || length(n) < same || Math.abs(dot(n, away)) > same * size * length(n))
    return undefined;
  return along(a.o, dot(cross(away, b.h), n) / dot(n, n), a.h);
}

/** First and last index of each run of neighbours that all fit together; a run within another is left out. */
function runsOf(lines: readonly Line[], go: (first: number, last: number) => boolean): [number, number][] {
  const runs: [number, number][] = [];
  for (let first = 0; first + 1 < lines.length; ++first) {
    let last = first;
    while (last + 1 < lines.length && go(first, last + 1)) ++last;
    if (last > first && last > (runs.at(-1)?.[1] ?? 0)) runs.push([first, last]);
  }
  return runs;
}

/** `axes 2, 3 and 4` from indices. */
function axes([first, last]: readonly [number, number]): string {
  const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i + 1);
  return `axes ${numbers.slice(0, -1).join(', ')} and ${last + 1}`;
}

function relationsOf(lines: readonly Line[], size: number): string[] {
  const meet = runsOf(lines, (first, last) => {
    const point = meetingPoint(lines[first]!, lines[first + 1]!, size);
    if (!point || areParallel(lines[last - 1]!, lines[last]!)) return false;
    const { h, o } = lines[last]!;
    return areHinges(lines[last - 1]!, lines[last]!) && length(cross(along(point, -1, o), h)) < same * size;
  });
  const parallel = runsOf(lines, (first, last) => areParallel(lines[first]!, lines[last]!));
  return [...meet.map((run) => `${axes(run)} meet`), ...parallel.map((run) => `${axes(run)} are parallel`)];
}

/** Links from the root to the given one. */
function wayTo(model: Model, index: number): Link[] {
  const way: Link[] = [];
  for (let at = index; at >= 0; at = model.links[at]!.parent) way.push(model.links[at]!);
  return way.reverse();
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/**
 * Neighbouring axes keep their relation when joints move, so any pose will do. At zero no part of a joint is
 * turned.
 */
function linesOf(problem: Problem, moving: readonly Link[]): Line[] {
  const { q, poses } = problem.state;
  for (const { motions } of moving) for (const { qIndex, isBall } of motions) if (!isBall) q[qIndex] = 0;
  problem.state.update();
  return moving.flatMap(({ index, motions }) => {
    const [x, y, z, ...turn] = poses.subarray(7 * index, 7 * index + 7) as unknown as [...Vec3, ...Quat];
    return motions.map((motion): Line => {
      const isSlide = slides(motion);
      return { slides: isSlide, h: turned(isSlide ? motion.v : motion.w, turn), o: [x, y, z] };
    });
  });
}

function describe(motions: readonly Motion[], relations: readonly string[]): string {
  const hinges = motions.filter(turns).length;
  const sliding = motions.filter(slides).length;
  const others = motions.length - hinges - sliding;
  const joints = [
    counted(hinges, 'hinge'),
    ...(sliding > 0 ? [counted(sliding, 'slide')] : []),
    ...(others > 0 ? [counted(others, 'other motion')] : []),
  ].join(' and ');
  if (others > 0 || hinges < 2) return joints;
  return [joints, ...(relations.length > 0 ? relations : ['no neighbouring axes meet or are parallel'])].join(
    '; ',
  );
}

const goals = {
  pose: { type: 'pose' },
  'pose with a free turn': { type: 'pose', free: ['rz'] },
  'pose without tilt': { type: 'pose', free: ['rx', 'ry'] },
  position: { type: 'position' },
  orientation: { type: 'orientation' },
} as const;

/**
 * Reports what `problem.solutions` would recognise in the joints between the root and a link, for the goal
 * that this number of joints can meet: six a pose, five a pose that may turn about its own z, four a place
 * and the turn about z, as of a SCARA, three a position, or an orientation if their axes meet. Joints locked
 * by their limits do not count. Depends only on the model, so it tells before any solve whether closed forms
 * exist.
 *
 * @throws LimberError `unknownLink`; `disposed` if the model is disposed; `badDescription` for a wrong type.
 */
export function familyOf(model: Model, link: string): ArmFamily {
  const problem = new Problem(model);
  try {
    return recognised(problem, link);
  } finally {
    problem.dispose();
  }
}

function recognised(problem: Problem, link: string): ArmFamily {
  const { model } = problem;
  const moving = wayTo(model, model.findLink(link)).filter(
    (each) => each.motions.length > 0 && !each.isLocked,
  );
  const motions = moving.flatMap((each) => each.motions);
  const isKnown = motions.every((motion) => !motion.mimics && (turns(motion) || slides(motion)));
  const relations = isKnown ? relationsOf(linesOf(problem, moving), model.size) : [];
  const goal = goalFor(motions.length, relations);
  const description = describe(motions, relations);
  problem.addGoal({ ...goals[goal], link });
  if (motions.length < 3)
    return { description, goal, family: '', reason: 'families begin with three joints' };
  const { family, reason } = problem.solutions({ most: 1, intervals: false });
  return { description, goal, family, reason };
}

function goalFor(count: number, [relation]: readonly string[]): ArmFamily['goal'] {
  if (count === 5) return 'pose with a free turn';
  if (count === 4) return 'pose without tilt';
  if (count !== 3) return 'pose';
  return relation === 'axes 1, 2 and 3 meet' ? 'orientation' : 'position';
}
