/**
 * One motion, written as many kinds of BVH, and the true directions of its limbs by a forward kinematics of its own.
 * Metres, seconds; the person stands in a T-pose, looks along +Z and walks that way.
 */
import { Bone, Euler, type EulerOrder, Group, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';

type Three = readonly [number, number, number];
/** A part with its place in the one above, in the T-pose. */
interface Part {
  readonly name: string;
  readonly at: Three;
  readonly parts: readonly Part[];
}
const part = (name: string, at: Three, ...parts: readonly Part[]): Part => ({ name, at, parts });

const arm = (side: 'Left' | 'Right', k: number) => {
  const hand = part(`${side}Hand`, [0.26 * k, 0, 0], part(`${side}HandEnd`, [0.1 * k, 0, 0]));
  const below = part(`${side}Arm`, [0.12 * k, 0, 0], part(`${side}ForeArm`, [0.28 * k, 0, 0], hand));
  return part(`${side}Shoulder`, [0.06 * k, 0.11, 0], below);
};
const leg = (side: 'Left' | 'Right', k: number) => {
  const toes = part(`${side}ToeBase`, [0, -0.06, 0.13], part(`${side}ToeEnd`, [0, 0, 0.07]));
  const shin = part(`${side}Leg`, [0, -0.42, 0], part(`${side}Foot`, [0, -0.41, 0], toes));
  return part(`${side}UpLeg`, [0.09 * k, -0.05, 0], shin);
};
const neck = part('Neck', [0, 0.16, 0], part('Head', [0, 0.09, 0.01], part('HeadEnd', [0, 0.2, 0])));
const chest = part('Spine2', [0, 0.13, 0], neck, arm('Left', 1), arm('Right', -1));
const back = part('Spine', [0, 0.1, 0], part('Spine1', [0, 0.12, 0], chest));
const tree = part('Hips', [0, 0.95, 0], back, leg('Left', 1), leg('Right', -1));

/** A person of plain bones. */
export function makePerson(): { readonly scene: Group; readonly bones: ReadonlyMap<string, Bone> } {
  const bones = new Map<string, Bone>();
  const make = ({ name, at, parts }: Part): Bone => {
    const bone = new Bone();
    bone.name = name;
    bone.position.set(...at);
    bones.set(name, bone);
    return parts.reduce((above, each) => above.add(make(each)), bone);
  };
  return { scene: new Group().add(make(tree)), bones };
}

export const about = (axis: Three, degrees: number): Quaternion =>
  new Quaternion().setFromAxisAngle(new Vector3(...axis), (degrees * Math.PI) / 180);
const [x, y, z]: Three[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // prettier-ignore

/** Rotations against the T-pose, and the hips' place. */
function motionAt(time: number): {
  readonly turns: Readonly<Record<string, Quaternion>>;
  readonly hips: Three;
} {
  const s = Math.sin(2 * Math.PI * 0.8 * time);
  const turns = {
    Hips: about(y!, 15 * s + 10).multiply(about(x!, 4)),
    Spine: about(x!, 6),
    Spine2: about(y!, -8 * s),
    Head: about(y!, 20 * s),
    LeftArm: about(z!, -70).premultiply(about(x!, -20 * s)),
    LeftForeArm: about(y!, -25 - 10 * s),
    RightArm: about(y!, 55 + 10 * s).multiply(about(z!, 15)),
    RightForeArm: about(y!, 60),
    LeftUpLeg: about(x!, -22 * s),
    LeftLeg: about(x!, 18 + 14 * s),
    RightUpLeg: about(x!, 22 * s),
    RightLeg: about(x!, 18 - 14 * s),
    LeftFoot: about(x!, -5),
    RightFoot: about(x!, -5),
  };
  return { turns, hips: [0.02 * s, 0.9, 0.6 * time] };
}

/** Upper arms, forearms, thighs and shins: where each begins and ends. */
export const limbs: readonly (readonly [from: string, to: string])[] = ['Left', 'Right'].flatMap((side) => [
  [`${side}Arm`, `${side}ForeArm`],
  [`${side}ForeArm`, `${side}Hand`],
  [`${side}UpLeg`, `${side}Leg`],
  [`${side}Leg`, `${side}Foot`],
]);

/** Places of all parts. */
function placesAt(time: number): ReadonlyMap<string, Vector3> {
  const { turns, hips } = motionAt(time);
  const places = new Map<string, Vector3>();
  const go = ({ name, at, parts }: Part, place: Vector3, turn: Quaternion): void => {
    const here = name === 'Hips' ? new Vector3(...hips) : new Vector3(...at).applyQuaternion(turn).add(place);
    places.set(name, here);
    for (const each of parts) go(each, here, turn.clone().multiply(turns[name] ?? new Quaternion()));
  };
  go(tree, new Vector3(), new Quaternion());
  return places;
}

const along = (places: (name: string) => Vector3, [from, to]: readonly [string, string]): Vector3 =>
  places(to).clone().sub(places(from)).normalize();

/** Degrees by which each limb of a person of `makePerson` points elsewhere than it should at a time. */
export function anglesOff(bones: ReadonlyMap<string, Object3D>, time: number): number[] {
  const places = placesAt(time);
  const own = (name: string) => bones.get(name)!.getWorldPosition(new Vector3());
  return limbs.map(
    (limb) => (along((name) => places.get(name)!, limb).angleTo(along(own, limb)) * 180) / Math.PI,
  );
}

export interface Encoding {
  /** Rotation of a bone's space at all angles zero, against the T-pose; default: none. */
  readonly axes?: (name: string) => Quaternion;
  /** Rotation of the world. */
  readonly world?: Quaternion;
  readonly order?: (name: string) => EulerOrder;
  /** Units per metre. */
  readonly unit?: number;
  /** Whether every joint has its place, besides its rotation. */
  readonly six?: boolean;
  /** With six channels: what OFFSET says of a place. */
  readonly offset?: (place: Vector3) => Vector3;
  /** How long a bone is at a time, as a share. */
  readonly stretch?: (name: string, time: number) => number;
  readonly name?: (name: string) => string;
}

/** Two seconds of it, 30 frames each. */
export function writeBVH(encoding: Encoding = {}): string {
  const {
    axes = () => new Quaternion(),
    world = new Quaternion(),
    order = () => 'ZXY',
    unit = 100,
  } = encoding;
  const {
    six = false,
    offset = (place: Vector3) => place,
    stretch = () => 1,
    name: named = (name) => name,
  } = encoding;
  const joints: { readonly own: Part; readonly above: Part | null }[] = [];
  const numbers = (values: readonly number[]) => values.map((each) => each.toFixed(6)).join(' ');
  const placed = (own: Part, above: Part | null): Vector3 =>
    above
      ? new Vector3(...own.at).multiplyScalar(unit).applyQuaternion(axes(above.name).clone().invert())
      : new Vector3();
  const hierarchy = (own: Part, above: Part | null): string => {
    const place = placed(own, above);
    if (own.parts.length === 0) return `End Site\n{\nOFFSET ${numbers(place.toArray())}\n}\n`;
    joints.push({ own, above });
    const turns = [...order(own.name)].map((axis) => `${axis}rotation`).join(' ');
    const channels = six || !above ? `6 Xposition Yposition Zposition ${turns}` : `3 ${turns}`;
    const inside = own.parts.map((each) => hierarchy(each, own)).join('');
    const word = above ? 'JOINT' : 'ROOT';
    return `${word} ${named(own.name)}\n{\nOFFSET ${numbers(offset(place).toArray())}\nCHANNELS ${channels}\n${inside}}\n`;
  };
  const head = hierarchy(tree, null);
  const rows = Array.from({ length: 61 }, (_, frame) => {
    const { turns, hips } = motionAt(frame / 30);
    return joints.flatMap(({ own, above }) => {
      const turn = (above ? axes(above.name).clone().invert() : world.clone())
        .multiply(turns[own.name] ?? new Quaternion())
        .multiply(axes(own.name));
      const euler = new Euler().setFromQuaternion(turn, order(own.name));
      const angles = [...order(own.name)].map((axis) => (euler[axis.toLowerCase() as 'x'] * 180) / Math.PI);
      const place = above
        ? placed(own, above)
        : new Vector3(...hips).multiplyScalar(unit).applyQuaternion(world);
      if (above) place.multiplyScalar(stretch(own.name, frame / 30));
      return above && !six ? angles : [...place.toArray(), ...angles];
    });
  });
  return `HIERARCHY\n${head}MOTION\nFrames: ${rows.length}\nFrame Time: 0.033333\n${rows.map(numbers).join('\n')}\n`;
}

/** The same as an FBX of text, in centimetres. */
export function writeFBX(): string {
  const second = 46186158000;
  const frames = Array.from({ length: 61 }, (_, i) => i / 30);
  const [objects, connections]: [string[], string[]] = [[], []];
  let id = 100;
  const list = (name: string, values: readonly number[]) =>
    `${name}: *${values.length} {\n\t\t\ta: ${values.join(',')}\n\t\t}\n`;
  const curves = (model: number, property: string, rows: readonly (readonly number[])[]): void => {
    const node = (id += 1);
    objects.push(`\tAnimationCurveNode: ${node}, "AnimCurveNode::${property[0]}", "" {\n\t}\n`);
    connections.push(`C: "OO",${node},2`, `C: "OP",${node},${model}, "Lcl ${property}"`);
    ['X', 'Y', 'Z'].forEach((axis, k) => {
      const curve = (id += 1);
      const times = frames.map((time) => Math.round(time * second));
      const values = rows.map((row) => Number(row[k]!.toFixed(6)));
      objects.push(`\tAnimationCurve: ${curve}, "AnimCurve::", "" {\n\t\t${list('KeyTime', times)}\t\t${list('KeyValueFloat', values)}\t}\n`); // prettier-ignore
      connections.push(`C: "OP",${curve},${node}, "d|${axis}"`);
    });
  };
  /** A square of Phong's material. */
  const wear = (above: number): void => {
    const [mesh, geometry, material] = [(id += 1), (id += 1), (id += 1)];
    const shape = `${list('Vertices', [0, 0, 0, 9, 0, 0, 9, 9, 0, 0, 9, 0])}\t\t${list('PolygonVertexIndex', [0, 1, 2, -4])}`;
    objects.push(
      `\tModel: ${mesh}, "Model::Hat", "Mesh" {\n\t}\n`,
      `\tGeometry: ${geometry}, "Geometry::Hat", "Mesh" {\n\t\t${shape}\t}\n`,
      `\tMaterial: ${material}, "Material::Felt", "" {\n\t\tShadingModel: "phong"\n\t}\n`,
    );
    connections.push(
      `C: "OO",${mesh},${above}`,
      `C: "OO",${geometry},${mesh}`,
      `C: "OO",${material},${mesh}`,
    );
  };
  const motions = frames.map(motionAt);
  const model = ({ name, at, parts }: Part, above: number): void => {
    const own = (id += 1);
    const place = `P: "Lcl Translation", "Lcl Translation", "", "A",${at.map((each) => 100 * each).join(',')}`;
    objects.push(`\tModel: ${own}, "Model::${name}", "LimbNode" {\n\t\tProperties70:  {\n\t\t\t${place}\n\t\t}\n\t}\n`); // prettier-ignore
    connections.push(`C: "OO",${own},${above}`);
    if (!above) curves(own, 'Translation', motions.map(({ hips }) => hips.map((each) => 100 * each))); // prettier-ignore
    const turns = motions.map((motion) => {
      // FBX turns about x first.
      const {
        x: a,
        y: b,
        z: c,
      } = new Euler().setFromQuaternion(motion.turns[name] ?? new Quaternion(), 'ZYX');
      return [a, b, c].map((each) => (each * 180) / Math.PI);
    });
    curves(own, 'Rotation', turns);
    if (name === 'Head') wear(own);
    for (const each of parts) model(each, own);
  };
  model(tree, 0);
  return `; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXVersion: 7400
}
GlobalSettings:  {
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",1
	}
}
Objects:  {
${objects.join('')}	AnimationStack: 1, "AnimStack::walk", "" {
	}
	AnimationLayer: 2, "AnimLayer::BaseLayer", "" {
	}
}
Connections:  {
	C: "OO",2,1
	${connections.join('\n\t')}
}
`;
}

/** As of LaFAN1 and many games: +X of each bone points at the next. */
export function alongX(name: string): Quaternion {
  const side = name.startsWith('Left') ? 1 : -1;
  const way: Three = /Leg$/.test(name)
    ? [0, -1, 0]
    : name.endsWith('Foot')
      ? [0, -0.42, 0.91]
      : name.includes('Toe')
        ? [0, 0, 1]
        : /Shoulder|Arm|Hand/.test(name)
          ? [side, 0, 0]
          : [0, 1, 0];
  const to = new Vector3(...way).normalize();
  const other = Math.abs(to.z) > 0.8 ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
  const across = other.addScaledVector(to, -other.dot(to)).normalize();
  return new Quaternion().setFromRotationMatrix(
    new Matrix4().makeBasis(to, across.clone().cross(to), across),
  );
}
