/** Robots to choose from: those of other pages, arms with a geometry of their own, and those of the command line. */
import { fromDH, type ModelDescription } from 'limber';
import { startOf } from 'limber/bench';
import { arms, yUp, type ArmPreset } from 'limber/robots';
import { catalogue, makeSource, type RobotSource, type Tip } from './catalogue.ts';
import { facing, standing } from '../views/robots.ts';

const degrees = Math.PI / 180;

/** Manseur and Doty (1989): the arm with the most poses that six hinges can have. */
const sixteen = fromDH({
  name: 'Manseur and Doty’s arm',
  convention: 'standard',
  joints: [
    { a: 0.3, alpha: 90 * degrees },
    { a: 1, alpha: degrees },
    { d: 0.2, alpha: 90 * degrees },
    { a: 1.5, alpha: degrees },
    { alpha: 90 * degrees },
    { alpha: degrees },
  ],
});

/** Three hinges: a turn, a shoulder, an elbow. */
const three = fromDH({
  name: 'three hinges',
  convention: 'standard',
  joints: [
    { d: 0.5, alpha: 90 * degrees, limits: [-160 * degrees, 160 * degrees] },
    { a: 0.5, limits: [-20 * degrees, 200 * degrees] },
    { a: 0.45, limits: [-150 * degrees, 150 * degrees] },
  ],
});

/** Wenger (2007): its poses can change into each other without passing a singularity. */
const orthogonal = fromDH({
  name: 'three perpendicular hinges',
  convention: 'standard',
  joints: [{ a: 0.25, alpha: -90 * degrees }, { a: 0.5, d: 0.25, alpha: 90 * degrees }, { a: 0.375 }],
});

/** A position needs two of its three hinges: the third remains free. In an upright plane. */
const parallel = fromDH({
  name: 'three parallel hinges',
  convention: 'standard',
  joints: [{ a: 0.5 }, { a: 0.4 }, { a: 0.25 }],
});
const planar: ModelDescription = {
  ...parallel,
  links: parallel.links.map((link) =>
    link.parent === 'base' ? { ...link, origin: { rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] } } : link,
  ),
};

const hinge = (name: string, parent: string, place: readonly number[], axis: readonly number[]) => ({
  ...{ name, parent, origin: { position: place } },
  joint: { type: 'revolute', axis },
});

/** Its axes intersect in a point, with links around it that make its orientation visible. */
const wrist = {
  name: 'a wrist',
  links: [
    { name: 'stand' },
    hinge('yaw', 'stand', [0, 0, 0.35], [0, 0, 1]),
    hinge('pitch', 'yaw', [0.18, 0, 0.25], [1, 0, 0]),
    hinge('roll', 'pitch', [-0.18, 0, 0.28], [0, 0, 1]),
    { name: 'hand', parent: 'roll', origin: { position: [0.1, 0, 0.12] } },
  ],
} as unknown as ModelDescription;

const geometries = [
  makeSource('sixteen', 'Manseur and Doty’s arm', sixteen, [-1.7, -0.1, 3.1, 0.7, 0.9, -0.7]),
  makeSource('three', 'Three hinges', three, [0.4, 0.9, -1.2]),
  makeSource('orthogonal', 'Three perpendicular hinges', standing(orthogonal, 0.6, 0), [0, -0.3, -1.9]),
  makeSource('planar', 'Three parallel hinges', standing(planar, 0.4, 0), [0.6, 0.9, 0.7]),
  makeSource('wrist', 'A wrist', wrist, [0.5, 0.9, -0.4]),
];

/** Two robots of one kind as one model. */
function twoOf({ upright, start, title }: RobotSource, away: number): RobotSource {
  const description = { ...facing(upright, away), name: `two ${title}` };
  const source = makeSource('facing', `Two ${title}`, description, [...start, ...start], description);
  const links = source.tips.slice(0, 2).map(({ name }) => name);
  return {
    ...source,
    tips: [{ name: 'both', title: 'Both hands', group: 'Likely tips', links }, ...source.tips],
  };
}

const iiwa = catalogue.find(({ name }) => name === 'iiwa14')!;

function ofCommand(preset: ArmPreset): RobotSource {
  const { description, effectors, name, title } = preset;
  const source = makeSource(name, title, yUp(description), [], description);
  const isEffector = (tip: Tip) => effectors.includes(tip.name);
  const whole: Tip = { name: 'all', title: 'All effectors', group: 'Likely tips', links: effectors };
  const first = effectors.length > 1 ? [whole] : source.tips.filter(isEffector);
  return { ...source, preset, tips: [...first, ...source.tips.filter((tip) => !first.includes(tip))] };
}

const grouped = (group: string, sources: readonly RobotSource[]) =>
  sources.map((source): RobotSource => ({ ...source, group }));

export const allRobots: readonly RobotSource[] = [
  ...grouped('Robots', [...catalogue, twoOf(iiwa, 0.7)]),
  ...grouped('Arms of many poses', geometries),
  ...grouped('Arms of the command line', arms.map(ofCommand)),
];

/** Joint values at first; a preset of its own may have others. */
export const firstOf = ({ start, upright }: RobotSource): readonly number[] =>
  start.length > 0 ? start : startOf(upright);

export const linksOf = ({ name, links = [name] }: Tip): readonly string[] => links;
